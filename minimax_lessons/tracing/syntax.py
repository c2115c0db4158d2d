"""Syntax: what the text of one function of a search tells before it has run, each fact read once."""

from __future__ import annotations

import ast
import functools
import inspect
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from types import CodeType
from typing import Any

__all__ = [
    "MOVE_NAMES",
    "InPlace",
    "Loops",
    "Syntax",
    "called_name",
    "names_in",
    "negated",
    "passed_on",
    "sides",
    "syntax_of",
]

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp, ast.Lambda)

MOVE_WORDS = ("move", "action", "choice", "path", "line", "child", "node", "pv", "index")  # named like no value
MOVE_NAMES = ("move", "action", "mv", "m", "a", "act", "legal_move", "possible_move")
GOING_THROUGH = {"enumerate", "list", "reversed", "sorted", "tuple", "zip"}  # one thing's parts
LEAF_TESTS = {"isinstance", "type", "hasattr", "callable"}


def syntax_of(code: CodeType) -> Syntax:
    """Return the syntax of a function, empty where its source is not to be had."""
    try:
        lines, _ = inspect.findsource(code)
        return Syntax(_module_syntax("".join(lines)).get((code.co_name, code.co_firstlineno)))
    except (OSError, SyntaxError, IndexError):
        return Syntax(None)


@functools.lru_cache(maxsize=64)
def _module_syntax(text: str) -> dict[tuple[str, int], FunctionNode]:
    """Return every function in a source text by its name and the line it begins on."""
    functions: dict[tuple[str, int], FunctionNode] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.decorator_list[0].lineno if node.decorator_list else node.lineno
            functions[node.name, first] = node
        elif isinstance(node, ast.Lambda):
            functions["<lambda>", node.lineno] = node
    return functions


