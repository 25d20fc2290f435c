// Puts the network file into the program, once for all instruction levels; the assembler reads it.
#include "eval/nnue/embedded_bytes.h"

asm(".pushsection .rodata\n"
    ".balign 64\n"
    ".globl kRocadaNetworkBegin\n"
    ".globl kRocadaNetworkEnd\n"
    "kRocadaNetworkBegin:\n"
    ".incbin \"" ROCADA_NETWORK_FILE
    "\"\n"
    "kRocadaNetworkEnd:\n"
    ".byte 0\n"
    ".popsection\n");
