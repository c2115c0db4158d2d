"""Challenge: fresh trees whose leaf values stay outside, so a search must ask for each value."""

# A transcript alone could be forged, because the package beside the learner's code holds a right
# search, which could note positions in the place of a wrong one. Here only the process outside
# knows the values, and counts the questions.

from __future__ import annotations

import secrets
from collections.abc import Callable
from random import Random
from typing import Any

from minimax_lessons.exercises.call_conventions import CallConvention, Contract, contract_for
from minimax_lessons.exercises.leaf_accesses import Ledger, Watched, determined, needless, watched
from minimax_lessons.exercises.tasks import TASKS
from minimax_lessons.exercises.trials import Trial
from minimax_lessons.marking.plain_data import decoded, encoded
from minimax_lessons.results import numbers_in
from minimax_lessons.search import minimax
from minimax_lessons.trees import Node, random_tree, tree

__all__ = ["Ask", "Challenge", "contract_of", "search_distant_trees"]

TREES = 12
Ask = Callable[[Any], Any]  # sends a question as JSON, and returns the reply


def contract_of(exercise: str) -> Contract | None:
    """Return the contract of an exercise for a search on positions; None for any other."""
    contract = getattr(TASKS[exercise].grade, "keywords", {}).get("contract")
    if not isinstance(contract, Contract):
        return None
    trial = Trial(tree([1, 2]))
    arguments, _ = contract.conventions[0].arrange(trial)
    return contract if arguments[0] is trial.tree else None


# Outside


class Challenge:
    """The trees of a challenge, and what a search has asked of them and returned."""

    def __init__(self, contract: Contract) -> None:
        self.prunes = contract.prunes
        random = Random(secrets.randbits(64))
        self.trees = [
            random_tree(
                (2, 3), 2 + place % 3, seed=random.getrandbits(32), root=("max", "min")[place % 2]
            )
            for place in range(TREES)
        ]
        self.ledgers = [Ledger() for _ in self.trees]
        self.roots = [watched(*pair) for pair in zip(self.trees, self.ledgers, strict=True)]
        self.returned: dict[int, Any] = {}

    @property
    def shapes(self) -> list[Any]:
        """Return the trees without their values."""
        return [[_without_values(root), "max" if root.is_max else "min"] for root in self.trees]

    def reply(self, question: Any) -> Any:
        """Return the value at a place and note the question; or note the search's result."""
        if "returned" in question:
            self.returned.setdefault(int(question["tree"]), decoded(question["returned"]))
            return None
        number = int(question["tree"])
        path = tuple(map(int, question["path"]))
        return None if number in self.returned else self.ledgers[number].nodes[path].evaluate()

    @property
    def is_met(self) -> bool:
        """Return True if each value is right, and proved by leaves that are all needed."""
        return all(self._is_right(number) for number in range(len(self.trees)))

    def _is_right(self, number: int) -> bool:
        root, places = self.trees[number], list(self.ledgers[number].places)
        depth = root.height
        right = minimax(root, depth, root.is_max)
        rights = {right} if root.is_max else {right, -right}  # the value may be the mover's
        if not rights & {*numbers_in(self.returned.get(number)).values()}:
            return False
        if not determined(root, depth, places):
            return False
        return not (self.prunes and needless(root, depth, places))


def _without_values(node: Node) -> Any:
    return [_without_values(child) for child in node.children] if node.children else 0


# Inside


class DistantNode(Watched):
    """A position of a tree whose values another process knows."""

    __slots__ = ("_reply",)
    _reply: Any

    @property
    def value(self) -> Any:  # type: ignore[override]
        """Return a leaf's value."""
        return None if self.children else self._reply(self.path)

    def evaluate(self) -> Any:
        """Return the value of a leaf, or the estimate of an inner node."""
        return self._reply(self.path)

    @property
    def nested(self) -> Any:
        """Return lists of all values."""
        return [child.nested for child in self.children] if self.children else self.value


DistantNode.__name__ = Node.__name__  # as an error names it


def search_distant_trees(answer: Callable[..., Any], exercise: str, shapes: Any, ask: Ask) -> None:
    """Call a search on each tree of a challenge, and send what it returns."""
    contract = contract_of(exercise)
    assert contract is not None
    convention = _convention(answer, contract)
    for number, (shape, root) in enumerate(shapes):
        trial = Trial(tree(shape, root))
        distant = _distant(trial.tree, number, ask)
        arguments, keywords = convention.arrange(trial)
        arguments = [distant if part is trial.tree else part for part in arguments]
        keywords = {
            name: distant if part is trial.tree else part for name, part in keywords.items()
        }
        ask({"tree": number, "returned": encoded(answer(*arguments, **keywords))})


def _convention(answer: Callable[..., Any], contract: Contract) -> CallConvention:
    """Return the first convention by which a search is right on small trees."""
    conventions = contract_for(answer, contract).conventions
    roots = (tree([3, 1]), tree([[1, 4], [2, 3]]), tree([2, 5], root="min"))

    def is_right(convention: CallConvention, root: Node) -> bool:
        arguments, keywords = convention.arrange(Trial(root))
        value = minimax(root, root.height, root.is_max)
        try:
            numbers = numbers_in(answer(*arguments, **keywords))
            return bool({value, -value} & {*numbers.values()})
        except Exception:  # of a search that is called in another way
            return False

    right = (
        convention
        for convention in conventions
        if all(is_right(convention, root) for root in roots)
    )
    return next(right, conventions[0])


def _distant(node: Node, number: int, ask: Ask) -> DistantNode:
    children = [_distant(child, number, ask) for child in node.children]
    distant = DistantNode(node, children, Ledger())
    object.__setattr__(distant, "_reply", lambda path: ask({"tree": number, "path": list(path)}))
    return distant