class Syntax:
    """The text of one function, with the names by which the search it belongs to calls itself."""

    def __init__(self, node: FunctionNode | None, callees: frozenset[str] = frozenset()) -> None:
        self.node = node  # None where the source is not to be had
        self.callees = callees

    def __bool__(self) -> bool:
        return self.node is not None

    @cached_property
    def parameters(self) -> list[str]:
        """Return the names of the parameters, without *args and **kwargs."""
        if self.node is None:
            return []
        arguments = self.node.args
        return [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]

    @cached_property
    def body(self) -> list[ast.AST]:
        """Return the statements, or what a lambda is worth: no decorators, no defaults."""
        body = getattr(self.node, "body", [])
        return body if isinstance(body, list) else [body]

    @cached_property
    def written(self) -> list[ast.AST]:
        """Return all that stands in the body."""
        return [node for part in self.body for node in ast.walk(part)]

    @cached_property
    def own(self) -> list[ast.AST]:
        """Return all that stands in the body, leaving out the functions defined there."""
        found: list[ast.AST] = []
        ahead = self.body[::-1]
        while ahead:
            node = ahead.pop()
            found.append(node)
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
                ahead.extend(reversed(list(ast.iter_child_nodes(node))))
        return found

    @cached_property
    def plain_loops(self) -> list[ast.For | ast.While]:
        """Return the function's own loops, but not its comprehensions."""
        return [node for node in self.own if isinstance(node, ast.For | ast.While)]

    @cached_property
    def returned(self) -> list[tuple[int, ast.expr]]:
        """Return what is returned, each with its line; what a lambda is worth, too."""
        if isinstance(self.node, ast.Lambda):
            return [(self.node.lineno, self.node.body)]
        return [(n.lineno, n.value) for n in self.own if isinstance(n, ast.Return) and n.value is not None]

    @cached_property
    def calls(self) -> list[ast.Call]:
        """Return the calls by which the search calls itself."""
        return [node for node in self.written if self.is_search(node)]  # type: ignore[misc]

    def is_search(self, node: ast.AST) -> bool:
        """Return True for a call of the search."""
        return isinstance(node, ast.Call) and called_name(node) in self.callees

    def searches(self, node: ast.AST) -> bool:
        """Return True if the search is called somewhere in a piece of syntax."""
        return any(map(self.is_search, ast.walk(node)))

    @cached_property
    def attributes(self) -> set[str]:
        """Return the attributes that the function asks objects for, in a match statement too."""
        asked = {node.attr for node in self.written if isinstance(node, ast.Attribute)}
        return asked.union(*(node.kwd_attrs for node in self.written if isinstance(node, ast.MatchClass)))

    @cached_property
    def asked(self) -> dict[str, set[str]]:
        """Return what is done with each parameter: the attributes asked for, "[]" and "for" for a container's."""
        asked: dict[str, set[str]] = {name: set() for name in self.parameters}
        for node in self.written:
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                asked.get(node.value.id, set()).add(node.attr)
            elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
                asked.get(node.value.id, set()).add("[]")
            elif isinstance(node, ast.For | ast.comprehension):
                whole = isinstance(node.iter, ast.Call) and called_name(node.iter) in GOING_THROUGH
                for part in node.iter.args if whole else [node.iter]:  # type: ignore[attr-defined]
                    asked.get(getattr(part, "id", ""), set()).add("for")
            elif isinstance(node, ast.Call) and called_name(node) in ("isinstance", "type", "len") and node.args:
                asked.get(getattr(node.args[0], "id", ""), set()).add("for")
        return asked

    @cached_property
    def imported(self) -> dict[str, str | None]:
        """Return the names that the function imports itself, each with its module's."""
        statements = [node for node in self.written if isinstance(node, ast.ImportFrom)]
        return {each.name: node.module for node in statements for each in node.names}

    @cached_property
    def assigned(self) -> dict[str, list[ast.expr]]:
        """Return what is assigned to each variable, alone and by name."""
        values: dict[str, list[ast.expr]] = {}
        for node in self.written:
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                values.setdefault(node.targets[0].id, []).append(node.value)
        return values

    # The best value so far

    @cached_property
    def best(self) -> tuple[str, ...]:
        """Return the names that may hold the best value so far, the likeliest first: returned, and assigned in a loop.

        What a recursive call returned, a counter, or a move is likelier to stand beside it.
        """
        inside = [part for loop in self.plain_loops for part in ast.walk(loop)]
        assigned = {node.id for node in inside if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        counters = {getattr(node.target, "id", "") for node in inside if isinstance(node, ast.AugAssign)}
        results = {name for node in inside for name in self._names_of_result(node)}
        compared = {name for node in inside if _compares(node) for name in names_in(node)}
        plain = [name for _, value in self.returned for name in _returned_names(value)]
        calls = [value for _, value in self.returned if isinstance(value, ast.Call)]
        passed = [getattr(part, "id", "") for call in calls for part in passed_on(call)]

        def doubt(name: str) -> tuple[bool, ...]:
            is_move = any(word in name.lower() for word in MOVE_WORDS)
            return name in results, name in counters, is_move, name not in compared

        candidates = [name for name in plain if name in assigned] or [name for name in passed if name in assigned]
        return tuple(sorted(dict.fromkeys(candidates), key=doubt))

    @cached_property
    def choosers(self) -> dict[int, bool]:
        """Return the lines that take the larger of two values for the best (True), or the smaller (False)."""
        found: dict[int, set[bool]] = {}
        for statement, is_max in (pair for node in self.own for pair in self._choices(node)):
            for line in _lines(statement):
                found.setdefault(line, set()).add(is_max)
        return {line: players.pop() for line, players in found.items() if len(players) == 1}

    def _choices(self, node: ast.AST) -> Iterator[tuple[ast.AST, bool]]:
        """Yield what chooses a value: best = max(best, value), if value > best: best = value, return max(…)."""
        if isinstance(node, ast.Return) or _targets(node) & {*self.best}:
            names = [getattr(part.func, "id", "") for part in ast.walk(node) if isinstance(part, ast.Call)]
            yield from ((node, name == "max") for name in names if name in ("max", "min"))
        tests = map(sides, ast.walk(node.test)) if isinstance(node, ast.If) else ()
        for small, large in filter(None, tests):
            for statement in node.body:  # type: ignore[attr-defined]
                held = _targets(statement) & {*self.best}
                yield from ((statement, side is small) for side in (small, large) if held & {*names_in(side)[:1]})

    def _names_of_result(self, node: ast.AST) -> Iterator[str]:
        """Yield the names that are given a recursive call's result as it is, or with its sign turned."""
        value = node.value if isinstance(node, ast.Assign | ast.NamedExpr | ast.AnnAssign) else None
        while isinstance(value, ast.UnaryOp | ast.Subscript):
            value = value.operand if isinstance(value, ast.UnaryOp) else value.value
        if value is not None and self.is_search(value):
            targets = getattr(node, "targets", None) or [node.target]  # type: ignore[attr-defined]
            yield from (name for target in targets for name in names_in(target))

    # The recursive call

    @cached_property
    def negates(self) -> bool:
        """Return True if the value of a recursive call is negated, at once or in the name that it is given."""
        received = {name for node in self.written for name in self._names_of_result(node)}
        for operand in map(negated, self.written):
            if isinstance(operand, ast.Call | ast.Subscript | ast.Attribute) and self.searches(operand):
                return True
            while isinstance(operand, ast.Subscript | ast.Attribute):
                operand = operand.value
            if isinstance(operand, ast.Name) and operand.id in received:
                return True
        return False

    @cached_property
    def passed(self) -> list[tuple[str, ast.expr]]:
        """Return what the recursive calls pass on, each with the parameter that takes it."""
        pairs: list[tuple[str, ast.expr]] = []
        for call in self.calls:
            takes = self.parameters[isinstance(call.func, ast.Attribute) and self.is_method :]
            pairs += zip(takes, call.args, strict=False)
            pairs += [(each.arg or "", each.value) for each in call.keywords]
        return pairs

    @property
    def is_method(self) -> bool:
        """Return True for a function whose first parameter is the object that it belongs to."""
        return self.parameters[:1] == ["self"]

    @cached_property
    def constant(self) -> set[str]:
        """Return the parameters that every recursive call passes on as they are."""
        times = Counter(name for name, value in self.passed if isinstance(value, ast.Name) and value.id == name)
        return {name for name, count in times.items() if count == len(self.calls)}

    @cached_property
    def left_out(self) -> set[str]:
        """Return the parameters that no recursive call passes on: none of them is the position."""
        if not self.calls or any(isinstance(value, ast.Starred) or not name for name, value in self.passed):
            return set()  # or *arguments and **options may hold it
        return set(self.parameters[self.is_method :]) - {name for name, _ in self.passed}

    @cached_property
    def loops(self) -> Loops:
        """Return the loops in which the search is called."""
        if not self:
            return Loops(may_leave=True)
        loops = [node for node in self.written if isinstance(node, (ast.For, ast.While, *COMPREHENSIONS))]
        calling: list[Any] = [node for node in loops if self.searches(node)]
        calling += [node for node in self.written if self._hands_over(node)]
        plain = [node for node in calling if isinstance(node, ast.For | ast.While)]
        inner = {id(part) for node in plain for part in ast.walk(node) if part is not node}
        outer = [node for node in plain if isinstance(node, ast.For) and id(node) not in inner]
        lazily = any(isinstance(node, ast.Lambda | ast.GeneratorExp) for node in calling)  # another loop may drive it
        leaving = (ast.Break, ast.Return, ast.While, ast.Raise)
        asked = {called_name(call) for call in self.written if isinstance(call, ast.Call)}
        return Loops(
            headers=frozenset(node.lineno for node in loops if isinstance(node, ast.For | ast.While)),
            outermost={node.lineno: _lines(node) for node in outer},
            lines=frozenset(line for node in calling for line in _lines(node)),
            comprehended=frozenset(line for node in calling if node not in plain for line in _lines(node)),
            may_leave=any(isinstance(part, leaving) for node in (loops if lazily else plain) for part in ast.walk(node))
            or not asked.isdisjoint(("any", "all", "next")),
        )

    def _hands_over(self, node: ast.AST) -> bool:
        """Return True if a call is given the search itself, as in max(moves, key=search): it may call it in a loop."""
        given = passed_on(node) if isinstance(node, ast.Call) else []
        return any(not self.callees.isdisjoint(names_in(each)) for each in given) and not self.searches(node)

    # Leaves without a call of their own

    @cached_property
    def in_place(self) -> dict[int, InPlace]:
        """Return the lines of the statements in the function's loops that may value a child themselves."""
        found: dict[int, InPlace] = {}
        for statement, after in (pair for loop in self.plain_loops for pair in _statements(loop.body)):
            pair: tuple[ast.stmt, ast.expr] | None = None
            instead = range(0)
            if isinstance(statement, ast.If):
                goes_on = isinstance(statement.body[-1], ast.Continue) and not statement.orelse
                pair, instead = self._other_branch(statement.body, after if goes_on else statement.orelse)
            elif isinstance(statement, ast.Assign | ast.Expr | ast.AugAssign):
                other = next(self._other_values(statement.value), None)
                pair = (statement, other) if other is not None else None
            if pair is not None:
                place = InPlace(_lines(pair[0]), compile(ast.Expression(pair[1]), "<leaf>", "eval"), instead)
                found.update(dict.fromkeys(place.lines, place))
        return found

    @cached_property
    def comprehends(self) -> bool:
        """Return True if a comprehension passes some children on, and takes others for what they are worth."""
        whole = [node for node in self.written if isinstance(node, COMPREHENSIONS)]
        return any(isinstance(value, ast.Name) for node in whole for value in self._other_values(node))

    def _other_values(self, node: ast.AST) -> Iterator[ast.expr]:
        """Yield what stands instead of a recursive call, if to work it out once more does no harm."""
        for way in (part for part in ast.walk(node) if isinstance(part, ast.IfExp)):
            for one, other in ((way.body, way.orelse), (way.orelse, way.body)):
                if self.searches(one) and not any(isinstance(part, ast.Call) for part in ast.walk(other)):
                    yield other

    def _other_branch(
        self, body: list[ast.stmt], orelse: list[ast.stmt]
    ) -> tuple[tuple[ast.stmt, ast.expr] | None, range]:
        """Return the statement that gives a name a leaf's value where other lines give it a child's, and these."""
        for one, other in ((body, orelse), (orelse, body)):
            given = {_given_name(each) for each in one if self.searches(each)} - {None}
            if given and not any(map(self.searches, other)):
                for each in other:
                    if (name := _given_name(each)) in given and name is not None:
                        instead = range(_lines(one[0]).start, _lines(one[-1]).stop)
                        return (each, ast.parse(name, mode="eval").body), instead
        return None, range(0)

    @cached_property
    def valuers(self) -> set[str]:
        """Return the names of the functions that tell what a leaf is worth: called where no child's value is used.

        That is in a return, or where a name is given a value that is given a child's elsewhere.
        """
        returned, leaves, beside, given = set[str](), dict[str, set[str]](), set[str](), set[str]()
        for node in self.own:
            if not isinstance(node, ast.Return | ast.Assign) or node.value is None:
                continue
            calls = {called_name(part) or "" for part in ast.walk(node.value) if isinstance(part, ast.Call)}
            names = {t.id for t in node.targets if isinstance(t, ast.Name)} if isinstance(node, ast.Assign) else set()
            if not calls.isdisjoint(self.callees):
                beside |= calls
                given |= names
            elif isinstance(node, ast.Return):
                returned |= calls
            for name in names:
                leaves.setdefault(name, set()).update(calls)
        return returned.union(*(leaves[name] for name in given)) - beside

    # Where things are kept

    @cached_property
    def leaves(self) -> set[str]:
        """Return the parameters that may be a leaf's value: all if the function asks for types, else those returned."""
        asks = any(
            isinstance(node, ast.Match | ast.Try) or (isinstance(node, ast.Name) and node.id in LEAF_TESTS)
            for node in self.written
        )
        returned = {name for _, value in self.returned for name in _values_in(value)}
        return set(self.parameters) if asks else returned & set(self.parameters)

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """Return the variables of the function's loops, those that sound like a move first."""
        names = [name for loop in self.plain_loops if isinstance(loop, ast.For) for name in names_in(loop.target)]
        return tuple(sorted(dict.fromkeys(names), key=lambda name: name.lower() not in MOVE_NAMES))

    @cached_property
    def writes(self) -> set[str]:
        """Return the names of lists that the function changes in place, as it would a board (board[i] = …)."""
        return {place.partition("[")[0] for place in self._stores}

    @cached_property
    def is_cached(self) -> bool:
        """Return True if functools.cache stands before the function."""
        return any("cache" in ast.unparse(each) for each in getattr(self.node, "decorator_list", ()))

    @cached_property
    def _stores(self) -> dict[str, int]:
        """Return what the function stores things in under a key, with the first line that does."""
        stores = [node for node in self.written if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)]
        return {ast.unparse(node.value): node.lineno for node in reversed(stores)}

    @cached_property
    def tables(self) -> tuple[str, ...]:
        """Return where the function stores what it may remember."""
        return tuple(self._stores) if self.recall_lines else ()

    @cached_property
    def recall_lines(self) -> frozenset[int]:
        """Return the lines that return what a table holds, before the function stores anything there."""
        if not self._stores:
            return frozenset()

        def looks_up(node: ast.AST) -> bool:
            for part in ast.walk(node):
                asks = isinstance(part, ast.Subscript) or (isinstance(part, ast.Attribute) and part.attr == "get")
                if asks and self._stores.get(ast.unparse(part.value), 0) > part.lineno:  # type: ignore[attr-defined]
                    return True
            return False

        names: set[str] = set()
        given = [node for node in self.written if isinstance(node, ast.Assign | ast.NamedExpr)]
        for node in sorted(given, key=lambda node: node.lineno):
            if looks_up(node.value) or not names.isdisjoint(names_in(node.value)):
                names |= {
                    each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
                }
        early = [(line, value) for line, value in self.returned if line < max(self._stores.values())]
        return frozenset(
            line for line, each in early if looks_up(each) or (names_in(each) and {*names_in(each)} <= names)
        )

    @cached_property
    def kept(self) -> tuple[str, str] | None:
        """Return the parameter and its attribute that the function keeps its result in if it returns none."""
        if self.returned:
            return None
        stored = (node for node in self.own if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store))
        names = [(node.value.id, node.attr) for node in stored if isinstance(node.value, ast.Name)]
        return next((pair for pair in names if pair[0] in self.parameters), None)

    @cached_property
    def may_loop(self) -> bool:
        """Return True if the function has a while in it, the only loop that may go on for ever."""
        return not self or any(isinstance(loop, ast.While) for loop in self.plain_loops)

    @cached_property
    def final_lines(self) -> frozenset[int]:
        """Return the lines that run after a return statement: those of a finally."""
        tried = [node for node in self.own if isinstance(node, ast.Try)]
        return frozenset(line for node in tried for part in node.finalbody for line in _lines(part))


