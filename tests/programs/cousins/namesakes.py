"""Two things have one name: the search and the static evaluation, or a method and an attribute.

Only one of them is the search. Where each class of a tree has its own method, all of them are.
"""

from __future__ import annotations

from collections import namedtuple
from functools import partial
from math import inf
from types import ModuleType

from ..judge import program
from ..profile import unfold
from ..trees import ALTERNATING as T
from ..trees import BOOK, DEEP, LEFT, RAGGED, SMALL, line, noughts
from .small_games import from_the_ends, subtraction

cousin = partial(program, family="namesakes")
look_alike = partial(program, family="namesakes", harmless=True)
MOVE = {"plain": lambda move: None}

LATE = "XO.XO.O.X"
FIVE = "XO.XO...."


class Squares:
    def __init__(self, text):
        self.text = text

    def evaluate(self):
        return line(self.text, "X") - line(self.text, "O")

    def full(self):
        return "." not in self.text or self.evaluate() != 0

    def after(self, cell, mark):
        return Squares(self.text[:cell] + mark + self.text[cell + 1 :])


class Node:
    def __init__(self, board, mark):
        self.board, self.mark = board, mark

    def children(self):
        other = "O" if self.mark == "X" else "X"
        free = [i for i, cell in enumerate(self.board.text) if cell == "."]
        return [Node(self.board.after(i, self.mark), other) for i in free]

    def evaluate(self, depth):
        if depth == 0 or self.board.full():
            return self.board.evaluate()
        values = [child.evaluate(depth - 1) for child in self.children()]
        return max(values) if self.mark == "X" else min(values)


cousin(noughts(FIVE), anew=lambda: (Node(Squares(FIVE), "X"), 9), name="node_and_board")(
    Node.evaluate
)


class Position:
    """Its score is a number; the player's score is the search."""

    def __init__(self, row, ahead=0):
        self.row, self.score = row, ahead

    def take(self, end, sign):
        rest = self.row[1:] if end == 0 else self.row[:-1]
        return Position(rest, self.score + sign * self.row[end])


class Player:
    def __init__(self, sign):
        self.sign, self.other = sign, None

    def score(self, position):
        if not position.row:
            return position.score
        ends = (0, -1)[: len(position.row)]
        values = [self.other.score(position.take(end, self.sign)) for end in ends]
        return max(values) if self.sign > 0 else min(values)


def two_players():
    first, second = Player(1), Player(-1)
    first.other, second.other = second, first
    return first


cousin(
    from_the_ends((4, 9, 3, 1)), anew=lambda: (Position((4, 9, 3, 1)),), name="score_is_a_number"
)(two_players().score)


State = namedtuple("State", "to_move utility board moves")


class Game:
    """A game as in a well-known textbook: a state has a utility, and so has the game."""

    def actions(self, state):
        return state.moves

    def result(self, state, move):
        board = state.board[:move] + state.to_move + state.board[move + 1 :]
        return self.state(board, "O" if state.to_move == "X" else "X")

    def state(self, board, to_move):
        won = line(board, "X") - line(board, "O")
        moves = [] if won else [i for i, cell in enumerate(board) if cell == "."]
        return State(to_move, won, board, moves)

    def utility(self, state, player):
        return state.utility if player == "X" else -state.utility

    def terminal_test(self, state):
        return not state.moves

    def to_move(self, state):
        return state.to_move


def begun():
    game = Game()
    return game.state(FIVE, "X"), game


@cousin(noughts(FIVE), anew=begun, **MOVE)
def minimax_decision(state, game):
    player = game.to_move(state)

    def max_value(state):
        if game.terminal_test(state):
            return game.utility(state, player)
        v = -inf
        for a in game.actions(state):
            v = max(v, min_value(game.result(state, a)))
        return v

    def min_value(state):
        if game.terminal_test(state):
            return game.utility(state, player)
        v = inf
        for a in game.actions(state):
            v = min(v, max_value(game.result(state, a)))
        return v

    return max(game.actions(state), key=lambda a: min_value(game.result(state, a)))


@cousin(noughts(FIVE), anew=begun, cut="<=", **MOVE)
def alpha_beta_search(state, game):
    player = game.to_move(state)

    def value(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state, player), None
        best = (-inf if state.to_move == player else inf), None
        for a in game.actions(state):
            found, _ = value(game.result(state, a), alpha, beta)
            if state.to_move == player:
                if found > best[0]:
                    best = found, a
                alpha = max(alpha, best[0])
            else:
                if found < best[0]:
                    best = found, a
                beta = min(beta, best[0])
            if alpha >= beta:
                break
        return best

    return value(state, -inf, inf)[1]


