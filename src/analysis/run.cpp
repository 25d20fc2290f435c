#include "analysis/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <mutex>
#include <vector>

#include "analysis/annotate.h"
#include "analysis/game_source.h"
#include "analysis/html_report.h"
#include "analysis/journal.h"
#include "analysis/move_table.h"
#include "book/embedded_book.h"
#include "engine/engine.h"
#include "eval/nnue/networks.h"
#include "game/game_line.h"
#include "game/pgn_writer.h"
#include "search/signature.h"
#include "tb/syzygy.h"
#include "util/clock.h"
#include "util/output_file.h"
#include "util/parallel.h"
#include "util/strings.h"

namespace rocada::analysis {

using util::Done;
using util::Error;
using util::Result;

namespace {

// Short enough that all threads end at about the same time and a kill costs little, long enough that a position's
// search mostly finds what those after it have learned.
constexpr std::size_t kPartPositions = 24;

std::size_t positions_of(std::size_t plies) { return plies + 1; }
std::size_t parts_of(std::size_t plies) { return (positions_of(plies) + kPartPositions - 1) / kPartPositions; }

struct Task {
  PartId id;
  std::shared_ptr<const game::GameRecord> game;

  std::size_t first() const { return id.part * kPartPositions; }
  std::size_t last() const { return std::min(first() + kPartPositions, positions_of(game->size())); }
};

// ---------------------------------------------------------------------------------------------------------------------
// Searching

// What the threads share: which part comes next, the journal, and how far the run has come.
class Run final : public util::WorkSource {
 public:
  Run(GameSource source, Journal& journal, AnalysisProgress progress, const AnalysisHooks& hooks)
      : source_(std::move(source)), journal_(journal), progress_(progress), hooks_(hooks) {}

  // The next part that is missing; nothing when none is, or when something went wrong.
  std::optional<Task> next() {
    const std::scoped_lock lock(mutex_);
    while (!failure_) {
      if (!game_ && !read_game()) return std::nullopt;
      while (next_part_ < parts_of(game_->size())) {
        const PartId id{number_, next_part_++};
        if (!journal_.held_before(id)) return Task{id, game_};
      }
      game_.reset();
      ++number_;
    }
    return std::nullopt;
  }

  std::optional<std::string> next_unit() override {
    const auto task = next();
    if (!task) return std::nullopt;
    return fmt::format("{} {} {}", task->id.game, task->id.part, game::to_game_line(*task->game));
  }
  void add_result(std::string_view result) override {
    const auto part = parse_journal_line(result);
    if (!part) return fail({"a part came back damaged"});
    add(*part);
    const std::scoped_lock lock(mutex_);
    progress_.positions_done += part->positions.size();
    hooks_.progress(progress_);
  }

  void position_done() {
    const std::scoped_lock lock(mutex_);
    ++progress_.positions_done;
    hooks_.progress(progress_);
  }
  // The positions of a part that was broken off do not count.
  void forget_positions(std::uint64_t count) {
    const std::scoped_lock lock(mutex_);
    progress_.positions_done -= count;
  }
  void add(const Part& part) {
    const std::scoped_lock lock(mutex_);
    if (failure_) return;
    if (const auto done = journal_.add(part); !done) failure_ = done.error();
  }
  void fail(const Error& error) override {
    const std::scoped_lock lock(mutex_);
    if (!failure_) failure_ = error;
  }
  bool has_failed() {
    const std::scoped_lock lock(mutex_);
    return failure_.has_value();
  }

  Result<AnalysisProgress> result() const {
    if (failure_) return *failure_;
    return progress_;
  }

 private:
  bool read_game() {
    while (auto item = source_.next()) {
      if (!item->game) continue;
      game_ = std::make_shared<const game::GameRecord>(game::to_game_record(*item->game));
      next_part_ = 0;
      return true;
    }
    return false;
  }

