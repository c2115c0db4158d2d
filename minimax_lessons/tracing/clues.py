"""Clues: what the syntax of a search function tells before it has run."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from minimax_lessons.tracing.callables import FunctionSyntax, written
from minimax_lessons.tracing.roles import Role, role_of

__all__ = [
    "MOVE_NAMES",
    "InPlace",
    "Loops",
    "asked_of",
    "attributes",
    "best_names",
    "bound_elsewhere",
    "called_name",
    "comprehends_leaves",
    "constant_parameters",
    "counts_up",
    "final_lines",
    "is_cached",
    "kept_in",
    "leaf_parameters",
    "leaves_in_place",
    "loop_names",
    "may_loop",
    "negates",
    "parameters_in",
    "passed_on",
    "recall_lines",
    "recursive_calls",
    "tables",
    "valued_by",
    "writes_to",
]

MOVE_WORDS = ("move", "action", "choice", "path", "line", "child", "node", "pv", "index")  # named like no value

MOVE_NAMES = ("move", "action", "mv", "m", "a", "act", "legal_move", "possible_move")


@functools.lru_cache(maxsize=256)
def own_nodes(syntax: FunctionSyntax) -> tuple[ast.AST, ...]:
    """Return the syntax inside a function, leaving out the functions defined in it."""
    return tuple(_own_nodes(syntax))


def _own_nodes(syntax: FunctionSyntax) -> Iterator[ast.AST]:
    ahead: list[ast.AST] = list(reversed(syntax.body)) if isinstance(syntax.body, list) else [syntax.body]
    while ahead:
        node = ahead.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            ahead.extend(reversed(list(ast.iter_child_nodes(node))))


def attributes(syntax: FunctionSyntax) -> set[str]:
    """Return the attributes that a function asks objects for, in a match statement too."""
    asked: set[str] = set()
    for node in written(syntax):
        if isinstance(node, ast.Attribute):
            asked.add(node.attr)
        elif isinstance(node, ast.MatchClass):
            asked.update(node.kwd_attrs)
    return asked


def asked_of(syntax: FunctionSyntax) -> dict[str, set[str]]:
    """Return what a function does with each parameter: the attributes it asks for, "[]" and "for" for a container's."""
    asked: dict[str, set[str]] = {name: set() for name in parameters_in(syntax)}
    for node in written(syntax):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            asked.get(node.value.id, set()).add(node.attr)
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
            asked.get(node.value.id, set()).add("[]")
        elif isinstance(node, ast.For | ast.comprehension):
            for part in ast.walk(node.iter):
                if isinstance(part, ast.Name):
                    asked.get(part.id, set()).add("for")
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("isinstance", "type", "len")
        ):
            for part in node.args[:1]:
                if isinstance(part, ast.Name):
                    asked.get(part.id, set()).add("for")
    return asked


def parameters_in(syntax: FunctionSyntax) -> list[str]:
    """Return the names of a function's parameters, without *args and **kwargs."""
    arguments = syntax.args
    return [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]


# The best value so far


def best_names(syntax: FunctionSyntax | None, callees: set[str]) -> tuple[str, ...]:
    """Return the names that may hold the best value so far, the likeliest first: returned, and assigned in a loop.

    What a recursive call returned, a counter, or a move is likelier to stand beside it.
    """
    if syntax is None or isinstance(syntax, ast.Lambda):
        return ()
    own = list(own_nodes(syntax))
    inside = [part for node in own if isinstance(node, ast.For | ast.While) for part in ast.walk(node)]
    assigned = {node.id for node in inside if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    counters = {
        node.target.id for node in inside if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)
    }
    results = {name for node in inside for name in _names_of_result(node, callees)}
    returned = [node.value for node in own if isinstance(node, ast.Return) and node.value is not None]
    plain = [name for value in returned for name in _returned_names(value)]
    passed = [part.id for value in returned if isinstance(value, ast.Call) for part in _arguments(value)]

    compared = {part.id for node in inside if _compares(node) for part in ast.walk(node) if isinstance(part, ast.Name)}

    def doubt(name: str) -> tuple[bool, ...]:
        is_move = any(word in name.lower() for word in MOVE_WORDS)
        return name in results, name in counters, is_move, name not in compared

    candidates = [name for name in plain if name in assigned] or [name for name in passed if name in assigned]
    return tuple(sorted(dict.fromkeys(candidates), key=doubt))