class Pile:
    def __init__(self, left):
        self.left = left

    def negamax(self):
        """Return what the player who moves has when nothing is left: a loss."""
        return -1


class Solver:
    def negamax(self, pile):
        if not pile.left:
            return pile.negamax()
        return max(-self.negamax(Pile(pile.left - k)) for k in (1, 2, 3) if k <= pile.left)


cousin(
    subtraction(5, (1, 2, 3), lambda left, turn, depth: -1 if turn else 1),
    anew=lambda: (Pile(5),),
    negamax=True,
    name="negamax_of_a_pile",
)(Solver().negamax)


class Feature:
    def __init__(self, weight):
        self.weight = weight

    def value(self, node):
        return self.weight * node


class Evaluation:
    """Sums what its features say, each with a method of the search's name."""

    def __init__(self, *weights):
        self.features = [Feature(weight) for weight in weights]

    def value(self, node):
        return sum(feature.value(node) for feature in self.features)


class Search:
    def __init__(self, evaluation):
        self.evaluation = evaluation

    def value(self, node, alpha, beta, maximizing):
        if isinstance(node, int):
            return self.evaluation.value(node)
        best = -inf if maximizing else inf
        for child in node:
            found = self.value(child, alpha, beta, not maximizing)
            best = max(best, found) if maximizing else min(best, found)
            if maximizing:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if beta <= alpha:
                break
        return best


def doubled(nested):
    return 2 * nested if isinstance(nested, int) else [doubled(part) for part in nested]


cousin(
    T(doubled(LEFT)),
    LEFT,
    -inf,
    inf,
    True,
    cut="<=",
    name="value_of_search_evaluation_and_features",
)(Search(Evaluation(3, -1)).value)


def minimax(board, depth, mine):
    if depth == 0 or board.full():
        return board.evaluate()
    free = [i for i, cell in enumerate(board.text) if cell == "."]
    values = [minimax(board.after(i, "X" if mine else "O"), depth - 1, not mine) for i in free]
    return max(values) if mine else min(values)


class Opponent:
    """Its minimax calls the function of that name."""

    def minimax(self, board):
        free = [i for i, cell in enumerate(board.text) if cell == "."]
        return max(free, key=lambda i: minimax(board.after(i, "X"), 9, False))


cousin(noughts(LATE), anew=lambda: (Squares(LATE),), name="method_and_function", **MOVE)(
    Opponent().minimax
)


class Branch:
    def __init__(self, inside):
        self.inside = inside

    def moves(self):
        return [] if isinstance(self.inside, int) else list(range(len(self.inside)))

    def play(self, move):
        return Branch(self.inside[move])


def valued(position, mine):
    if not position.moves():
        return position.inside
    values = [valued(position.play(move), not mine) for move in position.moves()]
    return max(values) if mine else min(values)


def root(position):
    """Searches objects; the method of this name searches lists."""
    return max((valued(position.play(move), False), move) for move in position.moves())


class Lists:
    def best_move(self, tree):
        return self.root(tree)[1]

    def root(self, tree):
        best, chosen = -inf, None
        for move, child in enumerate(tree):
            value = self.look(child, False)
            if value > best:
                best, chosen = value, move
        return best, chosen

    def look(self, node, mine):
        if isinstance(node, int):
            return node
        return (max if mine else min)(self.look(child, not mine) for child in node)


cousin(T(LEFT), LEFT, name="a_function_that_is_not_called", **MOVE)(Lists().best_move)
cousin(T(LEFT), anew=lambda: (Branch(LEFT),), name="a_method_that_is_not_called",
       plain=lambda pair: pair[0])(root)  # fmt: skip


def look(node, depth, mine=True):
    """Another search, which the method of this name never calls."""
    if depth == 0:
        return node
    return (min if mine else max)(look(child, depth - 1, not mine) for child in node)


@cousin(T(LEFT), LEFT, **MOVE)
def calls_the_method(tree):
    return Lists().root(tree)[1]


def worth(position, depth, mine):
    if depth == 0 or not position.moves():
        return len(str(position.inside))
    values = [worth(position.play(move), depth - 1, not mine) for move in position.moves()]
    return max(values) if mine else min(values)


def start(position, depth):
    """For objects; it is never called."""
    best, chosen = -inf, None
    for move in position.moves():
        value = worth(position.play(move), depth - 1, False)
        if value > best:
            best, chosen = value, move
    return best, chosen


