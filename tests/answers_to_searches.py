"""Answers to the exercises that ask for a search, as learners write them: right in any style, and wrong or wasteful."""

from __future__ import annotations

import copy
import functools
import operator
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import inf
from typing import Any

from minimax_lessons.exercises import todo
from minimax_lessons.search import alphabeta, minimax

RIGHT_ANSWERS: list[tuple[str, Any]] = []
# exercise, answer, fault, line after its def (0) or None
WRONG_ANSWERS: list[tuple[str, Any, str, int | None]] = []


def right(*names: str) -> Any:
    def keep(answer: Any) -> Any:
        RIGHT_ANSWERS.extend((name, answer) for name in names)
        return answer

    return keep


def wrong(name: str, fault: str, line: int | None = None) -> Any:
    def keep(answer: Any) -> Any:
        WRONG_ANSWERS.append((name, answer, fault, line))
        return answer

    return keep


# Minimax, right


@right("2.1")
class Searching:
    def __new__(cls, position, depth, maximizing):
        searching = object.__new__(cls)
        searching.choose = (min, max)
        return searching.value(position, depth, maximizing)

    def value(self, position, depth, maximizing):
        try:
            if depth <= 0:
                raise StopIteration
            return self.choose[maximizing](
                self.value(each, depth - 1, not maximizing) for each in position.children()
            )
        except (StopIteration, ValueError):  # max of nothing
            return position.evaluate()


@right("3.1")
def cuts_inside_any(position, depth, alpha, beta, maximizing):
    if depth == 0 or position.is_over:
        return position.evaluate()
    window = [alpha, beta]

    def closes(child):
        value = cuts_inside_any(child, depth - 1, *window, not maximizing)
        side = 0 if maximizing else 1
        window[side] = (max if maximizing else min)(window[side], value)
        return window[0] >= window[1]

    any(closes(child) for child in position.children())
    return window[0] if maximizing else window[1]


@right("2.1", "2.3")
def negated_max(board, remaining, whites_move):
    def for_mover(node, left, sign):
        if left == 0 or node.is_over:
            return sign * node.evaluate()
        return -min(for_mover(child, left - 1, -sign) for child in node.children())

    return for_mover(board, remaining, 1) if whites_move else -for_mover(board, remaining, -1)


@right("2.1")
def by_operator(position, depth, maximizing):
    if depth == 0 or position.is_over:
        return position.evaluate()
    sign = operator.pos if maximizing else operator.neg
    return sign(
        max(sign(by_operator(child, depth - 1, not maximizing)) for child in position.children())
    )


def flip(x):
    return 0 - x


@right("2.1")
def by_flip(position, depth, maximizing):
    if depth == 0 or position.is_over:
        return position.evaluate()
    if maximizing:
        return max(by_flip(child, depth - 1, False) for child in position.children())
    return flip(max(flip(by_flip(child, depth - 1, True)) for child in position.children()))


@right("2.1")
def turned_at_the_end(position, depth, maximizing_player):
    v = -inf
    if depth == 0 or position.is_over:
        return position.evaluate()
    for child in position.children():
        w = turned_at_the_end(child, depth - 1, not maximizing_player)
        v = max(v, w if maximizing_player else -w)
    if not maximizing_player:
        v = -v
    return v


@right("2.1", "2.3")
def by_a_stack(position, depth, maximizing):
    done, order, ahead = {}, [], [(position, depth, maximizing)]
    while ahead:
        node, left, turn = ahead.pop()
        order.append((node, left, turn))
        if left and not node.is_over:
            ahead.extend((child, left - 1, not turn) for child in node.children())
    for node, left, turn in reversed(order):
        if left == 0 or node.is_over:
            done[node] = node.evaluate()
        else:
            done[node] = (max if turn else min)(done[child] for child in node.children())
    return done[position]


@right("2.1")
def by_threads(position, depth, maximizing):
    if depth == 0 or position.is_over:
        return position.evaluate()
    with ThreadPoolExecutor(2) as pool:
        return (max if maximizing else min)(
            pool.map(lambda child: minimax(child, depth - 1, not maximizing), position.children())
        )


