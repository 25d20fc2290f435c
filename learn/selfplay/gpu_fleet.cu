// The fleet on the GPU: a group of lanes for each player, the network in shared memory.
//
// A kernel plays one round and puts every player aside in global memory; so the host is never far from the games, and a
// run can end at any round. One block fills a multiprocessor: all its players read the same copy of the network.
#include <cuda_runtime.h>

#include <initializer_list>

#include "selfplay/back_ranks.h"
#include "selfplay/fleet.h"
#include "selfplay/kinds.h"
#include "selfplay/perft.h"
#include "selfplay/player.h"

namespace rocada::selfplay {

namespace {

#ifndef ROCADA_BLOCK
#define ROCADA_BLOCK 512
#endif
constexpr int kBlock = ROCADA_BLOCK;
constexpr int kTurnsBetweenLooksAtTheGame = 32;

template <typename Net>
using GpuLanes = WarpLanes<Net::kLanes>;
template <typename Net>
constexpr int kGroups = kBlock / Net::kLanes;  // players of a block
constexpr int kPerftLanes = 4;

util::Error error_of(cudaError_t status, const char* what) {
  return util::Error{std::string(what) + ": " + cudaGetErrorString(status)};
}

// Memory of the GPU, freed with the object.
template <typename T>
class DeviceArray {
 public:
  DeviceArray() = default;
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(data_); }

