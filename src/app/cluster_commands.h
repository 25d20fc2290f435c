// The commands of `rocada-mpi`, one function each, which runs on every rank: rank 0 does what the plain command does,
// and the others help. Returns the exit status.
#pragma once

#include "app/arguments.h"
#include "cluster/transport.h"

namespace rocada::app {

// The status where a rank has not ended in time: whoever waited for it would wait for ever.
inline constexpr int kRankIsSilent = 3;

int cluster_talk_command(const ClusterTalkArguments& arguments, cluster::Transport& transport);
int cluster_analyse_command(const AnalyseArguments& arguments, cluster::Transport& transport);
int cluster_datagen_command(const DatagenArguments& arguments, cluster::Transport& transport);

}  // namespace rocada::app
