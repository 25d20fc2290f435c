// EPD files: what is read is written and read back.
#include <sstream>
#include <string>

#include "fuzz/laws.h"
#include "fuzz/position_laws.h"
#include "game/epd.h"

namespace rocada::fuzz {
namespace {

void require_record_laws(const game::EpdRecord& record) {
  const std::string text = game::to_epd(record);
  require_sound(record.position);
  require(text.find('\n') == std::string::npos, "a record is one line", text);
  const auto again = game::parse_epd(text, record.position.variant());
  require(again.ok() && *again == record, "what is written is read back", text);
  record.id();
  for (const auto& moves : {record.best_moves(), record.avoid_moves()}) {
    if (!moves) require_readable(moves.error());
  }
}

}  // namespace
}  // namespace rocada::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rocada;
  for (const auto variant : {chess::Variant::Standard, chess::Variant::ThreeCheck}) {
    std::istringstream file{std::string(fuzz::text_of(data, size))};
    game::EpdReader reader(file, variant);
    while (true) {
      const auto record = reader.next();
      if (!record) {
        fuzz::require_readable(record.error());
      } else if (*record) {
        fuzz::require_record_laws(**record);
      } else {
        break;
      }
    }
  }
  return 0;
}
