"""Syntax: what the lines of a search say that its steps alone do not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property
from math import inf
from types import CodeType

from minimax_lessons.reading import Reading, Role, role_of

__all__ = ["Code"]

Loop = ast.For | ast.While
PICKS = {"Gt": "max", "GtE": "max", "Lt": "min", "LtE": "min"}


class Code:
    """The lines of a search function, to be asked where something is done and how."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.parts = reading.recursive_parts or list(reading.parts.values())
        functions = [part.syntax for part in self.parts if part.syntax is not None]
        self.nodes = [node for function in functions for node in ast.walk(function)]
        self.best = {name for part in self.parts for name in part.best}

    # The function as a whole

    def _has_role(self, name: str, *roles: Role) -> bool:
        return role_of(name, frozenset(self._parameters)) in roles

    @cached_property
    def _parameters(self) -> list[str]:
        return [name for part in self.reading.parts.values() for name in part.parameters]

    @cached_property
    def entry(self) -> CodeType:
        """Return the function that is called first, of those watched."""
        return next(iter(self.reading.parts))

    @cached_property
    def recurses(self) -> bool:
        """Return True if it calls itself."""
        return bool(self.reading.recursive_parts)

    @cached_property
    def is_flat(self) -> bool:
        """Return True if it knows the tree as a flat list of leaves, and a node as an index."""
        names = frozenset(self.reading.signature.parameters)
        return {"index", "values"} <= {role_of(name, names) for name in names}

    @cached_property
    def fixed_height(self) -> int | None:
        """Return the height of tree that is written into the code, as in ``if depth == 3``, if one is."""
        for node in self.nodes:
            if (
                isinstance(node, ast.Compare)
                and isinstance(node.left, ast.Name)
                and self._has_role(node.left.id, "depth")
            ):
                for other in node.comparators:
                    if isinstance(other, ast.Constant) and isinstance(other.value, int) and other.value > 0:
                        return other.value
        return None

    @cached_property
    def takes_turn(self) -> bool:
        """Return True if it can know that MIN moves first: from an argument or from the node."""
        told = any(self._has_role(name, "turn", "colour") for name in self.reading.signature.parameters)
        return told or bool({"maximizing", "is_max"} & self.reading.attributes)

    @cached_property
    def has_depth(self) -> bool:
        """Return True if it takes a depth."""
        return any(self._has_role(name, "depth") for name in self._parameters)

    @cached_property
    def limits_depth(self) -> bool:
        """Return True if it takes a depth to stop at, and can evaluate what stands there."""
        depths = [name for name in self.reading.signature.parameters if self._has_role(name, "depth")]
        return "evaluate" in self.reading.attributes and len(depths) == (2 if self.reading.counts_up else 1)

    @cached_property
    def is_negamax(self) -> bool:
        """Return True if it negates what a child returns."""
        return self.reading.negates

    @cached_property
    def counts_for_mover(self) -> bool:
        """Return True if it takes every value as the player to move sees it, as negamax does."""
        if self.is_negamax or any(self._is_minus_bound(passed) for call in self._calls for passed in _passed(call)):
            return True
        products = [node for node in self.nodes if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult)]
        factors = [factor for product in products for factor in (product.left, product.right)]
        return any(isinstance(factor, ast.Name) and self._has_role(factor.id, "colour", "turn") for factor in factors)

    @cached_property
    def forgets_to_negate(self) -> bool:
        """Return True if it is a negamax but for the minus before the recursive call."""
        return self.counts_for_mover and not self.is_negamax and bool(self._calls)

    @cached_property
    def tries_null_windows(self) -> bool:
        """Return True if it hands a child a window next to a bound, such as (alpha, alpha + 1)."""
        sums = [part for call in self._calls for passed in _passed(call) for part in ast.walk(passed)]
        return any(
            isinstance(part, ast.BinOp) and any(self._is_bound(name) for name in ast.walk(part)) for part in sums
        )

    def _is_bound(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and self._has_role(node.id, "alpha", "beta")

    def _is_minus_bound(self, passed: ast.expr) -> bool:
        if not (isinstance(passed, ast.UnaryOp) and isinstance(passed.op, ast.USub)):
            return False
        return isinstance(passed.operand, ast.Name) and self._has_role(passed.operand.id, "alpha", "beta")

    def bound(self, side: int) -> str:
        """Return what it calls its α (side 0) or β (side 1)."""
        given = [part.alpha if side == 0 else part.beta for part in self.parts]
        return next(filter(None, given), ("alpha", "beta")[side])

    # The recursive calls

    @cached_property
    def _calls(self) -> list[ast.Call]:
        callees = {part.code.co_name for part in self.reading.recursive_parts}
        found = [node for node in self.nodes if isinstance(node, ast.Call) and _called(node) in callees]
        return sorted(found, key=lambda call: call.lineno)

    def _call(self, line: int | None) -> ast.Call | None:
        before = [call for call in self._calls if line is not None and call.lineno <= line]
        return before[-1] if before else next(iter(self._calls), None)

    def call_line(self, line: int | None) -> int | None:
        """Return the line of the recursive call whose value a line deals with: the last one above it."""
        call = self._call(line)
        return None if call is None else call.lineno

    def depth_passed(self, line: int | None) -> str | None:
        """Return what that call passes on for the depth, as written."""
        call = self._call(line)
        for passed in _passed(call) if call is not None else ():
            if any(isinstance(node, ast.Name) and self._has_role(node.id, "depth") for node in ast.walk(passed)):
                return ast.unparse(passed)
        return None

    def turn_kept(self, line: int | None, called_max: bool) -> str | None:
        """Return what that call passes on for the turn, if it leaves the turn with the player who has moved."""
        call = self._call(line)
        stored = {node.id for node in self.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        for passed in _passed(call) if call is not None else ():
            if isinstance(passed, ast.Name) and self._has_role(passed.id, "turn", "colour") and passed.id not in stored:
                return passed.id
            if isinstance(passed, ast.Constant) and passed.value is (not called_max):
                return ast.unparse(passed)
        return None

    @cached_property
    def searches_itself_again(self) -> tuple[int, str] | None:
        """Return the line of a call for each child that passes the position itself, and the position's name."""
        for loop in self.nodes:
            if not isinstance(loop, ast.For):
                continue
            each = {node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)}
            for call in self._calls:
                names = [passed.id for passed in _passed(call) if isinstance(passed, ast.Name)]
                used = {node.id for node in ast.walk(call) if isinstance(node, ast.Name)}
                if _spans(loop, call.lineno) and not each & used and names and names[0] in self._first_parameters:
                    return call.lineno, names[0]
        return None

    @cached_property
    def _first_parameters(self) -> set[str]:
        return {part.parameters[0] for part in self.parts if part.parameters}

    # Where it ends, and where it begins

    @cached_property
    def leaf_line(self) -> int | None:
        """Return the line that asks whether to go on: the first if, else where the function begins."""
        ifs = [node.lineno for node in self.nodes if isinstance(node, ast.If)]
        return min(ifs, default=self.entry.co_firstlineno)

    @cached_property
    def dropped_evaluation(self) -> int | None:
        """Return the line that evaluates a position and does nothing with what comes out, if there is one."""
        for node in self.nodes:
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and _called(node.value) == "evaluate":
                return node.lineno
        return None

    def test_line(self, line: int) -> int:
        """Return the line of the if that decides whether a line is run; the line itself if none does."""
        around = [node.lineno for node in self.nodes if isinstance(node, ast.If) and _in_body(node.body, line)]
        return max(around, default=line)

    def returned_bound(self, line: int) -> str | None:
        """Return the name of the bound that a line returns, if it does."""
        bounds = {self.bound(0), self.bound(1)}
        for node in self.nodes:
            if isinstance(node, ast.Return) and _spans(node, line) and isinstance(node.value, ast.Name):
                return node.value.id if node.value.id in bounds else None
        return None

    def starting_line(self, value: float, before: int) -> int | None:
        """Return the last line, above another, that gives the best value a number of that size to begin with."""
        found = [
            node.lineno
            for node in self.nodes
            if isinstance(node, ast.Assign) and node.lineno <= before and not self._loops(node.lineno)
            if self.best
            & {name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)}
            if any(_is_number(part, value) for part in ast.walk(node.value))
        ]
        return max(found, default=None)

    # The loop

    def _loops(self, line: int | None) -> list[Loop]:
        """Return the loops around a line, the innermost first."""
        around = [node for node in self.nodes if isinstance(node, Loop) and line is not None and _spans(node, line)]
        return sorted(around, key=lambda loop: -loop.lineno)

    def _near(self, line: int | None, is_max: bool) -> Iterator[ast.AST]:
        """Return what stands in the loop around a line, without what is for the other player."""
        for loop in self._loops(line)[:1]:
            for node in ast.walk(loop):
                at = getattr(node, "lineno", None)
                if at is not None and line is not None and not self._for_the_other(at, line, is_max):
                    yield node

    def _for_the_other(self, at: int, line: int, is_max: bool) -> bool:
        """Return True if a line stands in the branch of the player who is not to move, as a line of the mover tells."""
        for node in self.nodes:
            if not isinstance(node, ast.If) or not self._asks_turn(node.test):
                continue
            for body, other in ((node.body, node.orelse), (node.orelse, node.body)):
                if _in_body(body, at):
                    side = self._side(node.test)
                    if side is None:
                        return _in_body(other, line)
                    return (side == (body is node.body)) != is_max
        return False

    def _side(self, test: ast.expr) -> bool | None:
        """Return whether a test asks for MAX (True) or MIN (False), as far as that is plain."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            side = self._side(test.operand)
            return None if side is None else not side
        return True if isinstance(test, ast.Name | ast.Attribute) else None

    def _asks_turn(self, test: ast.expr) -> bool:
        names = [node.id if isinstance(node, ast.Name) else getattr(node, "attr", "") for node in ast.walk(test)]
        return any(self._has_role(name, "turn", "colour") for name in names)

    def assigning_line(self, name: str, line: int | None, is_max: bool) -> int | None:
        """Return the line that moves a bound, of those that a line of MAX's or MIN's belongs to."""
        for node in self._near(line, is_max):
            if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store):
                return node.lineno
        return None

    def _choices(self, line: int | None, is_max: bool) -> Iterator[tuple[int, str]]:
        """Yield each line that chooses the best value, of those that a line belongs to, with max or min."""
        for node in self._near(line, is_max) if self._loops(line) else self.nodes:
            if isinstance(node, ast.Call) and _called(node) in ("max", "min"):
                if not self.best or self.best & {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}:
                    yield node.lineno, str(_called(node))
            elif isinstance(node, ast.Compare) and len(node.ops) == 1:
                sides = [side.id if isinstance(side, ast.Name) else "" for side in (node.left, node.comparators[0])]
                picks = PICKS.get(type(node.ops[0]).__name__)
                if picks is not None and (sides[0] in self.best) != (sides[1] in self.best):
                    turned = sides[0] in self.best
                    yield node.lineno, ({"max": "min", "min": "max"}[picks] if turned else picks)

    def choices(self, line: int | None, is_max: bool) -> set[str]:
        """Return whether the best value is chosen with max or min, at the place that a line belongs to."""
        return {choice for _, choice in self._choices(line, is_max)}

    def choosing_line(self, line: int | None, is_max: bool) -> int | None:
        """Return the line that chooses the best value, of those that a line belongs to."""
        return next((at for at, _ in self._choices(line, is_max)), None)

    def returns_in_loop(self, line: int) -> bool:
        """Return True if the line returns from within a loop without asking anything first."""
        return any(
            isinstance(statement, ast.Return) and _spans(statement, line)
            for loop in self._loops(line)[:1]
            for statement in loop.body
        )

    def leaves_loop_on_a_test(self, line: int) -> bool:
        """Return True if the line leaves a loop in its middle."""
        return any(
            isinstance(node, ast.Break | ast.Return) and _spans(node, line)
            for loop in self._loops(line)[:1]
            for node in ast.walk(loop)
        )

    # What calls share

    @cached_property
    def _shared_names(self) -> set[str]:
        return {name for node in self.nodes if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names}

    @cached_property
    def shares_bounds(self) -> bool:
        """Return True if the bounds live outside the call: in globals, in the function around, in an object."""
        kept = {node.attr for node in self.nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)}
        return any(role_of(name) in ("alpha", "beta") for name in self._shared_names | kept)

    @cached_property
    def shared_best(self) -> str | None:
        """Return the name of a best value that lives outside the call, if one is returned."""
        for node in self.nodes:
            if (
                isinstance(node, ast.Return)
                and isinstance(node.value, ast.Name)
                and node.value.id in self._shared_names
            ):
                return node.value.id
            if isinstance(node, ast.Return) and isinstance(node.value, ast.Attribute) and self._stores(node.value):
                return ast.unparse(node.value)
        return None

    def _stores(self, attribute: ast.Attribute) -> bool:
        text = ast.unparse(attribute)
        return any(
            isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node) == text
            for node in self.nodes
        )


def _called(call: ast.Call) -> str | None:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", None)


def _passed(call: ast.Call) -> list[ast.expr]:
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def _spans(node: ast.stmt, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or node.lineno)


def _in_body(body: list[ast.stmt], line: int) -> bool:
    return bool(body) and body[0].lineno <= line <= (body[-1].end_lineno or body[-1].lineno)


def _is_number(node: ast.AST, value: float) -> bool:
    if value == inf:
        names = (getattr(node, "id", None), getattr(node, "attr", None), getattr(node, "value", None))
        return any(
            name in ("inf", "infinity", "Infinity", "INF", "INFINITY") for name in names if isinstance(name, str)
        )
    return isinstance(node, ast.Constant) and type(node.value) in (int, float) and node.value == value
