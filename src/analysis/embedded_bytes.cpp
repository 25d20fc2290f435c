// Puts the fixed parts of the HTML report into the program; the assembler reads them.
#include "analysis/embedded_bytes.h"

asm(ROCADA_READ_ONLY_SECTION R"(
.macro embed_report name, file
  .globl kRocadaReport\name\()Begin
  .globl kRocadaReport\name\()End
  kRocadaReport\name\()Begin:
  .incbin "\file"
  kRocadaReport\name\()End:
  .byte 0
.endm
embed_report Style, ")" ROCADA_REPORT_FOLDER R"(/report.css"
embed_report Pieces, ")" ROCADA_REPORT_FOLDER R"(/pieces.svg"
embed_report Script, ")" ROCADA_REPORT_FOLDER R"(/report.js"
.text
)");
