#include <bit>
#include <cstddef>
#include <initializer_list>

#include "chess/attacks.h"

namespace rocada::chess::tables {

namespace {

// Multipliers found by trying sparse random numbers until one hashed its square's blocker sets without a clash.
constexpr std::array<std::uint64_t, 64> kRookFactors = {
    0xF280008040002410, 0x0340100040042000, 0x6100200102400810, 0x0480080004700080, 0x8600101860043200,
    0x0200081324100A00, 0x8080008001000200, 0x8080102100024980, 0x8102002200410080, 0x0004C010006000C0,
    0x0002002080120643, 0x1120800800100080, 0x010A001200A01814, 0x0840800401020080, 0x248D000100020004,
    0x0099800100004180, 0x2420848000284000, 0x805000C000200040, 0x0010002008040020, 0x6090090022100100,
    0x8051828008002400, 0x0031808002010400, 0x0006040008028110, 0x00100200004C8504, 0x1000400480088020,
    0x0210004040002008, 0x0010410100200010, 0x0648040880100082, 0x0010080100041100, 0x00FA000200090410,
    0x0008084400011002, 0x2001800080004100, 0x0200400030800080, 0x2040003001200803, 0x8000200103004250,
    0x8004100101000820, 0x0210040080800801, 0x0206000280800400, 0x000C882204005110, 0x00C0052086000044,
    0x0380004020004009, 0x0850002000404003, 0x1188264082020010, 0x0800100008008080, 0x0008000402004040,
    0x4040040002008080, 0x020810A208040021, 0x0021002092430002, 0x20590A4560800500, 0x8009004080220200,
    0x2190002004080020, 0x10C00C2100100100, 0x0000040008008280, 0x0820400410200801, 0xA405504208012400,
    0x0200942100804200, 0x5280208000184101, 0x0002008020104902, 0x8000081045002001, 0x1401100121000409,
    0x000A000810200402, 0x00020010A4280122, 0x2010010822104084, 0x1000030220449402,
};
constexpr std::array<std::uint64_t, 64> kBishopFactors = {
    0x8004010802008200, 0x9024248423460000, 0x4010010075012802, 0x8404040091060214, 0x0D02021100218030,
    0x0100900421002280, 0x0804008208201000, 0x2000240204B00800, 0x0400041082180124, 0x40A0105010808888,
    0x0002482204660004, 0x0800080681000051, 0x0000040420055020, 0x0040288820082084, 0x0080211801042012,
    0x1000010100900541, 0x4020801320220080, 0x0004041090120058, 0x1004100A01240100, 0x0A0800008202C200,
    0x200202A402110000, 0x4121000E0100D200, 0x0004270884040240, 0x8002000031010810, 0x04205080E0020201,
    0x0001200410248100, 0x5104280010028120, 0x0121004024040082, 0x1820840000802020, 0x4568A20001004202,
    0x02008C1000822800, 0x00009202448A0080, 0x0158024000500451, 0x2124100240080200, 0x0022109008080040,
    0x0001020080080082, 0x2040020200002080, 0x10101054C0C20100, 0x100C510400020898, 0x80481088240C8A00,
    0x0031080290024043, 0x3049180804800204, 0x00800A0082081000, 0x0008004208030480, 0x8400445094000200,
    0x0011021411002810, 0x2004040440440410, 0x1410440082824020, 0x4042011008040800, 0x0201111090040001,
    0xC050020200920000, 0x10A2407084040800, 0x02000010021A0000, 0x0040404809850080, 0x0111842800A40000,
    0x0002905204910022, 0xC800440084212000, 0x0B04420094440220, 0x0B01800084008802, 0x00080A0000420210,
    0x0006808504850400, 0x8001000910100080, 0x0100044484082A00, 0x0508080098104108,
};

using SquareTable = std::array<Bitboard, 64>;

struct Step {
  int files;
  int ranks;
};
// The first two of each four run towards h8, so their nearest blocker is the lowest bit; the others' is the highest.
constexpr std::array<Step, 4> kRookSteps = {{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
constexpr std::array<Step, 4> kBishopSteps = {{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};
constexpr std::array<Step, 8> kKnightSteps = {{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};

constexpr Bitboard step_from(Square square, Step step) {
  const int file = square.file().index() + step.files;
  const int rank = square.rank().index() + step.ranks;
  if (file < 0 || file > 7 || rank < 0 || rank > 7) return Bitboard();
  return Square::at(File(file), Rank(rank));
}

constexpr Bitboard ray_from(Square square, Step step) {
  Bitboard ray;
  for (Bitboard next = step_from(square, step); next.any(); next = step_from(next.first(), step)) ray |= next;
  return ray;
}

template <typename Function>
constexpr SquareTable for_each_square(Function&& function) {
  SquareTable table;
  for (int index = 0; index < 64; ++index) table[static_cast<std::size_t>(index)] = function(Square::from_index(index));
  return table;
}

template <std::size_t Count>
constexpr SquareTable leaper_table(const std::array<Step, Count>& steps) {
  return for_each_square([&](Square square) {
    Bitboard attacks;
    for (const Step step : steps) attacks |= step_from(square, step);
    return attacks;
  });
}

constexpr std::array<SquareTable, 4> ray_tables(const std::array<Step, 4>& steps) {
  std::array<SquareTable, 4> rays;
  for (std::size_t way = 0; way < 4; ++way) {
    rays[way] = for_each_square([&](Square square) { return ray_from(square, steps[way]); });
  }
  return rays;
}

constexpr std::array<SquareTable, 4> kRookRaysByWay = ray_tables(kRookSteps);
constexpr std::array<SquareTable, 4> kBishopRaysByWay = ray_tables(kBishopSteps);

constexpr SquareTable joined(const std::array<SquareTable, 4>& rays) {
  return for_each_square([&](Square square) {
    return rays[0][at(square)] | rays[1][at(square)] | rays[2][at(square)] | rays[3][at(square)];
  });
}

// The last square of a ray never blocks anything, so it does not take part in the hash.
constexpr std::uint64_t relevant_blockers(const std::array<SquareTable, 4>& rays, Square square) {
  Bitboard relevant;
  for (std::size_t way = 0; way < 4; ++way) {
    const Bitboard ray = rays[way][at(square)];
    if (ray.any()) relevant |= ray - Bitboard(way < 2 ? ray.last() : ray.first());
  }
  return relevant.bits();
}

constexpr std::array<Magic, 64> magics(const std::array<SquareTable, 4>& rays,
                                       const std::array<std::uint64_t, 64>& factors, std::uint32_t first_slice) {
  std::array<Magic, 64> result{};
  std::uint32_t slice = first_slice;
  for (std::size_t index = 0; index < 64; ++index) {
    const std::uint64_t mask = relevant_blockers(rays, Square::from_index(static_cast<int>(index)));
    const auto bits = static_cast<std::uint32_t>(std::popcount(mask));
    result[index] = {mask, factors[index], slice, 64 - bits};
    slice += 1U << bits;
  }
  return result;
}

constexpr std::uint32_t kRookSlots = 102400;

struct Clash {};  // thrown at compile time by a multiplier that does not work

struct LineAttacks {
  std::array<std::uint64_t, 64> blockers{};
  std::array<std::uint64_t, 64> attacks{};
  std::size_t count = 0;
};

// Attacks along one line, given by its two opposite rays, for every subset of the line's relevant blockers.
constexpr LineAttacks line_attacks(const std::array<SquareTable, 4>& rays, std::size_t way, Square square,
                                   std::uint64_t relevant) {
  const SquareTable& up = rays[way];
  const SquareTable& down = rays[way + 2];
  const Bitboard both = up[at(square)] | down[at(square)];
  const std::uint64_t mask = both.bits() & relevant;
  LineAttacks result;
  std::uint64_t subset = 0;
  do {
    const Bitboard above = up[at(square)] & Bitboard(subset);
    const Bitboard below = down[at(square)] & Bitboard(subset);
    Bitboard attacks = both;
    if (above.any()) attacks -= up[at(above.first())];
    if (below.any()) attacks -= down[at(below.last())];
    result.blockers[result.count] = subset;
    result.attacks[result.count++] = attacks.bits();
    subset = (subset - mask) & mask;  // the next subset of the mask
  } while (subset != 0);
  return result;
}

// Every blocker set of a square is one of its first line joined with one of its second, and so are the attacks. Built
// that way because compilers evaluate constants slowly: a ray walk for each of the 107,648 slots takes half a minute.
constexpr void fill(std::array<Bitboard, kSliderSlots>& table, const std::array<SquareTable, 4>& rays,
                    const std::array<Magic, 64>& square_magics) {
  for (std::size_t index = 0; index < 64; ++index) {
    const Magic magic = square_magics[index];
    const Square square = Square::from_index(static_cast<int>(index));
    const LineAttacks first = line_attacks(rays, 0, square, magic.mask);
    const LineAttacks second = line_attacks(rays, 1, square, magic.mask);
    for (std::size_t i = 0; i < first.count; ++i) {
      for (std::size_t j = 0; j < second.count; ++j) {
        const std::uint64_t offset = (first.blockers[i] | second.blockers[j]) * magic.factor >> magic.shift;
        Bitboard& slot = table[magic.slice + static_cast<std::size_t>(offset)];
        const Bitboard attacks(first.attacks[i] | second.attacks[j]);
        if (slot.any() && slot != attacks) throw Clash{};
        slot = attacks;
      }
    }
  }
}

constexpr std::array<Bitboard, kSliderSlots> slider_table(const std::array<Magic, 64>& rooks,
                                                          const std::array<Magic, 64>& bishops) {
  std::array<Bitboard, kSliderSlots> table{};
  fill(table, kRookRaysByWay, rooks);
  fill(table, kBishopRaysByWay, bishops);
  return table;
}

constexpr std::array<SquareTable, 2> pawn_table() {
  return {leaper_table(std::array<Step, 2>{{{-1, 1}, {1, 1}}}), leaper_table(std::array<Step, 2>{{{-1, -1}, {1, -1}}})};
}

// function(squares between, whole line) for every ordered pair of squares on a common line.
template <typename Function>
constexpr std::array<SquareTable, 64> pair_table(Function&& function) {
  std::array<SquareTable, 64> table{};
  for (const auto* rays : {&kRookRaysByWay, &kBishopRaysByWay}) {
    for (int a = 0; a < 64; ++a) {
      const auto from = static_cast<std::size_t>(a);
      for (std::size_t way = 0; way < 4; ++way) {
        const Bitboard ray = (*rays)[way][from];
        for (const Square b : ray) {
          const Bitboard beyond = (*rays)[way][at(b)];
          const Bitboard whole = ray | (*rays)[(way + 2) % 4][from] | Square::from_index(a);
          table[from][at(b)] = function(ray - beyond - Bitboard(b), whole);
        }
      }
    }
  }
  return table;
}

}  // namespace

constinit const std::array<Magic, 64> kRookMagics = magics(kRookRaysByWay, kRookFactors, 0);
constinit const std::array<Magic, 64> kBishopMagics = magics(kBishopRaysByWay, kBishopFactors, kRookSlots);
constinit const std::array<Bitboard, kSliderSlots> kSliderAttacks =
    slider_table(magics(kRookRaysByWay, kRookFactors, 0), magics(kBishopRaysByWay, kBishopFactors, kRookSlots));
constinit const std::array<Bitboard, 64> kKnightAttacks = leaper_table(kKnightSteps);
constinit const std::array<Bitboard, 64> kKingAttacks =
    leaper_table(std::array<Step, 8>{{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}});
constinit const std::array<std::array<Bitboard, 64>, 2> kPawnAttacks = pawn_table();
constinit const std::array<Bitboard, 64> kRookRays = joined(kRookRaysByWay);
constinit const std::array<Bitboard, 64> kBishopRays = joined(kBishopRaysByWay);
constinit const std::array<std::array<Bitboard, 64>, 64> kBetween =
    pair_table([](Bitboard inside, Bitboard) { return inside; });
constinit const std::array<std::array<Bitboard, 64>, 64> kLine =
    pair_table([](Bitboard, Bitboard whole) { return whole; });

}  // namespace rocada::chess::tables
