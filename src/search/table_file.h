// Table files: the transposition table on disk, so that a long analysis survives a restart.
//
// Bytes 0-7 magic; then 64-bit numbers, the lowest byte first: version, clusters, generation, the network's checksum;
// then all clusters, 30 bytes each (three words of data, three checks), and a checksum of everything before it. What a
// table knows belongs to its size and to the network that evaluated, so a file is taken back by its like alone.
#pragma once

#include <cstdint>
#include <string>

#include "search/transposition_table.h"
#include "util/result.h"

namespace rocada::search {

// An earlier file is replaced once the new one is whole, so it is not lost to a full disk.
util::Result<util::Done> save_table(const TranspositionTable& table, std::uint64_t network, const std::string& path);

// The error says what does not fit; the table then stays as it was.
util::Result<util::Done> load_table(TranspositionTable& table, std::uint64_t network, const std::string& path);

}  // namespace rocada::search
