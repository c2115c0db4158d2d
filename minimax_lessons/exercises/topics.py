"""Topics of practice: a question on each, about a tree, a position or a number that chance has drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from inspect import getsource
from math import inf
from random import Random
from typing import Any

from minimax_lessons import draughts
from minimax_lessons.drawing.labels import number
from minimax_lessons.events import Cut, Enter, Return, Update
from minimax_lessons.narration import sentence
from minimax_lessons.player.guessing import Guess, guess
from minimax_lessons.search import alphabeta, minimax
from minimax_lessons.tracing.run import Trace, trace
from minimax_lessons.trees import Node, Root, leaves_below, random_tree

__all__ = ["TOPICS", "question"]

CUT, GO_ON = "cut", "go on"


def question(topic: str, random: Random) -> Guess:
    """Return a question on a topic, about a tree drawn with this source of chance."""
    return TOPICS[topic](random)


def _drawn(random: Random, branching: int | tuple[int, int] = (2, 3), depth: int = 2) -> Node:
    root: Root = random.choice(("max", "min"))
    return random_tree(branching, depth, seed=random.getrandbits(32), root=root)


def _search(random: Random, wanted: Callable[[Trace], Iterable[Any]]) -> tuple[Trace, Any]:
    """Return alpha-beta's run on a tree where there is what is wanted, and one of those."""
    while True:
        run = trace(alphabeta, _drawn(random, depth=random.choice((2, 3))))
        found = list(wanted(run))
        if found and len(list(run.tree)) <= 22:
            return run, random.choice(found)


def _value_of(node: Node) -> Any:
    return minimax(node, node.height, node.is_max)


def _value(random: Random) -> Guess:
    tree = _drawn(random)
    value, leaves = _value_of(tree), [leaf.evaluate() for leaf in leaves_below(tree)]
    best, worst = (max, min) if tree.is_max else (min, max)
    mover, other = ("MAX", "MIN") if tree.is_max else ("MIN", "MAX")
    likely = {
        best(leaves): f"That is what {mover} hopes for; {other} chooses next.",
        worst(leaves): "Nobody has to take that.",
    }
    return guess(f"{mover} moves first. What is this tree worth?", value, likely=likely, on=tree, why=_reason(tree))


def _reason(tree: Node) -> str:
    choose, other = ("largest", "smallest") if tree.is_max else ("smallest", "largest")
    below = ", ".join(f"{child.name} {number(_value_of(child))}" for child in tree.children)
    return f"Each child is worth the {other} of its leaves: {below}. {tree.name} takes the {choose}."


def _whole(random: Random) -> Guess:
    tree = _drawn(random, 2, 3)
    values = {node.name: _value_of(node) for node in tree if node.children}
    return guess(
        "What is each triangle worth?",
        values,
        on=tree,
        why="From the leaves upwards: ▲ takes the largest, ▼ the smallest.",
    )


def _skipped(random: Random) -> Guess:
    run, _ = _search(random, lambda run: run.pruned_leaves)
    leaves = set(run.pruned_leaves)
    return guess(
        "Which leaves does alpha-beta never look at?",
        leaves,
        on=run.tree,
        why=" ".join(sentence(cut, run) for cut in run.cutoffs),
    )


def _window(random: Random) -> Guess:
    def narrowed(run: Trace) -> Iterable[Enter]:
        return (
            event
            for event in run.events
            if isinstance(event, Enter) and event.node.children and (event.alpha, event.beta) != (-inf, inf)
        )

    run, event = _search(random, narrowed)
    answer = {"α": event.alpha, "β": event.beta}
    return guess(
        f"What are α and β when alpha-beta comes to {event.node.name}? (Type inf for ∞.)",
        answer,
        on=run.tree,
        why=sentence(event, run),
    )


def _moments(run: Trace) -> Iterable[tuple[int, Node]]:
    """Yield each step after which a node with children left either goes on or is cut."""
    done: dict[Node, int] = {}
    for step, event in enumerate(run.events):
        if isinstance(event, Update):
            done[event.node] = done.get(event.node, 0) + 1
            if done[event.node] < len(event.node.children):
                yield step, event.node


