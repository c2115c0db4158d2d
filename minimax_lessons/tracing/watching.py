"""Tracing: watch the frames of anybody's search function while it runs, and log what they do."""

from __future__ import annotations

import dis
from contextlib import AbstractContextManager, nullcontext
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from types import CodeType, FrameType
from typing import Any, NamedTuple

from minimax_lessons.garbage_collection import old_objects_spared
from minimax_lessons.tracing.caches import seen_through
from minimax_lessons.tracing.calling import Call
from minimax_lessons.tracing.code import Code, Part, spins
from minimax_lessons.tracing.finders import Frame, Growing
from minimax_lessons.tracing.monitors import shown
from minimax_lessons.tracing.probing import Unfinished, unfinished
from minimax_lessons.trees import Node

__all__ = ["AFTER", "ENTER", "LEAVE", "RAISE", "REMEMBERED", "STRAY", "UNWIND", "Closed", "Log", "Watcher", "watch"]

# The log's entries, each a tuple that begins with one of these:
ENTER = "enter"  # node, line, alpha, beta
AFTER = "after"  # line, best, alpha, beta: what the node above has made of the child that has just come back
LEAVE = "leave"  # what was returned, line, line of the cut if it is one, whether a recursive function returned it
REMEMBERED = "remembered"  # the same, of a call that a cache has answered
RAISE = "raise"  # line, exception: the innermost frame that an exception leaves
UNWIND = "unwind"  # a frame that an exception leaves
STRAY = "stray"  # line, what was passed instead of a node, name of the function, whether from in front of the search

LONELY_ROUNDS = 1_000_000  # so many rounds of loops without a call: the function loops for ever
SAME_NODE = 120  # so many calls inside one another on one node: no dispatcher, but a recursion that stands still


class Stop(BaseException):
    """Ends a search that goes on for ever; no Exception, so that ``except Exception`` lets it pass."""


class Closed(NamedTuple):
    """A call that has returned, and what went on in it."""

    number: int  # of its entry in the log
    node: Node
    entry: tuple[Any, ...]  # LEAVE or REMEMBERED
    children: list[Closed]
    lines: list[int]  # run after its children


@dataclass
class Log:
    """What a run of a search left behind."""

    entries: list[tuple[Any, ...]]
    unfinished: list[Unfinished] = field(default_factory=list)  # nodes left in the middle of a loop, perhaps
    valued: tuple[Node, int] | None = None  # where a position has been valued in a loop, and is no leaf of the run's
    beside: CodeType | None = None  # another search that was gone into
    childless = False  # a node that may have children has returned without a look at them
    alive: dict[int, list[Any]] = field(default_factory=dict)  # the functions of each part that were made in the run
    returned: Any = None
    error: BaseException | None = None  # the learner's own exception
    stopped: str | None = None  # why the run was ended from outside

    @cached_property
    def calls(self) -> list[Closed]:
        """Return the calls that have returned, children before their parents."""
        found: list[Closed] = []
        ahead: list[tuple[Node, list[Closed], list[int]]] = []
        for number, entry in enumerate(self.entries):
            if entry[0] == ENTER:
                ahead.append((entry[1], [], []))
            elif not ahead:
                continue
            elif entry[0] == AFTER:
                ahead[-1][2].append(entry[1])
            elif entry[0] == UNWIND:
                ahead.pop()
            elif entry[0] in (LEAVE, REMEMBERED):
                node, children, lines = ahead.pop()
                found.append(Closed(number, node, entry, children, lines))
                if ahead:
                    ahead[-1][1].append(found[-1])
        return found


def watch(search: Code, call: Call, max_steps: int) -> Log:
    """Return the log of the search's run. Whatever happens, the trace function found is put back."""
    watcher = Watcher(search, call, max_steps)
    log = watcher.log
    try:
        with watcher.caches(search) as stands, old_objects_spared(), shown(watcher):
            log.returned = stands.get(id(call.function), call.function)(*call.arguments, **call.keywords)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # the learner's, SystemExit too: shown as a step of the run
        if log.stopped is None:
            traceback = error.__traceback__
            log.error = error.with_traceback(traceback.tb_next if traceback else None)
    return log