def _compares(node: ast.AST) -> bool:
    return isinstance(node, ast.Compare) or (isinstance(node, ast.Call) and called_name(node) in ("max", "min"))


def _arguments(call: ast.Call) -> Iterator[ast.Name]:
    return (value for value in passed_on(call) if isinstance(value, ast.Name))


def _names_of_result(node: ast.AST, callees: set[str]) -> Iterator[str]:
    """Yield the names that are given a recursive call's result as it is, or with its sign turned."""
    if isinstance(node, ast.Assign):
        value, targets = node.value, node.targets
    elif isinstance(node, ast.NamedExpr | ast.AnnAssign) and node.value is not None:
        value, targets = node.value, [node.target]
    else:
        return
    while isinstance(value, ast.UnaryOp | ast.Subscript):
        value = value.operand if isinstance(value, ast.UnaryOp) else value.value
    if isinstance(value, ast.Call) and called_name(value) in callees:
        yield from (name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name))


def _returned_names(value: ast.expr) -> list[str]:
    parts: list[Any] = [value]
    if isinstance(value, ast.Tuple | ast.List):
        parts = value.elts
    elif isinstance(value, ast.Dict):
        parts = value.values
    elif isinstance(value, ast.IfExp):
        parts = [value.body, value.orelse]
    return [part.id for part in parts if isinstance(part, ast.Name)]


# The recursive call


def called_name(call: ast.Call) -> str | None:
    """Return the name of the function or the method that is called."""
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", None)


def _calls_search(node: ast.AST, callees: set[str]) -> bool:
    return any(isinstance(part, ast.Call) and called_name(part) in callees for part in ast.walk(node))


def negates(syntax: FunctionSyntax, callees: set[str]) -> bool:
    """Return True if the value of a recursive call is negated, at once or in the name that it is given."""
    received = {name for node in written(syntax) for name in _names_of_result(node, callees)}
    for node in written(syntax):
        operand = _negated(node)
        if isinstance(operand, ast.Name) and operand.id in received:
            return True
        if isinstance(operand, ast.Call | ast.Subscript | ast.Attribute) and _calls_search(operand, callees):
            return True
    return False


