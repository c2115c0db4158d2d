"""Turns: how the code of a search tells whose turn it is, and other roles that only its calls show."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, Literal

from minimax_lessons.tracing.callables import FunctionSyntax, written
from minimax_lessons.tracing.clues import parameters_in, passed_on, recursive_calls
from minimax_lessons.tracing.roles import Role, role_of

__all__ = ["Turn", "roles_in_use", "turns"]

Turn = Literal["sign"] | tuple[Any, Any]  # 1 and −1; or two values, MAX's and MIN's

WORDS_OF_MAX = ("max", "white", "w", "x")
WORDS_OF_MIN = ("min", "black", "b", "o")


def turns(syntax: FunctionSyntax) -> Iterator[tuple[str, Turn]]:
    """Yield the parameters whose turn is told by a sign (−player), by values (player == "max"), or for MIN (is_min)."""
    for name in parameters_in(syntax):
        if role_of(name) == "turn" and "min" in name.lower() and "max" not in name.lower():
            yield name, (False, True)
    compared: dict[str, dict[Any, str]] = {}
    for node in written(syntax):
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Name):
            if role_of(node.operand.id) == "turn":
                yield node.operand.id, "sign"
        elif isinstance(node, ast.If | ast.IfExp):
            for name, value in _turn_compared(node.test):
                compared.setdefault(name, {})[value] = _favours(node)
    for name, values in compared.items():
        yield from _two_values(name, values, syntax)


def _turn_compared(test: ast.expr) -> Iterator[tuple[str, Any]]:
    if isinstance(test, ast.Compare) and isinstance(test.left, ast.Name) and role_of(test.left.id) == "turn":
        for constant in test.comparators:
            value = constant.value if isinstance(constant, ast.Constant) else None
            if isinstance(value, str | int) and not isinstance(value, bool) and isinstance(test.ops[0], ast.Eq):
                yield test.left.id, value


def _favours(node: ast.If | ast.IfExp) -> str:
    """Return who chooses where a condition holds, MAX or MIN, as the names there tell; nothing if they do not."""
    body = node.body if isinstance(node.body, list) else [node.body]
    names = [getattr(part, "id", getattr(part, "attr", "")).lower() for each in body for part in ast.walk(each)]
    how = {word for word in ("max", "min") if any(word in name.replace("minimax", "") for name in names)}
    return how.pop() if len(how) == 1 else ""


def _two_values(name: str, values: dict[Any, str], syntax: FunctionSyntax) -> Iterator[tuple[str, Turn]]:
    """Yield MAX's and MIN's value for a parameter that is compared with some."""
    mine = next((value for value, side in values.items() if side == "max"), None)
    other = next((value for value, side in values.items() if side == "min"), None)
    constants = {node.value for node in written(syntax) if isinstance(node, ast.Constant)}
    if all(isinstance(value, str) for value in values):
        texts = sorted(value for value in constants if isinstance(value, str))
        mine = mine if mine is not None else _worded(texts, WORDS_OF_MAX, other)
        other = other if other is not None else _worded(texts, WORDS_OF_MIN, mine)
        yield name, (mine, other)
    elif mine is not None or other is not None:
        yield name, (_opponent(other, constants) if mine is None else mine, _opponent(mine, constants))


def _opponent(player: Any, constants: set[Any]) -> int:
    """Return the other player where they are numbers: 0 and 1, or 1 and 2."""
    return 1 if player != 1 else 2 if constants & {2, 3} else 0


def _worded(texts: list[str], words: tuple[str, ...], taken: str | None) -> str:
    free = [text for text in texts if text != taken]
    return next((text for text in free if words[0] in text.lower() or text.lower() in words), words[0])


def roles_in_use(syntax: FunctionSyntax, callees: set[str]) -> Iterator[tuple[str, Role]]:
    """Yield the parameters that a recursive call shows the role of: passed on as not x, as −x, as x − 1."""
    parameters = set(parameters_in(syntax))
    for call in recursive_calls(syntax, callees):
        for value in passed_on(call):
            name, role = _role_in_use(value)
            if name in parameters and role_of(name, frozenset(parameters)) is None:
                yield name, role


def _role_in_use(value: ast.expr) -> tuple[str, Role]:
    if isinstance(value, ast.UnaryOp) and isinstance(value.operand, ast.Name):
        return value.operand.id, "turn" if isinstance(value.op, ast.Not) else "colour"
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add | ast.Sub) and ast.unparse(value.right) == "1":
        return ast.unparse(value.left), "depth"
    return "", "turn"
