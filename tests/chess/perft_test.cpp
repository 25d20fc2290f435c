#include "chess/perft.h"

#include <gtest/gtest.h>

#include "chess/fen.h"

namespace rocada::chess {
namespace {

// Positions from random games, chosen for checks, pins, castling, en passant and promotions; every count was confirmed
// by an independent program (normal and Chess960 by Stockfish 15.1, 3-check by Fairy-Stockfish 11.1).
struct PerftCase {
  const char* name;
  const char* fen;
  Variant variant;
  int depth;
  std::uint64_t nodes;
};

class Perft : public ::testing::TestWithParam<PerftCase> {};

TEST_P(Perft, CountsAreRight) {
  const PerftCase& perft_case = GetParam();
  const auto position = parse_fen(perft_case.fen, perft_case.variant);
  ASSERT_TRUE(position.ok()) << position.error().message;
  EXPECT_EQ(perft(*position, perft_case.depth), perft_case.nodes);
}

const PerftCase kPerftCases[] = {
    {"normal_late_ending", "2B1k3/8/1qN3p1/pP4nr/2b3PP/6R1/2P4B/3K4 w - - 21 76", Variant::Standard, 4, 952739},
    {"normal_promotion_and_pin", "2n4b/1r2Pb2/1p5k/pq5p/6PP/RR1N4/2nNK3/2B5 w - - 7 49", Variant::Standard, 4, 971747},
    {"normal_double_check", "1r2N1nr/4p3/3B2k1/p5p1/P1q5/3PR2B/1Q2n3/2K5 w - - 16 59", Variant::Standard, 4, 280739},
    {"normal_check_with_rights", "r1bqk2r/1p1pppb1/2p2N2/p1n4p/1P1PP3/B5P1/P1P2PBP/RN1Q1RK1 b kq - 1 11",
     Variant::Standard, 5, 2660750},
    {"normal_castling_three_rights", "rnb1kbn1/p3p3/2P4r/qp3pp1/1P2P2p/2N3PP/P2P1PB1/RNBQK2R w KQq - 4 12",
     Variant::Standard, 4, 1246025},
    {"normal_en_passant_and_pin", "2b4r/1pk4p/nr2p1pb/P2p1pP1/1ppPq1n1/1PN4P/2P1P1B1/R1BQKR2 w - f6 0 24",
     Variant::Standard, 4, 1161586},
    {"normal_en_passant_in_check", "1r6/6bk/1p1p4/1Pp4p/pK2b1nP/P1P2P2/8/RN3B2 w - c6 0 46", Variant::Standard, 5,
     520928},
    {"normal_promotion_and_castling", "rn2k2r/5n1p/p3b2b/1p1p1pq1/1P2pPP1/N3P3/P1p3BP/RQ2KRN1 b Qkq - 3 20",
     Variant::Standard, 4, 752018},
    {"chess960_late_ending", "8/N1r5/4p2k/1r4R1/p1Pnp3/5R2/6K1/b7 w - - 0 76", Variant::Standard, 4, 1153182},
    {"chess960_check_with_rights", "rb2br2/2pkpp1p/1p1p2pn/p5B1/1P3n2/3P1NPP/PqP1PP2/RBK2RNQ w KQ - 7 11",
     Variant::Standard, 5, 3144784},
    {"chess960_double_check", "3b2bR/5pk1/2prB3/1P6/8/2n1p3/3K4/7r w - - 0 63", Variant::Standard, 5, 1853857},
    {"chess960_promotion_and_pin", "n2r1b1r/2p1pkPp/1pn1b1q1/3p4/p4P2/2NB4/PPPP1QPP/N1BR1RK1 w - - 1 10",
     Variant::Standard, 4, 2274503},
    {"chess960_castling_three_rights", "b1rnkr2/1ppp2bq/4pp2/P5pp/3n1PP1/P1NPP3/1BP4P/R2NKR1B b Kkq - 1 11",
     Variant::Standard, 4, 1263125},
    {"chess960_promotion_and_castling", "bqrk3b/2p4r/1nR1pp1n/pP3Ppp/6P1/4P3/QP1pK2P/B3RN1N b q - 1 17",
     Variant::Standard, 4, 1102026},
    {"chess960_en_passant_and_pin", "1q1n3r/k3p1b1/3pbp1p/r7/Pp1nNPpP/1P1P2P1/3KP2R/2R3Q1 b - f3 0 36",
     Variant::Standard, 4, 1808415},
    {"chess960_en_passant_in_check", "4kbr1/3p1p2/2p1P2p/3B2pP/1P5K/n2P2P1/8/RNBN3Q w - g6 0 31", Variant::Standard, 5,
     2672294},
    {"double960_check_with_rights", "rk2Qqn1/ppn1pp1p/6pb/2p5/2P1NP1P/1P1P4/P1N3b1/B2R1BKR b KQq - 0 14",
     Variant::Standard, 5, 2377325},
    {"double960_late_ending", "8/8/3p1k1P/r2P4/3K2pb/2R5/7q/8 w - - 0 76", Variant::Standard, 5, 3045701},
    {"double960_castling_three_rights", "nrkbbnr1/pp1p1p1p/5qp1/2p1p3/P3P1P1/1P3P1B/2PP3P/BQRNK1RN w KQq - 0 9",
     Variant::Standard, 4, 883270},
    {"double960_promotion_and_pin", "5b2/k3p1pP/P6r/1r3b1P/Qp1p4/2p1Pp2/3n2NK/1R5N w - - 10 56", Variant::Standard, 4,
     1711223},
    {"double960_en_passant_and_pin", "8/7b/2p1r1k1/nP3pP1/r3PR1P/2p5/8/4KN2 w - f6 0 57", Variant::Standard, 5,
     2404901},
    {"double960_promotion_and_castling", "3rkrnb/p1pp2pB/q1P5/5p1p/1P5P/2P5/3PpB1R/N1NQ1RKb b kq - 0 15",
     Variant::Standard, 4, 1678880},
    {"double960_double_check", "8/R7/4R3/Pp4b1/3P2B1/3k4/4n3/1r4K1 w - - 6 71", Variant::Standard, 5, 2237091},
    {"double960_en_passant_in_check", "8/4p3/2q4P/1nk2p1n/pPpb1PpB/P6R/6Q1/3K1RN1 b - b3 0 49", Variant::Standard, 4,
     213841},
    {"three_check_castling_three_rights", "rnb1k2r/p2p1ppp/q3p2n/1p6/1bBP4/P3P3/RPPB1PPP/1N1QK1NR b Kkq - 3+3 0 9",
     Variant::ThreeCheck, 4, 1229995},
    {"three_check_check_with_rights", "rnb1k1nr/pp3p1p/2p1p1p1/3p2P1/8/b4PqN/PPPPPKBP/RNB1Q2R w kq - 3+2 3 10",
     Variant::ThreeCheck, 5, 2789334},
    {"three_check_white_one_to_go", "1n1q2n1/3k4/r1QN4/3B2p1/6Pp/1r1bK2N/4PP1b/R1R5 b - - 1+3 3 38",
     Variant::ThreeCheck, 4, 237530},
    {"three_check_two_checks_each", "b6r/2B1k1p1/N1p3B1/P3r3/8/6p1/2P1N3/1K5q w - - 1+1 2 63", Variant::ThreeCheck, 5,
     3739805},
    {"three_check_en_passant_and_pin", "4kb2/2rn2p1/6P1/pP6/4pP2/1PN2B2/6b1/2K5 w - a6 1+1 0 55", Variant::ThreeCheck,
     5, 2613932},
    {"three_check_late_ending", "3n1k2/p7/r4P2/P7/3P1ppr/8/5K2/8 w - - 2+1 1 76", Variant::ThreeCheck, 6, 3680269},
    {"three_check_promotion_and_pin", "3k1r1R/2pn4/2P5/Pp6/P5rp/3PB2Q/3K1p2/R7 b - - 2+2 3 65", Variant::ThreeCheck, 4,
     1236958},
    {"three_check_promotion_and_castling", "r3kbnr/ppp1ppp1/5qbp/1P6/P4P2/8/2PPp1PP/RNBQKB1R b Kkq - 3+3 0 16",
     Variant::ThreeCheck, 4, 780246},
    {"three_check_double_check", "r1bq1b2/pp1kp3/2P4r/5N1p/nn2N3/3Q4/PP2PPPP/R1BK1B1R b - - 1+2 0 17",
     Variant::ThreeCheck, 4, 199396},
    {"normal_start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Variant::Standard, 5, 4865609},
};

INSTANTIATE_TEST_SUITE_P(Positions, Perft, ::testing::ValuesIn(kPerftCases),
                         [](const auto& test_case) { return test_case.param.name; });

TEST(PerftAlone, DepthZeroIsThePositionItself) { EXPECT_EQ(perft(start_position(), 0), 1U); }

}  // namespace
}  // namespace rocada::chess