def _negated(node: ast.AST) -> ast.expr | None:
    """Return what a piece of syntax turns the sign of: −x, 0 − x, −1 · x or x · −1."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return node.operand
    if isinstance(node, ast.BinOp):
        left, right = ast.unparse(node.left), ast.unparse(node.right)
        if isinstance(node.op, ast.Sub) and left == "0":
            return node.right
        if isinstance(node.op, ast.Mult) and "-1" in (left, right):
            return node.left if right == "-1" else node.right
    return None


def counts_up(syntax: FunctionSyntax, callees: set[str]) -> bool:
    """Return True if a function passes depth + 1 on to a recursive call."""
    return any(
        isinstance(part, ast.BinOp)
        and isinstance(part.op, ast.Add)
        and isinstance(part.left, ast.Name)
        and role_of(part.left.id) == "depth"
        and isinstance(part.right, ast.Constant)
        for call in recursive_calls(syntax, callees)
        for part in passed_on(call)
    )


def recursive_calls(syntax: FunctionSyntax, callees: set[str]) -> Iterator[ast.Call]:
    """Yield the calls of the functions that recurse together."""
    return (node for node in written(syntax) if isinstance(node, ast.Call) and called_name(node) in callees)


def passed_on(call: ast.Call) -> list[ast.expr]:
    """Return what a call passes on."""
    return [*call.args, *(keyword.value for keyword in call.keywords)]


# The loops around it

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp, ast.Lambda)


@dataclass(frozen=True)
class Loops:
    """The loops of a function that a recursive call stands in."""

    headers: frozenset[int] = frozenset()  # the lines that begin a round of any loop
    outermost: dict[int, range] = field(default_factory=dict)  # the lines of each for that stands in no other loop
    lines: frozenset[int] = frozenset()  # all that may run more than once
    comprehended: frozenset[int] = frozenset()  # of these such as no round can be told of
    may_leave: bool = False  # a loop may end before its time

    @classmethod
    def of(cls, syntax: FunctionSyntax | None, callees: set[str]) -> Loops:
        """Return the loops of a function in which one of these functions is called."""
        if syntax is None:
            return cls(may_leave=True)
        loops = [node for node in written(syntax) if isinstance(node, (ast.For, ast.While, *COMPREHENSIONS))]
        calling: list[Any] = [node for node in loops if any(_calls(part, callees) for part in ast.walk(node))]
        calling += [node for node in written(syntax) if _passes(node, callees)]
        plain = [node for node in calling if isinstance(node, ast.For | ast.While)]
        inner = {id(part) for node in plain for part in ast.walk(node) if part is not node}
        outer = [node for node in plain if isinstance(node, ast.For) and id(node) not in inner]
        leaving = (ast.Break, ast.Return, ast.While, ast.Raise)
        return cls(
            headers=frozenset(node.lineno for node in loops if isinstance(node, ast.For | ast.While)),
            outermost={node.lineno: _lines(node) for node in outer},
            lines=frozenset(line for node in calling for line in _lines(node)),
            comprehended=frozenset(line for node in calling if node not in plain for line in _lines(node)),
            may_leave=any(isinstance(part, leaving) for node in plain for part in ast.walk(node))
            or any(
                called_name(call) in ("any", "all", "next") for call in written(syntax) if isinstance(call, ast.Call)
            ),
        )


def _passes(node: ast.AST, callees: set[str]) -> bool:
    """Return True if a call is given the search itself, as in max(moves, key=search): it may call it in a loop."""
    given = passed_on(node) if isinstance(node, ast.Call) else []
    return any(part.id in callees for each in given for part in ast.walk(each) if isinstance(part, ast.Name)) and not (
        any(_calls(part, callees) for part in ast.walk(node))
    )


def _calls(node: ast.AST, callees: set[str]) -> bool:
    return isinstance(node, ast.Call) and called_name(node) in callees


def _lines(node: Any) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


# Leaves without a call of their own


@dataclass(frozen=True)
class InPlace:
    """A statement of a loop that values a leaf where it stands, while another passes it on: how the value is had."""

    lines: range
    value: CodeType
    instead: range  # the lines that pass it on: run next, they are why the statement was not


def leaves_in_place(syntax: FunctionSyntax | None, callees: set[str]) -> dict[int, InPlace]:
    """Return the lines of the statements in a function's loops that may value a child themselves."""
    found: dict[int, InPlace] = {}
    loops = [] if syntax is None else [node for node in own_nodes(syntax) if isinstance(node, ast.For | ast.While)]
    for statement, after in (pair for loop in loops for pair in _statements(loop.body)):
        pair: tuple[ast.stmt, ast.expr] | None = None
        instead = range(0)
        if isinstance(statement, ast.If):
            goes_on = isinstance(statement.body[-1], ast.Continue) and not statement.orelse
            pair, instead = _other_branch(statement.body, after if goes_on else statement.orelse, callees)
        elif isinstance(statement, ast.Assign | ast.Expr | ast.AugAssign):
            ways = [part for part in ast.walk(statement.value) if isinstance(part, ast.IfExp)]
            other = next((value for way in ways for value in _other_value(way, callees)), None)
            pair = (statement, other) if other is not None else None
        if pair is not None:
            place = InPlace(_lines(pair[0]), compile(ast.Expression(pair[1]), "<leaf>", "eval"), instead)
            found.update(dict.fromkeys(place.lines, place))
    return found


def _statements(body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, list[ast.stmt]]]:
    """Yield the statements of a body and of those in it, each with those that follow it there."""
    for i, statement in enumerate(body):
        yield statement, body[i + 1 :]
        for name in ("body", "orelse", "finalbody"):
            yield from _statements(getattr(statement, name, []))


def comprehends_leaves(syntax: FunctionSyntax | None, callees: set[str]) -> bool:
    """Return True if a comprehension passes some children on, and takes others for what they are worth."""
    whole = [] if syntax is None else [node for node in written(syntax) if isinstance(node, COMPREHENSIONS)]
    ways = [part for node in whole for part in ast.walk(node) if isinstance(part, ast.IfExp)]
    return any(isinstance(value, ast.Name) for way in ways for value in _other_value(way, callees))