class Chooser:
    def best_move(self, tree):
        value, move = self.start(tree, 9)
        return move

    def start(self, tree, depth):
        """For lists."""
        best, chosen = -inf, None
        for move, child in enumerate(tree):
            value = self.value(child, depth - 1, False)
            if value > best:
                best, chosen = value, move
        return best, chosen

    def value(self, node, depth, mine):
        if depth == 0 or isinstance(node, int):
            return node
        values = [self.value(child, depth - 1, not mine) for child in node]
        return max(values) if mine else min(values)


cousin(T(BOOK), BOOK, name="a_start_for_objects_and_one_for_lists", **MOVE)(Chooser().best_move)


class Shouter:
    def best_move(self, tree):
        return self.begin(tree, 9)[1]

    def begin(self, tree, depth):
        best, chosen = -inf, None
        for move, child in enumerate(tree):
            value = Chooser().value(child, depth - 1, False)
            if value > best:
                best, chosen = value, move
        return best, chosen


def begin(text):
    """No search at all, but a function of that name."""
    print(text)


cousin(T(BOOK), BOOK, name="a_function_that_only_prints", **MOVE)(Shouter().best_move)


class Tree:
    def __init__(self, nested):
        self.value = nested if isinstance(nested, int) else None
        self.kids = [] if isinstance(nested, int) else [Tree(part) for part in nested]


def value(tree, mine=True):
    if tree.value is not None:
        return tree.value
    tree.best = (max if mine else min)(value(kid, not mine) for kid in tree.kids)
    return tree.best


cousin(T(RAGGED), anew=lambda: (Tree(RAGGED),), name="value_is_an_attribute_too")(value)


class Material:
    def guess(self, node):
        """A number for ordering, by the first number below."""
        return int("".join(c if c.isdigit() else " " for c in str(node)).split()[0])


class Ordered:
    """Asks the evaluation's namesake for the order of children, and at leaves."""

    def __init__(self):
        self.material = Material()

    def guess(self, node, mine):
        if isinstance(node, int):
            return self.material.guess(node)
        kids = sorted(node, key=self.material.guess, reverse=mine)
        return (max if mine else min)(self.guess(kid, not mine) for kid in kids)


def ordered(node, mine=True):
    if isinstance(node, int):
        return node
    kids = sorted(node, key=Material().guess, reverse=mine)
    return [ordered(kid, not mine) for kid in kids]


cousin(T(ordered(LEFT)), LEFT, True, name="namesake_orders_the_children", own_order=True)(
    Ordered().guess
)


class Rules:
    @staticmethod
    def score(text):
        return line(text, "X") - line(text, "O")


class Mind:
    @classmethod
    def score(cls, text, mark):
        if Rules.score(text) or "." not in text:
            return Rules.score(text)
        other = "O" if mark == "X" else "X"
        after = [text[:i] + mark + text[i + 1 :] for i in range(9) if text[i] == "."]
        return (max if mark == "X" else min)([cls.score(one, other) for one in after])


cousin(noughts(FIVE), FIVE, "X", name="static_and_class_method")(Mind.score)


class Cells:
    """Its evaluate is asked at leaves, and whether the game is over says another method."""

    def __init__(self, text):
        self.text = text

    def evaluate(self):
        return 10 * (line(self.text, "X") - line(self.text, "O"))

    def over(self):
        return line(self.text, "X") or line(self.text, "O") or "." not in self.text


class Place:
    def __init__(self, cells, mine=True):
        self.cells, self.mine = cells, mine

    def kids(self):
        text, mark = self.cells.text, "X" if self.mine else "O"
        for i, cell in enumerate(text):
            if cell == ".":
                yield Place(Cells(text[:i] + mark + text[i + 1 :]), not self.mine)

    def evaluate(self):
        if self.cells.over():
            return self.cells.evaluate()
        return (max if self.mine else min)(kid.evaluate() for kid in self.kids())


cousin(
    noughts(FIVE, worth=lambda won, plies: 10 * won),
    anew=lambda: (Place(Cells(FIVE)),),
    name="evaluate_without_arguments",
)(Place.evaluate)


class Leaf:
    def __init__(self, number):
        self.number = number

    def value(self):
        return self.number


class MaxNode:
    def __init__(self, *kids):
        self.kids = kids

    def value(self):
        return max(kid.value() for kid in self.kids)


class MinNode:
    def __init__(self, *kids):
        self.kids = kids

    def value(self):
        return min(kid.value() for kid in self.kids)


def grown(nested, is_max=True):
    if isinstance(nested, int):
        return Leaf(nested)
    return (MaxNode if is_max else MinNode)(*(grown(part, not is_max) for part in nested))


look_alike(T(BOOK), anew=lambda: (grown(BOOK),), name="a_class_for_each_player")(MaxNode.value)


