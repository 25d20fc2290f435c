// Puts the opening book into the program, as src/book/embedded_bytes.cpp does, in the words of WebAssembly's assembler.
#include "book/embedded_bytes.h"

asm(".section .rodata.book,\"\",@\n"
    ".globl kRocadaBookBegin\n"
    ".type kRocadaBookBegin,@object\n"
    "kRocadaBookBegin:\n"
    ".incbin \"" ROCADA_BOOK_FILE
    "\"\n"
    ".size kRocadaBookBegin, . - kRocadaBookBegin\n"
    ".globl kRocadaBookEnd\n"
    ".type kRocadaBookEnd,@object\n"
    "kRocadaBookEnd:\n"
    ".byte 0\n"
    ".size kRocadaBookEnd, 1\n");
