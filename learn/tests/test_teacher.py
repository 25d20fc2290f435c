"""The teacher obeys the laws of the board, learns, comes back from its file as it was, and labels records."""

import random
import tempfile
import unittest
from pathlib import Path

import support  # first: it skips these tests where numpy and PyTorch are missing
import synthetic
import torch
from rocada_learn import records, teacher, teaching, yardstick
from rocada_learn.command import Problem
from rocada_learn.games import NORMAL, THREE_CHECK
from rocada_learn.architecture import SCALE
from rocada_learn.records import RecordSet
from rocada_learn.training import Budget


def positions(count, seed=5, three_check=False):
    source = random.Random(seed)
    return [synthetic.material_position(source, most_pieces=12, move=tuple(source.sample(range(64), 2)),
                                        checks=synthetic.random_checks(source) if three_check else None)
            for _ in range(count)]


def small(seed=1, game=NORMAL):
    torch.manual_seed(seed)
    return teacher.Teacher("small", 8, 1, game)


def taught(deep=None, **other):
    """A small teacher after a short run, and its lessons."""
    rows = support.rows(positions(3000))
    settings = teaching.Settings(batch=64, **other)
    lessons = teaching.Lessons(small(), RecordSet(rows[:2500], rows[2500:]), settings, Budget(positions=16_000), deep)
    return lessons, list(lessons.reports())


class TheTeacher(unittest.TestCase):
    def setUp(self):
        self.positions = positions(50)

    def judged(self, tutor, some):
        return tutor.expected_result(support.rows(some))

    def test_judges_twins_alike(self):
        tutor = small()
        judged = self.judged(tutor, self.positions)
        self.assertGreater(judged.std(), 0)
        for twin in (synthetic.colours_swapped, synthetic.left_right_mirrored):
            self.assertTrue(torch.allclose(self.judged(tutor, map(twin, self.positions)), judged, atol=1e-6))

    def test_mirrored_lessons_are_lessons_of_mirrored_positions(self):
        tutor = small()
        tutor.tower.eval()
        with torch.no_grad():
            twins = support.rows(map(synthetic.left_right_mirrored, self.positions))
            there = teaching.losses(tutor.tower, NORMAL, twins)
            here = teaching.losses(tutor.tower, NORMAL, support.rows(self.positions), mirror=True)
        for a, b in zip(there, here):
            self.assertAlmostEqual(a.item(), b.item(), places=5)

    def test_moves_are_read_as_they_were_written(self):
        for position in self.positions:
            flip = 56 if position.mover == synthetic.BLACK else 0
            origin, target = (square ^ flip for square in position.move)
            self.assertEqual(records.moves(support.rows([position])).item(), origin + 64 * target)

    def test_learns(self):
        lessons, reports = taught()
        before = teaching.held_out_losses(small(), support.rows(positions(500, seed=6)))
        after = teaching.held_out_losses(lessons.teacher, support.rows(positions(500, seed=6)))
        self.assertLess(after.score, before.score / 2)
        self.assertLess(after.result, before.result)
        self.assertEqual(reports[-1].positions, lessons.teacher.positions)
        last, mean = lessons.keep_the_better()
        self.assertAlmostEqual(lessons.held_out_losses().score, min(last.score, mean.score), places=6)

    def test_steps_of_matrices_are_orthogonal(self):
        matrices = torch.randn(3, 8, 72, generator=torch.Generator().manual_seed(1))
        singular = torch.linalg.svdvals(teaching.orthogonal(matrices))
        self.assertGreater(singular.min(), 0.88)
        self.assertLess(singular.max(), 1.13)

    def test_deep_records_have_their_share_of_every_batch(self):
        other = support.rows(positions(100, seed=9))
        records.score_words(other)[:] = 2999
        lessons, _ = taught(RecordSet(other[:80], other[80:]), deep_share=0.25)
        self.assertEqual((records.scores(lessons._batch()) == 2999).sum(), 16)
        score, _ = lessons.teacher.expected_by_head(support.rows(self.positions))
        self.assertGreater(score.min(), 0.9, "scores are learned from the deep ones alone")

    def test_refuses_a_share_of_deep_records_that_is_none(self):
        other = support.rows(positions(100, seed=9))
        with self.assertRaisesRegex(Problem, "--deep-share must be above 0"):
            taught(RecordSet(other[:80], other[80:]), deep_share=0.001)

    def test_survives_its_file(self):
        tutor = small()
        tutor.positions, tutor.result_share = 7, 0.25
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "small.pt"
            teacher.save(path, tutor)
            again = teacher.load(path, "cpu")
            self.assertEqual((again.name, again.positions, again.result_share), ("small", 7, 0.25))
            self.assertTrue(torch.allclose(self.judged(tutor, self.positions), self.judged(again, self.positions),
                                           atol=2e-3))
            path.write_bytes(path.read_bytes()[:-1000])
            with self.assertRaisesRegex(Problem, "is not a teacher, or damaged"):
                teacher.load(path, "cpu")

    def test_labels_records_as_far_as_it_is_told_to(self):
        tutor, rows = small(), support.rows(self.positions)
        untouched = rows.clone()
        teacher.label(tutor, rows, 0)
        self.assertLessEqual((records.scores(rows) - records.scores(untouched)).abs().max(), 1)
        told = torch.sigmoid(records.scores(untouched) / SCALE)
        for share in (0.5, 1):
            rows = untouched.clone()
            teacher.label(tutor, rows, share)
            judged = tutor.expected_result(support.rows(self.positions), mirrored_too=False)
            wanted = torch.lerp(told, judged, share)
            self.assertTrue(torch.allclose(torch.sigmoid(records.scores(rows) / SCALE), wanted, atol=1e-3))
        self.assertTrue(torch.equal(records.boards(rows), records.boards(untouched)))
        self.assertTrue(torch.equal(records.results(rows), records.results(untouched)))


