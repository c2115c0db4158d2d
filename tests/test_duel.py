from __future__ import annotations

import ast
from math import inf
from typing import Any
from xml.etree import ElementTree

import pytest
from oracle import examined, value

from minimax_lessons import AIMA_TREE, TOY_TREE, VIDEO_TREE, check, random_tree, tree
from minimax_lessons.exercises.duel import duel
from minimax_lessons.exercises.leaf_accesses import Ledger, watched
from minimax_lessons.exercises.mutations import behaviour, faulty_searches, mutations
from minimax_lessons.exercises.sheets import sheets
from minimax_lessons.exercises.tasks.lesson_5 import FEWEST, GIVEN_TREES, MOST_LEAVES
from minimax_lessons.search import alphabeta
from minimax_lessons.trees import Node, leaves_below

pytestmark = pytest.mark.long


class Plain:
    """A position with nothing but what the protocol asks, which notes its leaves."""

    def __init__(self, nested: Any, seen: list[Any], asked: list[int]) -> None:
        self.nested, self.seen, self.asked = nested, seen, asked
        self.is_over = not isinstance(nested, list)
        self.below = [] if self.is_over else [Plain(part, seen, asked) for part in nested]

    def children(self) -> list[Plain]:
        self.asked.append(1)
        if len(self.asked) > 5_000:
            raise TimeoutError
        return self.below

    def evaluate(self) -> Any:
        self.asked.append(1)
        if len(self.asked) > 5_000:
            raise TimeoutError
        self.seen.append(id(self) if self.is_over else None)
        return self.nested if self.is_over else None


def done(search: Any, root: Plain, height: int, is_max: bool) -> tuple[Any, ...]:
    root.seen.clear()
    root.asked.clear()
    try:
        found = search(root, height, -inf, inf, is_max)
    except Exception as error:
        found = type(error).__name__
    return found, *(each for each in root.seen if each is not None)


def shapes() -> list[Node]:
    ragged = [random_tree((1, 3), 2 + seed % 3, seed=seed, values=(-2, 2)) for seed in range(40)]
    return [
        *ragged,
        *(random_tree((1, 3), 4, seed=seed, root="min") for seed in range(40)),
        tree(0),
        tree([[4], 5]),
    ]


def test_more_than_200_faulty_searches_do_something_else_than_alphabeta_and_than_each_other() -> (
    None
):
    searches = [alphabeta, *(fault.search for fault in faulty_searches())]
    assert len(searches) > 200
    roots = [(Plain(each.nested, [], []), each.height, each.is_max) for each in shapes()]
    for index, nested in enumerate((3, [-2], [4, [5]], [2, [3, [1, 4]]])):
        roots.append((Plain(nested, [], []), index, True))
    behaviours = {tuple(done(search, *root) for root in roots) for search in searches}
    assert len(behaviours) > 200


def test_each_faulty_search_says_what_was_changed() -> None:
    changes = [str(fault) for fault in faulty_searches()]
    assert all(
        change.startswith(("for MAX, `", "for MIN, `", "for both players, `")) for change in changes
    )
    assert any(change.endswith("` is gone") for change in changes)
    assert "for MIN, `if beta <= alpha:` became `if beta < alpha:`" in changes


def test_mutations_are_taken_back() -> None:
    (search,) = ast.parse(
        "def f(p, depth):\n    best = 0\n    return max(best, f(p, depth - 1))"
    ).body
    before = ast.unparse(search)
    texts = set()
    for edit in mutations(search):
        edit.do()
        texts.add(ast.unparse(search))
        edit.undo()
        assert ast.unparse(search) == before
    assert len(texts - {before}) > 10


@pytest.mark.parametrize("seed", range(20))
def test_what_a_search_looks_at_is_known_in_order(seed: int) -> None:
    whole = random_tree((1, 3), 4, seed=seed, values=(-5, 5), root="min" if seed % 2 else "max")
    paths, _ = examined(whole.nested, whole.is_max)
    right = value(whole.nested, whole.is_max), tuple(paths), len(paths)
    assert behaviour(alphabeta, watched(whole, Ledger())) == right