@right("2.1")
@functools.cache
def cached(position, depth, maximizing):
    if depth == 0 or position.is_over:
        return position.evaluate()
    return (max if maximizing else min)(
        cached(child, depth - 1, not maximizing) for child in position.children()
    )


@right("2.1")
def with_a_line_too_many(position, depth, maximizing):
    if depth == 0 or position.is_over:
        return position.evaluate()
    return (max if maximizing else min)(
        with_a_line_too_many(child, depth - 1, not maximizing) for child in position.children()
    )
    todo("2.1")


@right("2.1")
def on_copies(position, depth, maximizing):
    twin = pickle.loads(pickle.dumps(copy.deepcopy(position)))
    if depth == 0 or twin.is_over:
        return twin.evaluate()
    return (max if maximizing else min)(
        on_copies(twin.play(m), depth - 1, not maximizing) for m in twin.moves()
    )


@right("2.4")
def lists_by_type(node, maximizing):
    if type(node) in (int, float):
        return node
    return (max if maximizing else min)(lists_by_type(part, not maximizing) for part in node)


@right("2.4")
def lists_with_a_stack(tree, first):
    flat, ahead = [], [(tree, first, None)]
    while ahead:
        node, turn, parent = ahead.pop()
        slot = [None]
        flat.append((node, turn, parent, slot))
        if isinstance(node, list):
            ahead.extend((part, not turn, slot) for part in node)
    for node, turn, parent, slot in reversed(flat):
        value = slot[0] if isinstance(node, list) else node
        if parent is None:
            return value
        parent[0] = value if parent[0] is None else (min if turn else max)(parent[0], value)


@right("2.4")
def lists_by_exception(node, who):
    try:
        parts = iter(node)
    except TypeError:
        return node
    return functools.reduce(
        max if who else min, (lists_by_exception(part, not who) for part in parts)
    )


# Alpha-beta, right


@right("3.1", "5.1")
def suche(stellung, rest, unten, oben, weiss):
    if rest == 0 or stellung.is_over:
        return stellung.evaluate()
    for zug in stellung.moves():
        wert = suche(stellung.play(zug), rest - 1, unten, oben, not weiss)
        unten, oben = (max(unten, wert), oben) if weiss else (unten, min(oben, wert))
        if oben <= unten:
            break
    return unten if weiss else oben


@right("3.1")
@functools.cache
def with_the_whole_key(position, depth, alpha, beta, maximizing):
    if depth == 0 or position.is_over:
        return position.evaluate()
    best = -inf if maximizing else inf
    for child in position.children():
        value = with_the_whole_key(child, depth - 1, alpha, beta, not maximizing)
        best = max(best, value) if maximizing else min(best, value)
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best


@right("3.1")
def drained(position, depth, alpha, beta, maximizing):
    def search(node, left, a, b, turn):
        if left == 0 or node.is_over:
            return node.evaluate()
        best = -inf if turn else inf
        for child in node.children():
            value = yield from search(child, left - 1, a, b, not turn)
            yield
            best = max(best, value) if turn else min(best, value)
            a, b = (max(a, best), b) if turn else (a, min(b, best))
            if b <= a:
                break
        return best

    steps = search(position, depth, alpha, beta, maximizing)
    try:
        while True:
            next(steps)
    except StopIteration as end:
        return end.value


@dataclass(frozen=True)
class Wrapper:
    inner: Any

    def leaves_here(self, depth):
        return depth == 0 or self.inner.is_over

    def below(self):
        return [Wrapper(child) for child in self.inner.children()]


@right("3.1")
def in_a_wrapper(position, depth, alpha, beta, maximizing):
    def go(node, left, a, b, turn):
        if node.leaves_here(left):
            return node.inner.evaluate()
        for child in node.below():
            value = go(child, left - 1, a, b, not turn)
            if turn:
                a = max(a, value)
            else:
                b = min(b, value)
            if a >= b:
                break
        return a if turn else b

    return go(Wrapper(position), depth, alpha, beta, maximizing)


class Frame:
    def __init__(self, node, depth, alpha, beta, sign):
        self.node, self.depth, self.alpha, self.beta, self.sign = node, depth, alpha, beta, sign
        self.ahead, self.best = None, -inf


