// Where the bytes of the files in analysis/report lie; report_page.h is the way to them.
#pragma once

extern "C" {
extern const char kRocadaReportStyleBegin[];
extern const char kRocadaReportStyleEnd[];
extern const char kRocadaReportPiecesBegin[];
extern const char kRocadaReportPiecesEnd[];
extern const char kRocadaReportScriptBegin[];
extern const char kRocadaReportScriptEnd[];
}
