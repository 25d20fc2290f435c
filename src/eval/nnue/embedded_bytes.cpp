// Puts the network file into the program, once for all instruction levels; the assembler reads it.
#include "eval/nnue/embedded_bytes.h"

#ifdef ROCADA_NETWORK_FILE
#define ROCADA_INCLUDE_NETWORK ".incbin \"" ROCADA_NETWORK_FILE "\"\n"
#else
#define ROCADA_INCLUDE_NETWORK ""  // built without a network
#endif

asm(".pushsection .rodata\n"
    ".balign 64\n"
    ".globl kRocadaNetworkBegin\n"
    ".globl kRocadaNetworkEnd\n"
    "kRocadaNetworkBegin:\n" ROCADA_INCLUDE_NETWORK
    "kRocadaNetworkEnd:\n"
    ".byte 0\n"
    ".popsection\n");
