"""Tracing: watch the frames of anybody's search function while it runs, and log what they do."""

from __future__ import annotations

import dis
import sys
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import Any

from minimax_lessons.casting import ByOrder, Call
from minimax_lessons.reading import Part, Reading
from minimax_lessons.trees import Node

__all__ = ["AFTER", "ENTER", "LEAVE", "RAISE", "STRAY", "UNWIND", "Log", "watch"]

# The log's entries, each a tuple that begins with one of these:
ENTER = "enter"  # node, line, alpha, beta
AFTER = "after"  # line, best, alpha, beta: what the node above has made of the child that has just come back
LEAVE = "leave"  # what was returned, line, line of the cut if it is one, whether a recursive function returned it
RAISE = "raise"  # line, exception: the innermost frame that an exception leaves
UNWIND = "unwind"  # a frame that an exception leaves
STRAY = "stray"  # line, what was passed instead of a node, name of the function

LONELY_LINES = 2_000_000  # so many lines without a call: the function loops for ever
SAME_NODE = 40  # so many calls inside one another on one node: no dispatcher, but a recursion that stands still


class Stop(BaseException):
    """Ends a search that goes on for ever; no Exception, so that ``except Exception`` lets it pass."""


@dataclass
class Log:
    """What a run of a search left behind."""

    entries: list[tuple[Any, ...]]
    returned: Any = None
    error: BaseException | None = None  # the learner's own exception
    stopped: str | None = None  # why the run was ended from outside


@dataclass(slots=True)
class _Visit:
    """A node that is being searched, in one frame or in several calls on the same node."""

    node: Node
    entry: int  # where its ENTER stands in the log
    visited: int = 0
    frames: int = 1
    returned: tuple[Any, ...] | None = None


@dataclass(slots=True)
class _Frame:
    """A call of one of the watched functions."""

    frame: FrameType
    part: Part
    visit: _Visit
    state: tuple[Any, ...]
    line: int = 0  # being run
    before: int = 0  # the line run before it
    pending: bool = False  # a child has come back, and its effect is not logged yet
    values: tuple[Any, ...] = ()
    changed: int = 0  # the line that changed one of the values
    compared: int = 0  # the line run first after the child came back
    raised: bool = False


def watch(reading: Reading, call: Call, max_steps: int) -> Log:
    """Return the log of the search's run. Whatever happens, the trace function found is put back."""
    watcher = _Watcher(reading.parts, call, max_steps)
    log = watcher.log
    previous = sys.gettrace()
    sys.settrace(watcher.on_call)
    try:
        log.returned = call.function(*call.arguments, **call.keywords)
    except Stop as stop:
        log.stopped = str(stop)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # the learner's, SystemExit too: shown as a step of the run
        traceback = error.__traceback__
        log.error = error.with_traceback(traceback.tb_next if traceback else None)
    finally:
        sys.settrace(previous)
    return log