def _cut_or_go_on(random: Random) -> Guess:
    run, (step, node) = _search(random, _moments)
    update, after = run.events[step], run.events[step + 1]
    cut = isinstance(after, Cut)
    window = f"α is {number(update.alpha)}, β is {number(update.beta)}"
    return guess(
        f"Alpha-beta is at {node.name}, and {update.child.name} has just come back. Does it cut there, or go on?",
        CUT if cut else GO_ON,
        choices=(CUT, GO_ON),
        on=run.tree,
        why=sentence(after, run) if cut else f"{window}: a value between them would still be news.",
    )


def _owner(random: Random) -> Guess:
    run, cut = _search(random, lambda run: (cut for cut in run.cutoffs if cut.owner))
    likely = [(cut.node, "There the search turns back. Who has something better, further up?")]
    return guess(
        f"Alpha-beta cuts at {cut.node.name}. Whose guarantee allows it?",
        cut.owner,
        likely=likely,
        on=run.tree,
        why=sentence(cut, run),
    )


def _say_why(random: Random) -> Guess:
    run, cut = _search(random, lambda run: (cut for cut in run.cutoffs if cut.owner and len(cut.skipped) == 1))
    return guess(
        f"Alpha-beta cuts at {cut.node.name}. Complete: ___ already has ___ at ___, so ___ cannot matter.",
        {"MAX or MIN": cut.owner.player, "has": cut.bound, "at": cut.owner.name, "what": cut.skipped[0].name},
        likely=[(("MAX or MIN", cut.node.player), "That is who moves where the search turns back.")],
        on=run.tree,
        why=sentence(cut, run),
    )


def _order(random: Random) -> Guess:
    run = trace(minimax, _drawn(random, 2, 2))
    finished = [event.node.name for event in run.events if isinstance(event, Return)]
    down = [node.name for node in run.tree if node.children]
    likely = [(down, "That is from the root down. A node waits for all its children.")]
    return guess(
        "In which order do the triangles get their values?",
        finished,
        likely=likely,
        on=run.tree,
        why="Depth first, from left to right: a node is done when all its children are.",
    )


def _bound(random: Random) -> Guess:
    run, done = _search(
        random, lambda run: (event for event in run.events if isinstance(event, Return) and event.node is not run.tree)
    )
    kinds = {"exact": "its value", "lower": "at least that", "upper": "at most that"}
    return guess(
        f"Alpha-beta returns {number(done.value)} from {done.node.name}. Is that its value, or only a bound?",
        kinds[done.kind],
        choices=kinds.values(),
        on=run.tree,
        why=sentence(done, run),
    )


def _negamax(random: Random) -> Guess:
    tree = _drawn(random)
    node = random.choice([each for each in tree if each.children and not each.is_max])
    value = _value_of(node)
    likely = {value: "That is how MAX sees it. negamax speaks for the player to move, MIN here."}
    return guess(
        f"What does negamax return for {node.name}, where MIN moves?",
        -value,
        likely=likely,
        on=tree,
        why="It is minimax's value with the sign turned: MIN's gain.",
    )


def _first(random: Random) -> Guess:
    def decided(tree: Node) -> bool:
        values = [_value_of(child) for child in tree.children]
        return len(set(values)) == len(values)

    tree = next(tree for tree in iter(lambda: _drawn(random), None) if decided(tree))
    best, mover = (max, "MAX") if tree.is_max else (min, "MIN")
    first = best(tree.children, key=_value_of)
    hope = best(leaves_below(tree), key=Node.evaluate).path[0]
    return guess(
        f"{mover} moves. Which child of {tree.name}, searched first, gives the best bound at once?",
        first,
        likely=[(tree[hope], "It holds the best leaf, but the other player chooses there.")],
        on=tree,
        why=f"The best move: {mover} is then sure of {number(_value_of(first))} from the start: more can be skipped.",
    )


def _size(random: Random) -> Guess:
    moves, plies = random.randint(3, 10), random.choice((2, 3))
    return guess(
        f"In every position there are {moves} moves. How many lines of {plies} plies are there?",
        moves**plies,
        likely={moves * plies: "After each move there are as many again: multiply."},
        why=f"{' · '.join([str(moves)] * plies)} = {moves**plies:,}: each ply multiplies.",
    )