@dataclass(frozen=True)
class Loops:
    """The loops of a function that a recursive call stands in."""

    headers: frozenset[int] = frozenset()  # the lines that begin a round of any loop
    outermost: dict[int, range] = field(default_factory=dict)  # the lines of each for that stands in no other loop
    lines: frozenset[int] = frozenset()  # all that may run more than once
    comprehended: frozenset[int] = frozenset()  # of these such as no round can be told of
    may_leave: bool = False  # a loop may end before its time


@dataclass(frozen=True)
class InPlace:
    """A statement of a loop that values a leaf where it stands, while another passes it on: how the value is had."""

    lines: range
    value: CodeType
    instead: range  # the lines that pass it on: run next, they are why the statement was not


# Pieces of syntax


def called_name(call: ast.Call) -> str | None:
    """Return the name of the function or the method that is called."""
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", None)


def passed_on(call: ast.Call) -> list[ast.expr]:
    """Return what a call passes on."""
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def names_in(node: ast.AST) -> list[str]:
    """Return the names in a piece of syntax."""
    return [part.id for part in ast.walk(node) if isinstance(part, ast.Name)]


def sides(test: ast.AST) -> tuple[ast.expr, ast.expr] | None:
    """Return what a comparison such as a < b or b >= a says is the smaller, and what the larger; None for all else."""
    if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ast.Gt | ast.GtE | ast.Lt | ast.LtE):
        return None
    rises = isinstance(test.ops[0], ast.Lt | ast.LtE)
    return (test.left, test.comparators[0]) if rises else (test.comparators[0], test.left)