def test_a_search_that_asks_without_end_is_ended() -> None:
    def endless(position: Any, depth: int, alpha: float, beta: float, is_max: bool) -> float:
        return max(endless(position, depth, alpha, beta, is_max) for _ in position.children())

    def asking(position: Any, *rest: Any) -> Any:
        while True:
            position.evaluate()

    whole = watched(VIDEO_TREE, Ledger())
    assert behaviour(asking, whole)[0] == "endless"
    assert behaviour(endless, whole)[0] in ("endless", "RecursionError")


def test_the_matrix_says_which_tree_kills_what_and_how() -> None:
    trees = (tree([3, 5]), VIDEO_TREE, tree([3, 5]))
    table = duel(trees)
    strict = [str(fault) for fault in table.faults].index(
        "for MAX, `if beta <= alpha:` became `if beta < alpha:`"
    )
    assert [row[strict] for row in table.effects] == ["", "", ""]
    tie = duel([tree([[3, [3, 4]], [1, 2]])])
    assert tie.effects[0][strict] == "leaves"
    assert table.killed + len(table.alive) == len(table.faults)
    assert table.count(0) == table.count(0, "value") + table.count(0, "leaves")
    assert table.needless == (1, 3)
    assert (
        str(table).splitlines()[-1]
        == f"All together: {table.killed} of {len(table.faults)} killed."
    )


def test_the_picture_has_a_row_for_each_tree_and_names_what_is_alive() -> None:
    table = duel([TOY_TREE, VIDEO_TREE])
    picture = ElementTree.fromstring(table._repr_svg_())
    space = {"svg": "http://www.w3.org/2000/svg"}
    rows = [each.text for each in picture.findall(".//svg:g/svg:title", space)]
    assert rows == [f"tree 1: {TOY_TREE!r}", f"tree 2: {VIDEO_TREE!r}"]
    marks = [each.text for each in picture.findall("svg:rect/svg:title", space)]
    assert sorted(map(str, marks)) == sorted(map(str, table.alive))


# The exercises


def names_in(sheet_cell: str) -> dict[str, Any]:
    (sheet,) = (sheet for sheet in sheets() if sheet.path.name.startswith("05"))
    source = next(cell.source for cell in sheet.blank if cell.id == sheet_cell)
    names: dict[str, Any] = {
        "tree": tree,
        "TOY_TREE": TOY_TREE,
        "VIDEO_TREE": VIDEO_TREE,
        "AIMA_TREE": AIMA_TREE,
    }
    exec(source, names)
    return names


def test_the_tests_of_5_6_are_those_on_its_sheet() -> None:
    assert tuple(names_in("e5-6-given")["given"]) == GIVEN_TREES


def solution(name: str, wanted: str) -> Any:
    (sheet,) = (sheet for sheet in sheets() if sheet.path.name.startswith("05"))
    names: dict[str, Any] = {}
    for source in next(each for each in sheet.exercises if each.name == name).control:
        exec(source, names)
    return names[wanted]


def test_the_solution_of_5_5_is_the_record() -> None:
    killers = solution("5.5", "killers")
    assert len(killers) == FEWEST
    assert all(len(leaves_below(each)) <= MOST_LEAVES for each in killers)
    assert not duel(killers).needless


def test_a_tree_that_kills_nothing_new_can_be_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    check("5.5", [tree([1, 2]), *solution("5.5", "killers")])
    told = capsys.readouterr().out
    assert "83 of 100 points" in told
    assert "You can leave out tree 1, because" in told


def test_a_test_s_own_trees_are_the_rows_of_5_3(capsys: pytest.CaptureFixture[str]) -> None:
    def passes(search: Any) -> bool:
        for seed in range(40):
            t = random_tree((1, 3), 4, seed=seed, root="min" if seed % 2 else "max")
            if search(t, t.height, -inf, inf, t.is_max) != value(t.nested, t.is_max):
                return False
        counter: list[Any] = []
        search(Plain(VIDEO_TREE.nested, counter, []), 3, -inf, inf, True)
        return len(counter) == 5

    check("5.3", passes)
    told = capsys.readouterr().out
    assert "Your test rejects all 5 wrong searches" in told
    assert "your 40 trees can tell" in told
