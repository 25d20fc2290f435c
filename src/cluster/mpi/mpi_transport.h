// MPI: the ranks that mpirun or srun has started. The only files that know MPI are this one's.
#pragma once

#include <memory>
#include <string>

#include "cluster/transport.h"
#include "util/result.h"

namespace rocada::cluster {

// A program started by neither mpirun nor srun is a cluster of one, and has no use for MPI. The error tells of an srun
// that has started several without it.
util::Result<bool> was_started_by_mpi();

class MpiTransport : public Transport {
 public:
  // Once in a program, on the main thread, which alone may use it. The error says what MPI lacks.
  static util::Result<std::unique_ptr<MpiTransport>> start(int* argc, char*** argv);

  // In order, and together with all other ranks. A rank that ends without it takes the whole job with it.
  virtual void finalize() = 0;
};

}  // namespace rocada::cluster
