"""Syntax: facts from the text of one function of a search, each read once before the run."""

from __future__ import annotations

import ast
import functools
import inspect
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from types import CodeType
from typing import Any, TypeVar

__all__ = [
    "CLOCKS",
    "MOVE_NAMES",
    "Syntax",
    "called_name",
    "names_in",
    "negated",
    "passed_on",
    "sides",
    "syntax_of",
]

Kind = TypeVar("Kind", bound=ast.AST)
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp, ast.Lambda)

# named like no value
MOVE_WORDS = ("move", "action", "choice", "path", "line", "child", "node", "pv", "index")
MOVE_NAMES = ("move", "action", "mv", "m", "a", "act", "legal_move", "possible_move")
GOING_THROUGH = {"enumerate", "list", "reversed", "sorted", "tuple", "zip"}  # one thing's parts
CLOCKS = ("time", "monotonic", "perf_counter", "process_time")
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
        return [
            argument.arg
            for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
        ]

    @cached_property
    def body(self) -> list[ast.AST]:
        """Return the statements, or what a lambda is worth: no decorators, no defaults."""
        body = getattr(self.node, "body", [])
        return body if isinstance(body, list) else [body]

    @cached_property
    def written(self) -> list[ast.AST]:
        """Return all that stands in the body."""
        return [node for part in self.body for node in ast.walk(part)]

    def every(self, kind: type[Kind]) -> list[Kind]:
        """Return all of one kind that stands in the body."""
        return [node for node in self.written if isinstance(node, kind)]

    @cached_property
    def own(self) -> list[ast.AST]:
        """Return all that stands in the body, leaving out the functions defined there."""
        return list(_walk(self.body, lambda node: isinstance(node, DEFINITIONS)))

    @cached_property
    def beside_searches(self) -> list[ast.AST]:
        """Return all nodes of the body except those of inner functions of the search."""

        def is_inner(node: ast.AST) -> bool:
            is_function = isinstance(node, ast.FunctionDef) and node.name in self.callees
            return is_function and bool(node.args.args)  # type: ignore[attr-defined]

        return [node for node in _walk(self.body, is_inner) if not is_inner(node)]

    @cached_property
    def plain_loops(self) -> list[ast.For | ast.While]:
        """Return the function's own loops, but not its comprehensions."""
        return [node for node in self.own if isinstance(node, ast.For | ast.While)]

    @cached_property
    def returned(self) -> list[tuple[int, ast.expr]]:
        """Return the returned expressions with their lines; of a lambda its body."""
        if isinstance(self.node, ast.Lambda):
            return [(self.node.lineno, self.node.body)]
        return [
            (n.lineno, n.value)
            for n in self.own
            if isinstance(n, ast.Return) and n.value is not None
        ]

    @cached_property
    def calls(self) -> list[ast.Call]:
        """Return the calls by which the search calls itself."""
        return [node for node in self.beside_searches if self.is_search(node)]  # type: ignore[misc]

    def is_search(self, node: ast.AST) -> bool:
        """Return True for a call of the search."""
        return isinstance(node, ast.Call) and called_name(node) in self.callees

    def searches(self, node: ast.AST) -> bool:
        """Return True if the search is called somewhere in a piece of syntax."""
        return any(map(self.is_search, ast.walk(node)))

    @cached_property
    def attributes(self) -> set[str]:
        """Return the attributes that the function asks objects for, in a match statement too."""
        asked = {node.attr for node in self.every(ast.Attribute)}
        return asked.union(*(node.kwd_attrs for node in self.every(ast.MatchClass)))

    @cached_property
    def called_names(self) -> set[str | None]:
        """Return the names of the functions and methods that the function calls."""
        return {called_name(call) for call in self.every(ast.Call)}

    @cached_property
    def has_deadline(self) -> bool:
        """Return True if a comparison reads a clock."""
        return any(
            isinstance(part, ast.Call) and called_name(part) in CLOCKS
            for test in self.every(ast.Compare)
            for part in ast.walk(test)
        )

    @cached_property
    def stored_fields(self) -> set[str]:
        """Return the attributes that the function gives a value, so they are no methods."""
        fields = self.every(ast.Attribute)
        return {node.attr for node in fields if isinstance(node.ctx, ast.Store)}

    @cached_property
    def asked(self) -> dict[str, set[str]]:
        """Return the uses of each parameter: its attributes, and "[]" and "for" for a container."""
        asked: dict[str, set[str]] = {name: set() for name in self.parameters}
        for node in self.written:
            match node:
                case ast.Attribute(ast.Name(name), use):
                    asked.get(name, set()).add(use)
                case ast.Subscript(ast.Name(name)):
                    asked.get(name, set()).add("[]")
                case ast.Call(ast.Name("isinstance" | "type" | "len"), [ast.Name(name), *_]):
                    asked.get(name, set()).add("for")
                case ast.For(iter=iterable) | ast.comprehension(iter=iterable):
                    for part in _gone_through(iterable):
                        asked.get(getattr(part, "id", ""), set()).add("for")
        return asked

    @cached_property
    def only_asked(self) -> set[str]:
        """Return the names that stand only before a dot: wrapper in ``wrapper.calls += 1``."""
        owners = {id(node.value) for node in self.every(ast.Attribute)}
        names = self.every(ast.Name)
        asked = {name.id for name in names if id(name) in owners}
        return asked - {name.id for name in names if id(name) not in owners} - self.attributes

    @cached_property
    def assigned(self) -> dict[str, list[ast.expr]]:
        """Return the expressions assigned to each variable, in statements with one target."""
        values: dict[str, list[ast.expr]] = {}
        for node in self.every(ast.Assign):
            match node.targets:
                case [ast.Name(name)]:
                    values.setdefault(name, []).append(node.value)
        return values

    # The best value so far

    @cached_property
    def best(self) -> tuple[str, ...]:
        """Return the names that may hold the best value so far, the likeliest first.

        They are returned, and assigned in a loop. A recursive call's result, a counter or a
        move is less likely: it may stand beside the best value.
        """
        inside = [part for loop in self.plain_loops for part in ast.walk(loop)]
        assigned = _stored(inside)
        counters = {
            getattr(node.target, "id", "") for node in inside if isinstance(node, ast.AugAssign)
        }
        results = {name for node in inside for name in self._names_of_result(node)}
        compared = {name for node in inside if _compares(node) for name in names_in(node)}
        plain = [name for _, value in self.returned for name in _returned_names(value)]
        calls = [value for _, value in self.returned if isinstance(value, ast.Call)]
        passed = [getattr(part, "id", "") for call in calls for part in passed_on(call)]

        def doubt(name: str) -> tuple[bool, ...]:
            is_move = any(word in name.lower() for word in MOVE_WORDS)
            return name in results, name in counters, is_move, name not in compared

        improved = [  # where a move is returned, or nothing
            name
            for node in inside
            if isinstance(node, ast.If) and not results.isdisjoint(names_in(node.test))
            for statement in node.body
            for name in _targets(statement)
            if name in names_in(node.test) and name not in results
        ]
        candidates = (
            [name for name in plain if name in assigned]
            or [name for name in passed if name in assigned]
            or improved
        )
        return tuple(sorted(dict.fromkeys(candidates), key=doubt))

    @cached_property
    def choosers(self) -> dict[int, bool]:
        """Return the lines that choose the best value: True for the larger, else False."""
        players_by_line: dict[int, set[bool]] = {}
        # run anyway
        asking = {
            n.lineno for n in self.own if isinstance(n, ast.If) and n.body[0].lineno == n.lineno
        }
        for statement, is_max in (pair for node in self.own for pair in self._choices(node)):
            for line in set(_lines(statement)) - asking:
                players_by_line.setdefault(line, set()).add(is_max)
        return {
            line: players.pop() for line, players in players_by_line.items() if len(players) == 1
        }

    def _choices(self, node: ast.AST) -> Iterator[tuple[ast.AST, bool]]:
        """Yield the statements that choose by max, min or a comparison, True for the larger."""
        if isinstance(node, ast.Return) or _targets(node) & {*self.best}:
            calls = [part for part in ast.walk(node) if isinstance(part, ast.Call)]
            names = [getattr(call.func, "id", "") for call in calls]
            yield from ((node, name == "max") for name in names if name in ("max", "min"))
        tests = map(sides, ast.walk(node.test)) if isinstance(node, ast.If) else ()
        for small, large in filter(None, tests):
            for statement in node.body:  # type: ignore[attr-defined]
                held = _targets(statement) & {*self.best}
                yield from (
                    (statement, side is small)
                    for side in (small, large)
                    if held & {*names_in(side)[:1]}
                )

    def _names_of_result(self, node: ast.AST) -> Iterator[str]:
        """Yield the names of a recursive call's result, also with its sign turned."""
        value = node.value if isinstance(node, ast.Assign | ast.NamedExpr | ast.AnnAssign) else None
        while isinstance(value, ast.UnaryOp | ast.Subscript):
            value = value.operand if isinstance(value, ast.UnaryOp) else value.value
        if value is not None and self.is_search(value):
            targets = getattr(node, "targets", None) or [node.target]  # type: ignore[attr-defined]
            yield from (name for target in targets for name in names_in(target))

    # The recursive call

    @cached_property
    def negates(self) -> bool:
        """Return True if the result of a recursive call is negated, at once or by its name."""
        differences = (n.right for n in self.every(ast.BinOp) if isinstance(n.op, ast.Sub))
        return self._turns_result([*map(negated, self.written), *differences])

    @cached_property
    def has_negations(self) -> bool:
        """Return True if the sign of anything but a constant, or infinity, is turned."""
        turned = [negated(node) for node in self.written]
        texts = [
            ast.unparse(node) for node in turned if node and not isinstance(node, ast.Constant)
        ]
        return any("inf" not in text for text in texts)

    @cached_property
    def inverts(self) -> bool:
        """Return True if a recursive call's True or False is turned by ``not``."""
        return self._turns_result(node.operand for node in self.every(ast.UnaryOp))

    def _turns_result(self, operands: Iterable[ast.expr | None]) -> bool:
        """Return True if one of the expressions is a recursive call, or holds its result."""
        received = {name for node in self.written for name in self._names_of_result(node)}
        for operand in operands:
            if isinstance(operand, ast.Call | ast.Subscript | ast.Attribute) and self.searches(
                operand
            ):
                return True
            while isinstance(operand, ast.Subscript | ast.Attribute):
                operand = operand.value
            if isinstance(operand, ast.Name) and operand.id in received:
                return True
        return False

    @cached_property
    def passed(self) -> list[tuple[str, ast.expr]]:
        """Return the arguments of the recursive calls, each with its parameter."""
        pairs: list[tuple[str, ast.expr]] = []
        for call in self.calls:
            takes = self.parameters[isinstance(call.func, ast.Attribute) and self.is_method :]
            pairs += zip(takes, call.args, strict=False)
            pairs += [(keyword.arg or "", keyword.value) for keyword in call.keywords]
        return pairs

    @property
    def is_method(self) -> bool:
        """Return True for a function whose first parameter is the object that it belongs to."""
        return self.parameters[:1] == ["self"]

    @cached_property
    def constant(self) -> set[str]:
        """Return the parameters that every recursive call passes on as they were given."""
        times = Counter(
            name for name, value in self.passed if isinstance(value, ast.Name) and value.id == name
        )
        given = {name for name, count in times.items() if count == len(self.calls)}
        loops = [loop for loop in self.plain_loops if self.searches(loop)]
        return given - _stored(part for loop in loops for part in ast.walk(loop))

    @cached_property
    def left_out(self) -> set[str]:
        """Return the parameters that no recursive call passes on: none of them is the position."""
        if not self.calls or any(
            isinstance(value, ast.Starred) or not name for name, value in self.passed
        ):
            return set()  # or *arguments and **options may hold it
        return set(self.parameters[self.is_method :]) - {name for name, _ in self.passed}

    @cached_property
    def hands_on(self) -> bool:
        """Return True for a driver: each way through it calls the search once, and in no loop."""
        in_a_loop = any(map(self.searches, self.all_loops))
        called_inside = any(call not in self.own for call in self.calls)
        ended, going_on = self._most_calls(self.body)
        return not (in_a_loop or called_inside) and max(ended, going_on or 0) == 1

    @cached_property
    def called_in_loops(self) -> set[str | None]:
        """Return the names by which the search is called in loops and comprehensions."""
        parts = [part for loop in self.all_loops for part in ast.walk(loop)]
        calls = [part for part in parts if isinstance(part, ast.Call) and self.is_search(part)]
        return {called_name(call) for call in calls}

    def _calls_in(self, node: ast.AST) -> int:
        """Return the most calls of the search in a piece of syntax: of a choice, in one branch."""
        parts = [*_walk([node], lambda part: isinstance(part, ast.IfExp))]
        choices = [part for part in parts if isinstance(part, ast.IfExp)]
        return sum(part in self.calls for part in parts) + sum(
            self._calls_in(choice.test)
            + max(self._calls_in(choice.body), self._calls_in(choice.orelse))
            for choice in choices
        )

    def _most_calls(self, body: Iterable[ast.AST]) -> tuple[int, int | None]:
        """Return the most calls of the search on a way that returns, and on one that goes on."""
        ended, calls = 0, 0
        for statement in body:
            ways = [self._most_calls(way) for way in _ways(statement)]
            always = statement.test if isinstance(statement, ast.If) else statement
            if always is not statement or not ways:
                calls += self._calls_in(always)
            if ways:
                ended = max(ended, *(calls + most for most, _ in ways))
                going_on = [most for _, most in ways if most is not None]
                if not going_on:
                    return ended, None
                calls += max(going_on)
            elif isinstance(statement, ast.Return):
                return max(ended, calls), None
        return ended, calls

    @cached_property
    def all_loops(self) -> list[ast.AST]:
        """Return the loops and the comprehensions, also those of inner functions."""
        repeated = (ast.For, ast.While, *COMPREHENSIONS)
        return [node for node in self.beside_searches if isinstance(node, repeated)]

    @cached_property
    def loops(self) -> Loops:
        """Return the loops in which the search is called."""
        if not self:
            return Loops(may_leave=True)
        loops = self.all_loops
        calling: list[Any] = [node for node in loops if self.searches(node)]
        calling += [node for node in self.written if self._hands_over(node)]
        plain = [node for node in calling if isinstance(node, ast.For | ast.While)]
        inner = {id(part) for node in plain for part in ast.walk(node) if part is not node}
        outer = [node for node in plain if isinstance(node, ast.For) and id(node) not in inner]
        # another loop may drive it
        lazily = any(isinstance(node, ast.Lambda | ast.GeneratorExp) for node in calling)
        return Loops(
            headers=frozenset(
                node.lineno for node in loops if isinstance(node, ast.For | ast.While)
            ),
            outermost={node.lineno: _body_lines(node) for node in outer},
            inner={
                node.lineno: _body_lines(node)
                for node in plain
                if isinstance(node, ast.For) and id(node) in inner
            },
            lines=frozenset(line for node in calling for line in _lines(node)),
            any_lines=frozenset(line for node in loops for line in _lines(node)),
            comprehended=frozenset(
                line for node in calling if node not in plain for line in _lines(node)
            ),
            may_leave=self._may_leave(loops if lazily else plain),
            followed=self._followed({id(part) for node in loops for part in ast.walk(node)}),
        )

    @cached_property
    def leaving_lines(self) -> frozenset[int]:
        """Return the lines of the loops that may end before their last round."""
        loops = [loop for loop in self.plain_loops if self._may_leave([loop])]
        return frozenset(line for loop in loops for line in _lines(loop))

    def _may_leave(self, loops: Iterable[ast.AST]) -> bool:
        """Return True if one of the loops may end before its last round."""
        leaving = (ast.Break, ast.Return, ast.While, ast.Raise)
        return not self.called_names.isdisjoint(("any", "all", "next")) or any(
            isinstance(part, leaving) for loop in loops for part in ast.walk(loop)
        )

    def _followed(self, looped: Container[int]) -> frozenset[int]:
        """Return the lines of searches that others may follow outside of loops, or after an ``or``.

        A search that comes second after ``and`` or ``or`` is left out in some rounds of a loop.
        """
        lines = {
            line
            for node in self.own
            if isinstance(node, ast.BoolOp)
            and id(node) in looped
            and any(map(self.searches, node.values[1:]))
            for line in _lines(node)
        }
        for block in (
            self.body,
            *(getattr(node, name, ()) for node in self.own for name in ("body", "orelse")),
        ):
            if isinstance(block, list):
                searching = [
                    node for node in block if id(node) not in looped and self.searches(node)
                ]
                plain = [
                    node
                    for node in searching
                    if not any(id(part) in looped for part in ast.walk(node))
                ]
                lines |= {line for node in plain[:-1] for line in _lines(node)}
        return frozenset(lines)

    def _hands_over(self, node: ast.AST) -> bool:
        """Return True for a call that gets the search as an argument: max(moves, key=search)."""
        arguments = passed_on(node) if isinstance(node, ast.Call) else []
        return any(
            not self.callees.isdisjoint(names_in(argument)) for argument in arguments
        ) and not self.searches(node)

    # Leaves without a call of their own

    @cached_property
    def in_place(self) -> dict[int, InPlace]:
        """Return the statements in loops that may value a child themselves, by their lines."""
        places: dict[int, InPlace] = {}
        for statement, after in (
            pair for loop in self.plain_loops for pair in _statements(loop.body)
        ):
            pair: tuple[ast.stmt, ast.expr] | None = None
            instead = range(0)
            if isinstance(statement, ast.If):
                goes_on = isinstance(statement.body[-1], ast.Continue) and not statement.orelse
                pair, instead = self._other_branch(
                    statement.body, after if goes_on else statement.orelse
                )
            elif isinstance(statement, ast.Assign | ast.Expr | ast.AugAssign):
                value = next(self._other_values(statement.value), None)
                pair = (statement, value) if value is not None else None
            if pair is not None:
                place = InPlace(
                    _lines(pair[0]), compile(ast.Expression(pair[1]), "<leaf>", "eval"), instead
                )
                places.update(dict.fromkeys(place.lines, place))
        return places

    @cached_property
    def comprehends(self) -> bool:
        """Return True if a comprehension searches some children and values the others itself."""
        comprehensions = [node for node in self.written if isinstance(node, COMPREHENSIONS)]
        return any(
            isinstance(value, ast.Name)
            for node in comprehensions
            for value in self._other_values(node)
        )

    def _other_values(self, node: ast.AST) -> Iterator[ast.expr]:
        """Yield the alternatives to a recursive call that are safe to evaluate again."""
        for conditional in (part for part in ast.walk(node) if isinstance(part, ast.IfExp)):
            for branch, alternative in (
                (conditional.body, conditional.orelse),
                (conditional.orelse, conditional.body),
            ):
                if self.searches(branch) and not any(
                    isinstance(part, ast.Call) for part in ast.walk(alternative)
                ):
                    yield alternative

    def _other_branch(
        self, body: list[ast.stmt], orelse: list[ast.stmt]
    ) -> tuple[tuple[ast.stmt, ast.expr] | None, range]:
        """Return the statement that values a leaf instead of a search, and the search's lines."""
        for branch, alternative in ((body, orelse), (orelse, body)):
            searching = [statement for statement in branch if self.searches(statement)]
            names = {_given_name(statement) for statement in searching} - {None}
            if names and not any(map(self.searches, alternative)):
                for statement in alternative:
                    if (name := _given_name(statement)) in names and name is not None:
                        instead = range(_lines(branch[0]).start, _lines(branch[-1]).stop)
                        return (statement, ast.parse(name, mode="eval").body), instead
        return None, range(0)

    @cached_property
    def comparing(self) -> frozenset[int]:
        """Return the lines that take the best of several values without a call of the search."""
        picks = self._picks
        picked = {name for node in picks for part in passed_on(node) for name in names_in(part)}
        gathering: list[tuple[int, ast.AST]] = [
            (node.lineno, node.value)
            for node in self.own
            if isinstance(node, ast.Assign)
            and not picked.isdisjoint(_targets(node))
            and _goes_through(node.value)
        ]
        gathering += [(node.lineno, node) for node in picks if self._picks_from_many(node)]
        lines = {
            line
            for line, node in gathering
            if self.callees.isdisjoint(names_in(node)) and not self.searches(node)
        }
        for loop in self.plain_loops:
            if isinstance(loop, ast.For) and not self.searches(loop):
                lines |= {line for line in self.choosers if line in _lines(loop)}
        return frozenset(lines)

    @cached_property
    def _picks(self) -> list[ast.Call]:
        """Return the calls of max, min and sorted, and of names that stand for one of them."""
        pickers = {"max", "min", "sorted"}
        pickers |= {name for name, values in self.assigned.items() if any(map(_is_picker, values))}
        calls = [node for node in self.own if isinstance(node, ast.Call)]
        return [call for call in calls if _is_picker(call.func) or called_name(call) in pickers]

    def _picks_from_many(self, call: ast.Call) -> bool:
        """Return True if a call of max, min or sorted chooses from a single collection."""
        if len(call.args) != 1:
            return False
        takes_one = called_name(call) != "sorted" or any(
            isinstance(node, ast.Subscript) and node.value is call for node in self.own
        )
        is_parameter = getattr(call.args[0], "id", "") in self.parameters
        return _goes_through(call.args[0]) or (is_parameter and takes_one)

    # Where things are kept

    @cached_property
    def leaves(self) -> set[str]:
        """Return the parameters that may be a leaf's value.

        These are all parameters if the function asks for types, else the returned ones.
        """
        asks = any(
            isinstance(node, ast.Match | ast.Try)
            or (isinstance(node, ast.Name) and node.id in LEAF_TESTS)
            for node in self.written
        )
        returned = {name for _, value in self.returned for name in _values_in(value)}
        return set(self.parameters) if asks else returned & set(self.parameters)

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """Return the variables of the function's loops, those that sound like a move first."""
        loops = [node for node in self.own if isinstance(node, ast.For | ast.comprehension)]
        names = [name for loop in loops for name in names_in(loop.target)]
        return tuple(sorted(dict.fromkeys(names), key=lambda name: name.lower() not in MOVE_NAMES))

    @cached_property
    def writes(self) -> set[str]:
        """Return the lists that the function changes in place, for example board[i] = …."""
        return {place.partition("[")[0] for place in self._stores}

    @cached_property
    def is_cached(self) -> bool:
        """Return True if functools.cache stands before the function."""
        return any(
            "cache" in ast.unparse(decorator)
            for decorator in getattr(self.node, "decorator_list", ())
        )

    @cached_property
    def _stores(self) -> dict[str, int]:
        """Return the containers that the function stores things in, each with its first line."""
        stores = [n for n in self.every(ast.Subscript) if isinstance(n.ctx, ast.Store)]
        return {ast.unparse(node.value): node.lineno for node in reversed(stores)}

    @cached_property
    def _tables(self) -> dict[str, int]:
        """Return the stores except boards, whose marks are taken back after a recursive call."""
        plain = set(self.parameters)
        marks: dict[tuple[str, str], list[tuple[int, int]]] = {}
        others: set[str] = set()
        for node in self.every(ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Subscript):
                    held = ast.unparse(target.value)
                    position = target.lineno, target.col_offset
                    marks.setdefault((held, ast.unparse(target)), []).append(position)
                    is_mark = plain.issuperset(names_in(node.value)) and not any(
                        isinstance(part, ast.Call) for part in ast.walk(node.value)
                    )
                    others |= set() if is_mark else {held}
        calls = [(call.lineno, call.col_offset) for call in self.calls]
        boards = {
            held
            for (held, _), stores in marks.items()
            if any(min(stores) < call < max(stores) for call in calls)
        }
        return {
            place: line
            for place, line in self._stores.items()
            if place not in boards or place in others
        }

    @cached_property
    def records(self) -> tuple[str, ...]:
        """Return what is asked for by a fixed name, as ``counters["nodes"]``: it is no table."""
        return tuple(
            {
                ast.unparse(node.value)
                for node in self.every(ast.Subscript)
                if isinstance(node.slice, ast.Constant)
                and isinstance(node.slice.value, str)
                and _is_place(node.value)
            }
        )

    @cached_property
    def tables(self) -> tuple[str, ...]:
        """Return the tables that the function may answer from."""
        return tuple(self._tables) if self.recall_lines else ()

    @cached_property
    def recall_lines(self) -> frozenset[int]:
        """Return the lines that return a table's value before the function stores anything."""
        if not self._tables:
            return frozenset()

        def looks_up(node: ast.AST) -> bool:
            for part in ast.walk(node):
                match part:
                    case ast.Subscript(table, lineno=line) | ast.Attribute(
                        table, "get", lineno=line
                    ):
                        if self._tables.get(ast.unparse(table), 0) > line:
                            return True
            return False

        names: set[str] = set()
        assignments: list[Any] = [*self.every(ast.Assign), *self.every(ast.NamedExpr)]
        for node in sorted(assignments, key=lambda node: node.lineno):
            if looks_up(node.value) or not names.isdisjoint(names_in(node.value)):
                names |= _stored(ast.walk(node))
        early = [
            (line, value) for line, value in self.returned if line < max(self._tables.values())
        ]
        return frozenset(
            line
            for line, expression in early
            if looks_up(expression) or (names_in(expression) and {*names_in(expression)} <= names)
        )

    @cached_property
    def kept(self) -> tuple[str, str] | None:
        """Return the parameter and attribute that keep the result, if nothing is returned."""
        for node in self.own if not self.returned else ():
            match node:
                case ast.Attribute(ast.Name(name), attribute, ast.Store()):
                    if name in self.parameters:
                        return name, attribute
        return None

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
    # the lines of each for that stands in no other loop
    outermost: dict[int, range] = field(default_factory=dict)
    # … of each for that stands in another loop
    inner: dict[int, range] = field(default_factory=dict)
    lines: frozenset[int] = frozenset()  # all that may run more than once
    any_lines: frozenset[int] = frozenset()  # … and those of loops without a recursive call
    comprehended: frozenset[int] = frozenset()  # of these such as no round can be told of
    may_leave: bool = False  # a loop may end before its time
    # the lines of searches after which others may be left out, although no loop ends
    followed: frozenset[int] = frozenset()

    def is_end(self, before: int, line: int) -> bool:
        """Return True for the step from an outermost loop to the line after its regular end."""
        body = self.outermost.get(before)
        return body is not None and line not in body

    def is_exit(self, before: int, line: int) -> bool:
        """Return True if the step from a line to the next leaves an inner loop before its end."""
        return any(
            before in body and before != header and line not in body
            for header, body in self.inner.items()
        )