@dataclass
class _Watcher:
    parts: dict[CodeType, Part]
    call: Call
    max_steps: int
    log: Log = field(default_factory=lambda: Log([]))
    stack: list[_Frame] = field(default_factory=list)
    steps: int = 0
    lonely: int = 0

    def on_call(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Take note of a call: of a search function on a node, or of nothing that matters here."""
        part = self.parts.get(frame.f_code)
        if part is None:
            return None
        self.steps += 1
        self.lonely = 0
        if self.steps > self.max_steps:
            raise Stop(f"stopped after {self.max_steps:,} steps: try a smaller tree or a smaller depth")
        values = frame.f_locals
        above = self.stack[-1] if self.stack else None
        state = tuple([values.get(name) for name in part.state])
        if above is None:
            visit = self._first_visit(frame, part, values)
        elif isinstance(self.call.finder, ByOrder) and _stays(above, part, state):
            visit = self._another_frame(above.visit, frame, part, values)
        else:
            visit = self._next_visit(above, frame, part, values)
        if visit is None:
            return None
        self.stack.append(_Frame(frame, part, visit, state, frame.f_lineno, frame.f_lineno))
        return self.on_step

    def _first_visit(self, frame: FrameType, part: Part, values: Any) -> _Visit | None:
        node = self.call.finder.find(values, part, None)
        if node is None:
            return self._stray(frame, part, values) if part.recursive else None
        return self._enter(node, frame, part, values)

    def _next_visit(self, above: _Frame, frame: FrameType, part: Part, values: Any) -> _Visit | None:
        node = self.call.finder.find(values, part, above.visit)
        if node is None:
            return self._stray(frame, part, values)
        if node is above.visit.node:
            return self._another_frame(above.visit, frame, part, values)
        if len(node.path) <= len(above.visit.node.path) and any(node is open_.visit.node for open_ in self.stack):
            raise Stop(
                f"calls itself on {node.name or 'a position'} again while that is still being searched"
                f" (line {above.frame.f_lineno}): pass the child on, not a position from above"
            )
        self._settle(above)
        above.visit.visited += 1
        return self._enter(node, frame, part, values)

    def _enter(self, node: Node, frame: FrameType, part: Part, values: Any) -> _Visit:
        visit = _Visit(node, len(self.log.entries))
        self.log.entries.append((ENTER, node, frame.f_lineno, values.get(part.alpha), values.get(part.beta)))
        return visit

    def _another_frame(self, visit: _Visit, frame: FrameType, part: Part, values: Any) -> _Visit:
        """Return the visit itself: a wrapper or a dispatcher has called on, and the inner frame holds the bounds."""
        visit.frames += 1
        if visit.frames > SAME_NODE:
            above = self.stack[-1].frame.f_lineno
            raise Stop(
                f"calls itself on {visit.node.name or 'the same position'} again and again (line {above}):"
                " pass the child on, not the position itself"
            )
        if visit.visited == 0:
            entry = (ENTER, visit.node, frame.f_lineno, values.get(part.alpha), values.get(part.beta))
            self.log.entries[visit.entry] = entry
        return visit

    def _stray(self, frame: FrameType, part: Part, values: Any) -> None:
        caller = frame.f_back.f_lineno if self.stack and frame.f_back else frame.f_lineno
        passed = values.get(part.parameters[0]) if part.parameters else None
        self.log.entries.append((STRAY, caller, passed, part.code.co_name))

    def on_step(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Take note of a line begun, a value returned or an exception raised in a search function."""
        top = self.stack[-1]
        if event == "line":
            self.lonely += 1
            if self.lonely > LONELY_LINES:
                raise Stop(f"loops for ever at {top.visit.node.name or 'a position'}, around line {frame.f_lineno}")
            if top.pending:
                self._compare(top)
                if not top.compared:
                    top.compared = max(top.line, frame.f_lineno)
            top.before, top.line = top.line, frame.f_lineno
        elif event == "return":
            self._leave(top, arg)
        elif event == "exception":
            if not top.raised and not isinstance(arg[1], StopIteration | GeneratorExit):
                top.raised = True
        return self.on_step

    def _compare(self, top: _Frame) -> None:
        """Remember the line just run if it changed the best value or a bound."""
        values = _values(top)
        if values != top.values:
            top.values, top.changed = values, top.line

    def _settle(self, top: _Frame) -> None:
        """Log what the frame has made of the last child, now that it goes on to something else."""
        if top.pending:
            self._compare(top)
            top.pending = False
            self.log.entries.append((AFTER, top.changed or top.compared or top.line, *top.values))

    def _leave(self, top: _Frame, returned: Any) -> None:
        entries = self.log.entries
        self.stack.pop()
        above = self.stack[-1] if self.stack else None
        if returned is None and top.raised and not _returns(top.frame):
            if not entries or entries[-1][0] != UNWIND:
                entries.append((RAISE, top.line))
            if above is None or above.visit is not top.visit:
                entries.append((UNWIND,))
            return
        self._settle(top)
        visit = top.visit
        if visit.returned is None or top.part.recursive:
            line, before = (visit.returned[2:4]) if visit.returned else (top.line, top.before)
            visit.returned = (LEAVE, returned, line, before, top.part.recursive)
        if above is not None and above.visit is visit:
            visit.frames -= 1
            return
        entries.append(visit.returned)
        if above is not None:
            above.pending, above.changed, above.compared = True, 0, 0
            above.values = _values(above)


def _stays(above: _Frame, part: Part, state: tuple[Any, ...]) -> bool:
    """Return True if a call on a board that never changes its identity is still about the same position."""
    if not above.part.recursive:
        return True
    return part is not above.part and bool(state) and state == above.state


def _values(top: _Frame) -> tuple[Any, ...]:
    """Return what the frame's variables hold: best so far, alpha, beta."""
    values, part = top.frame.f_locals, top.part
    names = part.best_at_max if top.visit.node.is_max else part.best_at_min
    best = next((values[name] for name in names if name in values), None)
    return best, values.get(part.alpha), values.get(part.beta)


def _returns(frame: FrameType) -> bool:
    """Return True if the frame ends by returning; an exception that leaves it looks like returning None."""
    return dis.opname[frame.f_code.co_code[frame.f_lasti]].startswith("RETURN")
