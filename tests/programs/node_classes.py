"""Trees of the author's own node classes, with whatever accessors."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from .judge import program
from .profile import Ref
from .trees import ALTERNATING as T
from .trees import BOOK, DEEP, EIGHT, LEFT


def grown(cls: Any, nested: Any) -> Any:
    """Return the tree made of nodes with a value and a list of children."""
    return (
        cls(None, [grown(cls, part) for part in nested])
        if isinstance(nested, list)
        else cls(nested, [])
    )


class Encapsulated:
    def __init__(self, value, children):
        self._value = value
        self._children = children

    def children(self):
        return self._children

    def value(self):
        return self._value

    def is_leaf(self):
        return not self._children


@program(T(LEFT), grown(Encapsulated, LEFT), True, cause=3)
def hidden_list_and_accessor(node, is_max):
    if node.is_leaf():
        return node.value()
    values = [hidden_list_and_accessor(child, not is_max) for child in node.children()]
    return max(values) if is_max else min(values)


class WithGetter:
    def __init__(self, data, children):
        self.data = data
        self.children = children

    def get_children(self):
        return self.children

    def get_data(self):
        return self.data


@program(T(DEEP), grown(WithGetter, DEEP), 4, -inf, inf, True, cut="<=", cause=3)
def list_and_getter(node, depth, alpha, beta, maximizing_player):
    if depth == 0 or len(node.get_children()) == 0:
        return node.get_data()
    value = -inf if maximizing_player else inf
    for child in node.get_children():
        evaluation = list_and_getter(child, depth - 1, alpha, beta, not maximizing_player)
        if maximizing_player:
            value, alpha = max(value, evaluation), max(alpha, evaluation)
        else:
            value, beta = min(value, evaluation), min(beta, evaluation)
        if beta <= alpha:
            break
    return value


class WithProperty:
    def __init__(self, value, children):
        self.value, self.__kids = value, tuple(children)
        self.parent = None
        for kid in children:
            kid.parent = self

    @property
    def successors(self):
        return list(self.__kids)


@program(T(EIGHT), grown(WithProperty, EIGHT), cut="<=", cause=3)
def property_and_parent(n, a=-inf, b=inf, is_max=True):
    if not n.successors:
        return n.value
    v = -inf if is_max else inf
    for s in n.successors:
        w = property_and_parent(s, a, b, not is_max)
        v = max(v, w) if is_max else min(v, w)
        a, b = (max(a, v), b) if is_max else (a, min(b, v))
        if a >= b:
            break
    return v


@dataclass
class Fork:
    left: Any
    right: Any


@dataclass
class Leaf:
    value: float


FORKS = Fork(
    Fork(Fork(Leaf(5), Leaf(6)), Fork(Leaf(7), Leaf(4))),
    Fork(Fork(Leaf(3), Leaf(8)), Fork(Leaf(1), Leaf(9))),
)


@program(T(EIGHT), FORKS, True, cause=5)
def fork_and_leaf(node, maximizing):
    if isinstance(node, Leaf):
        return node.value
    a, b = fork_and_leaf(node.left, not maximizing), fork_and_leaf(node.right, not maximizing)
    return max(a, b) if maximizing else min(a, b)


class Branch:
    def __init__(self, *children):
        self.children = children


class End:
    def __init__(self, score):
        self.score = score


@program(
    T([[4, [7, 2]], 6, [[1, 9], 5]]),
    Branch(Branch(End(4), Branch(End(7), End(2))), End(6), Branch(Branch(End(1), End(9)), End(5))),
    True, -inf, inf, cut="<=", cause=5,
)  # fmt: skip
def branch_and_end(node, maximizing, alpha, beta):
    if type(node) is End:
        return node.score
    best = -inf if maximizing else inf
    for child in node.children:
        score = branch_and_end(child, not maximizing, alpha, beta)
        if maximizing:
            best, alpha = max(best, score), max(alpha, score)
        else:
            best, beta = min(best, score), min(beta, score)
        if alpha >= beta:
            break
    return best


class Terminal:
    def __init__(self, payoff):
        self.payoff = payoff

    def minimax(self):
        return self.payoff


class Max:
    def __init__(self, *options):
        self.options = options

    def minimax(self):
        return max(option.minimax() for option in self.options)


class Min(Max):
    def minimax(self):
        return min(option.minimax() for option in self.options)


t = Terminal


@program(T([[3, 5], [2, 9]]), name="each_class_its_own_method", method=lambda f: Max.minimax, cause=5,
         anew=lambda: (Max(Min(t(3), t(5)), Min(t(2), t(9))),))  # fmt: skip
def _methods():
    """Whose turn it is lies in the class."""


class Kept:
    """The search writes its values into the nodes, and returns the nodes."""

    def __init__(self, value, children):
        self.value, self.children = value, children


def kept_max(node):
    if len(node.children) == 0:
        return node
    node.value = -100000
    for child in node.children:
        reached = kept_min(child)
        if reached.value > node.value:
            node.value = reached.value
    return node


def kept_min(node):
    if len(node.children) == 0:
        return node
    node.value = 100000
    for child in node.children:
        reached = kept_max(child)
        if reached.value < node.value:
            node.value = reached.value
    return node


program(
    T(BOOK),
    name="values_kept_in_nodes",
    anew=lambda: (grown(Kept, BOOK),),
    plain=lambda r: r.value,
    cause=2,
)(kept_max)


@program(T(BOOK), anew=lambda: (grown(Kept, BOOK), True), plain=lambda r: None)
def writes_and_returns_nothing(node, is_max):
    if node.children:
        for child in node.children:
            writes_and_returns_nothing(child, not is_max)
        node.value = (max if is_max else min)(child.value for child in node.children)


GRAPH = {
    "S": ["A", "B"],
    "A": ["C", "D"],
    "B": ["D", "E"],
    "C": [],
    "D": ["F", "G"],
    "E": [],
    "F": [],
    "G": [],
}
WORTH = {"C": 4, "E": 1, "F": 6, "G": 9}


@program(T([[4, [6, 9]], [[6, 9], 1]]), "S", True, plain=lambda r: r, cause=12)
def names_in_a_dict(name, maximizing):
    if not GRAPH[name]:
        return WORTH[name]
    values = [names_in_a_dict(after, not maximizing) for after in GRAPH[name]]
    return max(values) if maximizing else min(values)


@program(T([[4, [6, 9]], [[6, 9], 1]]), GRAPH, "S", True, -inf, inf, cut="<=", cause=12)
def graph_and_start(graph, start, maximizing, alpha, beta):
    if start in WORTH:
        return WORTH[start]
    best = -inf if maximizing else inf
    for after in graph[start]:
        score = graph_and_start(graph, after, not maximizing, alpha, beta)
        best = max(best, score) if maximizing else min(best, score)
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best


SHARED = WithGetter(None, [])
SHARED.children = [WithGetter(6, []), WithGetter(9, [])]
DIAMOND = WithGetter(
    None,
    [WithGetter(None, [WithGetter(4, []), SHARED]), WithGetter(None, [SHARED, WithGetter(1, [])])],
)


@program(T([[4, [6, 9]], [[6, 9], 1]]), DIAMOND, True, cause=12)
def node_with_two_parents(node, is_max):
    if not node.children:
        return node.data
    return (max if is_max else min)(
        node_with_two_parents(child, not is_max) for child in node.children
    )


TREE = {"root": {"a": {"x": 3, "y": 12}, "b": {"x": 8, "y": 2}}}


@program(T([[3, 12], [8, 2]]), TREE["root"], True, -inf, inf, cut="<=")
def dict_of_dicts(node, maximizing, alpha, beta):
    if not isinstance(node, dict):
        return node
    best = -inf if maximizing else inf
    for move in node:
        score = dict_of_dicts(node[move], not maximizing, alpha, beta)
        if maximizing:
            best, alpha = max(best, score), max(alpha, score)
        else:
            best, beta = min(best, score), min(beta, score)
        if alpha >= beta:
            break
    return best


class Linked:
    """First child, next sibling."""

    def __init__(self, value=None, child=None, sibling=None):
        self.value, self.child, self.sibling = value, child, sibling


def linked(nested: Any, siblings: tuple[Any, ...] = ()) -> Linked:
    after = linked(siblings[0], tuple(siblings[1:])) if siblings else None
    if isinstance(nested, int):
        return Linked(nested, None, after)
    return Linked(None, linked(nested[0], tuple(nested[1:])), after)


@program(T(LEFT), linked(LEFT), -inf, inf, True, cut="<=")
def first_child_next_sibling(node, alpha, beta, maximizing):
    if node.child is None:
        return node.value
    best = -inf if maximizing else inf
    child = node.child
    while child is not None:
        score = first_child_next_sibling(child, alpha, beta, not maximizing)
        best = max(best, score) if maximizing else min(best, score)
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if alpha >= beta:
            break
        child = child.sibling
    return best


class Sum:
    """What a growing node is about: it has no children of its own."""

    def __init__(self, total=1):
        self.total = total

    def following(self):
        return [Sum(self.total * 2 + 1), Sum(self.total * 3 - 4), Sum(7 - self.total)]


class Growing:
    def __init__(self, state):
        self.state, self.children, self.score = state, [], None

    def add(self, state):
        self.children.append(Growing(state))
        return self.children[-1]


def sums(depth, state, is_max=True):
    below = [sums(depth - 1, after, not is_max) for after in state.following()] if depth else []
    return Ref(is_max, tuple(below), 0 if depth else state.total)


@program(sums(3, Sum()), anew=lambda: (Growing(Sum()), 3, -inf, inf, True), cut="<=", cause=10)
def nodes_made_by_the_search(node, depth, alpha, beta, is_max):
    if depth == 0:
        node.score = node.state.total
        return node.score
    node.score = -inf if is_max else inf
    for state in node.state.following():
        child = node.add(state)
        value = nodes_made_by_the_search(child, depth - 1, alpha, beta, not is_max)
        node.score = max(node.score, value) if is_max else min(node.score, value)
        alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
        if beta <= alpha:
            break
    return node.score
