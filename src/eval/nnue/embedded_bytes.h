// Where the embedded networks' bytes lie; embedded_network.h is the way to them.
#pragma once

extern "C" {
extern const unsigned char kRocadaNetworkBegin[];
extern const unsigned char kRocadaNetworkEnd[];
extern const unsigned char kRocadaThreeCheckNetworkBegin[];
extern const unsigned char kRocadaThreeCheckNetworkEnd[];
}
