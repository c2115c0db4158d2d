"""Edits: changes of one line, each with the fault that it repairs; most are rows of edits.md."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.resources import files
from itertools import pairwise, permutations, product
from math import inf
from typing import Any

from minimax_lessons.tracing.source import role_of

__all__ = ["KINDS", "RULES", "TEST_LEFT_OUT", "Edit", "edits", "put"]

MISSING = "but it should also be true when both sides are equal"
TOO_MUCH = "but it should be false when both sides are equal"
ONLY_EQUAL = "but it should be true in more cases than equality"
WRONG_WAY = "but it is the wrong way round"
COMPARISONS: dict[type[ast.cmpop], tuple[tuple[type[ast.cmpop], str], ...]] = {
    ast.Lt: ((ast.LtE, MISSING), (ast.Gt, WRONG_WAY)),
    ast.LtE: ((ast.Lt, TOO_MUCH), (ast.GtE, WRONG_WAY)),
    ast.Gt: ((ast.GtE, MISSING), (ast.Lt, WRONG_WAY)),
    ast.GtE: ((ast.Gt, TOO_MUCH), (ast.LtE, WRONG_WAY)),
    ast.Eq: ((ast.LtE, ONLY_EQUAL), (ast.GtE, ONLY_EQUAL)),
}
CHOICES = {"max": "min", "min": "max"}
SIGNS = ("", "-")
ORDINALS = ("first", "second", "third", "last")
LOOPS = (ast.For, ast.While)
ASKS = (ast.If, ast.IfExp, ast.While)
INFINITE = {"inf": inf, "math.inf": inf, "np.inf": inf, "float('inf')": inf, "float('-inf')": -inf}
TEST_LEFT_OUT = 26  # the rank of the edits that leave out a condition
Body = list[ast.stmt]
Slot = tuple[Any, Any]  # a node's fields and the name of one, or a list and a place in it
_text = ast.unparse
# rank and fault of an edit, what is wrong, and the syntax or text to put there instead
Row = tuple[int, str, str, Any]


@dataclass(frozen=True)
class Edit:
    """A change of one line: what it would mend, and the syntax that it puts into a slot."""

    rank: int  # those likelier to be what was meant come first
    fault: str  # the id of the fault that it mends
    line: int
    sentence: str  # what is wrong with the line, if the edit mends it
    slot: Slot
    old: Any
    new: Any
    condition: Slot | None = None  # the part of a test that it changes, if it changes one

    def do(self) -> None:
        """Make the change."""
        holder, field = self.slot
        holder[field] = self.new

    def undo(self) -> None:
        """Take the change back."""
        holder, field = self.slot
        holder[field] = self.old

    def with_constant(self, value: bool) -> Edit:
        """Return the edit that puts True or False in the place of this edit's condition."""
        assert self.condition is not None
        holder, field = self.condition
        constant = ast.copy_location(ast.Constant(value), holder[field])
        return replace(self, slot=self.condition, old=holder[field], new=constant, condition=None)


def edits(statement: ast.stmt, functions: Iterable[str] = ()) -> Iterator[Edit]:
    """Yield the edits of every line of a statement's functions; each is undone before the next.

    ``functions`` are the learner's, here and elsewhere, that a call may have meant instead of
    another.
    """
    for node in ast.walk(statement):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            with suppress(SyntaxError):  # a shape that can't be written otherwise
                yield from _Function(node, list(functions)).edits()


def put(row: Row, node: Any, slot: Slot, condition: Slot | None = None) -> Edit:
    """Return the edit that puts a row's syntax, or its text, into a slot, for a node's line."""
    (rank, fault, why, new), (holder, field) = row, slot
    old = holder[field]

    def parsed(part: Any) -> Any:
        if isinstance(part, list):
            return [parsed(item) for item in part]
        if not isinstance(part, str):
            return part
        (line,) = ast.parse("\n" * (node.lineno - 1) + part).body  # where the old one stands
        return line.value if isinstance(line, ast.Expr) and not isinstance(old, list) else line

    sentence = f"Line {node.lineno} {why}"
    return Edit(rank, fault, node.lineno, sentence, slot, old, parsed(new), condition)