@right("3.5")
def stack_with_cuts(position, depth, alpha, beta, color):
    stack, returned = [Frame(position, depth, alpha, beta, color)], None
    while stack:
        top = stack[-1]
        if top.depth == 0 or top.node.is_over:
            returned = top.sign * top.node.evaluate()
            stack.pop()
            continue
        if top.ahead is None:
            top.ahead = iter(top.node.children())
        else:
            top.best = max(top.best, -returned)
            top.alpha = max(top.alpha, top.best)
        child = next(top.ahead, None) if top.alpha < top.beta else None
        if child is None:
            returned = top.best
            stack.pop()
        else:
            stack.append(Frame(child, top.depth - 1, -top.beta, -top.alpha, -top.sign))
    return returned


@right("3.5")
def worst_for_the_other(node, d, a, b, c):
    if d == 0 or node.is_over:
        return c * node.evaluate()
    worst = inf
    for child in node.children():
        worst = min(
            worst,
            worst_for_the_other(child, d - 1, operator.neg(b), operator.neg(a), operator.neg(c)),
        )
        a = max(a, flip(worst))
        if a >= b:
            break
    return -worst


@wrong("3.5", "not-own-search")
def two_halves_for_the_mover(position, depth, alpha, beta, color):
    if color == 1:
        return alphabeta(position, depth, alpha, beta, True)
    return -alphabeta(position, depth, -beta, -alpha, False)


@wrong("3.1", "not-own-search")
def deepened(position, depth, alpha, beta, maximizing):
    value = None
    for limit in range(depth + 1):
        value = alphabeta(position, limit, alpha, beta, maximizing)
    return value


@right("3.1")
def twice_with_cuts(position, depth, alpha, beta, maximizing):
    if depth == 0 or position.is_over:
        return position.evaluate()
    best = -inf if maximizing else inf
    for child in position.children():
        if maximizing and twice_with_cuts(child, depth - 1, alpha, beta, False) > best:
            best = twice_with_cuts(child, depth - 1, alpha, beta, False)
            alpha = max(alpha, best)
        elif not maximizing and twice_with_cuts(child, depth - 1, alpha, beta, True) < best:
            best = twice_with_cuts(child, depth - 1, alpha, beta, True)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best


@right("3.1")
def right_to_left(position, depth, alpha, beta, maximizing):
    if depth == 0 or position.is_over:
        return position.evaluate()
    best = -inf if maximizing else inf
    for child in reversed(position.children()):
        value = right_to_left(child, depth - 1, alpha, beta, not maximizing)
        best = max(best, value) if maximizing else min(best, value)
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if beta <= alpha:
            break
    return best


@right("3.1")
def quiet_ends_apart(position, depth, alpha, beta, maximizing):
    """Looks at who is over, and at all children, before it searches any: that is no look at a value."""
    if depth == 0 or position.is_over:
        return position.evaluate()
    ends = [child for child in position.children() if child.is_over]
    rest = [child for child in position.children() if child not in ends and child.children()]
    best = -inf if maximizing else inf
    for child in ends + rest:
        value = quiet_ends_apart(child, depth - 1, alpha, beta, not maximizing)
        best = max(best, value) if maximizing else min(best, value)
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if beta <= alpha:
            break
    return best


@right("3.1")
def in_a_thread(position, depth, alpha, beta, maximizing):
    found = []
    worker = threading.Thread(
        target=lambda: found.append(alphabeta(position, depth, alpha, beta, maximizing))
    )
    worker.start()
    worker.join()
    return found[0]


@right("2.1", "2.3")
def on_a_trampoline(position, depth, maximizing):
    def steps(node, left, is_max):
        if left == 0 or node.is_over:
            return node.evaluate()
        values = []
        for child in node.children():
            value = yield child, left - 1, not is_max
            values.append(value)
        return max(values) if is_max else min(values)

    stack, value = [steps(position, depth, maximizing)], None
    while stack:
        try:
            stack.append(steps(*stack[-1].send(value)))
            value = None
        except StopIteration as end:
            stack.pop()
            value = end.value
    return value


