"""Learners' answers to lessons 1 and 5 to 11: right ones in many styles, and wrong ones with the fault in each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from math import inf
from random import choice, shuffle
from typing import Any, NamedTuple

from minimax_lessons import VIDEO_TREE, alphabeta, draughts, minimax, random_tree, trace, tree
from minimax_lessons.draughts.documented import pieces_on, position_values
from minimax_lessons.exercises.tasks.faulty_rules import FORWARD, steps_from
from minimax_lessons.exercises.tasks.lesson_6 import ROWS
from minimax_lessons.exercises.tasks.lesson_10 import RING, solved
from minimax_lessons.exercises.tasks.lesson_11 import material

TABLE = position_values(8, 8)


# 5.1, 5.3


def zoek(stelling: Any, diepte: int, onder: float, boven: float, wit: bool) -> float:
    print("zoek", diepte)
    if not diepte or stelling.is_over:
        return float(stelling.evaluate())
    beste = -inf if wit else inf
    for kind in stelling.children():
        w = zoek(kind, diepte - 1, onder, boven, not wit)
        if wit:
            beste = onder if (onder := max(onder, w)) > w > beste else max(beste, w)
        else:
            beste = min(beste, w)
            boven = min(boven, w)
        if boven <= onder:
            break
    return beste


def by_sides(position: Any, depth: int, alpha: float, beta: float, maximizing: bool) -> float:
    def up(node: Any, left: int, low: float, high: float) -> float:
        if left == 0 or node.is_over:
            return float(node.evaluate())
        for child in node.children():
            low = max(low, down(child, left - 1, low, high))
            if low >= high:
                return low
        return low

    def down(node: Any, left: int, low: float, high: float) -> float:
        if left == 0 or node.is_over:
            return float(node.evaluate())
        for child in node.children():
            high = min(high, up(child, left - 1, low, high))
            if low >= high:
                return high
        return high

    return (up if maximizing else down)(position, depth, alpha, beta)


def printing_the_fault(
    position: Any, depth: int, alpha: float, beta: float, maximizing: bool
) -> float:
    if depth == 0 or position.is_over:
        return float(position.evaluate())
    best = -inf if maximizing else inf
    for child in position.children():
        print("trying", printing_the_fault(child, depth - 1, alpha, beta, not maximizing))
        value = printing_the_fault(child, depth - 1, alpha, beta, not maximizing)
        best = max(best, value) if maximizing else min(best, value)
        alpha = max(alpha, value) if maximizing else min(alpha, value)
        if beta <= alpha:
            break
    return best


def comparing(
    seeds: int,
    *,
    roots: tuple[str, ...] = ("max", "min"),
    low: int = -9,
    wide: int = 3,
    count: bool = True,
) -> Any:
    def passes(search: Any) -> bool:
        for seed in range(seeds):
            for root in roots:
                values = (low, low + 8 if seed % 2 else 9)
                t = random_tree((1, wide), 4, seed=seed, values=values, root=root)  # type: ignore[arg-type]
                if search(t, t.height, -inf, inf, t.is_max) != minimax(t, t.height, t.is_max):
                    return False
        return not count or len(trace(search, VIDEO_TREE).leaves) <= len(
            trace(alphabeta, VIDEO_TREE).leaves
        )

    return passes


# 5.5, 5.6

KILLERS: list[Any] = [
    [[0, [[[[[-1, 0]]], 2], [-2, -3]]], [[3, 0]]],
    tree([[[1, -1, [2, -1, -3]], [[[[-3, 1]], -2]]]]),
    ((7, 5, 2), (3, [(5, (3, 3))])),
    tree([0, [[[0, -2], -1]], [2, 1], [2, 0]]),
    [[[6, 5, [[1, [6, 7]]]], 5], [8, 4]],
]


def only_small_values(
    position: Any, depth: int, alpha: float, beta: float, maximizing: bool
) -> float:
    if depth == 0 or position.is_over:
        return float(position.evaluate())
    best = -99.0 if maximizing else 99.0
    for child in position.children():
        value = only_small_values(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best, alpha = max(best, value), max(alpha, value)
        else:
            best, beta = min(best, value), min(beta, value)
        if beta <= alpha:
            break
    return best


def guesses_at_a_forced_move(
    position: Any, depth: int, alpha: float, beta: float, maximizing: bool
) -> float:
    if depth == 0 or position.is_over:
        return float(position.evaluate())
    if len(position.children()) == 1 and not maximizing:
        return max(0.0, float(position.children()[0].evaluate()))
    best = -inf if maximizing else inf
    for child in position.children():
        value = guesses_at_a_forced_move(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best, alpha = max(best, value), max(alpha, value)
        else:
            best, beta = min(best, value), min(beta, value)
        if beta <= alpha:
            break
    return best


def crashes_on_five_moves(
    position: Any, depth: int, alpha: float, beta: float, maximizing: bool
) -> float:
    if len(position.children()) > 4:
        raise ValueError("too many moves")
    return alphabeta(position, depth, alpha, beta, maximizing)


# 6.3, 6.4


def offene_reihen(stellung: Any) -> int:
    zeichen = stellung.text.replace("/", "")
    ergebnis = 0
    for reihe in ROWS:
        drin = {zeichen[i] for i in reihe}
        ergebnis += ("O" not in drin) - ("X" not in drin)
    return ergebnis


class Forms:
    def __init__(self, rows: list[str]) -> None:
        self.rows = rows

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        rows = self.rows
        while True:
            yield tuple(rows)
            yield tuple(row[::-1] for row in rows)
            rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
            if rows == self.rows:
                return


def key(position: Any) -> tuple[str, ...]:
    return min(Forms(position.text.split("/")))


def key_by_set(position: Any) -> frozenset[tuple[str, ...]]:
    return frozenset(Forms(position.text.split("/")))


# 7.4


def landings(pieces: Mapping[int, str], square: int) -> set[int]:
    me = pieces[square]
    foes = "wW" if me in "bB" else "bB"
    return {
        far
        for near, far in steps_from(square, FORWARD[me])
        if far and far not in pieces and pieces.get(near, "?") in foes
    }


def landings_with_match(pieces: dict[int, str], square: int) -> list[int]:
    out: list[int] = []
    for near, far in steps_from(square, FORWARD[pieces[square]]):
        match pieces.get(near), far:
            case (None, _) | (_, None):
                continue
            case other, to if other.lower() != pieces[square].lower() and to not in pieces:
                out.append(to)
    return out


def popping(pieces: dict[int, str], square: int) -> set[int]:
    found = landings(pieces, square)
    pieces.pop(square)
    return found


# 8.3, 8.4


def fair(board: Any) -> float:
    return sum(
        (1 if piece < 3 else -1) * ((15 if piece in (2, 4) else 10) + TABLE[row][col])
        for (row, col), piece in pieces_on(board)
    )


def one_sided(board: Any) -> float:
    return fair(board) + sum(TABLE[r][c] for (r, c), piece in pieces_on(board) if piece == 4)


def quickest(won: float, *, hurry: bool = True, decay: float = 0) -> Any:
    def value(position: Any, depth: int) -> float:
        if position.is_over:
            return (-1 if position.maximizing else 1) * (won + (depth if hurry else 0))
        if depth == 0:
            return float(position.evaluate())
        values = [value(child, depth - 1) * (1 - decay) for child in position.children()]
        return max(values) if position.maximizing else min(values)

    def choose(position: Any, depth: int) -> Any:
        moves = [
            (value(position.play(move), depth - 1), -n, move)
            for n, move in enumerate(position.moves())
        ]
        best = (max if position.maximizing else min)(moves, key=lambda each: each[0])
        return best[2]

    return choose


# 9.2, 9.3, 9.4


class Known(NamedTuple):
    least: float
    most: float


def known(best: float, alpha: float, beta: float) -> Known:
    least = most = best
    if best >= beta:
        most = inf
    if best <= alpha:
        least = -inf
    return Known(least, most)


def known_as_list(gefunden: float, unten: float, oben: float) -> list[float]:
    if unten < gefunden < oben:
        return [gefunden, gefunden]
    return [gefunden, inf] if gefunden >= oben else [-inf, gefunden]


class Entry(NamedTuple):
    low: float = -inf
    high: float = inf


def remembering(
    node: Any, depth: int, alpha: float, beta: float, memory: dict[Any, Any], *, lies: bool = False
) -> float:
    if depth == 0 or node.is_over:
        return float(node.evaluate())
    entry = memory.get((node, depth), Entry())
    if entry.low >= beta or entry.low == entry.high:
        return float(entry.low)
    if entry.high <= alpha:
        return float(entry.high)
    a, b, best = alpha, beta, -inf if node.maximizing else inf
    for child in node.children():
        value = remembering(child, depth - 1, a, b, memory, lies=lies)
        best = max(best, value) if node.maximizing else min(best, value)
        a, b = (max(a, best), b) if node.maximizing else (a, min(b, best))
        if a >= b:
            break
    memory[node, depth] = (
        Entry(best, best)
        if lies
        else Entry(best if best > alpha else -inf, best if best < beta else inf)
    )
    return best


def without_memory(
    node: Any, depth: int, alpha: float, beta: float, memory: dict[Any, Any]
) -> float:
    return alphabeta(node, depth, alpha, beta, node.maximizing)


def kept_and_not_asked(
    node: Any, depth: int, alpha: float, beta: float, memory: dict[Any, Any]
) -> float:
    memory[node] = alphabeta(node, depth, alpha, beta, node.maximizing)
    return float(memory[node])


def deepen(
    search: Callable[[Any, int], Any], position: Any, deepest: int, depth: int = 1, move: Any = None
) -> Any:
    if depth > deepest:
        return move
    try:
        return deepen(search, position, deepest, depth + 1, search(position, depth))
    except TimeoutError:
        return move


def deepen_in_a_loop(zoek: Any, stelling: Any, tot: int) -> Any:
    zet, diepte = None, 0
    try:
        while (diepte := diepte + 1) <= tot:
            zet = zoek(stelling, diepte)
    finally:
        return zet  # noqa: B012


def one_too_few(search: Any, position: Any, deepest: int) -> Any:
    return deepen(search, position, deepest - 1)


# 10.2, 10.3, 10.4


def solve_recursively(graph: Mapping[str, str]) -> dict[str, int | None]:
    known: dict[str, int | None] = {}

    def outcome(name: str, plies: int) -> bool | None:
        if not graph[name]:
            return False
        if plies == 0:
            return None
        after = [outcome(move, plies - 1) for move in graph[name]]
        return True if False in after else None if None in after else False

    for name in graph:
        known[name] = next(
            (plies for plies in range(len(graph) + 1) if outcome(name, plies) is not None), None
        )
    return known


def solve_within_the_round(graph: Mapping[str, str]) -> dict[str, int | None]:
    known: dict[str, Any] = {name: None if moves else 0 for name, moves in graph.items()}
    for _ in graph:
        for name, moves in graph.items():
            after = [known[move] for move in moves]
            if known[name] is None and moves:
                if any(each is not None and each % 2 == 0 for each in after):
                    known[name] = 1 + min(
                        each for each in after if each is not None and each % 2 == 0
                    )
                elif all(each is not None for each in after):
                    known[name] = 1 + max(after)
    return known


def deleting(graph: dict[str, str]) -> dict[str, int | None]:
    found = solved(graph)
    graph.clear()
    return found


def perfect(position: Any, tables: Any) -> Any:
    scored = [(tables.look_up(position.play(move)), move) for move in position.moves()]
    for wanted, prefer in ((0, min), (None, None), (1, max)):
        fitting = [
            (plies, n)
            for n, (plies, _) in enumerate(scored)
            if (plies if plies is None else plies % 2) == wanted
        ]
        if fitting:
            return scored[prefer(fitting)[1] if prefer else fitting[0][1]][1]
    raise AssertionError


def takes_zero_for_none(position: Any, tables: Any) -> Any:
    def left(move: Any) -> tuple[int, int]:
        plies = tables.look_up(position.play(move))
        if not plies:
            return 1, 0
        return (2, -plies) if plies % 2 else (0, plies)

    return min(position.moves(), key=left)


# 11


def careful(position: Any) -> Any:
    moves = list(position.moves())
    shuffle(moves)
    sichere = [m for m in moves if not any(a.is_capture for a in position.play(m).moves())]
    return choice(sichere or moves)


def counted(
    man: float = 100,
    king: float = 150,
    *,
    row: float = 0,
    extra: Callable[[Any], float] = lambda p: 0,
) -> Any:
    @lru_cache(None)
    def opinion(position: Any) -> float:
        total = 0.0
        for square, piece in position.pieces.items():
            steps = (32 - square) // 4 if piece in "wW" else (square - 1) // 4
            worth = (king if piece.isupper() else man) + row * steps
            total += worth if piece in "wW" else -worth
        return total + extra(position)

    return opinion


def on_one_square(position: Any) -> float:
    return 7 * (position.pieces.get(14) == "W")


# 10.6


def one_round(known: Any, graph: Any) -> Any:
    after = {name: {known.get(move) for move in moves} for name, moves in graph.items()}
    won = {name: "won" for name in after if "lost" in after[name]}
    return {name: "lost" for name in after if after[name] <= {"won"}} | won | known


def one_round_in_lines(known: Any, graph: Any) -> Any:
    result = dict(known)
    for name in graph:
        if name not in known:
            if any(known.get(move) == "lost" for move in graph[name]):
                result[name] = "won"
            elif not any(known.get(move) != "won" for move in graph[name]):
                result[name] = "lost"
    return result


# 12.2, 12.3, 12.4


def error_of(values: Any, pieces: Any, label: float) -> float:
    score = sum(sign * values[kind, square] for kind, square, sign in pieces)
    return float(label - 1 / (1 + 2.718281828459045 ** (-score / 200)))


def stepped(values: Any, pieces: Any, label: float) -> Any:
    error, new = error_of(values, pieces, label), dict(values)
    for kind, square, sign in pieces:
        new[kind, square] += 2 * error * sign
    return new


def stepped_in_place(values: Any, pieces: Any, label: float) -> Any:
    values.update(stepped(values, pieces, label))
    return values


def stepped_by_key(values: Any, pieces: Any, label: float) -> Any:
    error = error_of(values, pieces, label)
    signs = {key: [sign for *at, sign in pieces if tuple(at) == key] for key in values}
    return {key: value + 2 * error * sum(signs[key]) for key, value in values.items()}


def stepped_for_each_side(values: Any, pieces: Any, label: float) -> Any:
    return stepped(values, [(kind, square, 1) for kind, square, _ in pieces], label)


def stepped_once_a_key(values: Any, pieces: Any, label: float) -> Any:
    change = {(kind, at): 2 * error_of(values, pieces, label) * sign for kind, at, sign in pieces}
    return {key: value + change.get(key, 0) for key, value in values.items()}


def split_by_game(games: Any) -> Any:
    parts: tuple[list[Any], list[Any]] = ([], [])
    for number, game in enumerate(games):
        parts[number % 5 == 0].extend(game)
    return parts


def split_by_slices(games: Any) -> Any:
    test = [position for game in games[::5] for position in game]
    return [position for game in games for position in game if position not in test], test


def split_by_position(games: Any) -> Any:
    positions = [position for game in games for position in game]
    return [each for number, each in enumerate(positions) if number % 5], positions[::5]


def split_without_the_rest(games: Any) -> Any:
    return [position for game in games[1:5] for position in game], split_by_game(games)[1]


def mean_error(values: Any, examples: Any) -> float:
    return float(sum(error_of(values, *each) ** 2 for each in examples) / len(examples)) ** 0.5


def mean_error_by_sums(values: Any, examples: Any) -> float:
    summed = 0.0
    for pieces, label in examples:
        summed += error_of(values, pieces, label) ** 2
    return float(pow(summed / len(examples), 1 / 2))


def mean_square(values: Any, examples: Any) -> float:
    return mean_error(values, examples) ** 2


def mean_distance(values: Any, examples: Any) -> float:
    return sum(abs(error_of(values, *each)) for each in examples) / len(examples)


TESTS = ["W:W22,26,31:B10,17,18", "B:W26,27:B22", "B:W17,18,25,26:BK14", "W:W10:B15"]
PAIRS = "a1-b2,a5-b4,b1-c1,a2-c2,d3-e3,d4-e4,d5-e5,a3-a4,b3-b5,c4-c5,d1-d2,e1-e2".split(",")
SOLVED = solved(RING)
BOTH = "........ ........ ........ ..w..... ........ ....b... ........ ........"


def rows_of_one_player(position: Any) -> int:
    """What is open to both cancels out."""
    marks = position.text.replace("/", "")
    rows = [{marks[place] for place in row} for row in ROWS]
    return sum("X" in row and "O" not in row for row in rows) - sum(
        "O" in row and "X" not in row for row in rows
    )


def by_stones(line: str) -> int:
    """Return what a line is worth, by a table instead of a power."""
    table = (0, 1, 10, 100, 1_000, 10_000)
    if {"X", "O"} <= set(line):
        return 0
    return table[line.count("X")] - table[line.count("O")]


def guards(board: Any) -> int:
    return 2 * sum({(7, 1): 1, (0, 3): -1}.get((r, piece), 0) for r in (0, 7) for piece in board[r])


def settling(position: Any, depth: int, alpha: float, beta: float, maximizing: bool) -> float:
    """Search with quiescence in one loop that returns a bound of the window."""
    moves = position.moves()
    noisy = any(move.is_capture for move in moves)
    if not moves or position.is_over or (depth < 1 and not noisy):
        return float(position.evaluate())
    for move in moves:
        value = settling(position.play(move), max(depth - 1, 0), alpha, beta, not maximizing)
        alpha, beta = (max(alpha, value), beta) if maximizing else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return alpha if maximizing else beta


def settling_without_cuts(
    position: Any, depth: int, alpha: float, beta: float, maximizing: bool
) -> float:
    if position.is_over or (depth <= 0 and not position.moves()[0].is_capture):
        return float(position.evaluate())
    children = position.children()
    values = [settling_without_cuts(c, depth - 1, alpha, beta, not maximizing) for c in children]
    return max(values) if maximizing else min(values)


def perfect_by_rank(position: Any, tables: Any) -> Any:
    def rank(move: Any) -> tuple[int, int]:
        plies = tables.look_up(position.play(move))
        return (1, 0) if plies is None else (0, plies) if plies % 2 == 0 else (2, -plies)

    return min(position.moves(), key=rank)


def any_win(position: Any, tables: Any) -> Any:
    left = {move: tables.look_up(position.play(move)) for move in position.moves()}
    won = [move for move, plies in left.items() if plies is not None and plies % 2 == 0]
    drawn = [move for move, plies in left.items() if plies is None]
    return [*won, *drawn, *sorted(left, key=lambda move: -(left[move] or 0))][0]


def looks_at_later_answers(position: Any) -> Any:
    moves = position.moves()
    safe = [
        move
        for move in moves
        if not any(each.is_capture for each in position.play(move).moves()[1:])
    ]
    return [*safe, *moves][0]


RIGHT: dict[str, list[Any]] = {
    "1.1": [(4, 2, 5, 5), [4.0, 2.0, 5.0, 5.0], "4, 2, 5, 5", {"A": 5, "B": 4, "C": 2, "D": 5}],
    "1.2": ["A->C->G->N", "A, C, G, N", "a → c → g → n", ["A", "C", "G", "N"]],
    "1.3": [[[3, 5, 2], [9, 2.5]], tree([[1, 5, 2], [9, 1]]) and [[0, 5, 2], [9, 1]]],
    "1.4": [[[100, 1], [3, 2]], ((0, 9), (5, 6))],
    "1.5": [(([3, 4], 5), (8, (4, 6))), tree([[8.0, [6, 4]], [5, [4, 3.0]]])],
    "5.1": [zoek, by_sides, alphabeta],
    "5.2": [[3, 1, 5], [[9, 9], [1, 2], [10, 11]]],
    "5.3": [comparing(30), comparing(60, wide=4)],
    "5.4": [
        ("==", "≥", "=", "=", "≤", "="),
        dict(zip("DEBFCA", "= >= = = <= =".split(), strict=True)),
    ],
    "5.5": [KILLERS, [*KILLERS, tree([1, 2], root="min"), tree(4)]],
    "5.6": [only_small_values, guesses_at_a_forced_move],
    "6.1": ["a1-c1-b2-b3", {"a1", "c1", "b2", "b3"}],
    "6.2": ["XO./O../X..", ["XO.", "O..", "X.."]],
    "6.3": [rows_of_one_player, offene_reihen, lambda p: offene_reihen(p) * 1.0],
    "6.4": [key, key_by_set],
    "6.5": [PAIRS, [pair.split("-") for pair in PAIRS], ", ".join(PAIRS), {*PAIRS}],
    "6.6": [by_stones, lambda line: float(by_stones(line))],
    "7.1": [["10x3", "18x11x2", "18x11x4"], "10x3 18x11x4 18x11x2"],
    "7.2": ["W:W29:B11,18,25", "W:W29:B10,18,25"],
    "7.3": ["B:W10,17,18,25,26:BK14", draughts.from_fen("B:W9,17,18,25,26:BK14")],
    "7.4": [landings, landings_with_match],
    "7.5": [TESTS, tuple(map(draughts.from_fen, TESTS)), {*TESTS}, "\n".join(TESTS)],
    "8.1": [[10, 4, 2, 0], {"mobility": 0, "edge": 2.0, "square": 4, "piece": 10}],
    "8.2": [BOTH, BOTH.split()],
    "8.3": [fair, lambda board: float(fair(board))],
    "8.4": [quickest(1000), quickest(10**6)],
    "8.5": ["W:W8,21,22:B10,12,17", "W:W6,18:B7,14,15,28"],
    "8.6": [guards, lambda board: 2.0 * (board[7].count(1) - board[0].count(3))],
    "9.1": [(4, 6, 7, 9, 3, 2, 1, 9, 7, 8), "4 6 7 9 3 2 1 9 7 8"],
    "9.2": [known, known_as_list],
    "9.3": [remembering, lambda p, d, a, b, m: remembering(p, d, a, b, m.setdefault("mine", {}))],
    "9.4": [deepen, deepen_in_a_loop],
    "9.5": ["W:W24,25:B8,16,21", "W:W22,32:B15"],
    "9.6": [settling, settling_without_cuts],
    "10.1": [
        dict(reversed(SOLVED.items())),
        {name.lower(): plies for name, plies in SOLVED.items()},
    ],
    "10.2": [solved, solve_recursively],
    "10.3": [
        lambda plies: {None: "draws"}.get(plies, ("loses", "wins")[(plies or 0) % 2]),
        lambda n: "draws" if n is None else ("wins" if n & 1 else "loses"),
    ],
    "10.4": [perfect, perfect_by_rank],
    "10.5": ["W:WK13:B21,25", "W:WK1:B7,10"],
    "10.6": [one_round, one_round_in_lines],
    "11.1": [careful],
    "11.2": [counted(row=2), counted(1, 1.5, row=0.01)],
    "11.3": [material, counted()],
    "11.4": [[False, True, False, True], (False, True, False, True)],
    "12.1": [
        [("man", 23), ("man", 21)],
        {("man", 21), ("man", 23)},
        [["man", 21], ["man", 23]],
        "man 23, Man 21",
    ],
    "12.2": [stepped, stepped_by_key],
    "12.3": [split_by_game, split_by_slices],
    "12.4": [mean_error, mean_error_by_sums],
}

KEPT = "bound-kept-as-value"
WRONG: list[tuple[str, Any, str]] = [
    *(("1.1", answer, "wrong-prediction") for answer in ([7, 9, 6, 9], [4, 2, 5, 4], [4, 2, 5, 2])),
    ("1.1", [4, 2, 5], "wrong-kind"),
    *(("1.2", answer, "wrong-prediction") for answer in ("A-B-E-J", "A C G", "C G N")),
    ("1.2", 5, "wrong-kind"),
    *(("1.3", [[3, 5, 2], part], "shows-nothing") for part in ([9, 1], [99, 1], [9, 2], [4])),
    *(
        ("1.4", answer, "shows-nothing")
        for answer in ([[9, 8], [3, 2]], [[9], [3, 2]], [[1, 1], [1, 1]])
    ),
    ("1.4", "[[1, 2]]", "wrong-kind"),
    *(("1.5", [[8, offer], [5, [4, 3]]], "not-right") for offer in ([6, 5], 6, [4])),
    ("5.1", printing_the_fault, "never-prunes"),
    ("5.1", lambda p, d, a, b, m: minimax(p, d, m), "never-prunes"),
    ("5.1", lambda p, d, a, b, m: 3, "child-skipped"),
    *(("5.2", answer, "shows-nothing") for answer in ([[3, 1], [2, 5]], [5, 3, 1], VIDEO_TREE)),
    ("5.3", comparing(30, roots=("max",)), "wrong-accepted"),
    ("5.3", comparing(30, low=0), "wrong-accepted"),
    ("5.3", comparing(30, wide=2), "wrong-accepted"),
    ("5.3", comparing(30, count=False), "wrong-accepted"),
    ("5.3", lambda search: search.__name__ in ("alphabeta", "fails_hard"), "right-refused"),
    ("5.3", lambda search: None, "wrong-kind"),
    *(("5.4", answer, "wrong-kind") for answer in (["="] * 5, 3, "=")),
    ("5.4", ["="] * 6, "wrong-prediction"),
    *(
        ("5.5", answer, "wrong-accepted")
        for answer in ([VIDEO_TREE], KILLERS[:4], [[[3, 5], [2, 9]], tree(4)])
    ),
    *(("5.5", answer, "wrong-kind") for answer in ([], [random_tree(3, 2, seed=1)], "all")),
    *(("5.6", answer, "shows-nothing") for answer in (alphabeta, zoek, printing_the_fault)),
    ("5.6", lambda p, d, a, b, m: minimax(p, d, m), "shows-nothing"),
    ("5.6", crashes_on_five_moves, "raised"),
    *(("6.1", answer, "wrong-prediction") for answer in ("a1 c1", "a1 c3", "b1")),
    *(("6.2", answer, "shows-nothing") for answer in ("XX./OO./...", "X../.O./...", "XXX/OO./...")),
    (
        "9.2",
        lambda best, alpha, beta: (best if best >= alpha else -inf, best if best <= beta else inf),
        KEPT,
    ),
    ("10.4", any_win, "not-the-best-move"),
    ("11.1", looks_at_later_answers, "not-the-best-move"),
    ("6.3", lambda p: -offene_reihen(p), "wrong-evaluation"),
    ("6.3", lambda p: p.text.count("X") - p.text.count("O"), "wrong-evaluation"),
    ("6.3", lambda p: p.text[99], "raised"),
    ("6.4", lambda p: min(p.text, p.text[::-1]), "wrong-key"),
    ("6.4", lambda p: "".join(sorted(p.text)), "wrong-key"),
    ("6.4", lambda p: [p.text], "wrong-key"),
    *(("6.5", answer, "shows-nothing") for answer in (PAIRS[1:], [*PAIRS, "a1 c3"])),
    ("6.5", ["a1"], "wrong-kind"),
    *(("7.1", answer, "wrong-prediction") for answer in (["6-1"], ["18x11"], ["10x3", "18x11x4"])),
    *(("7.2", answer, "shows-nothing") for answer in (TESTS[0], "W:W22:B18", "B:W17,22:B13")),
    *(("7.3", answer, "shows-nothing") for answer in (TESTS[2], TESTS[1], "B:W26:B1")),
    ("7.4", popping, "position-changed"),
    ("7.4", lambda p, s: landings(p | {s: p[s].upper()}, s), "wrong-landing"),
    ("7.4", lambda p, s: set(), "wrong-landing"),
    ("7.4", lambda p, s: list(map(str, landings(p, s))), "wrong-kind"),
    *(
        ("7.5", answer, "shows-nothing")
        for answer in (TESTS[1:], [*TESTS[:2], TESTS[3]], [draughts.start().fen])
    ),
    *(
        ("8.1", answer, "wrong-prediction")
        for answer in ([15, 4, 2, 0], [10, 8, 2, 0], [10, 4, 2, 3])
    ),
    ("8.2", ". .", "wrong-kind"),
    (
        "8.2",
        "........ ........ ........ ..w..... ........ b....... ........ ........",
        "shows-nothing",
    ),
    ("8.2", 8, "wrong-kind"),
    ("6.6", lambda line: -by_stones(line), "wrong-evaluation"),
    ("6.6", lambda line: by_stones(line.replace("O", ".")), "wrong-evaluation"),
    ("6.6", lambda line: None, "no-number"),
    ("8.3", lambda board: 0, "wrong-evaluation"),
    ("8.3", one_sided, "unfair-evaluation"),
    ("8.3", lambda board: None, "no-number"),
    ("8.4", quickest(30), "win-not-soonest"),
    ("8.4", quickest(1000, hurry=False), "win-not-soonest"),
    ("8.4", lambda position, depth: position.moves()[0], "win-not-soonest"),
    ("8.4", lambda position, depth: (0, 0), "not-a-move"),
    *(("8.5", answer, "shows-nothing") for answer in ("B:W22:B18", "W:W22:B18", "W:W29:B11,18,25")),
    ("8.6", lambda board: guards(board) / 2, "wrong-evaluation"),
    ("8.6", lambda board: 2 * (board[7].count(1) + board[7].count(2)), "wrong-evaluation"),
    ("8.6", lambda board: None, "no-number"),
    *(
        ("9.1", [4, 6, 7, *rest], "wrong-prediction")
        for rest in ([], [9, 3, 8], [9, 3, 2, 1, 9, 7, 8, 9])
    ),
    ("9.2", lambda best, alpha, beta: (best, best), "bound-kept-as-value"),
    ("9.2", lambda best, alpha, beta: (alpha, beta), "bound-kept-as-value"),
    (
        "9.2",
        lambda best, alpha, beta: (best if best >= alpha else -inf, best if best <= beta else inf),
        "bound-kept-as-value",
    ),
    ("9.3", lambda *given: remembering(*given, lies=True), "bound-kept-as-value"),
    ("9.3", without_memory, "memory-not-used"),
    ("9.3", kept_and_not_asked, "memory-not-used"),
    ("9.3", lambda *given: "5", "no-number"),
    ("9.4", one_too_few, "wrong-deepening"),
    ("9.4", lambda search, position, deepest: search(position, deepest), "wrong-deepening"),
    ("9.4", lambda search, position, deepest: search(position, 1), "wrong-deepening"),
    *(("9.5", answer, "shows-nothing") for answer in ("W:W21,22:B1,2", "W:W22:B18", "W:W5:B1")),
    ("9.6", lambda p, d, a, b, m: minimax(p, d, m), "stops-early"),
    ("9.6", lambda p, d, a, b, m: minimax(p, d + 1, m), "wrong-value"),
    ("9.6", lambda *arguments: "many", "no-number"),
    *(
        ("10.1", SOLVED | change, "wrong-prediction")
        for change in ({"A": 4}, {"F": 1}, {"D": None})
    ),
    ("10.2", solve_within_the_round, "wrong-ending"),
    ("10.2", lambda graph: dict.fromkeys(graph, 0), "wrong-ending"),
    ("10.2", deleting, "position-changed"),
    ("10.2", lambda graph: list(graph), "wrong-kind"),
    (
        "10.3",
        lambda plies: "draws" if not plies else "wins" if plies % 2 else "loses",
        "zero-taken-for-nothing",
    ),
    ("10.3", lambda plies: "wins", "wrong-ending"),
    ("10.3", lambda plies: plies is None, "wrong-ending"),
    ("10.4", takes_zero_for_none, "not-the-best-move"),
    ("10.4", lambda position, tables: position.moves()[0], "not-the-best-move"),
    ("10.4", lambda position, tables: "1-2", "not-a-move"),
    *(
        ("10.5", answer, "shows-nothing")
        for answer in ("W:WK15:BK3,K4", "W:WK1:B20,24", "B:WK1:B7,10")
    ),
    ("10.6", lambda known, graph: one_round(one_round(known, graph), graph), "wrong-ending"),
    ("10.6", lambda known, graph: dict(known), "wrong-ending"),
    ("10.6", lambda known, graph: list(known), "wrong-kind"),
    ("11.1", lambda position: position.moves()[0], "not-the-best-move"),
    ("11.1", lambda position: None, "not-a-move"),
    ("11.1", lambda position: position.moves(), "not-a-move"),
    ("11.2", counted(row=2, extra=on_one_square), "unfair-evaluation"),
    ("11.2", counted(row=2, extra=lambda p: 7 * (p.pieces.get(5) == "w")), "unfair-evaluation"),
    ("11.2", counted(row=2, extra=lambda p: 3 * p.black_to_move), "unfair-evaluation"),
    ("11.2", counted(), "pieces-only"),
    ("11.2", counted(150, 100, row=2), "wrong-evaluation"),
    ("11.2", lambda position: None, "no-number"),
    (
        "11.3",
        lambda position: -material(position) if position.black_to_move else material(position),
        "wrong-side",
    ),
    ("11.3", lambda position: abs(material(position)), "wrong-side"),
    ("11.3", lambda position: 0, "wrong-evaluation"),
    *(
        ("11.4", answer, "wrong-prediction")
        for answer in ([True] * 4, [False] * 4, [True, False, True, False])
    ),
    ("11.4", [False, True], "wrong-kind"),
    *(
        ("12.1", answer, "wrong-prediction")
        for answer in ([("man", 22), ("king", 15)], [("man", 10), ("man", 12)], [("man", 23)])
    ),
    ("12.1", ["man", 23], "wrong-kind"),
    ("7.1", [], "wrong-kind"),
    ("9.1", [6, 4, 7], "wrong-prediction"),
    ("12.2", stepped_for_each_side, "wrong-fit"),
    ("12.2", stepped_once_a_key, "wrong-fit"),
    ("12.2", stepped_in_place, "position-changed"),
    ("12.2", lambda values, pieces, label: stepped(values, pieces, 1 - label), "wrong-fit"),
    ("12.2", lambda values, pieces, label: None, "wrong-kind"),
    ("12.3", split_by_position, "test-not-fair"),
    ("12.3", split_without_the_rest, "test-not-fair"),
    ("12.3", lambda games: split_by_game(games)[::-1], "test-not-fair"),
    ("12.3", lambda games: games, "wrong-kind"),
    ("12.3", lambda games: (games[1:], games[:1]), "test-not-fair"),
    ("12.4", mean_square, "wrong-fit"),
    ("12.4", mean_distance, "wrong-fit"),
    ("12.4", lambda values, examples: "small", "no-number"),
]