class TheTeacherOfThreeCheck(unittest.TestCase):
    def setUp(self):
        self.positions = positions(50, three_check=True)
        self.rows = support.rows(self.positions)

    def test_sees_how_many_checks_each_side_has_given(self):
        kings = {6: (synthetic.WHITE, synthetic.KING), 57: (synthetic.BLACK, synthetic.KING)}
        rows = support.rows([synthetic.Position(kings, synthetic.BLACK, checks=checks)
                             for checks in ((0, 0), (0, 1), (1, 2), (2, 0))])
        planes = teacher.planes(rows, THREE_CHECK)
        self.assertEqual(planes.shape, (4, 16, 8, 8))
        self.assertTrue(torch.equal(planes[:, :12], teacher.planes(rows, NORMAL)))
        behind = planes[:, 12:]
        self.assertTrue(torch.equal(behind, behind[:, :, :1, :1].expand_as(behind)))
        self.assertEqual(behind[:, :, 0, 0].tolist(), [[0, 0, 0, 0], [1, 0, 0, 0], [1, 1, 1, 0], [0, 0, 1, 1]])

    def test_starts_from_one_of_normal_chess_where_that_stands_and_learns_of_checks(self):
        normal = small()
        normal.positions, normal.result_share = 7, 0.25
        tutor = normal.for_game(THREE_CHECK)
        self.assertEqual((tutor.game, tutor.positions, tutor.result_share), (THREE_CHECK, 7, 0.25))
        self.assertTrue(torch.allclose(tutor.expected_result(self.rows), normal.expected_result(self.rows), atol=1e-6))
        sum(teaching.losses(tutor.tower, THREE_CHECK, self.rows)).backward()
        self.assertGreater(tutor.tower.entry[0].weight.grad[:, 12:].abs().amax((0, 2, 3)).min(), 0)
        self.assertIs(tutor.for_game(THREE_CHECK), tutor)
        with self.assertRaisesRegex(Problem, "small is one of 3-check: one of normal chess cannot begin with it"):
            tutor.for_game(NORMAL)

    def test_learns_what_checks_are_worth(self):
        rows = support.rows(positions(3000, three_check=True))
        data = RecordSet(rows[:2500], rows[2500:])
        found = []
        for game in (THREE_CHECK, NORMAL):  # the latter does not see the checks
            lessons = teaching.Lessons(small(game=game), data, teaching.Settings(batch=64), Budget(positions=8_000))
            list(lessons.reports())
            found.append(lessons.held_out_losses().score)
        self.assertLess(found[0], found[1] / 2)

    def test_survives_its_file_as_do_teachers_of_before(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "small.pt"
            tutor = small(game=THREE_CHECK)
            teacher.save(path, tutor)
            again = teacher.load(path, "cpu")
            self.assertIs(again.game, THREE_CHECK)
            self.assertTrue(torch.allclose(tutor.expected_result(self.rows), again.expected_result(self.rows),
                                           atol=2e-3))
            teacher.save(path, small())
            content = torch.load(path)
            del content["game"]
            torch.save(content, path)
            self.assertIs(teacher.load(path, "cpu").game, NORMAL)
            content["game"] = 2
            torch.save(content, path)
            with self.assertRaisesRegex(Problem, "is not a teacher, or damaged"):
                teacher.load(path, "cpu")

    def test_labels_its_own_game_only(self):
        rows = self.rows.clone()
        tutor = small(game=THREE_CHECK)
        teacher.label(tutor, rows, 1)
        wanted = tutor.expected_result(self.rows, mirrored_too=False)
        self.assertTrue(torch.allclose(torch.sigmoid(records.scores(rows) / SCALE), wanted, atol=1e-3))
        self.assertTrue(torch.equal(rows.view(torch.uint8)[:, 30:], self.rows.view(torch.uint8)[:, 30:]))
        with self.assertRaisesRegex(Problem, "small is one of normal chess, but the positions are of 3-check"):
            teacher.label(small(), rows, 1)


class TheYardstick(unittest.TestCase):
    def stick(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "positions.tsv"
            path.write_text(text)
            return yardstick.load(path, "cpu")

    lines = ("4k3/8/8/8/8/8/3P4/4K3 w - - 0 1\tcp 150\t1\n4k3/3q4/8/8/8/8/8/4K3 b - - 0 1\tcp 900\t0\n"
             "4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1\tmate 9\t1\n4k3/8/8/8/8/8/3Q4/4K3 b - - 0 1\tcp -1501\t1\n"
             "4k3/3r4/8/8/8/8/8/4K3 w - - 0 1\tcp -400\t0\n")

    def test_reads_boards_as_the_side_to_move_sees_them(self):
        stick = self.stick(self.lines)
        self.assertEqual(len(stick.rows), 3)
        board = records.boards(stick.rows)
        self.assertEqual(board[0, 0, 4], records.OUR_KING)
        self.assertEqual(board[0, 1, 3], synthetic.PAWN)
        self.assertEqual(board[1, 1, 3], synthetic.QUEEN)
        self.assertEqual(board[1, 7, 4], records.THEIR_KING)
        self.assertEqual(board[2, 6, 3], synthetic.ROOK + 6)

    def test_reads_checks_given_as_the_side_to_move_sees_them(self):
        stick = self.stick("4k3/8/8/8/8/8/3P4/4K3 w - - 3+3 0 1\tcp 150\t1\n"
                           "4k3/8/8/8/8/8/3P4/4K3 w - - 1+2 0 1\tcp 1999\t1\n"
                           "4k3/8/8/8/8/8/3P4/4K3 b - - 1+2 0 1\tcp -2000\t0\n"
                           "4k3/8/8/8/8/8/3P4/4K3 b - - 1+2 0 1\tcp -2001\t0\n")
        self.assertIs(records.game_of(stick.rows), THREE_CHECK)
        self.assertEqual([checks.tolist() for checks in records.checks_given(stick.rows)], [[0, 2, 1], [0, 1, 2]])
        self.assertIs(records.game_of(self.stick(self.lines).rows), NORMAL)

    def test_measures_what_is_explained_whatever_the_scale(self):
        stick = self.stick(self.lines)
        for factor in (0.3, 1, 3):
            self.assertAlmostEqual(stick.explained(torch.sigmoid(factor * torch.logit(stick.wanted))), 100, places=3)
        self.assertLess(stick.explained(1 - stick.wanted), 0)

    def test_names_the_line_that_is_wrong(self):
        with self.assertRaisesRegex(Problem, "line 2: not FEN"):
            self.stick(self.lines.splitlines()[0] + "\nnonsense\n")
        with self.assertRaisesRegex(Problem, "line 1: .* is no position"):
            self.stick("4x3/8 w - - 0 1\tcp 1\t1\n")
        for checks in ("0+3", "4+1", "+1+0", "a+b"):
            with self.assertRaisesRegex(Problem, "line 1: .* is no position"):
                self.stick(f"4k3/8/8/8/8/8/3P4/4K3 w - - {checks} 0 1\tcp 150\t1\n")
        with self.assertRaisesRegex(Problem, "line 6: a position of 3-check, unlike those before"):
            self.stick(self.lines + "4k3/8/8/8/8/8/3P4/4K3 w - - 3+3 0 1\tcp 150\t1\n")
        with self.assertRaisesRegex(Problem, "has no position with a score"):
            self.stick("")


if __name__ == "__main__":
    unittest.main()