# The table of expressions


@dataclass(frozen=True)
class Rule:
    """A row of edits.md: an expression, its replacement, and the fault that the change repairs."""

    place: str
    pattern: str
    replacement: str
    rank: int
    fault: str
    why: str

    @cached_property
    def syntax(self) -> ast.expr:
        """Return the pattern as syntax."""
        return ast.parse(self.pattern, mode="eval").body

    def uses(self, part: str) -> bool:
        """Return True if the replacement has this part."""
        return f"{{{part}}}" in self.replacement


def _rules() -> Iterator[Rule]:
    """Yield the rows of the table, all cells without the backticks around them."""
    text = files("minimax_lessons").joinpath("exercises", "edits.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("|")]
    for row in rows[2:]:
        place, pattern, replacement, rank, fault, why = (
            cell.strip() for cell in row.strip("|").split("|")
        )
        yield Rule(place, pattern.strip("`"), replacement.strip("`"), int(rank), fault, why)


RULES = tuple(_rules())
KINDS: dict[str, Callable[[Any], bool]] = {  # of expressions that a letter stands for
    "A": lambda node: isinstance(node, ast.expr),
    "C": lambda node: isinstance(node, ast.Call),
    "E": lambda node: _evaluates(node),
    "I": lambda node: _constant(node) is not None,
    "K": lambda node: type(_constant(node)) is int,
    "N": lambda node: isinstance(node, ast.Name),
    "Q": lambda node: not isinstance(node, ast.BoolOp),
    "S": lambda node: isinstance(node, ast.Slice),
    "U": lambda node: isinstance(node, ast.Constant),
    "V": lambda node: isinstance(node, ast.Call | ast.BinOp | ast.Name | ast.IfExp),
    "W": lambda node: isinstance(node, ast.Call | ast.UnaryOp),
    "X": lambda node: not isinstance(node, ast.Constant),
    "Y": lambda node: not isinstance(node, ast.IfExp),
}
WRONG_SIGN = "uses `{whole}` with the wrong sign"
OF_LEAVES = {"sign": "leaf-sign", "not-negated": "leaf-sign"}  # where a leaf is evaluated


def _evaluates(node: ast.AST) -> bool:
    return "evaluate" in _text(node)


def _matched(pattern: ast.AST, node: Any, letters: dict[str, str]) -> bool:
    """Return True if syntax has the form of a pattern; its letters are noted."""
    if isinstance(pattern, ast.Name) and pattern.id in KINDS:
        letters[pattern.id] = _text(node) if isinstance(node, ast.expr) else ""
        return KINDS[pattern.id](node)
    if type(pattern) is not type(node):
        return False
    parts = (
        (part, getattr(node, name)) for name, part in ast.iter_fields(pattern) if name != "ctx"
    )
    return all(
        _matched(part, counterpart, letters)
        if isinstance(part, ast.AST)
        else (type(part), part) == (type(counterpart), counterpart)
        for part, counterpart in parts
    )


class _Function:
    """A function of the learner's, and what might be wrong in its lines."""

    def __init__(self, syntax: ast.FunctionDef | ast.Lambda, functions: list[str]) -> None:
        self.syntax, self.functions = syntax, functions
        self.places = list(_places(syntax))
        self.conditions = _conditions(self.places)
        arguments = (*syntax.args.posonlyargs, *syntax.args.args, *syntax.args.kwonlyargs)
        self.parameters = [argument.arg for argument in arguments]
        nodes = [node for *_, node in self.places]
        names = [node for node in nodes if isinstance(node, ast.Name)]
        stored = [node.id for node in names if isinstance(node.ctx, ast.Store)]
        self.names = list(dict.fromkeys([*self.parameters, *stored]))
        assignments = [node for node in nodes if isinstance(node, ast.Assign)]
        self.begun = dict(pair for line in assignments for pair in _begun(line))
        named = [line.value for line in assignments if isinstance(line.targets[0], ast.Name)]
        self.assigned = {id(part) for value in named for part in ast.walk(value)}
        every = list(ast.walk(syntax))
        tests = [getattr(node, "test", None) or getattr(node, "subject", None) for node in every]
        asked = [part for test in tests if test is not None for part in ast.walk(test)]
        self.tested = {part.id for part in asked if isinstance(part, ast.Name)}
        self.asks_for_end = any(getattr(node, "attr", "") == "is_over" for node in every)
        self.bounds = {
            name for name in self.names if role_of(name, frozenset(self.names)) in ("alpha", "beta")
        }

    def edits(self) -> Iterator[Edit]:
        """Yield the edits of this function's lines."""
        for parent, slot, node in self.places:
            for row in self._rows(parent, node):
                yield put(row, node, slot, self.conditions.get(id(node)))
        for around in (self.syntax, *(node for *_, node in self.places)):
            for name, body in ast.iter_fields(around):
                if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
                    for node, row in self._blocks(body, around if name == "body" else None):
                        yield put(row, node, (body, slice(None)))

    def _rows(self, parent: ast.AST, node: Any) -> Iterator[Row]:
        """Yield the replacements of an expression, from its form and from its place."""
        yield from self._by_rules(parent, node)
        match node:
            case ast.Compare(ops=[_]):
                yield from _other_comparisons(node)
            case ast.Name():
                yield from self._other_names(node, parent)
            case ast.Call():
                yield from self._other_calls(node)
            case ast.BoolOp() if isinstance(parent, ASKS) and node is parent.test:
                yield from _other_tests(node)
        if isinstance(parent, ast.Return):
            yield from _bare_leaves(node)

    def _by_rules(self, parent: ast.AST, node: Any) -> Iterator[Row]:
        places = set(self._places_of(parent, node)) if isinstance(node, ast.expr) else ()
        for rule in RULES if places else ():
            letters: dict[str, str] = {}
            if rule.place not in places or not _matched(rule.syntax, node, letters):
                continue
            for words in self._words(rule, parent, node):
                why, fault = rule.why, rule.fault
                if _evaluates(node) and fault in OF_LEAVES:
                    why, fault = WRONG_SIGN if fault == "not-negated" else why, OF_LEAVES[fault]
                if fault == "starting-value" and _constant(node) == float(rule.replacement):
                    continue
                if fault == "last-child" and words["target"] in self.bounds:
                    fault = "bound-wrongly-moved"
                texts = {**letters, **words}
                yield rule.rank, fault, why.format_map(texts), rule.replacement.format_map(texts)

    def _places_of(self, parent: Any, node: ast.expr) -> Iterator[str]:
        """Yield the places in which an expression stands, as the table names them."""
        yield "anywhere"
        if id(node) in self.begun:
            yield "start"
        if isinstance(parent, (*ASKS, ast.BoolOp)):
            yield "part of a test"
        if isinstance(parent, ASKS) and node is parent.test:
            yield "condition"
        elif isinstance(parent, ast.keyword) or (
            _is_search(parent) and node in getattr(parent, "args", ())
        ):
            yield "argument"
        elif isinstance(parent, ast.Return):
            yield "returned"
        elif (
            isinstance(parent, ast.Assign)
            and node is parent.value
            and isinstance(parent.targets[0], ast.Name)
        ):
            yield "assigned"
        if isinstance(node, ast.Call) and _text(node.func) == getattr(self.syntax, "name", None):
            yield "own call"

    def _words(self, rule: Rule, parent: Any, node: ast.expr) -> Iterator[dict[str, Any]]:
        """Yield the texts for a rule's words; its letters are known already."""
        words: dict[str, Any] = {"whole": _text(node), "minus": _minus(node)}
        words |= {"around": _text(parent).partition("\n")[0], "begun": self.begun.get(id(node))}
        if isinstance(parent, ast.Assign):
            words["target"] = _text(parent.targets[0])
        if KINDS["K"](node):
            words |= {"less": _constant(node) - 1, "more": _constant(node) + 1}
            words["which"] = _which(node, parent)
        first, further = self.parameters[:1], self.parameters[1:]
        choices = {"first": first, "parameter": further, "name": self.names}
        # what some line does test is not forgotten
        if rule.fault == "depth-forgotten":
            choices["parameter"] = [name for name in further if name not in self.tested]
        if rule.fault == "end-forgotten" and self.asks_for_end:
            choices["first"] = []
        used = next((part for part in choices if rule.uses(part)), None)
        yield from [{**words, used: name} for name in choices[used]] if used else [words]

    def _other_calls(self, node: ast.Call) -> Iterator[Row]:
        """Yield a call of another half, or with two arguments that make a window together."""
        if isinstance(node.func, ast.Name) and node.func.id == getattr(self.syntax, "name", None):
            for function in self.functions:
                if function != node.func.id:
                    why = f"calls `{node.func.id}` itself, but it should call `{function}`"
                    yield 15, "wrong-turn", why, _with(node, func=ast.Name(function))
        for place, (first, second) in enumerate(pairwise(node.args) if _is_search(node) else ()):
            if isinstance(first, ast.Starred) or isinstance(second, ast.Starred):
                continue
            before, after = node.args[:place], node.args[place + 2 :]
            for rank, fault, why, pair in self._windows(first, second):
                new = _with(node, args=[*before, *map(ast.Name, pair), *after])
                yield rank, fault, f"passes `{_text(first)}, {_text(second)}`{why}", new

    def _windows(
        self, first: ast.expr, second: ast.expr
    ) -> Iterator[tuple[int, str, str, list[str]]]:
        swapped = "negamax-window" if _is_minus(first) and _is_minus(second) else "bounds-swapped"
        both = " as the child's window, but both should be swapped and negated"
        yield 13, swapped, ", but these two arguments are swapped", [_text(second), _text(first)]
        yield 13, "negamax-window", both, [_minus(second), _minus(first)]
        yield 13, "negamax-window", ", but both signs are wrong", [_minus(first), _minus(second)]
        if _constant(first) is not None and _constant(second) is not None:
            for low, high in permutations(self.parameters, 2):
                for sign in SIGNS:
                    why = ", but the child needs the bounds that are already guaranteed above it"
                    yield 40, "window-not-passed", why, [sign + low, sign + high]

    def _other_names(self, node: ast.Name, parent: Any) -> Iterator[Row]:
        """Yield other names for a name."""
        rank = 43 if id(node) in self.assigned else 0
        if isinstance(parent, ast.Compare) and type(parent.ops[0]) in COMPARISONS:
            rank = 42
        elif isinstance(parent, ast.Return):
            rank = 16
        elif _is_search(parent) and parent.func is not node:
            rank = 41
        for name in self.names if rank else ():
            fault = "wrong-name"
            if rank == 41 and node.id in self.parameters[:1]:
                fault = "child-not-passed"
            elif rank == 41 and {node.id, name} & self.bounds:
                fault = "window-not-passed"
            elif rank == 16 and name in self.bounds:
                fault = "bound-returned"
            if name != node.id:
                yield rank, fault, f"uses `{node.id}`, but it should use `{name}`", name

    # Lines

    def _blocks(self, body: Body, around: ast.AST | None) -> Iterator[tuple[ast.AST, Row]]:
        """Yield each line of a block with other blocks, and what is around with a line more."""
        for place, line in enumerate(body):
            before, after = body[:place], body[place + 1 :]
            for row in self._lines(line, before, after, in_loop=isinstance(around, LOOPS)):
                yield line, row
            if isinstance(line, LOOPS) and isinstance(last := line.body[-1], ast.Return):
                loop = copy(line)
                loop.body = line.body[:-1] or [ast.copy_location(ast.Pass(), last)]
                why = "returns inside the loop, so the children after the first are never searched"
                yield last, (1, "return-in-loop", why, [*before, loop, last, *after])
        if isinstance(around, LOOPS):
            yield from ((around, row) for row in self._loop(body))
        elif around is self.syntax and self.parameters[1:2] and not self.asks_for_end:
            position, depth = self.parameters[:2]
            asked = f"if {depth} == 0 or {position}.is_over: return {position}.evaluate()"
            why = "begins a function that never tests whether the game is over or the depth is 0"
            if depth not in self.tested:
                yield around, (50, "end-forgotten", why, [asked, *body])

    def _lines(self, line: ast.stmt, before: Body, after: Body, *, in_loop: bool) -> Iterator[Row]:
        """Yield the block in which a line stands with this line changed, moved or left out."""
        text = _text(line)
        if isinstance(line, ast.Expr) and isinstance(line.value, ast.Call | ast.IfExp):
            fault = "evaluation-dropped" if "evaluate" in text else "result-dropped"
            why = f"computes `{text}`, but does nothing with the result"
            yield 8, fault, why, [*before, f"return {text}", *after]
            used = {part.id for part in ast.walk(line.value) if isinstance(part, ast.Name)}
            for name in (name for name in self.names if name in used):
                yield 8, "never-updated", why, [*before, f"{name} = {text}", *after]
        if isinstance(line, ast.If) and _leaves(line) and after and in_loop:
            why = "may leave the loop before the lines below it have run"
            yield 4, "break-before-update", why, [*before, *after, line]
        if isinstance(line, ast.Assign | ast.AugAssign | ast.Expr) and before + after:
            why = f"runs `{text}`, but the search is right without this line"
            yield 2, "line-too-much", why, before + after
        if isinstance(line, ast.If) and not line.orelse:
            why = f"{_effect(line.body[-1])}, but the search is right without this `if`"
            yield TEST_LEFT_OUT, "line-too-much", why, [*before, *after] or ["pass"]
            why = f"tests `{_text(line.test)}`, but the search is right without this test"
            if not _leaves(line):
                yield TEST_LEFT_OUT, "wrong-test", why, [*before, *line.body, *after]
        if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name):
            old = line.targets[0].id
            for new in (name for name in self.names if name != old):
                fault = "wrong-bound-moved" if {old, new} & self.bounds else "wrong-name"
                why, name = f"updates {old}; it should update {new}", rf"\b{old}\b"
                yield 4, fault, why, [*before, re.sub(name, new, text), *after]

    def _loop(self, body: Body) -> Iterator[Row]:
        """Yield the body of a loop with a cut or with a bound that is moved."""
        for low, high in permutations(self.parameters, 2):
            why = f"begins a loop that continues when `{high} <= {low}`,"
            why += " although no child can matter then"
            yield 25, "no-cut", why, [*body, f"if {high} <= {low}: break"]
        cuts = (
            place for place, line in enumerate(body) if isinstance(line, ast.If) and _leaves(line)
        )
        place = next(cuts, len(body))
        values = [name for name in self.names if name not in self.parameters]
        for bound, value in product(self.parameters, values):
            for choice, does in (("max", "raises"), ("min", "lowers")):
                why = f"begins a loop that never {does} `{bound}` to the best value of its children"
                line = f"{bound} = {choice}({bound}, {value})"
                yield 45, "bound-not-moved", why, [*body[:place], line, *body[place:]]