  std::mutex mutex_;
  GameSource source_;
  Journal& journal_;
  AnalysisProgress progress_;
  const AnalysisHooks& hooks_;
  std::shared_ptr<const game::GameRecord> game_;
  std::uint32_t number_ = 0;
  std::uint32_t next_part_ = 0;
  std::optional<Error> failure_;
};

Result<Done> set_up(engine::Engine& engine, const AnalysisSettings& settings) {
  const std::pair<engine::OptionId, std::string> options[] = {
      {engine::OptionId::Hash, fmt::to_string(settings.hash_mib)},
      {engine::OptionId::MultiPv, fmt::to_string(settings.multi_pv)},
      {engine::OptionId::MoveOverhead, "0"},
      {engine::OptionId::EvalFile, settings.network},
      {engine::OptionId::SyzygyPath, settings.syzygy_path}};
  for (const auto& [id, value] : options) {
    if (const auto set = engine.set_option(engine::spec_of(id), value); !set) return set.error();
  }
  return Done{};
}

// One thread's work.
void search_parts(engine::Engine& engine, Run& run, const AnalysisSettings& settings, const AnalysisHooks& hooks) {
  if (const auto done = set_up(engine, settings); !done) return run.fail(done.error());
  while (const auto task = run.next()) {
    std::uint64_t positions_done = 0;
    auto found =
        search_positions(engine, *task->game, task->first(), task->last(), settings.limits, hooks.should_stop, [&] {
          ++positions_done;
          run.position_done();
        });
    if (!found) return run.forget_positions(positions_done);
    run.add({task->id, *std::move(found)});
  }
}

void search_in_parallel(Run& run, const AnalysisSettings& settings, const AnalysisHooks& hooks) {
  const util::SteadyClock clock;
  engine::Engine first(clock);  // one there must be
  util::work_together(settings.threads, [&](int number) {
    if (number == 0) return search_parts(first, run, settings, hooks);
    std::unique_ptr<engine::Engine> engine;
    try {
      engine = std::make_unique<engine::Engine>(clock);
    } catch (const std::exception&) {
      return;  // no more memory or threads: those there are do all of the work
    }
    search_parts(*engine, run, settings, hooks);
  });
}

// ---------------------------------------------------------------------------------------------------------------------
// Before

Result<AnalysisProgress> count(const AnalysisSettings& settings, const AnalysisHooks& hooks) {
  auto source = GameSource::open(settings.input);
  if (!source) return source.error();
  AnalysisProgress progress;
  while (const auto item = source->next()) {
    if (!item->problem.empty()) {
      hooks.problem(fmt::format("{}, {}; {}", settings.input.string(), item->problem,
                                item->game ? "kept up to there" : "left out"));
    }
    if (!item->game) continue;
    ++progress.games;
    progress.positions += positions_of(item->game->main_line.moves.size());
  }
  if (progress.games == 0) return Error{fmt::format("{} holds no game to analyse", settings.input.string())};
  return progress;
}

// Null where none are wanted.
Result<std::shared_ptr<const tb::Tablebases>> open_tables(const AnalysisSettings& settings) {
  if (settings.syzygy_path.empty()) return std::shared_ptr<const tb::Tablebases>();
  auto opened = tb::Tablebases::open(settings.syzygy_path);
  if (!opened) return opened.error();
  if ((*opened)->largest() == 0) return Error{fmt::format("there are no tables in {}", settings.syzygy_path)};
  return std::shared_ptr<const tb::Tablebases>(*std::move(opened));
}

// The values of an identity hold no colon, which separates directories as a semicolon does.
std::string tablebases_text(std::string path) {
  if (path.empty()) return "none";
  std::ranges::replace(path, ':', ';');
  return util::printable(path);
}

RunIdentity identity_of(const AnalysisSettings& settings, const std::string& content,
                        const eval::nnue::Networks& networks) {
  return {{"input", content},
          {"limit", limit_text(settings.limits)},
          {"number of lines", fmt::to_string(settings.multi_pv)},
          {"hash table", fmt::format("{} MiB", settings.hash_mib)},
          {"program", ROCADA_VERSION},
          {"part", fmt::format("{} positions and {} ahead", kPartPositions, kLookAhead)},
          {"search", fmt::to_string(search::kSearchSignature)},
          {"set of networks", networks.checksums()},
          {"tablebases", tablebases_text(settings.syzygy_path)}};
}

std::vector<std::filesystem::path> outputs_of(const AnalysisSettings& settings) {
  std::vector<std::filesystem::path> outputs;
  for (const auto& output : {settings.pgn, settings.html, settings.csv, settings.json}) {
    if (output) outputs.push_back(*output);
  }
  return outputs;
}

Result<Done> check_outputs(const AnalysisSettings& settings) {
  const auto outputs = outputs_of(settings);
  for (const auto& output : outputs) {
    if (const auto done = util::OutputFile::check(output); !done) return done;
    std::error_code none_yet;
    if (std::filesystem::equivalent(output, settings.input, none_yet)) {
      return Error{fmt::format("{} is the file to be analysed", output.string())};
    }
  }
  for (std::size_t i = 1; i < outputs.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (std::filesystem::weakly_canonical(outputs[i]) == std::filesystem::weakly_canonical(outputs[j])) {
        return Error{fmt::format("{} cannot be two outputs at once", outputs[i].string())};
      }
    }
  }
  return Done{};
}

// Files that are not this run's own are not replaced unless the user says so.
Result<Done> refuse_existing(const AnalysisSettings& settings) {
  if (settings.overwrite) return Done{};
  for (const auto& output : outputs_of(settings)) {
    std::error_code error;
    if (std::filesystem::exists(output, error)) {
      return Error{fmt::format("{} exists; --overwrite replaces it", output.string())};
    }
  }
  return Done{};
}

Result<Journal> open_journal(const AnalysisSettings& settings, const RunIdentity& identity) {
  const std::filesystem::path path = journal_path(settings);
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    if (const auto done = refuse_existing(settings); !done) return done.error();
  }
  auto journal = Journal::open(path, identity, settings.overwrite ? OtherRuns::Replace : OtherRuns::Refuse);
  if (!journal || journal->outputs_begun()) return journal;
  if (const auto done = refuse_existing(settings); !done) return done.error();
  return journal;
}

