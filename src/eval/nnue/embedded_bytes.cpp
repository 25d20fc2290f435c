// Puts the network files into the program, once for all instruction levels; the assembler reads them.
#include "eval/nnue/embedded_bytes.h"

asm(ROCADA_READ_ONLY_SECTION
    "\n"
    ".balign 64\n"
    ".globl kRocadaNetworkBegin\n"
    ".globl kRocadaNetworkEnd\n"
    "kRocadaNetworkBegin:\n"
    ".incbin \"" ROCADA_NETWORK_FILE
    "\"\n"
    "kRocadaNetworkEnd:\n"
    ".balign 64\n"
    ".globl kRocadaThreeCheckNetworkBegin\n"
    ".globl kRocadaThreeCheckNetworkEnd\n"
    "kRocadaThreeCheckNetworkBegin:\n"
    ".incbin \"" ROCADA_THREE_CHECK_NETWORK_FILE
    "\"\n"
    "kRocadaThreeCheckNetworkEnd:\n"
    ".byte 0\n"
    ".text\n");