# Expressions for which a row of the table is not enough


def _other_comparisons(node: ast.Compare) -> Iterator[Row]:
    op, right = node.ops[0], node.comparators[0]
    names = isinstance(node.left, ast.Name) and isinstance(right, ast.Name)
    rank = 20 + 15 * isinstance(op, ast.Eq) + 2 * (not names)
    for operator, why in COMPARISONS.get(type(op), ()):
        fault = (
            "goes-on-when-equal" if why in (MISSING, ONLY_EQUAL) and names else "wrong-comparison"
        )
        yield rank, fault, f"tests `{_text(node)}`, {why}", _with(node, ops=[operator()])


def _other_tests(test: ast.BoolOp) -> Iterator[Row]:
    """Yield the test without one of its parts, and joined in the other way."""
    for place, part in enumerate(test.values):
        left = [*test.values[:place], *test.values[place + 1 :]]
        without = _with(test, values=left) if len(left) > 1 else _text(left[0])
        why = f"also tests `{_text(part)}`, but the search is right without this condition"
        yield TEST_LEFT_OUT, "wrong-test", why, without
    is_or = isinstance(test.op, ast.Or)
    joined, needed = ("or", "and") if is_or else ("and", "or")
    why = f"combines its conditions with `{joined}`, but it needs `{needed}`"
    yield 30, "wrong-test", why, _with(test, op=ast.And() if is_or else ast.Or())