class Watcher:
    """Who is shown what the functions of a search do, and writes it down."""

    def __init__(self, search: Code, call: Call, max_steps: int) -> None:
        self.codes = list(search.parts)
        self.helpers = [*search.helpers, *(code for code, part in search.parts.items() if part.syntax.may_loop)]
        self.valuers = [*search.valuers, *search.beside]
        # by identity: to hash a code object takes far longer
        self.parts = {id(code): part for code, part in search.parts.items()}
        self.looping = {id(code) for code in self.helpers}
        self.others = {id(code): self._on_helper_call for code in self.helpers}
        self.others |= {id(code): self._on_valuer_call for code in search.valuers}
        self.others |= {id(code): self._on_other_search for code in search.beside}
        self.finder = call.finder
        self.growing = call.finder if isinstance(call.finder, Growing) else None
        self.max_steps = max_steps
        self.log = Log([])
        self.stack: list[Frame] = []
        self.movers: set[int] = set()  # the functions that go down to a child; others only pass a node on
        self.passers: set[int] = set()  # those of them that return something else than the node's value
        self.steps = 0
        self.lonely = 0
        self.step = self.on_step  # bound once, not at every event

    def on_call(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Take note of a call: of a search function on a node, or of nothing that matters here."""
        part = self.parts.get(id(frame.f_code))
        if part is None:
            other = self.others.get(id(frame.f_code))
            return None if other is None else other(frame)
        if part.spins:
            frame.f_trace_opcodes = True
        self.steps += 1
        self.lonely = 0
        if self.steps > self.max_steps:
            raise self._stop(f"stopped after {self.max_steps:,} steps: try a smaller tree or a smaller depth")
        above = self.stack[-1] if self.stack else None
        values = frame.f_locals
        caller = frame.f_back
        node = self.finder.find(values, part, above, caller)
        if node is None:
            return self._stray(frame, part, values)
        if above is None or node is not above.node:
            if above is not None and above.part.syntax.comprehends and self.growing is None:
                self._leaves_between(above, node.path[-1])
            entry = self._enter(above, node)
            visit = None
        else:
            visit = above.visit
            entry = self._enter_again(visit)
        new = (ENTER, node, frame.f_lineno, *part.bounds_at(frame, values))
        if entry == len(self.log.entries):
            self.log.entries.append(new)
        elif visit is not None and visit.visited == 0:
            self.log.entries[entry] = new  # a wrapper or a dispatcher has called on: the inner call holds the bounds
        call = Frame(frame, part, node, visit, entry)
        call.looked_at = self.growing is not None or bool(part.syntax.in_place)
        if self.growing is not None:
            call.key, call.given, call.heard, call.entered = self.growing.last, dict(values), [], set()
            if id(part) not in self.log.alive:
                near = [*values.values(), *(caller.f_locals.values() if caller is not None else ())]
                self.log.alive[id(part)] = [each for each in near if getattr(each, "__code__", None) is part.code]
        frame.f_trace_lines = call.looked_at or not part.ends  # until a child comes back, its lines tell nothing
        self.stack.append(call)
        return self.step

    def caches(self, search: Code) -> AbstractContextManager[dict[int, Any]]:
        """Return a context in which the search's caches are seen through."""
        if not search.remembers:
            return nullcontext({})
        return seen_through(search.caches, lambda: self.steps, self.on_answer)

    def on_answer(self, code: CodeType, values: dict[str, Any], returned: Any, caller: FrameType) -> None:
        """Log a visit that a cache has answered, without a call of the function behind it."""
        part, above = self.parts.get(id(code)), self.stack[-1] if self.stack else None
        node = part and self.finder.find(values, part, above, caller)
        if not node or node is (above and above.node):
            return
        self.log.childless = True
        self._log_at_once(REMEMBERED, above, node, kept(returned), code.co_firstlineno)

    def _enter(self, above: Frame | None, node: Node) -> int:
        """Return where the ENTER of a node just come to belongs in the log."""
        if above is not None:
            if len(node.path) <= len(above.node.path) and any(node is call.node for call in self.stack):
                raise self._stop(
                    f"calls itself on {node.name or 'a position'} again while that is still being searched"
                    f" (line {above.frame.f_lineno}): pass the child on, not a position from above"
                )
            if above.pending:
                self._settle(above)
            above.visit.visited += 1
            above.line = above.frame.f_lineno
            above.frame.f_trace_lines = True
            above.moved, above.exhausted = True, False
            above.fresh = True
            self.movers.add(id(above.part))
        return len(self.log.entries)

    def _enter_again(self, visit: Frame) -> int:
        """Return where the ENTER of a node stands that is searched in one more call."""
        visit.depth += 1
        if visit.depth > SAME_NODE:
            raise self._stop(
                f"calls itself on {visit.node.name or 'the same position'} again and again"
                f" (line {self.stack[-1].frame.f_lineno}): pass the child on, as in for child in position.children()"
            )
        above = self.stack[-1]
        if above.pending:
            self._settle(above)
        if above.nested and not above.moved and visit.returned is not None:
            self.log.entries.append(visit.returned)  # a driver searches once more: another visit of the same node
            visit.returned, visit.visited, visit.entry = None, 0, len(self.log.entries)
            visit.entered = set()
        return visit.entry

    def _stop(self, why: str) -> Stop:
        """Return what ends the search, noted at once: code that catches everything may catch even this."""
        self.log.stopped = why
        return Stop(why)

    def on_loss(self) -> None:
        """Take note that the search has begun to watch itself."""
        if self.log.stopped is None:
            self._stop("could not be watched to its end: did it start a debugger, or call sys.settrace itself?")

    def _stray(self, frame: FrameType, part: Part, values: Any) -> None:
        if part.recursive:
            caller = self.stack[-1].frame.f_lineno if self.stack else frame.f_lineno
            passed = values.get(part.parameters[0]) if part.parameters else None
            alone = len(self.stack) == 1 and not self.stack[0].part.recursive
            self.log.entries.append((STRAY, caller, passed, part.code.co_name, alone))

    def on_step(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Take note of a line begun, a value returned or an exception raised in a search function."""
        if event == "line":
            self.on_line(frame.f_lineno)
        elif event == "return":
            if arg is None and self.stack[-1].raised and not _returns(frame):
                self.on_unwind(frame)
            else:
                self.on_return(frame, arg)
        elif event == "exception":
            self.stack[-1].raised = True
        elif event == "opcode":
            self.on_jump(frame)
        return self.step

    def _on_valuer_call(self, frame: FrameType) -> Any:
        """Take note that a position is valued, perhaps in a loop of the search itself."""
        top, caller = self.stack[-1] if self.stack else None, frame.f_back
        if top is not None and top.frame is caller and caller.f_lineno in top.part.syntax.loops.lines:
            top.valued += 1
        return self._on_helper_call(frame) if id(frame.f_code) in self.looping else None

    def _on_other_search(self, frame: FrameType) -> None:
        """Take note that another search is gone into."""
        self.log.beside = self.log.beside or frame.f_code

    def _on_helper_call(self, frame: FrameType) -> Any:
        """Return who counts the lines of a helper that may loop for ever."""
        frame.f_trace_opcodes = spins(frame.f_code)
        return self._on_helper_step

    def _on_helper_step(self, frame: FrameType, event: str, arg: Any) -> Any:
        if event in ("line", "opcode"):
            self.on_jump(frame)
        return self._on_helper_step

    def on_line(self, line: int) -> None:
        """Take note of a line about to be run in the search function at hand."""
        if not self.stack:
            return
        top = self.stack[-1]
        if top.pending:
            if not top.assigned and top.line in top.part.assigning_lines:
                top.assigned = top.line
            if not top.compared:
                top.compared = max(top.line, line)
        if top.looked_at:
            self._round(top, line)
            self._leaf_in_place(top, line)
        top.before, top.line = top.line, line
        if line <= top.before:  # a round of a loop
            self.lonely += 1
            if self.lonely > LONELY_ROUNDS:
                raise self._stop(f"loops for ever at {top.node.name or 'a position'}, around line {line}")

    def _round(self, top: Frame, line: int) -> None:
        """Take note of where in its loops a function is."""
        loops = top.part.syntax.loops
        if line in loops.headers:
            top.heard = []
        body = loops.outermost.get(top.line)
        if body is not None and line not in body:
            top.exhausted = True

    def _leaf_in_place(self, top: Frame, line: int) -> None:
        """Log a leaf that the statement just done has valued where it stands, without a call."""
        place = top.part.syntax.in_place.get(top.line)
        if place is not None and line in place.lines:
            return
        if place is not None and not top.fresh and line not in place.instead:
            try:
                value = eval(place.value, top.frame.f_globals, top.frame.f_locals)
            except Exception:  # a value that is not there is no leaf's
                value = None
            node = self.finder.leaf(value, top)
            if node is not None:
                self._log_leaf(top, node, value, top.line)
        top.fresh = False

    def _log_leaf(self, top: Frame, node: Node, value: Any, line: int) -> None:
        """Log that a node's function has valued a leaf itself."""
        top.valued = max(0, top.valued - 1)
        self._log_at_once(LEAVE, top, node, value, line)

    def _log_at_once(self, kind: str, above: Frame | None, node: Node, value: Any, line: int) -> None:
        """Log a visit without a call of its own."""
        self._enter(above, node)
        self.log.entries += [(ENTER, node, line, None, None), (kind, value, line, line, True)]
        if above is not None:
            above.pending, above.assigned, above.compared = True, 0, 0

    def _leaves_between(self, top: Frame, until: int) -> None:
        """Log the leaves that a comprehension has valued before it came to another child, or to its end."""
        children = top.node.children
        while top.visit.visited < until and not children[top.visit.visited].children:
            leaf = children[top.visit.visited]
            self._log_leaf(top, leaf, leaf.value, top.line)

    def on_jump(self, frame: FrameType) -> None:
        """Count the rounds of a loop that may stand on a single line."""
        self.lonely += 1
        if self.lonely > LONELY_ROUNDS:
            raise self._stop(f"loops for ever around line {frame.f_lineno}")

    def _settle(self, top: Frame) -> None:
        """Log what the frame has made of the last child, now that it goes on to something else."""
        part = top.part
        assigned = top.assigned or (top.line if top.line in part.assigning_lines else 0)
        values = top.frame.f_locals
        best = None
        for name in part.best:  # a loop: this is done after every child
            best = values.get(name)
            if best is not None:
                break
        top.pending = False
        line = assigned or top.compared or top.line
        self.log.entries.append((AFTER, line, best, *part.bounds_at(top.frame, values)))

    def on_return(self, frame: FrameType, returned: Any) -> None:
        """Log what a watched function returns, once the last call on its node is done."""
        if not self.stack or self.stack[-1].frame is not frame:
            return
        top = self.stack.pop()
        visit = top.visit
        if not frame.f_trace_lines:
            top.line = top.before = frame.f_lineno
        if returned is None or type(returned) not in PLAIN:
            returned = self._result(top, returned)
        if top.pending or top.valued or top.looked_at or top.node.children:
            self._take_leave(top)
        del top.visit  # often a circle, which would wait for the collector of garbage, and its frame with it
        if self.passers and not visit.visited and visit.returned is None and id(top.part) in self.passers:
            self._forget(visit)
            return
        if not visit.visited and (self.growing is not None or top.node.children):
            self.log.childless = True
        entry = (LEAVE, returned, top.line, top.before, top.part.recursive)
        if top is visit and visit.returned is None:  # the usual case: one call on this node
            self.log.entries.append(entry)
        else:
            self._choose_result(top, visit, entry)
            if top is not visit:
                return
            self.log.entries.append(visit.returned or entry)
        if self.stack:
            above = self.stack[-1]
            above.pending, above.assigned, above.compared = True, 0, 0

    def _result(self, top: Frame, returned: Any) -> Any:
        """Return a function's result as it is now; what it keeps in its node if it returns nothing."""
        if returned is None and top.part.recursive and top.part.syntax.kept is not None:
            name, attribute = top.part.syntax.kept
            returned = getattr(top.frame.f_locals.get(name), attribute, None)
        return kept(returned)

    def _take_leave(self, top: Frame) -> None:
        """Log what a function that returns has done since its last child, and what its loop has left."""
        syntax = top.part.syntax
        if syntax.comprehends and top.node.children and self.growing is None:
            self._leaves_between(top, len(top.node.children))
        if top.pending:
            self._settle(top)
        if top.valued and self.log.valued is None:
            self.log.valued = top.node, top.frame.f_lineno
        if self.growing is not None and top.moved and not top.exhausted and syntax.loops.may_leave:
            self.log.unfinished += unfinished(self.growing, top.node, top.part, top.given)

    def _choose_result(self, top: Frame, visit: Frame, entry: tuple[Any, ...]) -> None:
        """Let the outermost function that went down from a node tell its value, and the first where it ended."""
        moves = id(top.part) in self.movers
        if visit.returned is None or (top.part.recursive and moves >= visit.by_mover):
            visit.returned = (*entry[:2], *visit.returned[2:4], entry[4]) if visit.returned else entry
            visit.by_mover = moves
        elif type(entry[1]) is not type(visit.returned[1]):
            self.passers.add(id(top.part))
        if top is not visit:
            visit.depth -= 1
            if self.stack:
                self.stack[-1].nested += top.part.recursive

    def _forget(self, visit: Frame) -> None:
        """Take back that a node was entered: a helper was called on it that did not search it after all."""
        del self.log.entries[visit.entry :]
        if self.stack:
            self.stack[-1].visit.visited -= 1

    def on_unwind(self, frame: FrameType) -> None:
        """Log that an exception leaves a watched function."""
        if not self.stack or self.stack[-1].frame is not frame:
            return
        top, entries = self.stack.pop(), self.log.entries
        top.line = top.line if frame.f_trace_lines else frame.f_lineno
        if not entries or entries[-1][0] != UNWIND:
            entries.append((RAISE, top.line))
        if top is top.visit:
            entries.append((UNWIND,))
        del top.visit


PLAIN = frozenset((int, float, str, bool, type(None), tuple, Node))


def kept(returned: Any) -> Any:
    """Return what was returned as it is now: its caller may change it later."""
    if type(returned) in PLAIN:
        return returned
    try:
        return copy(returned)
    except Exception:  # the learner's own class may refuse
        return returned


def _returns(frame: FrameType) -> bool:
    """Return True if the frame ends by returning; an exception that leaves it looks like returning None."""
    return dis.opname[frame.f_code.co_code[frame.f_lasti]].startswith("RETURN")