@right("2.1", "2.3")
def values_on_a_second_stack(position, depth, maximizing):
    values, open_nodes = [], [(position, depth, maximizing, False)]
    while open_nodes:
        node, left, is_max, is_open = open_nodes.pop()
        children = [] if left == 0 else node.children()
        if not children:
            values.append(node.evaluate())
        elif is_open:
            values, below = values[: -len(children)], values[-len(children) :]
            values.append(max(below) if is_max else min(below))
        else:
            open_nodes.append((node, left, is_max, True))
            open_nodes += [(child, left - 1, not is_max, False) for child in reversed(children)]
    return values.pop()


class WindowClosed(Exception):
    pass


@right("3.1", "5.1")
def cuts_by_an_exception(position, depth, alpha, beta, maximizing):
    if depth == 0 or position.is_over:
        return position.evaluate()
    try:
        for child in position.children():
            value = cuts_by_an_exception(child, depth - 1, alpha, beta, not maximizing)
            alpha, beta = (max(alpha, value), beta) if maximizing else (alpha, min(beta, value))
            if alpha >= beta:
                raise WindowClosed
    except WindowClosed:
        pass
    return alpha if maximizing else beta


@right("3.1")
def recurs_over_the_other_children(position, depth, alpha, beta, maximizing):
    def best_of(children, low, high):
        if not children or low >= high:
            return low if maximizing else high
        first, *others = children
        value = recurs_over_the_other_children(first, depth - 1, low, high, not maximizing)
        if maximizing:
            return best_of(others, max(low, value), high)
        return best_of(others, low, min(high, value))

    if depth == 0 or position.is_over:
        return position.evaluate()
    return best_of(position.children(), alpha, beta)


RIGHT_ANSWERS += [
    ("3.1", alphabeta),
    ("2.1", minimax),
    ("5.1", alphabeta),
    ("3.1", functools.partial(alphabeta)),
]


# Wrong


@wrong("2.1", "kept-between-calls")
def keeps_what_it_has_seen(position, depth, maximizing, seen={}):  # noqa: B006
    if position not in seen:
        if depth == 0 or position.is_over:
            return position.evaluate()
        values = [
            keeps_what_it_has_seen(child, depth - 1, not maximizing)
            for child in position.children()
        ]
        seen[position] = max(values) if maximizing else min(values)
    return seen[position]


@wrong("2.1", "wrong-value")
def for_the_mover(position, depth, maximizing):
    if depth == 0 or position.is_over:
        return position.evaluate() if maximizing else -position.evaluate()
    return max(-for_the_mover(child, depth - 1, maximizing) for child in position.children())


@wrong("2.3", "wrong-number", 1)
def still_too_few(position, depth, maximizing):
    if depth <= 1 or position.is_over:
        return position.evaluate()
    values = [still_too_few(child, depth - 1, not maximizing) for child in position.children()]
    return max(values) if maximizing else min(values)


@wrong("2.4", "wrong-turn", 3)
def same_turn(node, maximizing):
    if not isinstance(node, list):
        return node
    values = [same_turn(child, maximizing) for child in node]
    return max(values) if maximizing else min(values)


@wrong("3.1", "never-prunes")
def called_twice(position, depth, alpha, beta, maximizing):
    if depth == 0 or position.is_over:
        return position.evaluate()
    best = -inf if maximizing else inf
    for child in position.children():
        if maximizing and called_twice(child, depth - 1, alpha, beta, False) > best:
            best = called_twice(child, depth - 1, alpha, beta, False)
        if not maximizing and called_twice(child, depth - 1, alpha, beta, True) < best:
            best = called_twice(child, depth - 1, alpha, beta, True)
    return best


@wrong("3.1", "no-cut", 4)
def once_for_best_and_once_for_alpha(position, depth, alpha, beta, maximizing):
    if depth == 0 or position.is_over:
        return position.evaluate()
    best = -inf if maximizing else inf
    for child in position.children():
        value = once_for_best_and_once_for_alpha(child, depth - 1, alpha, beta, not maximizing)
        best = max(best, value) if maximizing else min(best, value)
        if maximizing:
            alpha = max(
                alpha, once_for_best_and_once_for_alpha(child, depth - 1, alpha, beta, False)
            )
        else:
            beta = min(beta, once_for_best_and_once_for_alpha(child, depth - 1, alpha, beta, True))
    return best