def _bare_leaves(value: ast.expr) -> Iterator[Row]:
    """Yield the values of leaves in what is returned, as they are."""
    for part in ast.walk(value):
        if isinstance(part, ast.Call) and _evaluates(part.func) and part is not value:
            why = f"changes `{_text(part)}` before it returns it,"
            why += " but a leaf returns its evaluation unchanged"
            yield 8, "leaf-value", why, _text(part)


# Pieces of syntax


def _places(root: ast.AST) -> Iterator[tuple[ast.AST, Slot, ast.AST]]:
    """Yield the syntax inside a function with its slot, without inner functions."""
    for name, value in ast.iter_fields(root):
        holder = value if isinstance(value, list) else vars(root)
        for field, child in enumerate(value) if isinstance(value, list) else [(name, value)]:
            if isinstance(child, ast.AST):
                yield root, (holder, field), child
                if not isinstance(child, ast.FunctionDef | ast.Lambda | ast.ClassDef):
                    yield from _places(child)


def _conditions(places: Iterable[tuple[ast.AST, Slot, ast.AST]]) -> dict[int, Slot]:
    """Return for each expression inside a test, by id, the slot of its whole condition."""
    slots: dict[int, Slot] = {}
    for parent, slot, node in places:
        is_test = isinstance(parent, ASKS) and node is parent.test
        if is_test or (isinstance(parent, ast.BoolOp) and id(parent) in slots):
            slots[id(node)] = slot
        elif isinstance(node, ast.expr) and id(parent) in slots:
            slots[id(node)] = slots[id(parent)]
    return slots