// ---------------------------------------------------------------------------------------------------------------------
// After

Result<GameAnalysis> analysis_of(const game::GameRecord& record, std::uint32_t number, const Journal& journal,
                                 const book::Book& book) {
  std::vector<FoundLines> positions;
  for (std::uint32_t i = 0; i < parts_of(record.size()); ++i) {
    auto part = journal.read({number, i});
    if (!part) return part.error();
    std::ranges::move(part->positions, std::back_inserter(positions));
  }
  if (positions.size() != positions_of(record.size())) return Error{"the games have changed during the run"};
  return analyse_game(record, std::move(positions), count_book_plies(record, book));
}

// One of the outputs while it is written: what stands at its beginning, for each game and at its end.
struct Output {
  util::OutputFile file;
  std::string beginning;
  std::function<std::string(const game::PgnGame&, const AnalysedGame&)> text_of;
  std::string end;
};

class Outputs {
 public:
  static Result<Outputs> create(const AnalysisSettings& settings, const ReportFacts& facts) {
    Outputs outputs;
    const auto add = [&](const std::optional<std::filesystem::path>& path, std::string beginning, auto text_of,
                         std::string end) -> Result<Done> {
      if (!path) return Done{};
      auto file = util::OutputFile::create(*path);
      if (!file) return file.error();
      outputs.outputs_.push_back({*std::move(file), std::move(beginning), text_of, std::move(end)});
      return Done{};
    };
    const auto pgn_of = [](const game::PgnGame& game, const AnalysedGame& analysed) {
      return game::to_pgn(annotated(game, analysed.record, analysed.analysis));
    };
    for (const auto& done :
         {add(settings.pgn, "", pgn_of, ""), add(settings.html, report_head(facts), report_game, report_tail()),
          add(settings.csv, std::string(csv_head()), csv_game, ""),
          add(settings.json, json_head(facts), json_game, std::string(json_tail()))}) {
      if (!done) return done.error();
    }
    return outputs;
  }

  Result<Done> begin() {
    return for_each([](Output& output) { return output.file.write(output.beginning); });
  }
  Result<Done> add(const game::PgnGame& game, const AnalysedGame& analysed) {
    return for_each([&](Output& output) { return output.file.write(output.text_of(game, analysed)); });
  }
  Result<Done> complete() {
    return for_each([](Output& output) -> Result<Done> {
      if (const auto done = output.file.write(output.end); !done) return done;
      return output.file.complete();
    });
  }
  Result<Done> put_in_place() {
    return for_each([](Output& output) { return output.file.put_in_place(); });
  }

 private:
  template <typename Step>
  Result<Done> for_each(Step step) {
    for (Output& output : outputs_) {
      if (const Result<Done> done = step(output); !done) return done;
    }
    return Done{};
  }

  std::vector<Output> outputs_;
};