@dataclass(frozen=True)
class InPlace:
    """A statement of a loop that values a leaf itself, and the lines that search it instead."""

    lines: range
    value: CodeType
    instead: range  # the lines that pass it on: run next, they are why the statement was not


# Pieces of syntax


def called_name(call: ast.Call) -> str | None:
    """Return the name of the function or the method that is called."""
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", None)


def _is_picker(node: ast.AST) -> bool:
    """Return True for max, for min, and for what is one of them."""
    if isinstance(node, ast.IfExp):
        return _is_picker(node.body) and _is_picker(node.orelse)
    return isinstance(node, ast.Name) and node.id in ("max", "min")


def _goes_through(node: ast.AST) -> bool:
    """Return True for an expression that makes a value of each part of a collection."""
    maps = isinstance(node, ast.Call) and called_name(node) in ("map", "sorted")
    return maps or isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp)


def _gone_through(iterable: ast.expr) -> list[ast.expr]:
    """Return the expressions whose parts a loop goes through: two in zip(left, right)."""
    is_wrapped = isinstance(iterable, ast.Call) and called_name(iterable) in GOING_THROUGH
    return iterable.args if is_wrapped else [iterable]  # type: ignore[attr-defined]


def _ways(statement: ast.AST) -> list[list[ast.stmt]]:
    """Return the blocks of which one is run: of a choice, or of an attempt and what follows it."""
    match statement:
        case ast.If(_, body, orelse):
            return [body, orelse]
        case ast.Match(_, cases):
            return [case.body for case in cases]
        case ast.Try(body, handlers, orelse, finalbody) if not finalbody:
            return [[*body, *orelse], *(handler.body for handler in handlers)]
    return []


