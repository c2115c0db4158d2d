"""Edits: the short list of changes to one line of a search, each with the fault that it would mend."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from itertools import permutations
from math import inf
from typing import Any

from minimax_lessons.tracing.roles import role_of

__all__ = ["Edit", "edits", "put"]

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.LtE, ast.GtE),
}
CHOICES = {"max": "min", "min": "max"}
SIGNS = ("", "-")
LOOPS = (ast.For, ast.While)
Body = list[ast.stmt]


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
            yield from _Function(node, list(functions)).edits()


def put(rank: int, fault: str, at: Any, why: str, holder: Any, field: Any, new: Any) -> Edit:
    """Return the edit that puts something else in a field of a node, or in a place of a list."""

    def set_to(value: Any) -> None:
        parts = value if isinstance(value, list) else [value]
        for part in parts:
            if isinstance(part, ast.expr | ast.stmt) and not hasattr(part, "lineno"):
                ast.copy_location(part, at)
                ast.fix_missing_locations(part)
        if isinstance(holder, list):
            holder[field] = value
        else:
            setattr(holder, field, value)

    old = holder[field] if isinstance(holder, list) else getattr(holder, field)
    return Edit(rank, fault, at.lineno, f"Line {at.lineno} {why}", lambda: set_to(new), lambda: set_to(old))


class _Function:
    """A function of the learner's, and what might be wrong in its lines."""

    def __init__(self, syntax: ast.FunctionDef | ast.Lambda, functions: list[str]) -> None:
        self.syntax, self.functions = syntax, functions
        self.nodes = list(_inside(syntax))
        arguments = syntax.args
        self.parameters = [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
        stored = [each.id for each in self.nodes if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)]
        self.names = list(dict.fromkeys([*self.parameters, *stored]))
        self.bounds = {name for name in self.names if role_of(name, frozenset(self.names)) in ("alpha", "beta")}

    def edits(self) -> Iterator[Edit]:
        """Yield the edits of this function's lines."""
        for node in (self.syntax, *self.nodes):
            about = ABOUT.get(type(node))
            if about is not None:
                yield from about(self, node)
            for name, body in ast.iter_fields(node):
                if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
                    yield from self._lines(body, node if name == "body" else None)

    # What is compared and asked

    def compared(self, node: ast.Compare) -> Iterator[Edit]:
        """Yield the edits of a comparison: another sign, another name."""
        sides = [part for part in (node.left, *node.comparators) if isinstance(part, ast.Name)]
        for place, op in enumerate(node.ops):
            for other in COMPARISONS.get(type(op), ()):
                fault, why = _about_comparison(node, op, other, plain=len(sides) > 1)
                yield put(
                    20 + 15 * isinstance(op, ast.Eq) + 2 * (len(sides) < 2), fault, node, why, node.ops, place, other()
                )
        for part in sides if type(node.ops[0]) in COMPARISONS else ():
            yield from self._renamed(part, 42, lambda other: "wrong-name")

    def tested(self, node: ast.If | ast.IfExp | ast.While) -> Iterator[Edit]:
        """Yield the edits of a test: what it forgets to ask."""
        test, text = node.test, _text(node.test)
        values, place = (test.values, 0) if isinstance(test, ast.BoolOp) else (None, 0)
        if isinstance(test, ast.BoolOp):
            other = ast.And() if isinstance(test.op, ast.Or) else ast.Or()
            yield put(30, "wrong-test", node, "joins its questions the wrong way (and, or)", test, "op", other)
        else:
            for name in self.parameters[1:]:
                new = _expr(f"{name} == 0 or ({text})")
                yield put(12, "depth-forgotten", node, f"goes on when {name} has run out", node, "test", new)
            for name in self.parameters[:1]:
                new = _expr(f"({text}) or {name}.is_over")
                yield put(11, "end-forgotten", node, "does not ask whether the game is over", node, "test", new)
        for place, part in enumerate(values or [test]):
            if isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not):
                new = _expr(f"({_text(part.operand)}) is None")
                holder, field = (values, place) if values else (node, "test")
                yield put(10, "zero-taken-for-nothing", node, "takes 0 for nothing: ask `is None`", holder, field, new)

    # What is passed on

    def called(self, node: ast.Call) -> Iterator[Edit]:
        """Yield the edits of a call: what it passes on."""
        if isinstance(node.func, ast.Name) and node.func.id in CHOICES:
            return  # what it compares is looked at where the result is given a name
        if isinstance(node.func, ast.Name) and node.func.id == getattr(self.syntax, "name", None):
            for other in self.functions:
                if other != node.func.id:
                    why = f"calls {node.func.id} itself, and {other} is meant"
                    yield put(15, "wrong-turn", node, why, node.func, "id", other)
        if len(node.args) + len(node.keywords) < 2:
            return  # no search of a child: that is told whose turn it is, or how deep to look
        for place, passed in enumerate(node.args):
            yield from self._argument(node.args, place, passed)
        for keyword in node.keywords:
            yield from self._argument(keyword, "value", keyword.value)
        for place, (one, two) in enumerate(zip(node.args, node.args[1:], strict=False)):
            told = f"passes {_text(one)}, {_text(two)}"
            turned = "negamax-window" if _is_minus(one) and _is_minus(two) else "bounds-swapped"
            pairs: list[tuple[int, str, str, list[ast.expr]]] = [
                (13, turned, ": they are swapped", [two, one]),
                (
                    13,
                    "negamax-window",
                    " for the child's window: it is swapped and both are negated",
                    _turned(two, one),
                ),
                (13, "negamax-window", " with the wrong signs", _turned(one, two)),
            ]
            if _constant(one) is not None and _constant(two) is not None:
                why = ", and not what the players above are sure of"
                windows = [
                    (sign + low, sign + high) for low, high in permutations(self.parameters, 2) for sign in SIGNS
                ]
                pairs += [(40, "window-not-passed", why, list(map(_expr, each))) for each in windows]
            for rank, fault, why, new in pairs:
                yield put(rank, fault, node, told + why, node.args, slice(place, place + 2), new)

    def _argument(self, holder: Any, field: Any, passed: ast.expr) -> Iterator[Edit]:
        text = _text(passed)
        turn = f"passes {text} for the turn, and after each move it is the other's"
        if isinstance(passed, ast.Constant) and isinstance(passed.value, bool):
            yield put(5, "wrong-turn", passed, turn, holder, field, ast.Constant(not passed.value))
        elif isinstance(passed, ast.Name):
            yield put(6, "wrong-turn", passed, turn, holder, field, _expr(f"not {text}"))
            yield put(7, "wrong-turn", passed, turn, holder, field, _minus(passed))
            why = f"passes {text} on as it is, and each move costs 1"
            yield put(5, "depth-not-counted", passed, why, holder, field, _expr(f"{text} - 1"))
            yield from self._renamed(passed, 41, lambda other: self._passed_instead(text, other))
        elif isinstance(passed, ast.UnaryOp) and isinstance(passed.op, ast.Not):
            yield put(8, "wrong-turn", passed, f"passes {text}: once too often turned", holder, field, passed.operand)
        elif isinstance(passed, ast.BinOp) and isinstance(passed.right, ast.Constant):
            why = f"passes {text}, and each move costs 1"
            yield put(6, "depth-not-counted", passed, why, holder, field, _expr(f"{_text(passed.left)} - 1"))
        if _constant(passed) is not None:
            why = f"passes {text}, and not what the players above are sure of"
            for name in (sign + name for name in self.names for sign in SIGNS):
                yield put(14, "window-not-passed", passed, why, holder, field, _expr(name))
        if isinstance(passed, ast.Call | ast.UnaryOp):
            yield self._negated(holder, field, passed)

    def _passed_instead(self, name: str, other: str) -> str:
        if name in self.parameters[:1]:
            return "child-not-passed"
        return "window-not-passed" if {name, other} & self.bounds else "wrong-name"

    def _renamed(self, node: ast.Name, rank: int, fault: Callable[[str], str]) -> Iterator[Edit]:
        for other in self.names:
            if other != node.id:
                yield put(rank, fault(other), node, f"has {node.id} where {other} is meant", node, "id", other)

    # Values

    def chosen(self, node: ast.Name) -> Iterator[Edit]:
        """Yield the edits of max and min."""
        if node.id in CHOICES:
            least = "the smallest" if node.id == "min" else "the largest"
            why = f"takes {least} with {node.id}, and that is the other player's choice"
            yield put(3, "max-min-swapped", node, why, node, "id", CHOICES[node.id])

    def turned(self, node: ast.UnaryOp) -> Iterator[Edit]:
        """Yield the edits of a minus."""
        if isinstance(node.op, ast.USub) and not isinstance(node.operand, ast.Constant):
            text = _text(node.operand)
            fault = "leaf-sign" if "evaluate" in text else "sign"
            yield put(7, fault, node, f"turns the sign of {text}, and should not", node, "op", ast.UAdd())

    def _negated(self, holder: Any, field: Any, value: ast.expr) -> Edit:
        text = _text(value)
        if "evaluate" in text:
            return put(9, "leaf-sign", value, f"counts {text} with the wrong sign", holder, field, _minus(value))
        why = f"takes {text} as it is, and what is good for one player is bad for the other"
        return put(9, "not-negated", value, why, holder, field, _minus(value))

    def returned(self, node: ast.Return) -> Iterator[Edit]:
        """Yield the edits of what is returned."""
        value = node.value
        if value is None:
            return
        if isinstance(value, ast.Name):
            yield from self._renamed(value, 16, self._returned_instead)
        if isinstance(value, ast.Call | ast.BinOp | ast.Name | ast.IfExp):
            yield self._negated(node, "value", value)
        if "evaluate" not in _text(value):
            return
        for part in ast.walk(value):
            if isinstance(part, ast.Call) and "evaluate" in _text(part.func) and part is not value:
                why = f"does not return {_text(part)} as it is"
                yield put(8, "leaf-value", node, why, node, "value", part)
        for name in self.parameters[1:]:
            why = f"counts every leaf as MAX sees it, and {name} tells who is to move"
            yield put(19, "leaf-sign", node, why, node, "value", _expr(f"{name} * ({_text(value)})"))

    def _returned_instead(self, other: str) -> str:
        return "bound-returned" if other in self.bounds else "wrong-name"

    def assigned(self, node: ast.Assign) -> Iterator[Edit]:
        """Yield the edits of what a name is given."""
        target, value = node.targets[0], node.value
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for place, part in enumerate(value.elts):
                yield from self._start(value.elts, place, part, _text(target.elts[min(place, len(target.elts) - 1)]))
        if not isinstance(target, ast.Name):
            return
        places = [(node, "value")] if not isinstance(value, ast.IfExp) else [(value, "body"), (value, "orelse")]
        for holder, field in places:
            yield from self._start(holder, field, getattr(holder, field), target.id)
        if not isinstance(value, ast.IfExp):
            fault = "bound-wrongly-moved" if target.id in self.bounds else "last-child"
            why = f"takes {_text(value)} for {target.id}, and does not compare it with what {target.id} was"
            for choice in CHOICES:
                yield put(24, fault, node, why, node, "value", _expr(f"{choice}({target.id}, {_text(value)})"))
        if isinstance(value, ast.Call):
            yield self._negated(node, "value", value)
        for name in {part.id: part for part in ast.walk(value) if isinstance(part, ast.Name)}.values():
            yield from self._renamed(name, 43, lambda other: "wrong-name")

    def _start(self, holder: Any, field: Any, value: ast.expr, name: str) -> Iterator[Edit]:
        if _constant(value) is None and not (isinstance(value, ast.Constant) and value.value is None):
            return
        why = f"begins with {_text(value)} for {name}, and a child may offer less than that"
        for other in (-inf, inf):
            if _constant(value) != other:
                yield put(2, "starting-value", value, why, holder, field, ast.Constant(other))

    def counted(self, node: ast.Constant) -> Iterator[Edit]:
        """Yield the edits of a number."""
        if type(node.value) is int:
            for other in (node.value - 1, node.value + 1):
                yield put(21, "wrong-number", node, f"says {node.value}, and {other} is meant", node, "value", other)

    def sliced(self, node: ast.Subscript) -> Iterator[Edit]:
        """Yield the edits of a slice."""
        if isinstance(node.slice, ast.Slice):
            why = f"leaves some of {_text(node.value)} out"
            yield put(1, "child-skipped", node, why, node, "slice", ast.Slice(None, None, None))

    # Lines

    def _lines(self, body: Body, around: ast.AST | None) -> Iterator[Edit]:
        whole = slice(None)
        for place, line in enumerate(body):
            text, before, after = _text(line), body[:place], body[place + 1 :]
            if isinstance(line, ast.Expr) and isinstance(line.value, ast.Call):
                fault = "evaluation-dropped" if "evaluate" in text else "result-dropped"
                why = f"works out {text} and does nothing with it"
                yield put(8, fault, line, why, body, place, ast.Return(line.value))
                for name in dict.fromkeys(part.id for part in line.value.args if isinstance(part, ast.Name)):
                    yield put(8, "never-updated", line, why, body, place, _line(f"{name} = {text}"))
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
                loop.body = line.body[:-1] or [ast.Pass()]
                why = "returns inside the loop, after the first child: the others are never seen"
                yield put(1, "return-in-loop", last, why, body, whole, [*before, loop, last, *after])
        if isinstance(around, LOOPS):
            yield from self._loop(body, around)
        elif around is self.syntax and len(self.parameters) > 1 and not any("evaluate" in _text(each) for each in body):
            position, depth = self.parameters[:2]
            asked = _line(f"if {depth} == 0 or {position}.is_over:\n    return {position}.evaluate()")
            why = "begins a function that does not ask whether the game is over, or the depth has run out"
            yield put(50, "end-forgotten", around, why, body, whole, [asked, *body])

    def _for_another_name(self, line: ast.Assign, old: str, body: Body, place: int) -> Iterator[Edit]:
        """Yield the line with another name for what it sets, wherever that name stands in it."""
        for other in self.names:
            if other != old:
                fault = "wrong-bound-moved" if {old, other} & self.bounds else "wrong-name"
                why = f"changes {old}, and {other} is to be changed there"
                yield put(4, fault, line, why, body, place, _line(re.sub(rf"\b{old}\b", other, _text(line))))

    def _loop(self, body: Body, loop: ast.For | ast.While) -> Iterator[Edit]:
        for one, two in permutations(self.parameters, 2):
            why = f"begins a loop that goes on when {two} <= {one}, and nothing can matter then"
            cut = _line(f"if {two} <= {one}:\n    break")
            yield put(25, "no-cut", loop, why, body, slice(None), [*body, cut])
        cuts = [place for place, each in enumerate(body) if isinstance(each, ast.If) and _leaves(each)]
        place = cuts[0] if cuts else len(body)
        for bound in self.parameters:
            for value in (name for name in self.names if name not in self.parameters):
                for choice, does in (("max", "raises"), ("min", "lowers")):
                    why = f"begins a loop that never {does} {bound} to what its children have given"
                    moved = _line(f"{bound} = {choice}({bound}, {value})")
                    new = [*body[:place], moved, *body[place:]]
                    yield put(45, "bound-not-moved", loop, why, body, slice(None), new)


