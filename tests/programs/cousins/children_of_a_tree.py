"""The method `children` of a tree object takes the number or name of a node.

The position is that number or name. The tree object stays the same at every call.
"""

from __future__ import annotations

from functools import partial
from math import inf

from ..judge import program
from ..trees import ALTERNATING as T
from ..trees import BOOK, EIGHT, LEFT, RAGGED, SMALL
from .small_games import named

cousin = partial(program, family="children of a tree")
look_alike = partial(program, family="children of a tree", harmless=True)


class Tree:
    """Nodes are numbers in the order in which they are met, depth first."""

    def __init__(self, nested):
        self.kids, self.payload = {}, {}
        self.root = self.add(nested)

    def add(self, nested):
        nid = len(self.kids)
        self.kids[nid] = []
        if isinstance(nested, int):
            self.payload[nid] = nested
        else:
            self.kids[nid] += [self.add(part) for part in nested]
        return nid

    def children(self, nid):
        return self.kids[nid]

    def value(self, nid):
        return self.payload[nid]

    def is_leaf(self, nid):
        return nid in self.payload


@cousin(T(BOOK), Tree(BOOK), 0, True)
def minimax_by_number(tree, nid, is_max):
    if not tree.children(nid):
        return tree.value(nid)
    values = [minimax_by_number(tree, kid, not is_max) for kid in tree.children(nid)]
    return max(values) if is_max else min(values)