  // All zeros.
  cudaError_t allocate(std::size_t size) {
    size_ = size;
    if (const cudaError_t status = cudaMalloc(&data_, size * sizeof(T)); status != cudaSuccess) return status;
    return cudaMemset(data_, 0, size * sizeof(T));
  }
  cudaError_t upload(const T* from) { return cudaMemcpy(data_, from, size_ * sizeof(T), cudaMemcpyHostToDevice); }
  cudaError_t download(T* to) const { return cudaMemcpy(to, data_, size_ * sizeof(T), cudaMemcpyDeviceToHost); }
  T* data() const { return data_; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

__device__ std::uint64_t nanoseconds() {
  std::uint64_t now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

template <typename Net>
struct RoundArguments {
  const typename Net::Near* near;
  const typename Net::Far* far;
  PlayerMemory<Net>* memories;
  Player<Net, GpuLanes<Net>>* players;
  Record* records;
  Totals* totals;
  GameSettings game;
  NumberSource numbers;
  std::uint32_t round;
  std::uint64_t nanoseconds;
  std::uint32_t* busy;  // players that still had something to do
};

template <typename Net>
__global__ void __launch_bounds__(kBlock, 1) play_round_kernel(const RoundArguments<Net> arguments) {
  extern __shared__ uint4 shared[];
  auto& near = *reinterpret_cast<typename Net::Near*>(shared);
  static_assert(sizeof near % sizeof(uint4) == 0);
  const auto* source = reinterpret_cast<const uint4*>(arguments.near);
  for (std::size_t i = threadIdx.x; i < sizeof near / sizeof(uint4); i += kBlock) shared[i] = source[i];
  __syncthreads();

  const std::uint64_t end = nanoseconds() + arguments.nanoseconds;
  const std::size_t index = blockIdx.x * kGroups<Net> + threadIdx.x / Net::kLanes;
  const GpuLanes<Net> lanes;
  Player<Net, GpuLanes<Net>> player = arguments.players[index];
  lanes.sync();
  player.attach(near, *arguments.far, arguments.memories[index], arguments.records + 2 * index);
  bool anything_done = false;
  while (true) {
    const bool goes_on = player.go_on(arguments.game, arguments.numbers, arguments.round);
    anything_done |= goes_on;
    if (!__syncthreads_or(goes_on && nanoseconds() < end)) break;
#pragma unroll 1
    for (int i = 0; i < kTurnsBetweenLooksAtTheGame; ++i) {
      __syncthreads();  // warps that begin a turn together share the instructions they fetch
      player.turn();
    }
  }
  lanes.sync();
  arguments.players[index] = player;
  arguments.totals[index] = arguments.memories[index].game.totals;
  if (lanes.is_first() && anything_done) atomicAdd(arguments.busy, 1u);
}

template <typename Net>
class GpuFleet final : public Fleet {
 public:
  GpuFleet(const FleetSettings& settings, chess::Variant variant, int multiprocessors)
      : settings_(settings),
        checks_count_(chess::rules_of(variant).check_is_progress()),
        blocks_(multiprocessors),
        players_(blocks_ * kGroups<Net>) {
    if (settings.players > 0) blocks_ = (settings.players + kGroups<Net> - 1) / kGroups<Net>;
    players_ = blocks_ * kGroups<Net>;
  }

  util::Result<util::Done> prepare(const NetworkNumbers& network) {
    const auto weights = std::make_unique<Weights<Net>>(network);
    const BackRanks ranks = make_back_ranks();
    const auto players = static_cast<std::size_t>(players_);
    const auto count = [](const auto& values) { return values.empty() ? std::size_t{1} : values.size(); };
    host_records_.resize(2 * players);
    host_totals_.resize(players);
    for (const cudaError_t status :
         {near_.allocate(1), near_.upload(&weights->near), far_.allocate(1), far_.upload(&weights->far),
          ranks_.allocate(1), ranks_.upload(&ranks), memories_.allocate(players), state_.allocate(players),
          records_.allocate(2 * players), totals_.allocate(players), taken_.allocate(1), busy_.allocate(1),
          gaps_.allocate(count(settings_.gaps)),
          settings_.gaps.empty() ? cudaSuccess : gaps_.upload(settings_.gaps.data()),
          cudaFuncSetAttribute(play_round_kernel<Net>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(sizeof(typename Net::Near)))}) {
      if (status != cudaSuccess) return error_of(status, "cannot prepare the GPU");
    }
    return util::Done{};
  }

  int players() const override { return players_; }

  util::Result<bool> play_round(double seconds) override {
    ++round_;
    std::uint32_t busy = 0;
    cudaError_t status = busy_.upload(&busy);
    const RoundArguments<Net> arguments{near_.data(),
                                        far_.data(),
                                        memories_.data(),
                                        state_.data(),
                                        records_.data(),
                                        totals_.data(),
                                        {settings_.nodes, settings_.chess960_percent, settings_.played_out_percent,
                                         settings_.seed, checks_count_, ranks_.data()},
                                        {taken_.data(), settings_.games, gaps_.data(),
                                         static_cast<std::uint32_t>(settings_.gaps.size()), settings_.first_fresh},
                                        round_,
                                        static_cast<std::uint64_t>(seconds * 1e9),
                                        busy_.data()};
    play_round_kernel<Net><<<blocks_, kBlock, sizeof(typename Net::Near)>>>(arguments);
    if (status == cudaSuccess) status = cudaGetLastError();
    if (status == cudaSuccess) status = cudaDeviceSynchronize();
    if (status == cudaSuccess) status = records_.download(host_records_.data());
    if (status == cudaSuccess) status = totals_.download(host_totals_.data());
    if (status == cudaSuccess) status = busy_.download(&busy);
    if (status != cudaSuccess) return error_of(status, "the GPU failed");
    return busy > 0;
  }

  void for_each_finished(const std::function<void(const Record&)>& function) const override {
    for (const Record& record : host_records_) {
      if (record.finished_in == round_) function(record);
    }
  }

  Totals totals() const override {
    Totals sum;
    for (const Totals& totals : host_totals_) sum += totals;
    return sum;
  }

 private:
  FleetSettings settings_;
  bool checks_count_;
  int blocks_;
  int players_;
  std::uint32_t round_ = 0;
  DeviceArray<typename Net::Near> near_;
  DeviceArray<typename Net::Far> far_;
  DeviceArray<BackRanks> ranks_;
  DeviceArray<PlayerMemory<Net>> memories_;
  DeviceArray<Player<Net, GpuLanes<Net>>> state_;
  DeviceArray<Record> records_;
  DeviceArray<Totals> totals_;
  DeviceArray<std::uint32_t> taken_;
  DeviceArray<std::uint32_t> busy_;
  DeviceArray<std::uint32_t> gaps_;
  std::vector<Record> host_records_;
  std::vector<Totals> host_totals_;
};

__global__ void perft_kernel(const PerftTask* tasks, int count, PerftMemory* memories, std::uint64_t* counts) {
  const int index = static_cast<int>((blockIdx.x * blockDim.x + threadIdx.x) / kPerftLanes);
  if (index >= count) return;
  const std::uint64_t leaves =
      perft(tasks[index].position, tasks[index].depth, memories[index], WarpLanes<kPerftLanes>{});
  counts[index] = leaves;
}

}  // namespace

util::Result<std::unique_ptr<Fleet>> Fleet::create(const NetworkNumbers& network, const FleetSettings& settings) {
  int multiprocessors = 0;
  const cudaError_t status = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  if (status != cudaSuccess) return error_of(status, "no GPU");
  return for_kind_of(network, [&]<typename Net>(Kind<Net>) -> util::Result<std::unique_ptr<Fleet>> {
    auto fleet = std::make_unique<GpuFleet<Net>>(settings, network.variant, multiprocessors);
    if (const auto ready = fleet->prepare(network); !ready) return ready.error();
    return std::unique_ptr<Fleet>(std::move(fleet));
  });
}

util::Result<std::vector<std::uint64_t>> perft_all(const std::vector<PerftTask>& tasks) {
  constexpr int kPerftBlock = 64;
  DeviceArray<PerftTask> device_tasks;
  DeviceArray<PerftMemory> memories;
  DeviceArray<std::uint64_t> counts;
  std::vector<std::uint64_t> result(tasks.size());
  const int blocks = (static_cast<int>(tasks.size()) * kPerftLanes + kPerftBlock - 1) / kPerftBlock;
  for (const cudaError_t status : {device_tasks.allocate(tasks.size()), device_tasks.upload(tasks.data()),
                                   memories.allocate(tasks.size()), counts.allocate(tasks.size())}) {
    if (status != cudaSuccess) return error_of(status, "cannot prepare the GPU");
  }
  perft_kernel<<<blocks, kPerftBlock>>>(device_tasks.data(), static_cast<int>(tasks.size()), memories.data(),
                                        counts.data());
  const cudaError_t status = cudaGetLastError();
  if (status != cudaSuccess) return error_of(status, "the GPU failed");
  if (const cudaError_t done = counts.download(result.data()); done != cudaSuccess) {
    return error_of(done, "the GPU failed");
  }
  return result;
}

std::string machine_name() {
  cudaDeviceProp properties{};
  return cudaGetDeviceProperties(&properties, 0) == cudaSuccess ? properties.name : "no GPU";
}

}  // namespace rocada::selfplay
