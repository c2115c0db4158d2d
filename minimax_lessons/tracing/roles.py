"""Roles: the part of a variable in a search, from its name or from its use in the code."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import Any, Literal

from minimax_lessons.tracing.syntax import Syntax, negated, passed_on, sides

__all__ = [
    "NODE_NAMES",
    "Role",
    "Turn",
    "bound_elsewhere",
    "bounds_in_use",
    "counted",
    "counts_up",
    "role_of",
    "roles_in_use",
    "turns",
]

Role = Literal["alpha", "beta", "window", "turn", "colour", "depth", "index", "values"]
Turn = Literal["sign"] | tuple[Any, Any]  # 1 and −1; or two values, MAX's and MIN's

WORDS_OF_MAX = ("max", "white", "w", "x")
WORDS_OF_MIN = ("min", "black", "b", "o")

NAMES: dict[Role, str] = {
    "alpha": "alpha α al alfa low lo lower lowerbound lb floor maxsofar bestmax bestformax",
    "beta": "beta β be high hi upper upperbound ub ceiling minsofar bestmin bestformin",
    "window": "window bounds alphabeta ab interval searchwindow",
    "turn": "maximizingplayer maximisingplayer maximizing maximising maximize maximise maximizer"
    " ismax ismaximizing ismaximising ismaximizingplayer ismaxplayer ismaxturn ismaxnode maxplayer"
    " maxturn maxnode maxtomove maxsturn white iswhite whitetomove whitesturn iswhiteturn turn"
    " player isplayer myturn mymove maxi max mx agent agentindex tomove who side sidetomove stm"
    " ismin minplayer minturn isminplayer isminturn",
    "colour": "color colour sign sgn",
    "depth": "depth d ply plies level lvl remaining depthleft remainingdepth maxdepth depthlimit"
    " limit horizon height h"
    " depthremaining targetdepth lookahead",
    "index": "index idx nodeindex i nodeidx",
    "values": "values scores leaves leafvalues nums numbers terminals vals leafscores",
}
ROLES: dict[str, Role] = {name: role for role, names in NAMES.items() for name in names.split()}

TELLING: dict[str, Role] = {
    "alpha": "alpha",
    "beta": "beta",
    "depth": "depth",
    "maximi": "turn",
    "minimi": "turn",
}

NODE_NAMES = {
    "node",
    "state",
    "position",
    "pos",
    "board",
    "tree",
    "root",
    "gamestate",
    "currentnode",
    "subtree",
}


def role_of(name: str, others: frozenset[str] = frozenset()) -> Role | None:
    """Return the role that a parameter's name suggests; a and b are bounds if both are there.

    >>> role_of("depth_left"), role_of("isMaximizing"), role_of("board")
    ('depth', 'turn', None)
    >>> role_of("b"), role_of("b", frozenset("ab"))
    (None, 'beta')
    """
    plain = name.lower().replace("_", "")
    if plain in ("a", "b") and {"a", "b"} <= {parameter.lower() for parameter in others}:
        return "alpha" if plain == "a" else "beta"
    if plain in ROLES:
        return ROLES[plain]
    return next((role for word, role in TELLING.items() if word in plain), None)


def counts_up(syntax: Syntax) -> bool:
    """Return True if a function passes depth + 1 on to a recursive call."""
    changed = [
        part for call in syntax.calls for part in passed_on(call) if isinstance(part, ast.BinOp)
    ]
    added = [
        expression.left
        for expression in changed
        if isinstance(expression.op, ast.Add) and isinstance(expression.right, ast.Constant)
    ]
    return any(role_of(getattr(operand, "id", "")) == "depth" for operand in added)


def counted(syntax: Syntax) -> set[str]:
    """Return the counters: the parameters passed on unchanged except for a constant."""
    return {
        name
        for name, value in syntax.passed
        if isinstance(value, ast.BinOp)
        and isinstance(value.op, ast.Add | ast.Sub)
        and isinstance(value.right, ast.Constant)
        and ast.unparse(value.left) == name
    }


def bound_elsewhere(syntax: Syntax, role: Role) -> str | None:
    """Return the place of a bound that is no variable: "window[0]", "self.alpha" or a global."""
    for name in syntax.parameters:
        if role_of(name) == "window":
            return f"{name}[{0 if role == 'alpha' else 1}]"
    for node in syntax.own:
        if isinstance(node, ast.Global):
            variable = next((name for name in node.names if role_of(name) == role), None)
            if variable is not None:
                return variable
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and role_of(node.attr) == role
        ):
            place = ast.unparse(node)
            if place.partition(".")[0] in syntax.parameters and place.count(".") == 1:
                return place
    return None


# Whose turn it is, and what else the recursive calls show


def turns(syntax: Syntax, likely: Collection[str] = ()) -> Iterator[tuple[str, Turn]]:
    """Yield the parameters for the turn that are a sign, one of two values, or True for MIN."""
    for name in syntax.parameters:
        if role_of(name) == "turn" and "min" in name.lower() and "max" not in name.lower():
            yield name, (False, True)
    compared: dict[str, dict[Any, str]] = {}
    for node in syntax.written:
        if isinstance(turned := negated(node), ast.Name):
            if role_of(turned.id) == "turn" or turned.id in likely:
                yield turned.id, "sign"
        elif isinstance(node, ast.If | ast.IfExp):
            for name, value in _turn_compared(node.test, likely):
                players = compared.setdefault(name, {})
                # "X" if player == "O" else "O" tells nothing
                players[value] = players.get(value) or _favours(node)
    for name, values in compared.items():
        yield from _two_values(name, values, syntax)


def _turn_compared(test: ast.expr, likely: Collection[str]) -> Iterator[tuple[str, Any]]:
    name = test.left.id if isinstance(test, ast.Compare) and isinstance(test.left, ast.Name) else ""
    if isinstance(test, ast.Compare) and (role_of(name) == "turn" or name in likely):
        for constant in test.comparators:
            value = constant.value if isinstance(constant, ast.Constant) else None
            if (
                isinstance(value, str | int)
                and not isinstance(value, bool)
                and isinstance(test.ops[0], ast.Eq)
            ):
                yield name, value


def _favours(node: ast.If | ast.IfExp) -> str:
    """Return the player who chooses if a condition holds, as the names there suggest; else ""."""
    body = node.body if isinstance(node.body, list) else [node.body]
    names = [
        getattr(part, "id", getattr(part, "attr", "")).lower()
        for statement in body
        for part in ast.walk(statement)
    ]
    how = {
        word
        for word in ("max", "min")
        if any(word in name.replace("minimax", "") for name in names)
    }
    return how.pop() if len(how) == 1 else ""


def _two_values(name: str, values: dict[Any, str], syntax: Syntax) -> Iterator[tuple[str, Turn]]:
    """Yield MAX's and MIN's value for a parameter that is compared with some."""
    mine = next((value for value, side in values.items() if side == "max"), None)
    theirs = next((value for value, side in values.items() if side == "min"), None)
    constants = {node.value for node in syntax.written if isinstance(node, ast.Constant)}
    if all(isinstance(value, str) for value in values):
        texts = sorted(value for value in constants if isinstance(value, str))
        mine = mine if mine is not None else _worded(texts, WORDS_OF_MAX, theirs)
        theirs = theirs if theirs is not None else _worded(texts, WORDS_OF_MIN, mine)
        yield name, (mine, theirs)
    elif mine is not None or theirs is not None:
        yield (
            name,
            (_opponent(theirs, constants) if mine is None else mine, _opponent(mine, constants)),
        )


def _opponent(player: Any, constants: set[Any]) -> int:
    """Return the other player where they are numbers: 0 and 1, or 1 and 2."""
    return 1 if player != 1 else 2 if constants & {2, 3} else 0


def _worded(texts: list[str], words: tuple[str, ...], taken: str | None) -> str:
    free = [text for text in texts if text != taken]
    return next(
        (text for text in free if words[0] in text.lower() or text.lower() in words), words[0]
    )


def roles_in_use(syntax: Syntax) -> Iterator[tuple[str, Role]]:
    """Yield the parameters with a role that recursive calls show: not x, −x or x − 1."""
    parameters = set(syntax.parameters)
    unchanged = {name for name, value in syntax.passed if getattr(value, "id", "") == name}
    for call in syntax.calls:
        for value in passed_on(call):
            name, role = _role_in_use(value)
            if role == "depth" and name in unchanged:
                continue  # one of two ends of a row, perhaps
            # whatever it is called
            inverted = isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not)
            if name in parameters and (inverted or role_of(name, frozenset(parameters)) is None):
                yield name, role
    constants: dict[str, set[Any]] = {}  # by what is passed on where MAX moves, and where MIN does
    for name, value in syntax.passed:
        constants.setdefault(name, set()).add(
            value.value if isinstance(value, ast.Constant) else None
        )
    for name, values in constants.items():
        if len(values) == 2 and None not in values and role_of(name, frozenset(parameters)) is None:
            yield name, "turn"


def bounds_in_use(syntax: Syntax, taken: Collection[str] = ()) -> dict[str, Role]:
    """Return the parameters that are α and β although their names do not say so.

    A loop ends where one reaches the other, or where a child's value reaches one of them while
    the other is the largest value so far.
    """
    parameters = syntax.parameters
    free = {name for name in parameters if role_of(name, frozenset(parameters)) is None} - set(
        taken
    )
    over = [pair for node in syntax.written if _leaves(node) for pair in _reaching(node)]
    for large, small in over:
        if {large, small} <= free and large != small:
            return {large: "alpha", small: "beta"}
    bounds: dict[str, Role] = {}
    for large, small in over:
        if small in free and large not in parameters:
            bounds.setdefault(small, "beta")
        elif large in free and small not in parameters:
            bounds.setdefault(large, "alpha")
    raised = {large: small for node in syntax.written for small, large in _raised(node)}
    if list(bounds.values()) == ["beta"]:
        bounds |= {name: "alpha" for name in raised if name in free and name not in bounds}
    return bounds if sorted(bounds.values()) == ["alpha", "beta"] else {}


def _leaves(node: ast.AST) -> bool:
    body = node.body if isinstance(node, ast.If) else []
    return any(isinstance(part, ast.Break | ast.Return) for part in body) or isinstance(
        node, ast.While
    )


def _reaching(node: Any) -> Iterator[tuple[str, str]]:
    """Yield the names in a comparison: the one that has reached the other, and the other."""
    for small, large in filter(None, map(sides, ast.walk(node.test))):
        if isinstance(small, ast.Name) and isinstance(large, ast.Name):
            yield (small.id, large.id) if isinstance(node, ast.While) else (large.id, small.id)


def _raised(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield a value and the name it raises: α = max(α, value), or if value > α: α = value."""
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        name, call = node.targets[0].id, node.value
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "max":
            yield from (
                (ast.unparse(argument), name)
                for argument in call.args
                if ast.unparse(argument) != name
            )
    elif isinstance(node, ast.If) and (pair := sides(node.test)) is not None:
        small, large = map(ast.unparse, pair)
        if any(
            isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == small
            for statement in node.body
        ):
            yield large, small


def _role_in_use(value: ast.expr) -> tuple[str, Role]:
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not):
        return getattr(value.operand, "id", ""), "turn"
    if (turned := negated(value)) is not None:
        return getattr(turned, "id", ""), "colour"
    if (
        isinstance(value, ast.IfExp)
        and isinstance(value.test, ast.Compare)
        and isinstance(value.test.left, ast.Name)
    ):
        return value.test.left.id, "turn"
    if (
        isinstance(value, ast.BinOp)
        and isinstance(value.op, ast.Sub)
        and ast.unparse(value.left) == "1"
    ):
        return ast.unparse(value.right), "turn"
    if (
        isinstance(value, ast.BinOp)
        and isinstance(value.op, ast.Add | ast.Sub)
        and ast.unparse(value.right) == "1"
    ):
        return ast.unparse(value.left), "depth"
    return "", "turn"