@cousin(T(LEFT), Tree(LEFT), 0, -inf, inf, True, cut="<=")
def alphabeta_by_number(tree, node, alpha, beta, maximizing):
    if tree.is_leaf(node):
        return tree.value(node)
    best = -inf if maximizing else inf
    for child in tree.children(node):
        score = alphabeta_by_number(tree, child, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best


class Named(Tree):
    """Its nodes are known by names such as n0 and n1."""

    def children(self, node):
        return [f"n{kid}" for kid in self.kids[int(node[1:])]]

    def get_node(self, node):
        return self

    def data(self, node):
        return self.payload.get(int(node[1:]))


@cousin(T(SMALL), Named(SMALL), "n0", 9, True)
def nodes_by_name(tree, node_id, depth, maximizing_player):
    if depth == 0 or tree.data(node_id) is not None:
        return tree.data(node_id)
    scores = []
    for child in tree.children(node_id):
        scores.append(nodes_by_name(tree, child, depth - 1, not maximizing_player))
    return max(scores) if maximizing_player else min(scores)


class DiGraph:
    def __init__(self, edges, **values):
        self.edges, self.nodes = edges, {name: {"value": value} for name, value in values.items()}

    def successors(self, name):
        return iter(self.edges.get(name, ()))

    def out_degree(self, name):
        return len(self.edges.get(name, ()))


EDGES = {"s": "ab", "a": "cd", "b": "efg"}
WORTHS = dict(c=3, d=6, e=5, f=4, g=8)


@cousin(named(EDGES, WORTHS, "s"), DiGraph(EDGES, **WORTHS), "s", "max")
def successors_of_a_graph(G, n, player):
    if G.out_degree(n) == 0:
        return G.nodes[n]["value"]
    other = "min" if player == "max" else "max"
    values = (successors_of_a_graph(G, m, other) for m in G.successors(n))
    return max(values) if player == "max" else min(values)


class Heap:
    def __init__(self, leaves):
        self.leaves, self.inner = leaves, len(leaves) - 1

    def children(self, i):
        return (2 * i + 1, 2 * i + 2) if i < self.inner else ()

    def __getitem__(self, i):
        return self.leaves[i - self.inner]


@cousin(T(EIGHT), Heap([5, 6, 7, 4, 3, 8, 1, 9]), 0, 1, negamax=True)
def heap_that_knows_children(heap, i, color):
    if not heap.children(i):
        return color * heap[i]
    return max(-heap_that_knows_children(heap, child, -color) for child in heap.children(i))


class ByPath:
    def __init__(self, nested):
        self.nested = nested

    def at(self, path):
        node = self.nested
        for step in path:
            node = node[step]
        return node

    def children(self, path):
        node = self.at(path)
        return [(*path, i) for i in range(len(node))] if isinstance(node, list) else []


@cousin(T(RAGGED), ByPath(RAGGED), ())
def nodes_are_paths(tree, path):
    kids = tree.children(path)
    if not kids:
        return tree.at(path)
    values = [nodes_are_paths(tree, kid) for kid in kids]
    return max(values) if len(path) % 2 == 0 else min(values)


class Counting:
    """A game without end: three numbers follow every number."""

    def children(self, n, depth):
        return [n + 1, n + 3, 2 * n] if depth else []

    def evaluate(self, n):
        return n * 4 % 13


def counted(n, depth, is_max=True):
    below = tuple(counted(m, depth - 1, not is_max) for m in (n + 1, n + 3, 2 * n)) if depth else ()
    return T(0, is_max)._replace(children=below, value=n * 4 % 13)


@cousin(counted(3, 2), Counting(), 3, 2, True)
def children_want_the_depth(game, state, depth, turn):
    after = game.children(state, depth)
    if not after:
        return game.evaluate(state)
    values = [children_want_the_depth(game, each, depth - 1, not turn) for each in after]
    return max(values) if turn else min(values)


class Searching(Tree):
    def minimax(self, nid=0, is_max=True):
        if self.is_leaf(nid):
            return self.value(nid)
        pick = max if is_max else min
        return pick(self.minimax(child, not is_max) for child in self.children(nid))


cousin(T(BOOK), anew=lambda: (Searching(BOOK), 0, True), name="tree_searches_itself")(
    Searching.minimax
)


class Agents(Tree):
    def children(self, nid, player):
        kids = self.kids[nid]
        return kids if player == "MAX" else kids[::-1]


@cousin(
    T([[[13, 4], [2, 11]], [8, [1, 12]], [[10, 5], 6]]),
    Agents(LEFT),
    0,
    "MAX",
    -inf,
    inf,
    cut="<=",
    own_order=True,
)
def children_want_the_player(tree, nid, player, a, b):
    """MIN looks at its children from the right."""
    kids = tree.children(nid, player)
    if not kids:
        return tree.value(nid)
    if player == "MAX":
        for kid in kids:
            a = max(a, children_want_the_player(tree, kid, "MIN", a, b))
            if a >= b:
                break
        return a
    for kid in kids:
        b = min(b, children_want_the_player(tree, kid, "MAX", a, b))
        if a >= b:
            break
    return b


@cousin(T(SMALL), 0, Tree(SMALL), True)
def number_before_the_tree(nid, tree, is_max):
    if tree.is_leaf(nid):
        return tree.value(nid)
    best = None
    for kid in tree.children(nid):
        value = number_before_the_tree(kid, tree, not is_max)
        if best is None or (value > best) == is_max and value != best:
            best = value
    return best


@cousin(T([[2, 3, 4], [6, 7]]), Tree([[0, 0, 0], [0, 0]]), 0, True, plain=lambda value: None)
def number_is_the_value(tree, nid, is_max):
    """A leaf is worth its own number."""
    if not tree.children(nid):
        return nid
    return (max if is_max else min)(
        number_is_the_value(tree, kid, not is_max) for kid in tree.children(nid)
    )


class Node:
    def __init__(self, nested):
        self.score = nested if isinstance(nested, int) else None
        self.below = [] if isinstance(nested, int) else [Node(part) for part in nested]

    def children(self):
        return self.below


@look_alike(T(BOOK), anew=lambda: (Node(BOOK), True))
def children_want_nothing(node, is_max):
    if not node.children():
        return node.score
    values = [children_want_nothing(child, not is_max) for child in node.children()]
    return max(values) if is_max else min(values)


@look_alike(T(LEFT), anew=lambda: (Node(LEFT), -inf, inf, True), cut="<=")
def children_are_an_attribute(node, alpha, beta, is_max):
    if not node.below:
        return node.score
    best = -inf if is_max else inf
    for child in node.below:
        value = children_are_an_attribute(child, alpha, beta, not is_max)
        best = max(best, value) if is_max else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if beta <= alpha:
            break
    return best


KIDS = {0: [1, 2], 1: [3, 4, 5], 2: [6, 7]}
SCORES = {3: 3, 4: 5, 5: 2, 6: 9, 7: 1}


@look_alike(T(SMALL), 0, True)
def numbers_and_plain_tables(nid, is_max):
    if nid in SCORES:
        return SCORES[nid]
    return (max if is_max else min)(
        [numbers_and_plain_tables(kid, not is_max) for kid in KIDS[nid]]
    )