class Inner:
    pick = max

    def __init__(self, nested):
        other = Lower if isinstance(self, Upper) else Upper
        self.kids = [Leaf(part) if isinstance(part, int) else other(part) for part in nested]

    def value(self):
        return self.pick([kid.value() for kid in self.kids])


class Upper(Inner):
    pick = staticmethod(max)


class Lower(Inner):
    pick = staticmethod(min)


look_alike(T(DEEP), anew=lambda: (Upper(DEEP),), name="a_class_above_both")(Upper.value)


class Abstract:
    def __init__(self, nested):
        self.nested = nested

    def below(self):
        other = Minimizer if isinstance(self, Maximizer) else Maximizer
        return [other(part) for part in self.nested]

    def minimax(self):
        """One method for both, which asks a method of its own class to choose."""
        if isinstance(self.nested, int):
            return self.nested
        return self.choose([kid.minimax() for kid in self.below()])


class Maximizer(Abstract):
    def choose(self, values):
        return max(values)


class Minimizer(Abstract):
    def choose(self, values):
        return min(values)


look_alike(T(RAGGED), anew=lambda: (Maximizer(RAGGED),), name="one_method_for_two_classes")(
    Maximizer.minimax
)


class Ply:
    def search(self, node):
        return node if isinstance(node, int) else self.pick(self.next.search(kid) for kid in node)


class Ours(Ply):
    pick = staticmethod(max)


class Theirs(Ply):
    pick = staticmethod(min)


Ours.next, Theirs.next = Theirs(), Ours()
look_alike(T(BOOK), BOOK, name="two_objects_of_one_method")(Ours().search)


class Square:
    def __init__(self, number):
        self.number = number

    def search(self, alpha, beta):
        return self.number


class White(Square):
    def search(self, alpha, beta):
        best = -inf
        for kid in self.number:
            best = max(best, kid.search(alpha, beta))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best


class Black(Square):
    def search(self, alpha, beta):
        best = inf
        for kid in self.number:
            best = min(best, kid.search(alpha, beta))
            beta = min(beta, best)
            if alpha >= beta:
                break
        return best


def coloured(nested, colour=White):
    if isinstance(nested, int):
        return Square(nested)
    return colour([coloured(part, Black if colour is White else White) for part in nested])


look_alike(T(LEFT), anew=lambda: (coloured(LEFT), -inf, inf), cut="<=", name="colours_with_bounds")(
    White.search
)


class Wrapped:
    """The position's own best() asks each successor's best(): no second class."""

    def __init__(self, nested, mine=True):
        self.nested, self.mine = nested, mine

    def best(self):
        if isinstance(self.nested, int):
            return self.nested
        values = [Wrapped(part, not self.mine).best() for part in self.nested]
        return max(values) if self.mine else min(values)


look_alike(T(SMALL), anew=lambda: (Wrapped(SMALL),), name="one_class")(Wrapped.best)


def play(cells, i, mark):
    cells[i] = mark


rules = ModuleType("rules")
rules.play = play


class Strip:
    def __init__(self, cells):
        self.cells = list(cells)

    def play(self, i, mark):
        rules.play(self.cells, i, mark)

    def free(self):
        return [i for i, cell in enumerate(self.cells) if cell == "."]

    def worth(self):
        return sum(w for w, cell in zip((5, 2, 4, 9), self.cells) if cell == "X")


class Marker:
    """Its method has the name of the board's, and of a function in the rules' module."""

    def play(self, strip):
        return self.most(strip, -1, 99)[1]

    def most(self, strip, low, high):
        if not strip.free():
            return strip.worth(), None
        chosen = None
        for i in strip.free():
            child = Strip(strip.cells)
            child.play(i, "X")
            worth = self.least(child, low, high)[0]
            if worth > low:
                low, chosen = worth, i
            if low >= high:
                break
        return low, chosen

    def least(self, strip, low, high):
        if not strip.free():
            return strip.worth(), None
        chosen = None
        for i in strip.free():
            child = Strip(strip.cells)
            child.play(i, "O")
            worth = self.most(child, low, high)[0]
            if worth < high:
                high, chosen = worth, i
            if low >= high:
                break
        return high, chosen


def strips(cells):
    def after(held, turn):
        free = [i for i, cell in enumerate(held) if cell == "."]
        return [held[:i] + ("X" if turn else "O") + held[i + 1 :] for i in free]

    return unfold(cells, after, lambda held, turn, left: Strip(held).worth(), True, 9)


cousin(
    strips("...."),
    anew=lambda: (Strip("...."),),
    cut="<=",
    hard=True,
    window=(-1, 99),
    name="play_of_three",
    **MOVE,
)(Marker().play)
