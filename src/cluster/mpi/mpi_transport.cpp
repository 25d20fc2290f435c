#include "cluster/mpi/mpi_transport.h"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "util/shared_memory.h"

namespace rocada::cluster {

namespace {

constexpr int kTag = 1;

// No call waits: sends and receives are begun, and asked now and then whether they are done. MPI's errors end the job,
// which is its default and all it promises.
class Ranks final : public MpiTransport {
 public:
  Ranks() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    sending_.resize(static_cast<std::size_t>(size_));
    first_beside_.resize(static_cast<std::size_t>(size_));
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  std::string host() const override {
    char name[MPI_MAX_PROCESSOR_NAME];
    int length = 0;
    MPI_Get_processor_name(name, &length);
    return {name, static_cast<std::size_t>(length)};
  }

  void find_neighbours() override {
    MPI_Comm machine = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &machine);
    int first = rank_;
    MPI_Bcast(&first, 1, MPI_INT, 0, machine);
    if (!can_share_memory(machine, first)) first = rank_;
    MPI_Comm_free(&machine);
    MPI_Allgather(&first, 1, MPI_INT, first_beside_.data(), 1, MPI_INT, MPI_COMM_WORLD);
  }
  int first_beside(int rank) const override { return first_beside_[static_cast<std::size_t>(rank)]; }

  void send(int to, Bytes bytes) override {
    Transfer& transfer = sending_[static_cast<std::size_t>(to)].emplace_back();
    transfer.bytes = std::move(bytes);
    MPI_Isend(transfer.bytes.data(), static_cast<int>(transfer.bytes.size()), MPI_BYTE, to, kTag, MPI_COMM_WORLD,
              &transfer.request);
  }

  std::size_t unsent(int to) override {
    auto& sending = sending_[static_cast<std::size_t>(to)];
    while (!sending.empty() && sending.front().is_done()) sending.pop_front();
    return sending.size();
  }

  std::optional<Message> receive() override {
    for (int to = 0; to < size_; ++to) unsent(to);  // frees what has left
    accept();
    if (receiving_.empty() || !receiving_.front().is_done()) return std::nullopt;
    Message message{receiving_.front().from, std::move(receiving_.front().bytes)};
    receiving_.pop_front();
    return message;
  }

  void finalize() override { MPI_Finalize(); }

 private:
  // Tried by all ranks of a machine: containers and system settings may keep processes from each other's memory.
  bool can_share_memory(MPI_Comm machine, int first) const {
    constexpr std::size_t kTried = 4096;
    std::unique_ptr<util::SharedMemory> memory;
    util::SharedMemory::Place place;
    if (rank_ == first) {
      if (auto made = util::SharedMemory::make(kTried)) memory = *std::move(made);
      if (memory != nullptr) place = memory->place();
    }
    MPI_Bcast(&place, sizeof place, MPI_BYTE, 0, machine);
    const int mine = memory != nullptr || util::SharedMemory::use(place) ? 1 : 0;
    int all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, machine);
    return all != 0;
  }

  // A message on its way. Stays where it is: MPI knows its address.
  struct Transfer {
    bool is_done() {
      int done = 0;
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
      return done != 0;
    }

    int from = 0;
    Bytes bytes{};
    MPI_Request request = MPI_REQUEST_NULL;
  };

  // Begins to receive the next message that has been announced.
  void accept() {
    int is_there = 0;
    MPI_Message announced{};
    MPI_Status status{};
    MPI_Improbe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &is_there, &announced, &status);
    if (is_there == 0) return;
    int length = 0;
    MPI_Get_count(&status, MPI_BYTE, &length);
    Transfer& transfer = receiving_.emplace_back();
    transfer.from = status.MPI_SOURCE;
    transfer.bytes.resize(static_cast<std::size_t>(length));
    MPI_Imrecv(transfer.bytes.data(), length, MPI_BYTE, &announced, &transfer.request);
  }

  int rank_ = 0;
  int size_ = 1;
  std::vector<int> first_beside_{};            // by rank
  std::vector<std::deque<Transfer>> sending_;  // by rank
  std::deque<Transfer> receiving_;             // in the order they were announced
};

}  // namespace

util::Result<bool> was_started_by_mpi() {
  // mpirun's, and what srun leaves to programs where it has been told of an interface.
  for (const char* const variable : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"}) {
    if (std::getenv(variable) != nullptr) return true;
  }
  const char* const tasks = std::getenv("SLURM_STEP_NUM_TASKS");
  if (tasks == nullptr || std::string_view(tasks) == "1") return false;
  return util::Error{"srun has started several ranks that know nothing of each other; it needs --mpi=pmix"};
}

util::Result<std::unique_ptr<MpiTransport>> MpiTransport::start(int* argc, char*** argv) {
  int provided = MPI_THREAD_SINGLE;
  if (MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) {
    return util::Error{"MPI does not start"};
  }
  if (provided < MPI_THREAD_FUNNELED) return util::Error{"this MPI allows no threads"};
  return std::unique_ptr<MpiTransport>(std::make_unique<Ranks>());
}

}  // namespace rocada::cluster