def _lines(node: Any) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _targets(node: ast.AST) -> set[str]:
    """Return the names that a statement gives a value."""
    return {name for target in node.targets for name in names_in(target)} if isinstance(node, ast.Assign) else set()


def _compares(node: ast.AST) -> bool:
    return isinstance(node, ast.Compare) or (isinstance(node, ast.Call) and called_name(node) in ("max", "min"))


def _returned_names(value: ast.expr) -> list[str]:
    parts: list[Any] = [value]
    if isinstance(value, ast.Tuple | ast.List):
        parts = value.elts
    elif isinstance(value, ast.Dict):
        parts = value.values
    elif isinstance(value, ast.IfExp):
        parts = [value.body, value.orelse]
    return [part.id for part in parts if isinstance(part, ast.Name)]


def _values_in(value: ast.AST) -> Iterator[str]:
    """Yield the names whose own value is, or is part of, the value of an expression."""
    if isinstance(value, ast.Name):
        yield value.id
    elif isinstance(value, ast.Tuple | ast.BinOp | ast.UnaryOp | ast.IfExp):
        parts = [value.body, value.orelse] if isinstance(value, ast.IfExp) else ast.iter_child_nodes(value)
        yield from (name for part in parts for name in _values_in(part))


def negated(node: ast.AST) -> ast.expr | None:
    """Return what a piece of syntax turns the sign of: −x, 0 − x, −1 · x or x · −1."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return node.operand
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub | ast.Mult):
        left, right = ast.unparse(node.left), ast.unparse(node.right)
        if isinstance(node.op, ast.Sub):
            return node.right if left == "0" else None
        return node.left if right == "-1" else node.right if left == "-1" else None
    return None


def _statements(body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, list[ast.stmt]]]:
    """Yield the statements of a body and of those in it, each with those that follow it there."""
    for i, statement in enumerate(body):
        yield statement, body[i + 1 :]
        for name in ("body", "orelse", "finalbody"):
            yield from _statements(getattr(statement, name, []))
        for block in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
            yield from _statements(block.body)


def _given_name(statement: ast.stmt) -> str | None:
    """Return what a statement gives a value: a name, or the last place of a list that it is appended to.

    What was there before may be there still after best = max(best, …): that tells no leaf's value.
    """
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        name = statement.targets[0].id
        return None if name in names_in(statement.value) else name
    call = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "append":
        return f"{ast.unparse(call.func.value)}[-1]"
    return None
