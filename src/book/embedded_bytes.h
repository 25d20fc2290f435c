// Where the embedded book's bytes lie; embedded_book.h is the way to them.
#pragma once

extern "C" {
extern const unsigned char kRocadaBookBegin[];
extern const unsigned char kRocadaBookEnd[];
}
