"""Transcript: an answer's calls as plain data: their results and the positions they touched."""

# The process that runs a learner's code judges a recorded answer, so that the transcript holds
# every call that the judge makes. Outside, the same judge asks the same questions in the same
# order, and a RecordedFunction gives the recorded replies. The verdict is that of the judge
# outside, where no code of the learner runs.

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from minimax_lessons import check_limits
from minimax_lessons.exercises import small_trees
from minimax_lessons.exercises.faults import Fault, NotYet
from minimax_lessons.exercises.leaf_accesses import Ledger, Watched
from minimax_lessons.exercises.small_trees import LeafOrder, SmallTree
from minimax_lessons.guarded_call import BusyThreads, OutOfTime
from minimax_lessons.marking.plain_data import decoded, encoded

__all__ = ["RecordedFunction", "Transcript", "judge_without_clock"]

Row = dict[str, Any]


def judge_without_clock() -> None:
    """Let the judge try all small trees, because both judges must ask the same questions."""
    check_limits.PROVING_SECONDS = float("inf")


class Transcript:
    """The calls of one answer, in order; calls with the same reply share a row."""

    def __init__(self) -> None:
        self.rows: dict[Any, int] = {}
        self.calls: list[int] = []

    def recorded(self, answer: Callable[..., Any]) -> Callable[..., Any]:
        """Return the answer as a function whose calls are noted here."""
        noted: Any = partial(self._call, answer)
        noted.__name__ = getattr(answer, "__name__", type(answer).__name__)
        noted.__wrapped__ = answer
        return noted  # type: ignore[no-any-return]

    def _call(self, answer: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
        if len(arguments) and type(arguments[0]) is SmallTree:
            return self._call_on_small_tree(answer, arguments, keywords)
        effects = _Effects([*arguments, *keywords.values()])
        try:
            result = answer(*arguments, **keywords)
        except BaseException as error:
            self._note(json.dumps([effects.row(), _kind_of(error), str(error)[:300]]))
            raise
        self._note(json.dumps([effects.row(), "value", encoded(result)]))
        return result

    def _call_on_small_tree(
        self, answer: Callable[..., Any], arguments: Any, keywords: dict[str, Any]
    ) -> Any:
        """Call the answer on one of 50,000 small trees, and leave the writing for later."""
        asked, refusals = small_trees.asked, len(small_trees.refusals)
        try:
            result = answer(*arguments, **keywords)
        except BaseException as error:
            refused = len(small_trees.refusals) - refusals
            row = {"asked": asked[:], "refused": refused}
            self._note(json.dumps([row, _kind_of(error), str(error)[:300]]))
            raise
        refused = len(small_trees.refusals) - refusals
        if not refused and type(result) is LeafOrder:
            self._note((tuple(asked), "rank", result.rank))
        elif not refused and type(result) in (int, float):
            self._note((tuple(asked), type(result).__name__, result))
        else:
            row = {"asked": asked[:], "refused": refused}
            self._note(json.dumps([row, "value", encoded(result)]))
        return result

    def _note(self, row: Any) -> None:
        self.calls.append(self.rows.setdefault(row, len(self.rows)))

    def written(self, answer: Callable[..., Any]) -> str:
        """Return the transcript as JSON, with the parameters of the answer."""
        rows = (row if isinstance(row, str) else _on_small_tree(*row) for row in self.rows)
        try:
            parameters = inspect.signature(answer).parameters.values()
            signature = [
                [part.name, int(part.kind), part.default is not part.empty] for part in parameters
            ]
        except (TypeError, ValueError):
            signature = []
        name = str(getattr(answer, "__name__", type(answer).__name__))
        head = json.dumps({"name": name, "signature": signature, "calls": self.calls})
        return f'{head[:-1]}, "rows": [{", ".join(rows)}]}}'


def _on_small_tree(asked: tuple[Any, ...], kind: str, value: Any) -> str:
    """Return a row for a call on a small tree."""
    return json.dumps([{"asked": asked}, "value", {"rank": value} if kind == "rank" else value])


def _kind_of(error: BaseException) -> str:
    if isinstance(error, OutOfTime | BusyThreads):
        return "never-ends"
    if isinstance(error, NotYet):
        return "not attempted"
    return type(error).__name__


class _Effects:
    """The effects of a call on its arguments: positions touched, lists and entries changed."""

    def __init__(self, arguments: list[Any]) -> None:
        self.ledger = next(ledgers(arguments), None)
        self.asked = self.ledger.asked if self.ledger else 0
        self.arguments = with_kept_lists(arguments)
        self.before = [_state(part) for part in self.arguments]
        self.counter = _counter(arguments)
        self.count = self.counter[0] if self.counter else 0

    def row(self) -> Row:
        row: Row = {}
        if self.ledger is not None:
            row["touched"] = list(self.ledger.places)
            row["times"] = self.ledger.asked - self.asked
            row["lists"] = self.ledger.read_as_lists
        after = [_state(part) for part in self.arguments]
        changed = [
            [place, encoded(part) if isinstance(part, list) else len(part)]
            for place, part in enumerate(self.arguments)
            if after[place] != self.before[place]
        ]
        if changed:
            row["changed"] = changed
        if self.counter and self.counter[0] != self.count:
            row["counted"] = self.counter[0] - self.count
        return row


def with_kept_lists(arguments: list[Any]) -> list[Any]:
    """Return the arguments, and the lists in which their functions note calls (exercise 9.4)."""
    functions = filter(inspect.isfunction, arguments)
    cells = [cell for function in functions for cell in function.__closure__ or ()]
    kept = [cell.cell_contents for cell in cells if type(cell.cell_contents) is list]
    return [*arguments, *kept]


def _state(part: Any) -> Any:
    return repr(part) if type(part) is list else len(part) if type(part) is dict else None


def _counter(arguments: Iterable[Any]) -> list[int] | None:
    """Return the list in which a game of exercise 9.3 counts how often it was asked for moves."""
    counters = (getattr(part, "asked", None) for part in arguments if not callable(part))
    return next((counter for counter in counters if isinstance(counter, list)), None)


def ledgers(arguments: Iterable[Any]) -> Iterator[Ledger]:
    """Yield the ledgers that positions and watched numbers among the arguments write into."""
    for part in arguments:
        if isinstance(part, Watched):
            yield part.ledger
        elif isinstance(part, list | tuple):
            yield from ledgers(part)
        elif hasattr(part, "told") and inspect.isfunction(part.told):
            yield inspect.getclosurevars(part.told).nonlocals["ledger"]


class RecordedFunction:
    """An answer that gives the replies of a transcript. Its calls run nothing of the learner's."""

    def __init__(self, transcript: str) -> None:
        data = json.loads(transcript)
        self.__name__ = str(data["name"])
        self.__signature__ = inspect.Signature([_parameter(*part) for part in data["signature"]])
        self.rows: list[Any] = data["rows"]
        self.calls: Iterator[int] = iter(data["calls"])

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """Return the reply to the next call, after all that this call did to its arguments."""
        place = next(self.calls, None)
        if place is None:
            raise Fault("The transcript of its calls ends too early.", id="not-a-search")
        row, kind, value = self.rows[place]
        _apply(row, [*arguments, *keywords.values()])
        if kind == "value":
            return decoded(value)
        if kind == "never-ends":
            raise Fault(str(value), id="never-ends")
        if kind == "not attempted":
            raise NotYet("", "not attempted", str(value))
        if kind == "RecursionError":
            raise RecursionError(str(value))
        raise type(str(kind), (Exception,), {})(str(value))

    @property
    def is_used_up(self) -> bool:
        """Return True if the judge has asked for every call."""
        return next(self.calls, None) is None


def _parameter(name: str, kind: int, has_default: bool) -> inspect.Parameter:
    default = None if has_default else inspect.Parameter.empty
    return inspect.Parameter(name, list(inspect._ParameterKind)[kind], default=default)


def _apply(row: Row, arguments: list[Any]) -> None:
    if "asked" in row:  # a call on a small tree, which has no other effect
        small_trees.asked.extend(map(tuple, row["asked"]))
        small_trees.refusals.extend("refused" for _ in range(min(row.get("refused", 0), 1)))
        return
    ledger = next(ledgers(arguments), None)
    if ledger is not None and "touched" in row:
        ledger.places.update(dict.fromkeys(map(tuple, row["touched"])))
        ledger.asked += int(row["times"])
        ledger.read_as_lists |= bool(row["lists"])
    changeable = with_kept_lists(arguments)
    for place, value in row.get("changed", ()):
        part = changeable[place]
        if isinstance(part, list):
            part[:] = decoded(value)
        else:
            part.update((object(), None) for _ in range(min(int(value), 1)))
    counter = _counter(arguments)
    if counter is not None:
        counter[0] += int(row.get("counted", 0))
