#include "search/watch.h"

namespace rocada::search {

void Watch::look_at_clock() {
  const TimeManager& time = shared_->time;
  if (time.is_over(shared_->nodes())) shared_->stop = true;
  next_look_ = nodes() + (time.is_short() ? params::kNodesBetweenLooksInHaste : params::kNodesBetweenLooks);
}

}  // namespace rocada::search
