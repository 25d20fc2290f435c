#include "analysis/report_page.h"

#include <cstddef>

#include "analysis/embedded_bytes.h"

namespace rocada::analysis {

namespace {

std::string_view text_between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

std::string_view report_style() { return text_between(kRocadaReportStyleBegin, kRocadaReportStyleEnd); }

std::string_view report_pieces() { return text_between(kRocadaReportPiecesBegin, kRocadaReportPiecesEnd); }

std::string_view report_script() { return text_between(kRocadaReportScriptBegin, kRocadaReportScriptEnd); }

}  // namespace rocada::analysis
