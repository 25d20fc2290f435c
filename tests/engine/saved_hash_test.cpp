// Save Hash and Load Hash: the table survives a restart, and only its like is taken back.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "chess/fen.h"
#include "engine/engine.h"
#include "engine/waiting_search.h"
#include "support/random_network.h"

namespace rocada::engine {
namespace {

class SavedHash : public ::testing::Test {
 protected:
  ~SavedHash() override { std::filesystem::remove_all(folder_); }

  util::Result<std::string> set(Engine& engine, OptionId id, std::string_view value = "") {
    return engine.set_option(spec_of(id), value);
  }
  Engine& prepared(Engine& engine) {
    EXPECT_TRUE(set(engine, OptionId::Hash, "2").ok());
    EXPECT_TRUE(set(engine, OptionId::HashFile, path_).ok());
    return engine;
  }
  void search(Engine& engine) {
    search::Limits limits;
    limits.depth = 7;
    search_to_the_end(engine, game::GameRecord(chess::start_position()), limits);
  }
  // What the engine would save now.
  std::string held_by(Engine& engine) {
    const std::string file = contents();
    EXPECT_TRUE(set(engine, OptionId::SaveHash).ok());
    const std::string held = contents();
    write(file);
    return held;
  }
  void expect_refused(Engine& engine, std::string_view words) {
    const std::string before = held_by(engine);
    const auto refused = set(engine, OptionId::LoadHash);
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message.find(words), std::string::npos) << refused.error().message;
    EXPECT_TRUE(held_by(engine) == before) << "what was known is still known";
  }
  std::string contents() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void write(const std::string& bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }
  void save() {
    Engine engine(clock_);
    search(prepared(engine));
    const auto saved = set(engine, OptionId::SaveHash);
    ASSERT_TRUE(saved.ok()) << saved.error().message;
  }

  const std::string folder_ = std::filesystem::temp_directory_path() / ("rocada_hash_" + std::to_string(getpid()));
  const std::string path_ = [this] {
    std::filesystem::create_directories(folder_);
    return folder_ + "/a table.hash";
  }();
  util::SteadyClock clock_;
};

TEST_F(SavedHash, AnotherEngineKnowsWhatTheFirstFoundOut) {
  save();
  Engine restarted(clock_);
  ASSERT_TRUE(held_by(prepared(restarted)) != contents());
  const auto loaded = set(restarted, OptionId::LoadHash);
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_TRUE(held_by(restarted) == contents());
  EXPECT_FALSE(std::filesystem::exists(path_ + ".partial"));
}

TEST_F(SavedHash, NeedsAFileName) {
  Engine engine(clock_);
  EXPECT_FALSE(set(engine, OptionId::SaveHash).ok());
  EXPECT_FALSE(set(engine, OptionId::LoadHash).ok());
}

TEST_F(SavedHash, WhatDoesNotFitIsRefused) {
  save();
  Engine engine(clock_);
  ASSERT_TRUE(set(prepared(engine), OptionId::Hash, "3").ok());
  search(engine);
  expect_refused(engine, "saved with Hash 2, but Hash is 3");

  ASSERT_TRUE(set(engine, OptionId::Hash, "2").ok());
  const std::string network = folder_ + "/other.nnue";
  const auto bytes = test::to_file(*test::random_network(3));
  std::ofstream(network, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  ASSERT_TRUE(set(engine, OptionId::EvalFile, network).ok());
  expect_refused(engine, "another network");
}

TEST_F(SavedHash, ABadFileIsRefused) {
  save();
  const std::string good = contents();
  Engine engine(clock_);
  search(prepared(engine));
  write(good.substr(0, good.size() / 2));
  expect_refused(engine, "cut short");
  write(good.substr(0, 20));
  expect_refused(engine, path_);
  write(good + "x");
  expect_refused(engine, "damaged");
  std::string flipped = good;
  flipped[good.size() / 2] = static_cast<char>(flipped[good.size() / 2] ^ 4);
  write(flipped);
  expect_refused(engine, "damaged");
  write("something else entirely");
  expect_refused(engine, "is not a saved hash table");
  write("");
  expect_refused(engine, "is not a saved hash table");
  std::filesystem::remove(path_);
  const auto missing = set(engine, OptionId::LoadHash);
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.error().message.find("No such file"), std::string::npos);
}

TEST_F(SavedHash, AnEarlierFileOutlivesAFailedSave) {
  save();
  const std::string good = contents();
  std::filesystem::create_directory(path_ + ".partial");  // so that the new one cannot be written
  Engine engine(clock_);
  search(prepared(engine));
  EXPECT_FALSE(set(engine, OptionId::SaveHash).ok());
  EXPECT_EQ(contents(), good);
}

}  // namespace
}  // namespace rocada::engine
