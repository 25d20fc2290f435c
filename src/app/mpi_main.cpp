// The command line of `rocada-mpi`, which mpirun or srun starts on several machines.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <memory>
#include <utility>

#include "app/arguments.h"
#include "app/cluster_commands.h"
#include "app/command_line.h"
#include "cluster/alone.h"
#include "cluster/mpi/mpi_transport.h"
#include "cluster/transport.h"
#include "search/instruction_level.h"
#include "util/result.h"

using namespace rocada;

namespace {

int fail(const util::Error& error) {
  fmt::print(stderr, "rocada-mpi: {}\n", error.message);
  return 2;
}

// On every rank; rank 0 alone speaks.
int run_command(cluster::Transport& transport, int argc, char** argv) {
  CLI::App line("Rocada on several machines: mpirun ... rocada-mpi plays as rocada does", "rocada-mpi");
  line.set_version_flag("--version",
                        fmt::format("Rocada {} ({})", ROCADA_VERSION, search::chosen_instruction_level().name));
  line.require_subcommand(0, 1);
  app::ClusterTalkArguments talk;
  line.add_flag("--traffic", talk.traffic, "tell at the end what has passed between the ranks");
  app::AnalyseArguments analyse;
  CLI::App* const analyse_command =
      line.add_subcommand("analyse", "annotate games: mistakes, better lines, accuracy; threads are each rank's");
  app::declare_analyse(*analyse_command, analyse);
  app::DatagenArguments datagen;
  CLI::App* const datagen_command =
      line.add_subcommand("datagen", "play games against itself and keep them; threads are each rank's");
  app::declare_datagen(*datagen_command, datagen);
  const bool speaks = transport.rank() == 0;
  try {
    app::parse_arguments(line, argc, argv);
  } catch (const CLI::Success& help_or_version) {
    return speaks ? line.exit(help_or_version) : 0;
  } catch (const CLI::ParseError& error) {
    if (!speaks) return 0;
    fmt::print(stderr, "rocada-mpi: {}\n", error.what());
    return 2;
  }
  if (*analyse_command) return app::cluster_analyse_command(analyse, transport);
  if (*datagen_command) return app::cluster_datagen_command(datagen, transport);
  return app::cluster_talk_command(talk, transport);
}

int run(int argc, char** argv) {
  const auto by_mpi = cluster::was_started_by_mpi();
  if (!by_mpi) return fail(by_mpi.error());
  if (!*by_mpi) {
    cluster::Alone alone;
    return run_command(alone, argc, argv);
  }
  const auto started = cluster::MpiTransport::start(&argc, &argv);
  if (!started) return fail(started.error());
  cluster::MpiTransport& ranks = **started;
  const int status = run_command(ranks, argc, argv);
  // Who would wait for a rank that does not end ends without it instead, and mpirun ends the others. (Its MPI_Abort has
  // been seen to leave mpirun itself waiting for ever.)
  if (status == app::kRankIsSilent) std::_Exit(status);
  ranks.finalize();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  return app::run_process("rocada-mpi", [&] { return run(argc, argv); });
}
