#include "cluster/agreement.h"

#include <fmt/format.h>

#include <chrono>
#include <string_view>
#include <thread>

#include "cluster/message.h"
#include "eval/nnue/networks.h"
#include "search/signature.h"

namespace rocada::cluster {

using util::Done;
using util::Error;
using util::Result;

namespace {

Message await_message(Transport& transport) {
  while (true) {
    if (auto message = transport.receive()) return *std::move(message);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

constexpr char kAfterIdentity = '\n';  // then comes the host

// What rank 0 has to say of the others: nothing where all is well.
std::string verdict_on_others(Transport& transport, const std::string& identity) {
  std::string verdict;
  for (int expected = transport.size() - 1; expected > 0; --expected) {
    const Message message = await_message(transport);
    const std::string text = text_in(message);
    const std::string_view theirs = std::string_view(text).substr(0, text.find(kAfterIdentity));
    if (theirs == identity || !verdict.empty()) continue;
    verdict = fmt::format("rank {} on {} runs {}, rank 0 on {} {}", message.from, text.substr(theirs.size() + 1),
                          theirs, transport.host(), identity);
  }
  return verdict;
}

}  // namespace

std::string program_identity() {
  return fmt::format("Rocada {}, search {}, networks {}", ROCADA_VERSION, search::kSearchSignature,
                     eval::nnue::Networks().checksums());
}

Result<Done> agree(Transport& transport, const std::string& identity) {
  std::string verdict;
  if (transport.rank() == 0) {
    verdict = verdict_on_others(transport, identity);
    for (int to = 1; to < transport.size(); ++to) transport.send(to, with_text(Kind::Verdict, verdict));
  } else {
    transport.send(0, with_text(Kind::Identity, identity + kAfterIdentity + transport.host()));
    verdict = text_in(await_message(transport));
  }
  if (verdict.empty()) return Done{};
  return Error{verdict};
}

}  // namespace rocada::cluster