ABOUT: dict[type[ast.AST], Callable[[_Function, Any], Iterator[Edit]]] = {
    ast.Compare: _Function.compared,
    ast.If: _Function.tested,
    ast.IfExp: _Function.tested,
    ast.Call: _Function.called,
    ast.Name: _Function.chosen,
    ast.UnaryOp: _Function.turned,
    ast.Return: _Function.returned,
    ast.Assign: _Function.assigned,
    ast.Constant: _Function.counted,
    ast.Subscript: _Function.sliced,
}


# Pieces of syntax


def _inside(root: ast.AST) -> Iterator[ast.AST]:
    """Yield the syntax inside a function, leaving out the functions defined in it."""
    for child in ast.iter_child_nodes(root):
        yield child
        if not isinstance(child, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            yield from _inside(child)


def _text(node: ast.AST) -> str:
    return ast.unparse(node)


def _unplaced(node: Any) -> Any:
    """Return syntax without lines of its own: it gets those of the place where it is put."""
    for part in ast.walk(node):
        for name in ("lineno", "end_lineno", "col_offset", "end_col_offset"):
            if hasattr(part, name):
                delattr(part, name)
    return node


def _expr(text: str) -> ast.expr:
    return _unplaced(ast.parse(text, mode="eval").body)  # type: ignore[no-any-return]


def _line(text: str) -> ast.stmt:
    return _unplaced(ast.parse(text).body[0])  # type: ignore[no-any-return]


def _is_minus(node: ast.expr) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)