def passed_on(call: ast.Call) -> list[ast.expr]:
    """Return the arguments of a call."""
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def names_in(node: ast.AST) -> list[str]:
    """Return the names in a piece of syntax."""
    return [part.id for part in ast.walk(node) if isinstance(part, ast.Name)]


def sides(test: ast.AST) -> tuple[ast.expr, ast.expr] | None:
    """Return the smaller and the larger side of a comparison, as it says; else None.

    >>> [ast.unparse(side) for side in sides(ast.parse("beta <= alpha", mode="eval").body)]
    ['beta', 'alpha']
    """
    match test:
        case ast.Compare(left, [ast.Lt() | ast.LtE(), *_], [right, *_]):
            return left, right
        case ast.Compare(left, [ast.Gt() | ast.GtE(), *_], [right, *_]):
            return right, left
    return None


def _walk(body: Iterable[ast.AST], is_end: Callable[[ast.AST], bool]) -> Iterator[ast.AST]:
    """Yield all nodes from left to right, without those below the ones that are an end."""
    left = [*body][::-1]
    while left:  # and no call of itself: a sum of 2,500 numbers is as deep
        node = left.pop()
        yield node
        if not is_end(node):
            left += [*ast.iter_child_nodes(node)][::-1]


def _stored(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the variables among some nodes that are given a value."""
    names = [node for node in nodes if isinstance(node, ast.Name)]
    return {name.id for name in names if isinstance(name.ctx, ast.Store)}


def _is_place(node: ast.AST) -> bool:
    """Return True for a name, or an attribute of one: to look at it calls nothing."""
    return isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and _is_place(node.value))


def _lines(node: Any) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _body_lines(loop: ast.For | ast.While) -> range:
    """Return the lines of a loop, without those of its else."""
    return range(loop.lineno, (loop.body[-1].end_lineno or loop.lineno) + 1)


def _targets(node: ast.AST) -> set[str]:
    """Return the names that a statement gives a value."""
    return (
        {name for target in node.targets for name in names_in(target)}
        if isinstance(node, ast.Assign)
        else set()
    )


def _compares(node: ast.AST) -> bool:
    return isinstance(node, ast.Compare) or (
        isinstance(node, ast.Call) and called_name(node) in ("max", "min")
    )


def _returned_names(value: ast.expr) -> list[str]:
    parts: list[Any] = [value]
    match value:
        case ast.Tuple(parts) | ast.List(parts) | ast.Dict(values=parts):
            pass
        case ast.IfExp(_, body, orelse):
            parts = [body, orelse]
    return [part.id for part in parts if isinstance(part, ast.Name)]


def _values_in(value: ast.AST) -> Iterator[str]:
    """Yield the names whose own value is, or is part of, the value of an expression."""
    parts: Iterable[ast.AST] = ()
    match value:
        case ast.Name(name):
            yield name
        case ast.IfExp(_, body, orelse):
            parts = body, orelse
        case ast.Tuple() | ast.BinOp() | ast.UnaryOp():
            parts = ast.iter_child_nodes(value)
    yield from (name for part in parts for name in _values_in(part))


def negated(node: ast.AST) -> ast.expr | None:
    """Return the expression whose sign is turned: x in −x, 0 − x, −1 · x, x · −1 and x *= −1.

    >>> ast.unparse(negated(ast.parse("-search(child)", mode="eval").body))
    'search(child)'
    """
    match node:
        case ast.UnaryOp(ast.USub(), value) | ast.BinOp(ast.Constant(0), ast.Sub(), value):
            return value
        case ast.BinOp(value, ast.Mult(), ast.UnaryOp(ast.USub(), ast.Constant(1))):
            return value
        case ast.BinOp(ast.UnaryOp(ast.USub(), ast.Constant(1)), ast.Mult(), value):
            return value
        case ast.AugAssign(value, ast.Mult(), ast.UnaryOp(ast.USub(), ast.Constant(1))):
            return value
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
    """Return the target of an assignment, or the last place of a list after an append.

    After best = max(best, …) the target may hold its old value, so it shows no leaf's value.
    """
    match statement:
        case ast.Assign([ast.Name(name), *_], value):
            return None if name in names_in(value) else name
        case ast.Expr(ast.Call(ast.Attribute(held, "append"))):
            return f"{ast.unparse(held)}[-1]"
    return None