def valued_by(syntax: FunctionSyntax, callees: set[str]) -> set[str]:
    """Return the names of the functions that tell what a leaf is worth: called where no child's value is used.

    That is in a return, or where a name is given a value that is given a child's elsewhere.
    """
    returned, leaves, beside, given = set[str](), dict[str, set[str]](), set[str](), set[str]()
    for node in own_nodes(syntax):
        if not isinstance(node, ast.Return | ast.Assign) or node.value is None:
            continue
        calls = {called_name(part) or "" for part in ast.walk(node.value) if isinstance(part, ast.Call)}
        names = {t.id for t in node.targets if isinstance(t, ast.Name)} if isinstance(node, ast.Assign) else set()
        if calls & callees:
            beside |= calls
            given |= names
        elif isinstance(node, ast.Return):
            returned |= calls
        for name in names:
            leaves.setdefault(name, set()).update(calls)
    return returned.union(*(leaves[name] for name in given)) - beside


def _other_value(way: ast.IfExp, callees: set[str]) -> Iterator[ast.expr]:
    """Yield what stands instead of a recursive call, if to work it out once more does no harm."""
    for one, other in ((way.body, way.orelse), (way.orelse, way.body)):
        if _calls_search(one, callees) and not any(isinstance(part, ast.Call) for part in ast.walk(other)):
            yield other


def _other_branch(
    body: list[ast.stmt], orelse: list[ast.stmt], callees: set[str]
) -> tuple[tuple[ast.stmt, ast.expr] | None, range]:
    """Return the statement that gives a name a leaf's value where other lines give it a recursive call's, and these."""
    for one, other in ((body, orelse), (orelse, body)):
        given = {_given_name(each) for each in one if _calls_search(each, callees)} - {None}
        if given and not any(_calls_search(each, callees) for each in other):
            for each in other:
                if (name := _given_name(each)) in given and name is not None:
                    instead = range(_lines(one[0]).start, _lines(one[-1]).stop)
                    return (each, ast.parse(name, mode="eval").body), instead
    return None, range(0)


def _given_name(statement: ast.stmt) -> str | None:
    """Return what a statement gives a value: a name, or the last place of a list that it is appended to.

    What was there before may be there still after best = max(best, …): that tells no leaf's value.
    """
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        name = statement.targets[0].id
        return None if name in _names_in(statement.value) else name
    call = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "append":
        return f"{ast.unparse(call.func.value)}[-1]"
    return None


# Where things are kept


def bound_elsewhere(syntax: FunctionSyntax | None, role: Role) -> str | None:
    """Return where a bound is kept if in no plain variable: "window[0]", "self.alpha", a global "ALPHA"; else None."""
    if syntax is None:
        return None
    parameters = parameters_in(syntax)
    for name in parameters:
        if role_of(name) == "window":
            return f"{name}[{0 if role == 'alpha' else 1}]"
    for node in own_nodes(syntax):
        if isinstance(node, ast.Global):
            found = next((name for name in node.names if role_of(name) == role), None)
            if found is not None:
                return found
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and role_of(node.attr) == role:
            place = ast.unparse(node)
            if place.partition(".")[0] in parameters and place.count(".") == 1:
                return place
    return None


LEAF_TESTS = {"isinstance", "type", "hasattr", "callable"}


def leaf_parameters(syntax: FunctionSyntax) -> set[str]:
    """Return the parameters that may be taken for a leaf: all if the function asks for types, else those it returns."""
    parameters = {name for name in parameters_in(syntax) if role_of(name) is None}
    returned: set[str] = set()
    for node in written(syntax):
        if isinstance(node, ast.Match | ast.Try) or (isinstance(node, ast.Name) and node.id in LEAF_TESTS):
            return parameters
        value = node.value if isinstance(node, ast.Return) else syntax.body if node is syntax else None
        if isinstance(value, ast.expr):
            returned.update(_values_in(value))
    return returned & parameters


def _values_in(value: ast.expr) -> Iterator[str]:
    """Yield the names whose own value is, or is part of, the value of an expression."""
    if isinstance(value, ast.Name):
        yield value.id
    elif isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in ("float", "int"):
        yield from (argument.id for argument in value.args if isinstance(argument, ast.Name))
    elif isinstance(value, ast.Tuple | ast.BinOp | ast.UnaryOp | ast.IfExp):
        parts = [value.body, value.orelse] if isinstance(value, ast.IfExp) else ast.iter_child_nodes(value)
        yield from (name for part in parts if isinstance(part, ast.expr) for name in _values_in(part))


