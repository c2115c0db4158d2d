"""Cousins of answers that were once judged wrongly: by mechanism, and written without a look at their verdicts."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from minimax_lessons import draughts, tree

FORM = "wrong-kind"
WRONG = "any fault"
# exercise, mechanism, answer, and what is expected: the id of a fault, WRONG for any, "" for a right answer
COUSINS: list[tuple[str, str, Any, str]] = []


def data(name: str, expected: str, **answers: Any) -> None:
    COUSINS.extend(
        (name, mechanism.replace("_", " "), answer, expected)
        for mechanism, answer in answers.items()
    )


# 1.5: the tree of a story

data(
    "1.5",
    WRONG,
    seen_by_the_baker=[[-8, [-6, -4]], [-5, [-4, -3]]],
    a_level_too_many=[[8, [[6, 4]]], [5, [[4, 3]]]],
    a_level_too_few=[[8, 6, 4], [5, 4, 3]],
    a_third_demand=[[8, [6, 4]], [5, [4, 3]], [2, [1, 0]]],
    no_demand_at_all=[[8, [6, 4]], [5, [4, 3]], 0],
    one_demand=[[8, [6, 4]]],
    ends_exchanged_between_demands=[[8, [6, 3]], [5, [4, 4]]],
    the_story_ends_with_an_offer=[[8, 6], [5, 3]],
    values_of_the_branches=[6, 4],
    minimax_by_hand=4,
    everything_one_less=[[7, [5, 3]], [4, [3, 2]]],
    one_branch_upside_down=[[[8, 6], 4], [5, [4, 3]]],
    the_other_player_begins=tree([[8, [6, 4]], [5, [4, 3]]], root="min"),
    numbers_as_texts=[["8", ["6", "4"]], ["5", ["4", "3"]]],
    a_text="[[8, [6, 4]], [5, [4, 3]]]",
    a_dictionary={8: [6, 4], 5: [4, 3]},
)
data(
    "1.5",
    "",
    tuples=((8, (6, 4)), (5, (4, 3))),
    fractions_that_are_whole=[[8.0, [6, 4.0]], [5, [4, 3]]],
)

# 7.3: a king goes round, and on

data(
    "7.3",
    WRONG,
    a_man="W:W22:B17,18,9,10",
    nothing_to_take="W:WK22:B5",
    black_is_to_move="B:WK22:B17,18,9,10,26",
    only_black_has_a_king="W:W22:BK10,K17",
    no_colons="W WK22 B17",
    a_list_of_one=["W:WK2,K10:B6,7,14,15,22,23"],
    a_square_that_is_not_there="W:WK40:B17",
    an_empty_text="",
    a_dictionary={"white": ["K22"], "black": [17, 18]},
    a_long_way_without_a_return="W:WK1:B6,15,24",
)
data(
    "7.3",
    "",
    a_position=draughts.from_fen("W:WK2,K10:B6,7,14,15,22,23"),
    spaces=" W:WK2,K10:B6,7,14,15,22,23 ",
)

# 8.4: the soonest win


def the_worst(moves: Any, values: Any, best: Any) -> Any:
    return moves[values.index((min if best is max else max)(values))]


def the_last_of_equals(moves: Any, values: Any, best: Any) -> Any:
    return [move for move, value in zip(moves, values, strict=True) if value == best(values)][-1]


def searching(
    *,
    pick: Callable[..., Any] = lambda moves, values, best: moves[values.index(best(values))],
    sign: Callable[[Any], float] = lambda position: 1,
    end: Callable[[Any, int], float] = lambda position, depth: 1000 + depth,
    turn: Callable[[Any], bool] = lambda position: position.maximizing,
    form: Callable[[Any, Any], Any] = lambda move, position: move,
) -> Any:
    def value(position: Any, depth: int) -> float:
        if position.is_over:
            return (-1 if position.maximizing else 1) * end(position, depth)
        if depth <= 0:
            return float(position.evaluate()) * sign(position)
        values = [value(child, depth - 1) for child in position.children()]
        return (max if turn(position) else min)(values)

    def choose(position: Any, depth: int) -> Any:
        moves = list(position.moves())
        values = [value(position.play(move), depth - 1) for move in moves]
        return form(pick(moves, values, max if turn(position) else min), position)

    return choose


data(
    "8.4",
    WRONG,
    always_the_largest=searching(turn=lambda position: True),
    always_the_smallest=searching(turn=lambda position: False),
    the_worst=searching(
        pick=lambda moves, values, best: moves[
            values.index(min(values) if best is max else max(values))
        ]
    ),
    the_first_move=searching(pick=lambda moves, values, best: moves[0]),
    the_last_move=searching(pick=lambda moves, values, best: moves[-1]),
    any_win=searching(end=lambda position, depth: 1000),
    the_slowest_win=searching(end=lambda position, depth: 1000 - depth),
    losses_as_soon_as_wins=searching(
        end=lambda position, depth: 1000 + (depth if not position.maximizing else -depth)
    ),
    a_win_like_any_value=searching(end=lambda position, depth: 1),
    the_horizon_seen_by_the_mover=searching(sign=lambda position: 1 if position.maximizing else -1),
    the_horizon_turned=searching(sign=lambda position: -1),
    one_ply_only=lambda position, depth: searching()(position, 1),
    half_the_depth=lambda position, depth: searching()(position, max(1, depth // 2)),
    twice_the_depth=lambda position, depth: searching()(position, 2 * depth),
    number_of_the_move=searching(form=lambda move, position: list(position.moves()).index(move)),
    the_child=searching(form=lambda move, position: position.play(move)),
    move_and_value=searching(form=lambda move, position: (move, 3)),
    a_text=searching(form=lambda move, position: str(move)),
)
data(
    "8.4",
    "",
    the_last_of_equals=searching(
        pick=lambda moves, values, best: [
            m for m, v in zip(moves, values, strict=True) if v == best(values)
        ][-1]
    ),
    small_steps=searching(end=lambda position, depth: 1000 + depth / 100),
)

# 9.3: a memory


def proved(best: float, alpha: float, beta: float) -> tuple[float, float]:
    return best if best > alpha else -inf, best if best < beta else inf


def usable(least: float, most: float, alpha: float, beta: float) -> float | None:
    return least if least >= beta or least == most else most if most <= alpha else None


def memory(
    *,
    key: Callable[..., Any] = lambda position, depth: (position, depth),
    store: Callable[..., Any] = lambda best, alpha, beta: (
        best if best > alpha else -inf,
        best if best < beta else inf,
    ),
    use: Callable[..., Any] = lambda least, most, alpha, beta: (
        least if least >= beta or least == most else most if most <= alpha else None
    ),
    read: bool = True,
    own: dict[Any, Any] | None = None,
) -> Any:
    def search(position: Any, depth: int, alpha: float, beta: float, table: Any) -> float:
        known = table if own is None else own
        if depth == 0 or position.is_over:
            return float(position.evaluate())
        if read and key(position, depth) in known:
            found = use(*known[key(position, depth)], alpha, beta)
            if found is not None:
                return float(found)
        best, low, high = (-inf if position.maximizing else inf), alpha, beta
        for child in position.children():
            value = search(child, depth - 1, low, high, table)
            best = max(best, value) if position.maximizing else min(best, value)
            low, high = (max(low, best), high) if position.maximizing else (low, min(high, best))
            if high <= low:
                break
        kept = store(best, alpha, beta)
        if kept is not None:
            known[key(position, depth)] = kept
        return best

    return search


data(
    "9.3",
    WRONG,
    the_parity_of_the_depth=memory(key=lambda position, depth: (position, depth % 2)),
    only_the_depth=memory(key=lambda position, depth: depth),
    only_the_moves=memory(key=lambda position, depth: (tuple(position.moves()), depth)),
    only_the_number_of_plies=memory(key=lambda position, depth: (position.plies, depth)),
    few_drawers=memory(key=lambda position, depth: (hash(position) % 5, depth)),
    lower_bounds_for_values=memory(
        use=lambda least, most, alpha, beta: least if least > -inf else None
    ),
    upper_bounds_for_values=memory(
        use=lambda least, most, alpha, beta: most if most < inf else None
    ),
    bounds_that_do_not_reach=memory(
        use=lambda least, most, alpha, beta: (
            least if least > alpha else most if most < beta else None
        )
    ),
    window_turned_round=memory(
        use=lambda least, most, alpha, beta: least if least >= alpha and least > -inf else None
    ),
    the_window_itself=memory(store=lambda best, alpha, beta: (alpha, beta)),
    bounds_exchanged=memory(
        store=lambda best, alpha, beta: (
            best if best < beta else -inf,
            best if best > alpha else inf,
        )
    ),
    never_read=memory(read=False),
    never_written=memory(store=lambda best, alpha, beta: None),
    a_memory_of_its_own=memory(own={}),
    the_value_inside_an_open_window_only_for_max=memory(
        store=lambda best, alpha, beta: (best, best if best < beta else inf)
    ),
)
data(
    "9.3",
    "",
    exact_values_only=memory(
        store=lambda best, alpha, beta: (best, best) if alpha < best < beta else None
    ),
    a_text_as_key=memory(
        key=lambda position, depth: (
            f"{position.at} {position.plies} {depth} {position.moves_of} {position.values}"
        )
    ),
)

# 9.4: one depth after another


def deepening(
    *,
    depths: Callable[[int], Any] = lambda deepest: range(1, deepest + 1),
    reply: Callable[[list[Any]], Any] = lambda moves: moves[-1] if moves else None,
    times: int = 1,
    goes_on: bool = False,
    late: Callable[[list[Any]], Any] | None = None,
) -> Any:
    def deepen(search: Any, position: Any, deepest: int) -> Any:
        moves: list[Any] = []
        for depth in depths(deepest):
            try:
                for _ in range(times):
                    found = search(position, depth)
                moves.append(found)
            except TimeoutError:
                if late is not None:
                    return late(moves)
                if not goes_on:
                    break
        return reply(moves)

    return deepen


data(
    "9.4",
    WRONG,
    from_zero=deepening(depths=lambda deepest: range(deepest + 1)),
    from_two=deepening(depths=lambda deepest: range(2, deepest + 1)),
    downwards=deepening(depths=lambda deepest: range(deepest, 0, -1)),
    every_other_depth=deepening(depths=lambda deepest: range(1, deepest + 1, 2)),
    only_the_deepest=deepening(depths=lambda deepest: [deepest]),
    one_too_few=deepening(depths=lambda deepest: range(1, deepest)),
    one_too_many=deepening(depths=lambda deepest: range(1, deepest + 2)),
    always_three=deepening(depths=lambda deepest: range(1, 4)),
    at_most_four=deepening(depths=lambda deepest: range(1, min(deepest, 4) + 1)),
    each_depth_twice=deepening(times=2),
    on_after_the_end=deepening(goes_on=True),
    the_first_move=deepening(reply=lambda moves: moves[0] if moves else None),
    the_move_before=deepening(reply=lambda moves: moves[-2] if len(moves) > 1 else moves[-1]),
    nothing_when_late=deepening(late=lambda moves: None),
    the_first_when_late=deepening(late=lambda moves: moves[0] if moves else None),
    the_depth_too=deepening(reply=lambda moves: (moves[-1], len(moves)) if moves else None),
    all_moves=deepening(reply=lambda moves: moves),
    the_time_is_not_caught=lambda search, position, deepest: [
        search(position, d) for d in range(1, deepest + 1)
    ][-1],
)

# 5.4: exact values and bounds

data(
    "5.4",
    WRONG,
    all_exact=["="] * 6,
    all_lower=[">="] * 6,
    turned=["=", "<=", "=", "=", ">=", "="],
    in_the_order_of_names=["=", "=", "<=", "=", ">=", "="],
    only_one_bound=["=", ">=", "=", "=", "=", "="],
    the_other_bound=["=", "=", "=", "=", "<=", "="],
)
data(
    "5.4",
    FORM,
    one_short=["=", ">=", "=", "=", "<="],
    one_more=["=", ">=", "=", "=", "<=", "=", "="],
    strict=["=", ">", "=", "=", "<", "="],
    words=["exact", "bound", "exact", "exact", "bound", "exact"],
    numbers=[0, 1, 0, 0, -1, 0],
    arrows=["=", "↑", "=", "=", "↓", "="],
    pairs=[("D", "="), ("E", ">=")],
    a_number=3,
    letters=["E", "L", "E", "E", "U", "E"],
)
data(
    "5.4",
    "",
    signs=["=", "≥", "=", "=", "≤", "="],
    one_text="= >= = = <= =",
    with_commas="=, >=, =, =, <=, =",
    a_tuple=("==", ">=", "==", "==", "<=", "=="),
)

# 3.3: windows

OPEN, LEFT, RIGHT = (-inf, inf), (-inf, 3), (3, inf)
data(
    "3.3",
    WRONG,
    all_open=[OPEN] * 5,
    bounds_exchanged=[(inf, -inf)] * 5,
    turned=[OPEN, OPEN, RIGHT, LEFT, LEFT],
    after_the_search=[(3, 3), (-inf, 3), LEFT, RIGHT, RIGHT],
    from_the_children_only=[OPEN, OPEN, OPEN, RIGHT, RIGHT],
    another_value=[OPEN, OPEN, (-inf, 5), RIGHT, RIGHT],
    zero_for_nothing=[(0, 0), OPEN, LEFT, RIGHT, RIGHT],
)
data(
    "3.3",
    FORM,
    flat=[-inf, inf, -inf, inf, -inf, 3, 3, inf, 3, inf],
    one_short=[OPEN, OPEN, LEFT, RIGHT],
    texts=["-inf, inf"] * 5,
    inf_as_text=[("-inf", "inf")] * 5,
    a_dictionary={"B": OPEN},
    triples=[(-inf, 0, inf)] * 5,
    a_text="(-inf, inf)",
)
data(
    "3.3",
    "",
    lists=[[-inf, inf], [-inf, inf], [-inf, 3], [3, inf], [3, inf]],
    a_tuple=(OPEN, OPEN, LEFT, RIGHT, RIGHT),
)

# 10.1: a game solved backwards

SOLVED: dict[str, Any] = {"A": None, "B": 1, "C": None, "D": 0, "E": 3, "F": 2, "G": 1}
data(
    "10.1",
    WRONG,
    draws_as_zero={name: moves or 0 for name, moves in SOLVED.items()},
    one_more_each={name: moves if moves is None else moves + 1 for name, moves in SOLVED.items()},
    won_and_lost={name: moves if moves is None else moves % 2 for name, moves in SOLVED.items()},
    the_end_is_a_draw={**SOLVED, "D": None},
    a_loop_is_a_win={**SOLVED, "A": 3},
    the_longest_win={**SOLVED, "E": 5},
    negative_losses={**SOLVED, "F": -2},
)
data(
    "10.1",
    FORM,
    one_missing={name: moves for name, moves in SOLVED.items() if name != "G"},
    one_more={**SOLVED, "H": 1},
    texts={name: str(moves) for name, moves in SOLVED.items()},
    booleans={name: moves if moves is None else bool(moves % 2) for name, moves in SOLVED.items()},
    a_text="A: None, B: 1",
    sets={name: {moves} for name, moves in SOLVED.items()},
)
data(
    "10.1",
    "",
    another_order=dict(reversed(SOLVED.items())),
    floats={**SOLVED, "B": 1.0},
    small_letters={name.lower(): moves for name, moves in SOLVED.items()},
    a_list_of_values=list(SOLVED.values()),
)

# 7.5, 7.1 and 11.4

data(
    "7.5",
    WRONG,
    the_start=["B:W21-32:B1-12"],
    one_test=["W:W22:B18"],
    the_same_twice=["W:W22:B18"] * 2,
    six=["W:W22:B18"] * 6,
    none_left=["W:W22:B"],
    no_test=[[]],
    one_text="W:W22:B18",
    a_set={"W:W22:B18"},
)
data(
    "7.5",
    FORM,
    a_dictionary={1: "W:W22:B18"},
    no_fens=["22x15"],
    numbers=[22, 18],
    a_number=5,
)
data(
    "7.1",
    WRONG,
    one_only=["18x11"],
    a_step=["6-1"],
    backwards=["11x18"],
    of_black=["7x2"],
    not_there=["1-40"],
)
data("7.1", FORM, tuples=[(18, 11)], a_dictionary={"18": "11"}, numbers=[18, 11], a_number=3)
data(
    "11.4",
    WRONG,
    all_clear=[True] * 4,
    none_clear=[False] * 4,
    turned=[True, False, True, False],
    only_the_largest=[False, False, False, True],
    only_the_longest=[False, False, True, True],
)
data(
    "11.4",
    FORM,
    three=[False, True, False],
    five=[False, True, False, True, True],
    texts=["True"] * 4,
    numbers=[0, 1, 0, 1],
    one_text="False, True, False, True",
    a_set={True, False},
    a_dictionary={(3, 0, 0): False},
    one=True,
)
data("11.4", "", a_tuple=(False, True, False, True))

# 4.6, 7.4: an iterator is no list


def best_first(position: Any) -> list[Any]:
    return sorted(
        position.children(), key=lambda child: child.evaluate(), reverse=position.maximizing
    )


data(
    "4.6",
    FORM,
    generator=lambda position: (child for child in best_first(position)),
    mapped=lambda position: map(abs, best_first(position)),
    filtered=lambda position: filter(None, best_first(position)),
    an_iterator=lambda position: iter(best_first(position)),
    enumerated=lambda position: enumerate(best_first(position)),
    a_set=lambda position: set(best_first(position)),
)
data(
    "4.6",
    "",
    only_the_best_moved=lambda position: [
        best_first(position)[0],
        *(child for child in position.children() if child != best_first(position)[0]),
    ],
    a_tuple=lambda position: tuple(best_first(position)),
)
data("7.4", FORM, generator=lambda pieces, square: (square for _ in pieces))
data("1.1", FORM, mapped=map(int, "4255"), generator=(worth for worth in (4, 2, 5, 5)))

# 3.4, 4.2, 4.5, 5.2: the sheet does not say who moves first

data("3.4", "", MIN_first=tree([3, [9, 2, 2, 2]], root="min"))
data("4.2", "", MIN_first=tree([5, [[[6, 1]]]], root="min"))
data("4.5", "", MIN_first=tree([5, [[[6, 7], 2]]], root="min"))
data("5.2", "", MIN_first=tree([3, 5, 1], root="min"))

# 10.2, 10.6, 10.4: what is not known, and what cannot be won


def one_round(known: Any, graph: Any, *, of_ends: Any = "lost", of_unknown: Any = None) -> Any:
    new = {}
    for name in graph.keys() - known.keys():
        results = [known.get(move) for move in graph[name]]
        if "lost" in results:
            new[name] = "won"
        elif all(result == "won" for result in results):
            new[name] = "lost" if results else of_ends
        elif of_unknown:
            new[name] = None
    return {**known, **{name: result for name, result in new.items() if result != "none"}}


def updated(known: Any, graph: Any) -> Any:
    known.update(one_round(known, graph))
    return known


data("10.2", WRONG, draws_left_out=lambda graph: {n: 0 for n in graph if not graph[n]})
data(
    "10.6",
    WRONG,
    ends_forgotten=lambda known, graph: one_round(known, graph, of_ends="none"),
    ends_are_won=lambda known, graph: one_round(known, graph, of_ends="won"),
    None_for_unknown=lambda known, graph: one_round(known, graph, of_unknown=True),
    in_place=updated,
)
data("10.6", "", ends_are_lost=one_round)


def ranked(*, win: int = 2, draw: int = 1, loss: int = 0) -> Any:
    def perfect(position: Any, tables: Any) -> Any:
        def rank(move: Any) -> tuple[int, int]:
            left = tables.look_up(position.play(move))
            if left is None:
                return draw, 0
            return (loss, left) if left % 2 else (win, -left)

        return max(position.moves(), key=rank)

    return perfect


data("10.4", WRONG, a_draw_last=ranked(draw=-1), a_draw_first=ranked(draw=3), turned=ranked(win=-1))
data("10.4", "", ranked=ranked())