@wrong("3.1", "never-prunes")
def deepened_minimax(position, depth, alpha, beta, maximizing):
    return [minimax(position, limit, maximizing) for limit in range(depth + 1)][-1]


@wrong("3.1", "never-prunes")
def stack_without_cuts(position, depth, alpha, beta, maximizing):
    return by_a_stack(position, depth, maximizing)


@wrong("3.1", "never-prunes")
def drained_without_cuts(position, depth, alpha, beta, maximizing):
    def search(node, left, turn):
        if left == 0 or node.is_over:
            return node.evaluate()
        values = []
        for child in node.children():
            values.append((yield from search(child, left - 1, not turn)))
            yield
        return max(values) if turn else min(values)

    steps = search(position, depth, maximizing)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


@wrong("3.1", "never-prunes")
def library_on_each_child(position, depth, alpha, beta, maximizing):
    if depth == 0 or position.is_over:
        return position.evaluate()
    return (max if maximizing else min)(
        minimax(child, depth - 1, not maximizing) for child in position.children()
    )


MEMO: dict[Any, Any] = {}


@wrong("3.1", "bound-kept-as-value", 13)
def memo_without_the_window(position, depth, alpha, beta, maximizing):
    key = (position, depth, maximizing)
    if key in MEMO:
        return MEMO[key]
    if depth == 0 or position.is_over:
        return position.evaluate()
    best = -inf if maximizing else inf
    for child in position.children():
        value = memo_without_the_window(child, depth - 1, alpha, beta, not maximizing)
        best = max(best, value) if maximizing else min(best, value)
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if beta <= alpha:
            break
    MEMO[key] = best
    return best


@wrong("3.1", "goes-on-when-equal", 8)
def cuts_on_less(position, depth, alpha, beta, maximizing):
    if depth == 0 or position.is_over:
        return position.evaluate()
    best = -inf if maximizing else inf
    for child in position.children():
        value = cuts_on_less(child, depth - 1, alpha, beta, not maximizing)
        best = max(best, value) if maximizing else min(best, value)
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if beta < alpha:
            break
    return best


@wrong("3.1", "never-prunes")
def sorts_by_the_values(position, depth, alpha, beta, maximizing):
    if depth == 0 or position.is_over:
        return position.evaluate()
    best = -inf if maximizing else inf
    for child in sorted(
        position.children(), key=lambda child: child.evaluate(), reverse=maximizing
    ):
        value = sorts_by_the_values(child, depth - 1, alpha, beta, not maximizing)
        best = max(best, value) if maximizing else min(best, value)
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if beta <= alpha:
            break
    return best


