#include "protocol/handler.h"

#include <utility>

namespace rocada::protocol {

namespace {

class PostingObserver final : public search::Observer {
 public:
  PostingObserver(SearchId search, PostEvent post) : search_(search), post_(std::move(post)) {}

  void line(const search::Line& line) override { post_({search_, line}); }
  void current_move(const search::CurrentMove& move) override { post_({search_, move}); }
  void finished(const search::Finished& finished) override { post_({search_, finished}); }

 private:
  SearchId search_;
  PostEvent post_;
};

}  // namespace

std::shared_ptr<search::Observer> posting_observer(SearchId search, PostEvent post) {
  return std::make_shared<PostingObserver>(search, std::move(post));
}

}  // namespace rocada::protocol