CALL = "evaluation = alphabeta(child, depth - 1, alpha, beta, {})".format
BUGS = (  # what stands there, what somebody wrote instead, and what comes of it
    ("alpha = max(alpha, evaluation)", "beta = max(beta, evaluation)", "A MAX node raises α; here it moves β."),
    ("beta = min(beta, evaluation)", "alpha = min(alpha, evaluation)", "A MIN node lowers β; here β never moves."),
    ("max_eval = -inf", "max_eval = 0", "The start has to lose against every value, and 0 does not."),
    (
        CALL(True),
        CALL(True).replace("alpha, beta", "-inf, inf"),
        "Below, nothing would be known of what is sure above.",
    ),
    (CALL(False), CALL(False).replace("depth - 1", "depth"), "One move deeper is depth - 1."),
    ("min_eval = min(min_eval, evaluation)", "min_eval = max(min_eval, evaluation)", "MIN takes the smallest."),
)


def _bug(random: Random) -> Guess:
    right, wrong, why = random.choice(BUGS)
    text = getsource(alphabeta).replace(right, wrong)
    code = [line.strip() for line in text.splitlines()]
    others = [line for line in code if "=" in line and code.count(line) == 1 and line != wrong and '"' not in line]
    choices = sorted([wrong, *random.sample(others, 3)], key=code.index)
    return guess(
        "One line of this alpha-beta is wrong. Which?",
        wrong,
        choices=choices,
        on=text,
        why=f"It should be {right}. {why}",
    )


def _captures(random: Random) -> Guess:
    squares = random.sample(range(5, 29), 7)
    sides = (squares[:3], squares[3:])
    position = draughts.from_fen("W:W{}:B{}".format(*(",".join(map(str, side)) for side in sides)))
    moves = {str(move) for move in position.moves()}
    if not moves or len(moves) > 3 or not position.moves()[0].is_capture:
        return _captures(random)
    return guess(
        "White moves. Which moves are legal? Write all of them, such as 22x15x6.",
        moves,
        on=str(position),
        why="Who can capture must, and a jump goes on as long as it can.",
    )


def _hurry(random: Random) -> Guess:
    depth, plies = random.randint(6, 10), random.choice((1, 3, 5))
    return guess(
        f"A win is worth 1000, and 1 more for each ply of depth that is left. A search of depth {depth} wins after "
        f"{plies} {'ply' if plies == 1 else 'plies'}. What is that worth?",
        1000 + depth - plies,
        likely={
            1000 + depth: "The way to the win takes some of the depth.",
            1000 + plies: "Then the slowest win would be the best.",
        },
        why=f"{depth - plies} plies are left. The sooner the win, the more is left.",
    )


def _memory(random: Random) -> Guess:
    low = random.randint(-9, 5)
    high = low + random.randint(2, 6)
    best = random.randint(low - 3, high + 3)
    said = number(best)
    kinds = {f"exactly {said}": low < best < high, f"at least {said}": best >= high, f"at most {said}": best <= low}
    return guess(
        f"A search with the window ({number(low)}, {number(high)}) has found {said}. What may a table keep?",
        next(kind for kind, holds in kinds.items() if holds),
        choices=kinds,
        why="Inside the window it is the value. From β upwards there was a cut here, up to α there may be one below.",
    )


def _backwards(random: Random) -> Guess:
    takes, stones = sorted(random.sample((1, 2, 3, 4), 2)), random.randint(5, 9)
    wins: list[bool] = []
    for here in range(stones + 1):
        wins.append(any(not wins[here - take] for take in takes if take <= here))
    return guess(
        f"There are {stones} stones. You take {takes[0]} or {takes[1]} of them, then the other player does. Who cannot "
        "move has lost. Does the player to move win?",
        wins[stones],
        why=f"From the end backwards, these are lost: {', '.join(str(n) for n, win in enumerate(wins) if not win)}.",
    )


TOPICS: dict[str, Callable[[Random], Guess]] = {
    "value": _value,
    "whole tree": _whole,
    "order": _order,
    "skipped": _skipped,
    "window": _window,
    "cut": _cut_or_go_on,
    "owner": _owner,
    "say why": _say_why,
    "move order": _first,
    "size": _size,
    "bound": _bound,
    "negamax": _negamax,
    "bug": _bug,
    "captures": _captures,
    "hurry": _hurry,
    "memory": _memory,
    "backwards": _backwards,
}
