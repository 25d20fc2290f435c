// Agreement: before anything else, all ranks make sure that they run the same program.
#pragma once

#include <string>

#include "cluster/transport.h"
#include "util/result.h"

namespace rocada::cluster {

// What must be the same everywhere: version, search and networks.
std::string program_identity();

// Blocks until all ranks have said who they are. The error, the same on all, names the first that differs. Before any
// Post works on the transport.
util::Result<util::Done> agree(Transport& transport, const std::string& identity);

}  // namespace rocada::cluster
