// Sessions with a person in a terminal, who may pick a protocol later or never.
#include "fuzz/laws.h"
#include "fuzz/session.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rocada;
  fuzz::Session session([](std::string_view) {});
  session.run(fuzz::text_of(data, size));
  return 0;
}
