// Puts the book into the program, once for all instruction levels; the assembler reads it.
#include "book/embedded_bytes.h"

asm(ROCADA_READ_ONLY_SECTION
    "\n"
    ".globl kRocadaBookBegin\n"
    ".globl kRocadaBookEnd\n"
    "kRocadaBookBegin:\n"
    ".incbin \"" ROCADA_BOOK_FILE
    "\"\n"
    "kRocadaBookEnd:\n"
    ".byte 0\n"
    ".text\n");
