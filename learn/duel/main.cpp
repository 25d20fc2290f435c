// duel: pairs of games between two settings of the search's numbers, as learn/tune asks for them line by line.
#include <fmt/format.h>

#include <cstdio>
#include <iostream>

#include "duel/duel.h"

int main() {
  const auto done = rocada::duel::answer_lines(std::cin, std::cout);
  if (done) return 0;
  fmt::print(stderr, "duel: {}\n", done.error().message);
  return 2;
}