def _is_search(node: Any) -> bool:
    """Return True for a possible search of a child: a call with at least two arguments."""
    if not isinstance(node, ast.Call) or _text(node.func) in CHOICES:
        return False
    return len(node.args) + len(node.keywords) > 1


def _with(node: Any, **fields: Any) -> str:
    """Return the text of syntax with some fields replaced; a Name may hold any text."""
    changed = copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return _text(changed)


def _begun(line: ast.Assign) -> Iterator[tuple[int, str]]:
    """Yield the possible starting values of a line by id, each with the name that it starts."""
    target, value = line.targets[0], line.value
    pairs: Iterable[tuple[ast.expr, ast.expr]] = [(target, value)]
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        pairs = zip(target.elts, value.elts, strict=False)
    for name, part in pairs:
        for start in (part.body, part.orelse) if isinstance(part, ast.IfExp) else (part,):
            yield id(start), _text(name)


def _which(node: ast.expr, parent: ast.AST) -> str:
    """Return the ordinal of an expression among the equal numbers of its line, or an empty text."""
    parts = (part for part in ast.walk(parent) if isinstance(part, ast.expr))
    in_line = [part for part in parts if part.lineno == node.lineno]
    same = [part for part in in_line if _constant(part) == _constant(node)]
    place = sorted(same, key=lambda part: part.col_offset).index(node)
    return f"the {ORDINALS[min(place, 3)]} " if len(same) > 1 else ""


def _is_minus(node: ast.expr) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)


def _minus(node: Any) -> str:
    return _text(node.operand) if _is_minus(node) else f"-({_text(node)})"


def _effect(line: ast.stmt) -> str:
    """Return in words what a line inside an ``if`` does."""
    match line:
        case ast.Break():
            return "leaves the loop"
        case ast.Continue():
            return "skips the rest of the loop's body"
        case ast.Return():
            return "returns early"
    return f"runs `{_text(line)}`"


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
