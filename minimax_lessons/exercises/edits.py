"""Edits: the short list of changes to one line of a search, each with the fault that it would mend."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from itertools import permutations
from math import inf
from typing import Any

from minimax_lessons.tracing.roles import role_of

__all__ = ["Edit", "edits", "put"]

MISSING, TOO_MUCH = "leaves out a case that belongs there", "one case of it does not belong there"
WRONG_WAY = "that is the wrong way round"
COMPARISONS: dict[type[ast.cmpop], tuple[tuple[type[ast.cmpop], str], ...]] = {
    ast.Lt: ((ast.LtE, MISSING), (ast.Gt, WRONG_WAY)),
    ast.LtE: ((ast.Lt, TOO_MUCH), (ast.GtE, WRONG_WAY)),
    ast.Gt: ((ast.GtE, MISSING), (ast.Lt, WRONG_WAY)),
    ast.GtE: ((ast.Gt, TOO_MUCH), (ast.LtE, WRONG_WAY)),
    ast.Eq: ((ast.LtE, MISSING), (ast.GtE, MISSING)),
}
CHOICES = {"max": "min", "min": "max"}
SIGNS = ("", "-")
LOOPS = (ast.For, ast.While)
ASKS = (ast.If, ast.IfExp, ast.While)
INFINITE = {"inf": inf, "math.inf": inf, "np.inf": inf, "float('inf')": inf, "float('-inf')": -inf}
Body = list[ast.stmt]
_text = ast.unparse
Row = tuple[int, str, str, str]  # rank and fault of an edit, what is wrong, and what to put there instead


@dataclass(frozen=True)
class Edit:
    """A change of one line: what it would mend, and how to make it and take it back."""

    rank: int  # those likelier to be what was meant come first
    fault: str  # the id of the fault that it mends
    line: int
    sentence: str  # what is wrong with the line, if the edit mends it
    do: Callable[[], None]
    undo: Callable[[], None]


def edits(statement: ast.stmt, functions: Iterable[str] = ()) -> Iterator[Edit]:
    """Yield the edits of every line of the functions in a statement; each is taken back before the next is made.

    ``functions`` are those of the learner's, here and elsewhere, that might be meant where another is called.
    """
    for node in ast.walk(statement):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            with suppress(SyntaxError):  # a shape that can't be written otherwise
                yield from _Function(node, list(functions)).edits()


def put(rank: int, fault: str, at: Any, why: str, holder: Any, field: Any, new: Any) -> Edit:
    """Return the edit that puts something else in a field of a node, or in a place of a list: syntax, or its text."""
    old = holder[field] if isinstance(holder, list) else getattr(holder, field)

    def made(part: Any) -> Any:
        if isinstance(part, list):
            return [made(each) for each in part]
        if not isinstance(part, str):
            return part
        (line,) = ast.parse("\n" * (at.lineno - 1) + part).body  # where the old one stands
        return line.value if isinstance(line, ast.Expr) and not isinstance(old, ast.stmt | list) else line

    def set_to(value: Any) -> None:
        if isinstance(holder, list):
            holder[field] = value
        else:
            setattr(holder, field, value)

    new = made(new)
    return Edit(rank, fault, at.lineno, f"Line {at.lineno} {why}", lambda: set_to(new), lambda: set_to(old))


class _Function:
    """A function of the learner's, and what might be wrong in its lines."""

    def __init__(self, syntax: ast.FunctionDef | ast.Lambda, functions: list[str]) -> None:
        self.syntax, self.functions = syntax, functions
        self.places = list(_places(syntax))
        arguments = syntax.args
        self.parameters = [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
        nodes = [node for *_, node in self.places]
        stored = [node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
        self.names = list(dict.fromkeys([*self.parameters, *stored]))
        given = [node for node in nodes if isinstance(node, ast.Assign)]
        self.begun = dict(pair for line in given for pair in _begun(line))
        named = [line.value for line in given if isinstance(line.targets[0], ast.Name)]
        self.assigned = {id(part) for value in named for part in ast.walk(value)}
        self.bounds = {name for name in self.names if role_of(name, frozenset(self.names)) in ("alpha", "beta")}

    def edits(self) -> Iterator[Edit]:
        """Yield the edits of this function's lines."""
        for parent, holder, field, node in self.places:
            for rank, fault, why, new in self._rows(parent, node):
                yield put(rank, fault, node, why, holder, field, new)
        for around in (self.syntax, *(node for *_, node in self.places)):
            for name, body in ast.iter_fields(around):
                if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
                    yield from self._lines(body, around if name == "body" else None)

    def _rows(self, parent: ast.AST, node: Any) -> Iterator[Row]:
        """Yield what might stand in the place of an expression: because of what it is, and of where it stands."""
        yield from self._put_otherwise(node, parent)
        if id(node) in self.begun:
            why = f"begins with {_text(node)} for {self.begun[id(node)]}, and a child may offer less than that"
            yield from ((2, "starting-value", why, new) for new in _starts(node))
        if isinstance(parent, ASKS) and node is parent.test:
            yield from self._asked(node)
        elif isinstance(parent, ast.keyword) or (_is_search(parent) and node in getattr(parent, "args", ())):
            yield from self._passed(node)
        elif isinstance(parent, ast.Return):
            yield from self._returned(node)
        elif isinstance(parent, ast.Assign) and node is parent.value:
            yield from self._assigned(parent.targets[0], node)

    # What an expression is

    def _put_otherwise(self, node: ast.AST, parent: Any) -> Iterator[Row]:
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                names = isinstance(left, ast.Name) and isinstance(right, ast.Name)
                rank = 20 + 15 * isinstance(op, ast.Eq) + 2 * (not names)
                for other, why in COMPARISONS.get(type(op), ()):
                    fault = "goes-on-when-equal" if why == MISSING and names else "wrong-comparison"
                    yield rank, fault, f"asks `{_text(node)}`, and {why}", _with(node, ops=[other()])
            case ast.UnaryOp(op=ast.USub(), operand=part) if not isinstance(part, ast.Constant):
                fault = "leaf-sign" if "evaluate" in _text(part) else "sign"
                yield 7, fault, f"turns the sign of {_text(part)}, and should not", _text(part)
            case ast.UnaryOp(op=ast.Not(), operand=part) if isinstance(parent, (*ASKS, ast.BoolOp)):
                yield 10, "zero-taken-for-nothing", "takes 0 for nothing: ask `is None`", f"({_text(part)}) is None"
            case ast.Constant(value=int() as number) if not isinstance(number, bool):
                for meant in (number - 1, number + 1):
                    yield 21, "wrong-number", f"says {number}, and {meant} is meant", f"{meant}"
            case ast.Subscript(value=whole, slice=ast.Slice()):
                yield 1, "child-skipped", f"leaves some of {_text(whole)} out", _text(whole)
            case ast.Name():
                yield from self._other_names(node, parent)
            case ast.Call():
                yield from self._other_calls(node)

    def _other_calls(self, node: ast.Call) -> Iterator[Row]:
        """Yield a call of another half, or with two arguments that make a window together."""
        if isinstance(node.func, ast.Name) and node.func.id == getattr(self.syntax, "name", None):
            for other in self.functions:
                if other != node.func.id:
                    why = f"calls {node.func.id} itself, and {other} is meant"
                    yield 15, "wrong-turn", why, _with(node, func=ast.Name(other))
            yield self._negated(node)
        for place, (one, two) in enumerate(zip(node.args, node.args[1:], strict=False) if _is_search(node) else ()):
            if isinstance(one, ast.Starred) or isinstance(two, ast.Starred):
                continue
            for rank, fault, why, pair in self._windows(one, two):
                new = _with(node, args=[*node.args[:place], *map(ast.Name, pair), *node.args[place + 2 :]])
                yield rank, fault, f"passes {_text(one)}, {_text(two)}{why}", new

    def _windows(self, one: ast.expr, two: ast.expr) -> Iterator[tuple[int, str, str, list[str]]]:
        swapped = "negamax-window" if _is_minus(one) and _is_minus(two) else "bounds-swapped"
        both = " for the child's window: it is swapped and both are negated"
        yield 13, swapped, ": they are swapped", [_text(two), _text(one)]
        yield 13, "negamax-window", both, [_minus(two), _minus(one)]
        yield 13, "negamax-window", " with the wrong signs", [_minus(one), _minus(two)]
        if _constant(one) is not None and _constant(two) is not None:
            for low, high in permutations(self.parameters, 2):
                for sign in SIGNS:
                    why = ", and not what the players above are sure of"
                    yield 40, "window-not-passed", why, [sign + low, sign + high]

    def _other_names(self, node: ast.Name, parent: Any) -> Iterator[Row]:
        """Yield the other choice for max and min, and other names for a name."""
        if node.id in CHOICES:
            least = "the smallest" if node.id == "min" else "the largest"
            why = f"takes {least} with {node.id}, and that is the other player's choice"
            yield 3, "max-min-swapped", why, CHOICES[node.id]
        rank = 43 if id(node) in self.assigned else 0
        if isinstance(parent, ast.Compare) and type(parent.ops[0]) in COMPARISONS:
            rank = 42
        elif isinstance(parent, ast.Return):
            rank = 16
        elif _is_search(parent) and parent.func is not node:
            rank = 41
        for other in self.names if rank else ():
            fault = "wrong-name"
            if rank == 41 and node.id in self.parameters[:1]:
                fault = "child-not-passed"
            elif rank == 41 and {node.id, other} & self.bounds:
                fault = "window-not-passed"
            elif rank == 16 and other in self.bounds:
                fault = "bound-returned"
            if other != node.id:
                yield rank, fault, f"has {node.id} where {other} is meant", other

    # Where it stands

    def _asked(self, test: ast.expr) -> Iterator[Row]:
        text = _text(test)
        if isinstance(test, ast.BoolOp):
            other = ast.And() if isinstance(test.op, ast.Or) else ast.Or()
            yield 30, "wrong-test", "joins its questions the wrong way (and, or)", _with(test, op=other)
            return
        yield 31, "wrong-test", f"asks `{text}`, and the opposite is meant", f"not ({text})"
        for name in self.parameters[1:]:
            yield 12, "depth-forgotten", f"goes on when {name} has run out", f"{name} == 0 or ({text})"
        for name in self.parameters[:1]:
            yield 11, "end-forgotten", "does not ask whether the game is over", f"({text}) or {name}.is_over"

    def _passed(self, passed: ast.expr) -> Iterator[Row]:
        text = _text(passed)
        turn = f"passes {text} for the turn, and after each move it is the other's"
        match passed:
            case ast.Constant(value=bool() as value):
                yield 5, "wrong-turn", turn, f"{not value}"
            case ast.Name():
                yield 6, "wrong-turn", turn, f"not {text}"
                yield 7, "wrong-turn", turn, f"-{text}"
                yield 5, "depth-not-counted", f"passes {text} on as it is, and each move costs 1", f"{text} - 1"
            case ast.UnaryOp(op=ast.Not(), operand=part):
                yield 8, "wrong-turn", f"passes {text}: once too often turned", _text(part)
            case ast.BinOp(left=part, right=ast.Constant()):
                yield 6, "depth-not-counted", f"passes {text}, and each move costs 1", f"{_text(part)} - 1"
        if _constant(passed) is not None:
            why = f"passes {text}, and not what the players above are sure of"
            yield from ((14, "window-not-passed", why, sign + name) for name in self.names for sign in SIGNS)
        if isinstance(passed, ast.Call | ast.UnaryOp):
            yield self._negated(passed)

    def _negated(self, value: ast.expr) -> Row:
        text = _text(value)
        if "evaluate" in text:
            return 9, "leaf-sign", f"counts {text} with the wrong sign", _minus(value)
        why = f"takes {text} as it is, and what is good for one player is bad for the other"
        return 9, "not-negated", why, _minus(value)

    def _returned(self, value: ast.expr) -> Iterator[Row]:
        text = _text(value)
        if isinstance(value, ast.Call | ast.BinOp | ast.Name | ast.IfExp):
            yield self._negated(value)
        if "evaluate" not in text:
            return
        for part in ast.walk(value):
            if isinstance(part, ast.Call) and "evaluate" in _text(part.func) and part is not value:
                yield 8, "leaf-value", f"does not return {_text(part)} as it is", _text(part)
        for name in self.parameters[1:]:
            why = f"counts every leaf as MAX sees it, and {name} tells who is to move"
            yield 19, "leaf-sign", why, f"{name} * ({text})"

    def _assigned(self, target: ast.expr, value: ast.expr) -> Iterator[Row]:
        if not isinstance(target, ast.Name):
            return
        name, text = target.id, _text(value)
        if not isinstance(value, ast.IfExp):
            fault = "bound-wrongly-moved" if name in self.bounds else "last-child"
            why = f"takes {text} for {name}, and does not compare it with what {name} was"
            yield from ((24, fault, why, f"{choice}({name}, {text})") for choice in CHOICES)
        if isinstance(value, ast.Call):
            yield self._negated(value)

    # Lines

    def _lines(self, body: Body, around: ast.AST | None) -> Iterator[Edit]:
        whole = slice(None)
        for place, line in enumerate(body):
            text, before, after = _text(line), body[:place], body[place + 1 :]
            if isinstance(line, ast.Expr) and isinstance(line.value, ast.Call | ast.IfExp):
                fault = "evaluation-dropped" if "evaluate" in text else "result-dropped"
                why = f"works out {text} and does nothing with it"
                yield put(8, fault, line, why, body, place, f"return {text}")
                used = {part.id for part in ast.walk(line.value) if isinstance(part, ast.Name)}
                for name in (name for name in self.names if name in used):
                    yield put(8, "never-updated", line, why, body, place, f"{name} = {text}")
            if isinstance(line, ast.If) and _leaves(line) and after and isinstance(around, LOOPS):
                why = "leaves the loop before what stands below it has been done"
                yield put(4, "break-before-update", line, why, body, whole, [*before, *after, line])
            if isinstance(line, ast.Assign | ast.AugAssign | ast.Expr) and before + after:
                why = f"does `{text}`, and without it all is right"
                yield put(2, "line-too-much", line, why, body, whole, before + after)
            if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name):
                yield from self._for_another_name(line, line.targets[0].id, body, place)
            if isinstance(line, LOOPS) and isinstance(line.body[-1], ast.Return):
                loop, last = copy(line), line.body[-1]
                loop.body = line.body[:-1] or [ast.copy_location(ast.Pass(), last)]
                why = "returns inside the loop, after the first child: the others are never seen"
                yield put(1, "return-in-loop", last, why, body, whole, [*before, loop, last, *after])
        if isinstance(around, LOOPS):
            yield from self._loop(body, around)
        elif around is self.syntax and len(self.parameters) > 1 and not any("evaluate" in _text(each) for each in body):
            position, depth = self.parameters[:2]
            asked = f"if {depth} == 0 or {position}.is_over: return {position}.evaluate()"
            why = "begins a function that does not ask whether the game is over, or the depth has run out"
            yield put(50, "end-forgotten", around, why, body, whole, [asked, *body])

    def _for_another_name(self, line: ast.Assign, old: str, body: Body, place: int) -> Iterator[Edit]:
        """Yield the line with another name for what it sets, wherever that name stands in it."""
        for other in self.names:
            if other != old:
                fault = "wrong-bound-moved" if {old, other} & self.bounds else "wrong-name"
                why = f"changes {old}, and {other} is to be changed there"
                yield put(4, fault, line, why, body, place, re.sub(rf"\b{old}\b", other, _text(line)))

    def _loop(self, body: Body, loop: ast.For | ast.While) -> Iterator[Edit]:
        for one, two in permutations(self.parameters, 2):
            why = f"begins a loop that goes on when {two} <= {one}, and nothing can matter then"
            yield put(25, "no-cut", loop, why, body, slice(None), [*body, f"if {two} <= {one}: break"])
        cuts = [place for place, each in enumerate(body) if isinstance(each, ast.If) and _leaves(each)]
        place = cuts[0] if cuts else len(body)
        for bound in self.parameters:
            for value in (name for name in self.names if name not in self.parameters):
                for choice, does in (("max", "raises"), ("min", "lowers")):
                    why = f"begins a loop that never {does} {bound} to what its children have given"
                    new = [*body[:place], f"{bound} = {choice}({bound}, {value})", *body[place:]]
                    yield put(45, "bound-not-moved", loop, why, body, slice(None), new)


# Pieces of syntax


def _places(root: ast.AST) -> Iterator[tuple[ast.AST, Any, Any, ast.AST]]:
    """Yield the syntax inside a function with where it stands, leaving out the functions defined in it."""
    for name, value in ast.iter_fields(root):
        listed = isinstance(value, list)
        for field, child in enumerate(value) if listed else [(name, value)]:
            holder = value if listed else root
            if isinstance(child, ast.AST):
                yield root, holder, field, child
                if not isinstance(child, ast.FunctionDef | ast.Lambda | ast.ClassDef):
                    yield from _places(child)


def _is_search(node: Any) -> bool:
    """Return True for what may be the search of a child: a call that tells whose turn it is, or how deep to look."""
    if not isinstance(node, ast.Call) or _text(node.func) in CHOICES:
        return False
    return len(node.args) + len(node.keywords) > 1


def _with(node: Any, **fields: Any) -> str:
    """Return the text of syntax with other parts in it; a name stands for whatever is written so."""
    made = copy(node)
    for name, value in fields.items():
        setattr(made, name, value)
    return _text(made)


def _begun(line: ast.Assign) -> Iterator[tuple[int, str]]:
    """Yield what a line may begin a name with, and the name."""
    target, value = line.targets[0], line.value
    several = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
    for name, part in zip(target.elts, value.elts, strict=False) if several else [(target, value)]:  # type: ignore[attr-defined]
        for each in (part.body, part.orelse) if isinstance(part, ast.IfExp) else (part,):
            yield id(each), _text(name)


def _starts(value: ast.expr) -> list[str]:
    """Return what else the best may begin with, where it begins with a number or with nothing."""
    nothing = isinstance(value, ast.Constant) and value.value is None
    if _constant(value) is None and not nothing:
        return []
    return [text for text, other in (("-1e999", -inf), ("1e999", inf)) if _constant(value) != other]


def _is_minus(node: ast.expr) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)


def _minus(node: ast.expr) -> str:
    return _text(node.operand) if _is_minus(node) else f"-({_text(node)})"  # type: ignore[attr-defined]


def _leaves(node: ast.If) -> bool:
    """Return True if a test may leave the loop."""
    return any(isinstance(part, ast.Break | ast.Return) for part in node.body)


def _constant(node: ast.AST) -> Any:
    """Return the number that an expression stands for, infinite ones too, or None."""
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=part) if (value := _constant(part)) is not None:
            return -value
    return INFINITE.get(_text(node))
