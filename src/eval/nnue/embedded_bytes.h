// Where the embedded network's bytes lie; embedded_network.h is the way to them.
#pragma once

extern "C" {
extern const unsigned char kRocadaNetworkBegin[];
extern const unsigned char kRocadaNetworkEnd[];
}
