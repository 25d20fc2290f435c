// Puts the fixed parts of the HTML report into the program, as src/analysis/embedded_bytes.cpp does, in the words of
// WebAssembly's assembler.
#include "analysis/embedded_bytes.h"

asm(R"(
.section .rodata.report,"",@
.macro embed_report name, file
  .globl kRocadaReport\name\()Begin
  .type kRocadaReport\name\()Begin,@object
  kRocadaReport\name\()Begin:
  .incbin "\file"
  .size kRocadaReport\name\()Begin, . - kRocadaReport\name\()Begin
  .globl kRocadaReport\name\()End
  .type kRocadaReport\name\()End,@object
  kRocadaReport\name\()End:
  .byte 0
  .size kRocadaReport\name\()End, 1
.endm
embed_report Style, ")" ROCADA_REPORT_FOLDER R"(/report.css"
embed_report Pieces, ")" ROCADA_REPORT_FOLDER R"(/pieces.svg"
embed_report Script, ")" ROCADA_REPORT_FOLDER R"(/report.js"
)");