def loop_names(syntax: FunctionSyntax | None) -> tuple[str, ...]:
    """Return the variables of a function's loops, those that sound like a move first."""
    if syntax is None:
        return ()
    targets = [node.target for node in own_nodes(syntax) if isinstance(node, ast.For)]
    names = [node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]
    return tuple(sorted(dict.fromkeys(names), key=lambda name: name.lower() not in MOVE_NAMES))


def constant_parameters(syntax: FunctionSyntax, callees: set[str]) -> set[str]:
    """Return the parameters every recursive call passes on as they are, in the same place or under the same name."""
    parameters = parameters_in(syntax)
    constant: set[str] | None = None
    for call in recursive_calls(syntax, callees):
        places = parameters[isinstance(call.func, ast.Attribute) and parameters[:1] == ["self"] :]
        same = {
            name
            for name, value in zip(places, call.args, strict=False)
            if isinstance(value, ast.Name) and value.id == name
        }
        same |= {
            each.arg
            for each in call.keywords
            if each.arg and isinstance(each.value, ast.Name) and each.value.id == each.arg
        }
        constant = same if constant is None else constant & same
    return constant or set()


def writes_to(syntax: FunctionSyntax) -> set[str]:
    """Return the names of lists that a function changes in place, as it would a board (board[i] = …)."""
    changed: set[str] = set()
    for node in written(syntax):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            base = node.value
            while isinstance(base, ast.Subscript):
                base = base.value
            if isinstance(base, ast.Name):
                changed.add(base.id)
    return changed


def is_cached(syntax: FunctionSyntax | None) -> bool:
    """Return True if functools.cache stands before a function."""
    decorators = [] if syntax is None or isinstance(syntax, ast.Lambda) else syntax.decorator_list
    return any("cache" in ast.unparse(decorator) for decorator in decorators)


def tables(syntax: FunctionSyntax | None) -> dict[str, int]:
    """Return what a function stores things in under a key, with the first line that does."""
    nodes = () if syntax is None else written(syntax)
    stores = [node for node in nodes if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)]
    return {ast.unparse(node.value): node.lineno for node in reversed(stores)}


def recall_lines(syntax: FunctionSyntax | None) -> frozenset[int]:
    """Return the lines that return what a table holds, before the function stores anything there."""
    nodes, stored = () if syntax is None else written(syntax), tables(syntax)

    def looks_up(node: ast.AST) -> bool:
        for part in ast.walk(node):
            asks = isinstance(part, ast.Subscript) or (isinstance(part, ast.Attribute) and part.attr == "get")
            if asks and stored.get(ast.unparse(part.value), 0) > part.lineno:  # type: ignore[attr-defined]
                return True
        return False

    names: set[str] = set()
    for node in sorted((n for n in nodes if isinstance(n, ast.Assign | ast.NamedExpr)), key=lambda n: n.lineno):
        if looks_up(node.value) or _names_in(node.value) & names:
            names |= {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and _is_stored(part)}
    until = max(stored.values(), default=0)
    return frozenset(
        node.lineno
        for node in nodes
        if isinstance(node, ast.Return) and node.value is not None and node.lineno < until
        if looks_up(node.value) or (_names_in(node.value) and _names_in(node.value) <= names)
    )


def _is_stored(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def _names_in(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def kept_in(syntax: FunctionSyntax | None) -> tuple[str, str] | None:
    """Return the parameter and its attribute that a function keeps its result in if it returns none."""
    own = [] if syntax is None or isinstance(syntax, ast.Lambda) else list(own_nodes(syntax))
    if syntax is None or any(isinstance(node, ast.Return) and node.value is not None for node in own):
        return None
    stored = (node for node in own if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store))
    names = [(node.value.id, node.attr) for node in stored if isinstance(node.value, ast.Name)]
    return next((pair for pair in names if pair[0] in parameters_in(syntax)), None)


def may_loop(syntax: FunctionSyntax | None) -> bool:
    """Return True if a function has a while in it, the only loop that may go on for ever."""
    return syntax is not None and any(isinstance(node, ast.While) for node in own_nodes(syntax))


def final_lines(syntax: FunctionSyntax | None) -> frozenset[int]:
    """Return the lines that run after a return statement: those of a finally."""
    if syntax is None:
        return frozenset()
    return frozenset(
        line
        for node in own_nodes(syntax)
        if isinstance(node, ast.Try)
        for part in node.finalbody
        for line in range(part.lineno, (part.end_lineno or part.lineno) + 1)
    )