@wrong("3.1", "depth-forgotten")
def on_the_lists_inside(position, depth, alpha, beta, maximizing):
    def value(part, left, turn):
        if not isinstance(part, list):
            return part
        if left == 0:
            return sorted(leaf for leaf in flat(part))[(len(list(flat(part))) - 1) // 2]
        return (max if turn else min)(value(each, left - 1, not turn) for each in part)

    def flat(part):
        return [leaf for each in part for leaf in flat(each)] if isinstance(part, list) else [part]

    return value(position.nested, depth, maximizing)


@wrong("3.5", "never-prunes")
def negated_twice(position, depth, alpha, beta, color):
    if depth == 0 or position.is_over:
        return color * position.evaluate()
    best = -inf
    for child in position.children():
        if -negated_twice(child, depth - 1, -beta, -alpha, -color) > best:
            best = -negated_twice(child, depth - 1, -beta, -alpha, -color)
    return best


@wrong("3.5", "wrong-value")
def maxs_view(position, depth, alpha, beta, color):
    return alphabeta(
        position, depth, *((alpha, beta) if color == 1 else (-beta, -alpha)), color == 1
    )


@wrong("5.1", "wrong-bound-moved", 24)
def suspect(position, depth, alpha, beta, maximizing):
    half = max_value if maximizing else min_value
    if depth == 0 or position.is_over:
        return position.evaluate()
    return half(position, depth, alpha, beta)


def max_value(position, depth, alpha, beta):
    max_eval = -inf
    for child in position.children():
        print("trying", suspect(child, depth - 1, alpha, beta, False))
        evaluation = suspect(child, depth - 1, alpha, beta, False)
        max_eval = max(max_eval, evaluation)
        alpha = max(alpha, evaluation)
        if beta <= alpha:
            break
    return max_eval


def min_value(position, depth, alpha, beta):
    min_eval = inf
    for child in position.children():
        evaluation = suspect(child, depth - 1, alpha, beta, True)
        min_eval = min(min_eval, evaluation)
        alpha = min(alpha, evaluation)
        if beta <= alpha:
            break
    return min_eval


@wrong("3.1", "never-ends")
def never_counts_to_the_end(position, depth, alpha, beta, maximizing):
    import itertools

    return max(each for each in itertools.count())


@wrong("2.1", "zero-taken-for-nothing", 6)
def best_or_nothing(position, depth, maximizing):
    if depth == 0 or position.is_over:
        return position.evaluate()
    best = None
    for child in position.children():
        value = best_or_nothing(child, depth - 1, not maximizing)
        best = value if not best else (max if maximizing else min)(best, value)
    return best


@wrong("3.1", "never-prunes")
def searches_all_and_then_cuts(position, depth, alpha, beta, maximizing):
    if depth == 0 or position.is_over:
        return position.evaluate()
    best = -inf if maximizing else inf
    for value in [
        searches_all_and_then_cuts(c, depth - 1, alpha, beta, not maximizing)
        for c in position.children()
    ]:
        best = (max if maximizing else min)(best, value)
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if beta <= alpha:
            break
    return best


@wrong("3.1", "stops-early")
def a_guess(position, depth, alpha, beta, maximizing):
    return position.evaluate()


@wrong("2.1", "wrong-turn", 9)
def calls_the_same_half(position, depth, maximizing):
    def highest(position, depth):
        if depth == 0 or position.is_over:
            return position.evaluate()
        return max(lowest(child, depth - 1) for child in position.children())

    def lowest(position, depth):
        if depth == 0 or position.is_over:
            return position.evaluate()
        return min(lowest(child, depth - 1) for child in position.children())

    return (highest if maximizing else lowest)(position, depth)


def highest(position, depth):
    if depth == 0 or position.is_over:
        return position.evaluate()
    return max(lowest(child, depth - 1) for child in position.children())


def lowest(position, depth):
    return min(highest(child, depth - 1) for child in position.children())


@wrong("2.1", "end-forgotten", -5)
def only_one_half_ends(position, depth, maximizing):
    return (highest if maximizing else lowest)(position, depth)


@wrong("3.1", "kept-between-calls", 3)
def comes_to_each_node_once(position, depth, alpha, beta, maximizing, seen=set()):  # noqa: B006
    if position in seen:
        return 0
    seen.add(position)
    return alphabeta(position, depth, alpha, beta, maximizing)


HALF = {}


@wrong("3.1", "kept-between-calls", 17)
def memo_with_half_the_window(position, depth, alpha, beta, maximizing):
    key = position, depth, alpha, maximizing
    if key in HALF:
        return HALF[key]
    if depth == 0 or position.is_over:
        return position.evaluate()
    best = -inf if maximizing else inf
    for child in position.children():
        value = memo_with_half_the_window(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, value)
        else:
            best = min(best, value)
            beta = min(beta, value)
        if beta <= alpha:
            break
    HALF[key] = best
    return best


@wrong("2.1", "wrong-test", 3)
def choices_of_the_other(position, depth, maximizing):
    if depth == 0 or position.is_over:
        return position.evaluate()
    return (min if maximizing else max)(
        choices_of_the_other(c, depth - 1, not maximizing) for c in position.children()
    )


@wrong("2.02", "never-updated", 6)
def better_of_two_dropped(position, depth, maximizing):
    if depth == 0 or position.is_over:
        return position.evaluate()
    best = -inf if maximizing else inf
    for child in position.children():
        value = better_of_two_dropped(child, depth - 1, not maximizing)
        max(best, value) if maximizing else min(best, value)
    return best


@wrong("3.5", "not-negated", 5)
def not_negated_on_the_way(position, depth, alpha, beta, color):
    if depth == 0 or position.is_over:
        return color * position.evaluate()
    best = -inf
    for child in position.children():
        best = max(best, not_negated_on_the_way(child, depth - 1, -beta, -alpha, -color))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