Result<Done> write_outputs(const AnalysisSettings& settings, Journal& journal, const ReportFacts& facts,
                           const book::Book& book, const std::string& content) {
  auto outputs = Outputs::create(settings, facts);
  if (!outputs) return outputs.error();
  if (const auto done = outputs->begin(); !done) return done;
  auto source = GameSource::open(settings.input);
  if (!source) return source.error();
  std::uint32_t number = 0;
  while (const auto item = source->next()) {
    if (!item->game) continue;
    const game::GameRecord record = game::to_game_record(*item->game);
    const auto analysis = analysis_of(record, number++, journal, book);
    if (!analysis) return analysis.error();
    if (const auto done = outputs->add(*item->game, {number, record, *analysis}); !done) return done;
  }
  const auto content_now = content_id(settings.input);
  if (!content_now) return content_now.error();
  if (*content_now != content) {
    return Error{fmt::format("{} has changed during the run", settings.input.string())};
  }
  if (const auto done = outputs->complete(); !done) return done;
  if (const auto done = journal.mark_outputs_begun(); !done) return done;
  return outputs->put_in_place();
}

}  // namespace

std::string limit_text(const search::Limits& limits) {
  if (limits.move_time) return fmt::format("{} ms", limits.move_time->count());
  if (limits.depth) return fmt::format("depth {}", *limits.depth);
  return fmt::format("{} nodes", limits.nodes.value_or(0));
}

std::filesystem::path journal_path(const AnalysisSettings& settings) {
  std::filesystem::path path = outputs_of(settings).front();
  path += ".journal";
  return path;
}

Result<std::unique_ptr<PartSearcher>> PartSearcher::create(const AnalysisSettings& settings) {
  std::unique_ptr<PartSearcher> searcher(new PartSearcher(settings));
  if (const auto done = set_up(searcher->engine_, settings); !done) return done.error();
  return searcher;
}

std::optional<std::string> PartSearcher::search(std::string_view unit, const ShouldStop& should_stop) {
  const auto [game_text, after_game] = util::split_first_word(unit);
  const auto [part_text, game_line] = util::split_first_word(after_game);
  const auto game_number = util::parse_integer<std::uint32_t>(game_text);
  const auto part = util::parse_integer<std::uint32_t>(part_text);
  auto game = game::parse_game_line(game_line);
  if (!game_number || !part || !game) return std::nullopt;
  const Task task{{*game_number, *part}, std::make_shared<const game::GameRecord>(*std::move(game))};
  auto found = search_positions(engine_, *task.game, task.first(), task.last(), settings_.limits, should_stop, [] {});
  if (!found) return std::nullopt;
  return to_journal_line({task.id, *std::move(found)});
}

Result<std::string> means_of(const AnalysisSettings& settings) {
  const auto networks = eval::nnue::find_networks(settings.network);
  if (!networks) return networks.error();
  const auto tables = open_tables(settings);
  if (!tables) return tables.error();
  return fmt::format("networks {}, {}", networks->checksums(), *tables ? (*tables)->summary() : "no tables");
}

Result<AnalysisProgress> analyse(const AnalysisSettings& settings, const AnalysisHooks& hooks) {
  const auto content = content_id(settings.input);
  if (!content) return content.error();
  if (const auto done = check_outputs(settings); !done) return done.error();
  const auto networks = eval::nnue::find_networks(settings.network);
  if (!networks) return networks.error();
  // Held until the end, so that every thread's engine shares them.
  const auto tables = open_tables(settings);
  if (!tables) return tables.error();
  const auto book = book::find_book(settings.book);
  if (!book) return book.error();
  auto progress = count(settings, hooks);
  if (!progress) return progress;
  auto journal = open_journal(settings, identity_of(settings, *content, *networks));
  if (!journal) return journal.error();
  progress->positions_before = journal->positions_before();
  hooks.progress(*progress);

  auto source = GameSource::open(settings.input);
  if (!source) return source.error();
  Run run(*std::move(source), *journal, *progress, hooks);
  if (hooks.helpers != nullptr) hooks.helpers->begin(run);
  search_in_parallel(run, settings, hooks);
  if (hooks.helpers != nullptr) {
    const bool broken_off = run.has_failed() || hooks.should_stop();
    hooks.helpers->finish(broken_off ? util::Outstanding::Abandon : util::Outstanding::Await);
  }
  progress = run.result();
  if (!progress || !progress->is_complete()) return progress;

  const ReportFacts facts{settings.input.filename().string(), static_cast<std::size_t>(progress->games),
                          limit_text(settings.limits)};
  if (const auto done = write_outputs(settings, *journal, facts, **book, *content); !done) return done.error();
  journal->remove();
  return progress;
}

}  // namespace rocada::analysis