def _minus(node: ast.expr) -> ast.expr:
    return node.operand if _is_minus(node) else ast.UnaryOp(ast.USub(), node)  # type: ignore[attr-defined]


def _turned(one: ast.expr, two: ast.expr) -> list[ast.expr]:
    return [_minus(one), _minus(two)]


def _leaves(node: ast.If) -> bool:
    """Return True if a test may leave the loop."""
    return any(isinstance(part, ast.Break | ast.Return) for part in node.body)


def _constant(node: ast.AST) -> Any:
    """Return the number that an expression stands for, infinite ones too, or None."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, int | float) and not isinstance(node.value, bool) else None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = _constant(node.operand)
        return None if value is None else -value
    infinite = isinstance(node, ast.Name | ast.Attribute | ast.Call) and _text(node)
    return {"inf": inf, "math.inf": inf, "np.inf": inf, "float('inf')": inf, "float('-inf')": -inf}.get(infinite or "")


def _about_comparison(node: ast.Compare, op: ast.cmpop, other: type[ast.cmpop], *, plain: bool) -> tuple[str, str]:
    """Return the fault of a comparison that another would mend, and what to say of it."""
    text = _text(node)
    if isinstance(op, ast.Lt | ast.Gt | ast.Eq) and other in (ast.LtE, ast.GtE):
        fault = "goes-on-when-equal" if plain else "wrong-comparison"
        return fault, f"asks `{text}`, and leaves out a case that belongs there"
    if other in (ast.Lt, ast.Gt) and not isinstance(op, ast.Lt | ast.Gt):
        return "wrong-comparison", f"asks `{text}`, and one case of it does not belong there"
    return "wrong-comparison", f"asks `{text}`, and that is the wrong way round"
