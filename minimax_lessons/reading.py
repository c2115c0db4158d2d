"""Reading: what a search function's own code says: which functions recurse, and which names play which role."""

from __future__ import annotations

import ast
import dis
import functools
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import CodeType, FunctionType, MethodType
from typing import Any, Literal

__all__ = ["Part", "Reading", "Role", "read", "role_of", "spins"]

Role = Literal["alpha", "beta", "turn", "colour", "depth", "index", "values"]

NAMES: dict[Role, str] = {
    "alpha": "alpha α al alfa low lo lower lowerbound lb floor maxsofar bestmax bestformax",
    "beta": "beta β be high hi upper upperbound ub ceiling minsofar bestmin bestformin",
    "turn": "maximizingplayer maximisingplayer maximizing maximising maximize maximise maximizer ismax ismaximizing"
    " ismaximising ismaximizingplayer ismaxplayer ismaxturn ismaxnode maxplayer maxturn maxnode maxtomove maxsturn"
    " white iswhite whitetomove whitesturn iswhiteturn turn player isplayer myturn mymove maxi max mx agent tomove who",
    "colour": "color colour sign sgn",
    "depth": "depth d ply plies level lvl remaining depthleft remainingdepth maxdepth depthlimit limit horizon height h"
    " depthremaining targetdepth lookahead",
    "index": "index idx nodeindex i nodeidx",
    "values": "values scores leaves leafvalues nums numbers terminals vals leafscores",
}
ROLES: dict[str, Role] = {name: role for role, names in NAMES.items() for name in names.split()}

MOVE_WORDS = ("move", "action", "choice", "path", "line", "child", "node", "pv", "index")  # named like no value

Turn = Literal["sign"] | tuple[str, str]  # 1 and −1; or two words, MAX's and MIN's

TELLING: dict[str, Role] = {"alpha": "alpha", "beta": "beta", "depth": "depth", "maximi": "turn"}

FunctionSyntax = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass(frozen=True)
class Part:
    """One of the functions that a search consists of, as far as its code can be read."""

    code: CodeType
    syntax: FunctionSyntax | None  # None where the source is not to be had
    parameters: tuple[str, ...]
    alpha: str | None  # the variable's name
    beta: str | None
    state: tuple[str, ...]  # parameters that change from a position to the next
    best: tuple[str, ...]  # names that hold the best value so far: those returned after the loop
    recursive: bool

    @functools.cached_property
    def watched(self) -> frozenset[str]:
        """Return the variables whose values are logged."""
        return frozenset(name for name in (self.alpha, self.beta, *self.best) if name)

    @functools.cached_property
    def assigning_lines(self) -> frozenset[int]:
        """Return the lines that assign the best value or a bound."""
        line_at: dict[int, int | None] = {}
        for start, end, line in self.code.co_lines():
            line_at.update(dict.fromkeys(range(start, end, 2), line))
        return frozenset(
            line_at.get(instruction.offset) or 0
            for instruction in dis.get_instructions(self.code)
            if instruction.opname.startswith("STORE") and not self.watched.isdisjoint(_named(instruction.argval))
        )

    @functools.cached_property
    def spins(self) -> bool:
        """Return True if it has a loop of which no line is told."""
        return spins(self.code)

    @functools.cached_property
    def best_at_max(self) -> tuple[str, ...]:
        """Return the names to look for the best value in at a MAX node, the likeliest first."""
        return tuple(sorted(self.best, key=lambda name: (name == self.beta, "min" in name.lower())))

    @functools.cached_property
    def best_at_min(self) -> tuple[str, ...]:
        """Return the names to look for the best value in at a MIN node, the likeliest first."""
        return tuple(sorted(self.best, key=lambda name: (name == self.alpha, "max" in name.lower())))


@functools.cache
def spins(code: CodeType) -> bool:
    """Return True if a loop jumps to itself, as ``while True: pass`` does: Python 3.11 tells no line of it."""
    jumps = (each for each in dis.get_instructions(code) if each.opname.startswith("JUMP_BACKWARD"))
    return any(jump.argval == jump.offset for jump in jumps)


def _named(argument: Any) -> tuple[Any, ...]:
    """Return the names an instruction stores: newer Pythons store two at once."""
    return argument if isinstance(argument, tuple) else (argument,)


@dataclass(frozen=True)
class Reading:
    """What reading a search function tells before it has run."""

    function: Callable[..., Any]
    name: str
    signature: inspect.Signature
    parts: dict[CodeType, Part]  # the functions to watch: those that recurse together, and the one called first
    attributes: frozenset[str]  # every attribute that the search and its helpers ask objects for
    negates: bool  # it negates what its recursive call returns, as negamax does
    asks_type: bool  # it tells lists from numbers by type(…), so a number must be of no other type than its own
    counts_up: bool  # it passes depth + 1 on
    turns: dict[str, Turn]  # how a parameter tells whose turn it is, where not by True and False
    source: str | None
    first_line: int

    @property
    def recursive_parts(self) -> list[Part]:
        """Return the functions that call themselves or one another."""
        return [part for part in self.parts.values() if part.recursive]


@dataclass
class _Found:
    """A code object met while following calls, with what its names mean there."""

    code: CodeType
    scope: dict[str, Any]
    owner: type | None
    syntax: FunctionSyntax | None
    calls: set[CodeType] = field(default_factory=set)


def read(function: Callable[..., Any], names: dict[str, str] | None = None) -> Reading:
    """Return what the function's code says of the search, or raise TypeError if it can't be watched at all."""
    plain, owner = _plain_function(function)
    found = _follow(plain, owner)
    recursive = _recursive_group(found, plain.__code__)
    watched = {code for code in (plain.__code__, *recursive) if _parameters(code)}
    parts = {code: _part(found[code], code in recursive, names or {}) for code in found if code in watched}
    syntaxes = [part.syntax for part in parts.values() if part.recursive and part.syntax]
    callees = {code.co_name for code in recursive}
    source, first_line = _source(list(parts))
    return Reading(
        function=function,
        name=_name(function, plain, parts),
        signature=_signature(function, plain),
        parts=parts,
        attributes=frozenset(name for each in found.values() for name in _attributes(each)),
        negates=any(_negates(syntax, callees) for syntax in syntaxes),
        asks_type=any("type" in _words(each.code) for each in found.values()),
        counts_up=any(_counts_up(syntax) for syntax in syntaxes),
        turns={name: turn for syntax in syntaxes for name, turn in _turns(syntax)},
        source=source,
        first_line=first_line,
    )


def role_of(name: str, others: frozenset[str] = frozenset()) -> Role | None:
    """Return the role that a parameter's name tells of; a and b are the bounds where both are there."""
    plain = name.lower().replace("_", "")
    if plain in ("a", "b") and {"a", "b"} <= {other.lower() for other in others}:
        return "alpha" if plain == "a" else "beta"
    if plain in ROLES:
        return ROLES[plain]
    return next((role for word, role in TELLING.items() if word in plain), None)


# What is behind the callable


def _name(function: Callable[..., Any], plain: FunctionType, parts: dict[CodeType, Part]) -> str:
    """Return the function's name; behind a decorator that hides it the name of the function inside."""
    name = getattr(function, "__name__", type(function).__name__)
    if plain.__code__ in parts or name != plain.__name__:
        return name
    return next((code.co_name for code in parts), name)


def _plain_function(function: Any) -> tuple[FunctionType, type | None]:
    if not callable(function):
        raise TypeError(f"{function!r} is not a function: give the search itself, without calling it")
    name = getattr(function, "__name__", type(function).__name__)
    if isinstance(function, functools.partial):
        return _plain_function(function.func)
    if hasattr(function, "cache_info"):
        raise TypeError(
            f"{name} is wrapped in functools.cache: a position met again is answered from the cache, without a call"
            f" that could be seen. Remove the decorator, or trace {name}.__wrapped__"
        )
    if isinstance(function, MethodType):
        plain, _ = _plain_function(function.__func__)
        return plain, function.__self__ if isinstance(function.__self__, type) else type(function.__self__)
    if isinstance(function, FunctionType):
        kind = function.__code__.co_flags
        if kind & (inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
            raise TypeError(
                f"{name} is a generator or a coroutine: calling it runs nothing yet, so there is no search to watch."
                " Write it with return instead of yield or await"
            )
        return function, None
    method = vars(type(function)).get("__call__")
    if isinstance(function, type) or not isinstance(method, FunctionType):
        raise TypeError(f"{name} is not written as a Python function, so its steps can't be watched")
    return method, type(function)


def _signature(function: Callable[..., Any], plain: FunctionType) -> inspect.Signature:
    """Return the parameters; of a decorator's (*args, **kwargs) those of the function inside."""
    signature = inspect.signature(function)
    kinds = {parameter.kind for parameter in signature.parameters.values()}
    if kinds <= {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}:
        for cell in plain.__closure__ or ():
            if isinstance(cell.cell_contents, FunctionType):
                return inspect.signature(cell.cell_contents)
    return signature


# Which functions take part


def _follow(function: FunctionType, owner: type | None) -> dict[CodeType, _Found]:
    """Return every function of the learner's that the search may call, with who calls whom."""
    start = _found(function, owner)
    known = {function.__code__: start}
    ahead = [start]
    while ahead:
        found = ahead.pop()
        for callee in _callees(found):
            found.calls.add(callee.code)
            if callee.code not in known:
                known[callee.code] = callee
                ahead.append(callee)
    return known


def _found(function: FunctionType, owner: type | None) -> _Found:
    scope = dict(function.__globals__)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            scope[name] = cell.cell_contents
        except ValueError:  # a name that its function has not bound yet
            continue
    return _Found(function.__code__, scope, owner, _syntax(function.__code__))


def _callees(found: _Found) -> Iterator[_Found]:
    inner = {code.co_name: code for code in _inner_functions(found.code)}
    scope = found.scope | inner
    for code in inner.values():
        yield _Found(code, scope, found.owner, _syntax(code))
    for base, name in _mentions(found):
        target = _resolve(base, name, scope, found)
        if isinstance(target, CodeType):
            yield _Found(target, scope, found.owner, _syntax(target))
            continue
        owner = found.owner if base is not None else None
        while isinstance(target, functools.partial | MethodType | staticmethod | classmethod):
            target = target.func if isinstance(target, functools.partial) else target.__func__
        if isinstance(target, FunctionType) and _is_learners(target, found.scope.get("__name__")):
            yield _found(target, owner)


def _resolve(base: str | None, name: str, scope: dict[str, Any], found: _Found) -> Any:
    if base is None:
        return scope.get(name)
    if base in found.code.co_varnames[:1] and found.owner is not None:
        return inspect.getattr_static(found.owner, name, None)
    if base in scope:
        holder = scope[base]
        return inspect.getattr_static(holder if isinstance(holder, type) else type(holder), name, None)
    # child.search(…) in the method search itself: nothing tells what child is, but the name does
    return found.code if name == found.code.co_name else None


def _mentions(found: _Found) -> set[tuple[str | None, str]]:
    """Return the names, and the attributes of names, that the function's code uses."""
    if found.syntax is None:
        return {(None, name) for name in _words(found.code)}
    mentions: set[tuple[str | None, str]] = set()
    for node in ast.walk(found.syntax):
        if isinstance(node, ast.Name):
            mentions.add((None, node.id))
        elif isinstance(node, ast.Attribute):
            value = node.value
            if isinstance(value, ast.Name):
                mentions.add((value.id, node.attr))
            elif isinstance(value, ast.Subscript | ast.Call):
                mentions.add(("", node.attr))
    return mentions


def _attributes(found: _Found) -> set[str]:
    if found.syntax is None:
        return _words(found.code)
    return {node.attr for node in ast.walk(found.syntax) if isinstance(node, ast.Attribute)}


def _inner_functions(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_name.startswith("<"):  # a lambda or a comprehension: look through it
                yield from _inner_functions(constant)
            else:
                yield constant


def _words(code: CodeType) -> set[str]:
    words = {*code.co_names, *code.co_freevars}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            words |= _words(constant)
    return words


def _is_learners(function: FunctionType, home: str | None) -> bool:
    module = function.__module__ or ""
    top = module.partition(".")[0]
    return module == home or (top not in sys.stdlib_module_names and top != "minimax_lessons") or top == "__main__"


def _recursive_group(found: dict[CodeType, _Found], start: CodeType) -> set[CodeType]:
    """Return the functions that call one another in a circle: the search, not a helper that happens to recurse."""
    reach = {code: _reachable(found, code) for code in found}
    groups = [
        frozenset(other for other in reach[code] if code in reach[other]) for code in found if code in reach[code]
    ]
    for group in groups:
        if start in group:
            return set(group)
    return set(max(groups, key=lambda group: sum(_looks_like_search(code) for code in group), default=frozenset()))


def _reachable(found: dict[CodeType, _Found], start: CodeType) -> set[CodeType]:
    seen: set[CodeType] = set()
    ahead = list(found[start].calls)
    while ahead:
        code = ahead.pop()
        if code not in seen:
            seen.add(code)
            ahead.extend(found[code].calls)
    return seen


def _looks_like_search(code: CodeType) -> int:
    parameters = _parameters(code)
    roles = {role_of(name, frozenset(parameters)) for name in parameters}
    words = ("max", "min", "nega", "search", "alpha", "beta", "solve")
    return 2 * len(roles - {None, "index", "values"}) + any(word in code.co_name.lower() for word in words)


# What a function's own lines say


def _part(found: _Found, recursive: bool, names: dict[str, str]) -> Part:
    code = found.code
    parameters = _parameters(code)
    others = frozenset(parameters)
    variables = {*code.co_varnames, *code.co_cellvars, *code.co_freevars} & {"alpha", "beta", "α", "β"}
    roles = {role_of(name, others): name for name in (*sorted(variables), *reversed(parameters))}
    best = (names["best"],) if "best" in names else _best_names(found.syntax) if recursive else ()
    return Part(
        code=code,
        syntax=found.syntax,
        parameters=parameters,
        alpha=names.get("alpha", roles.get("alpha")),
        beta=names.get("beta", roles.get("beta")),
        state=tuple(name for name in parameters if role_of(name, others) in ("depth", "turn", "colour", "index")),
        best=best,
        recursive=recursive,
    )


def _parameters(code: CodeType) -> tuple[str, ...]:
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def _best_names(syntax: FunctionSyntax | None) -> tuple[str, ...]:
    """Return the names in the return statements that a loop of the function assigns."""
    if syntax is None or isinstance(syntax, ast.Lambda):
        return ()
    own = list(_own_nodes(syntax))
    loops = [node for node in own if isinstance(node, ast.For | ast.While)]
    assigned = {
        node.id
        for loop in loops
        for node in ast.walk(loop)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    names: list[str] = []
    for node in own:
        if isinstance(node, ast.Return) and node.value is not None:
            for name in _returned_names(node.value):
                if name in assigned and name not in names:
                    names.append(name)
    return tuple(sorted(names, key=lambda name: any(word in name.lower() for word in MOVE_WORDS)))


def _returned_names(value: ast.expr) -> list[str]:
    if isinstance(value, ast.Name):
        return [value.id]
    if isinstance(value, ast.Tuple | ast.List):
        return [element.id for element in value.elts if isinstance(element, ast.Name)]
    if isinstance(value, ast.Dict):
        return [element.id for element in value.values if isinstance(element, ast.Name)]
    if isinstance(value, ast.Call):
        return [argument.id for argument in value.args if isinstance(argument, ast.Name)]
    return []


def _own_nodes(syntax: FunctionSyntax) -> Iterator[ast.AST]:
    """Yield the syntax inside a function, leaving out the functions defined in it."""
    ahead: list[ast.AST] = list(reversed(syntax.body)) if isinstance(syntax.body, list) else [syntax.body]
    while ahead:
        node = ahead.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            ahead.extend(reversed(list(ast.iter_child_nodes(node))))


def _calls_search(node: ast.AST, callees: set[str]) -> bool:
    for part in ast.walk(node):
        if isinstance(part, ast.Call):
            called = part.func
            name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", None)
            if name in callees:
                return True
    return False


def _negates(syntax: FunctionSyntax, callees: set[str]) -> bool:
    """Return True if the value of a recursive call is negated, at once or in the name that it is given."""
    received: set[str] = set()
    for node in ast.walk(syntax):
        if isinstance(node, ast.Assign) and _calls_search(node.value, callees):
            received |= {name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)}
    for node in ast.walk(syntax):
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            operand = node.operand
            called = isinstance(operand, ast.Call | ast.Subscript) and _calls_search(operand, callees)
            if called or (isinstance(operand, ast.Name) and operand.id in received):
                return True
    return False


def _counts_up(syntax: FunctionSyntax) -> bool:
    return any(
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Add)
        and isinstance(node.left, ast.Name)
        and role_of(node.left.id) == "depth"
        and isinstance(node.right, ast.Constant)
        for node in ast.walk(syntax)
    )


def _turns(syntax: FunctionSyntax) -> Iterator[tuple[str, Turn]]:
    """Yield the parameters whose turn is told by a sign (−player) or by a word (player == "max")."""
    words: dict[str, set[str]] = {}
    for node in ast.walk(syntax):
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Name):
            if role_of(node.operand.id) == "turn":
                yield node.operand.id, "sign"
        elif isinstance(node, ast.Compare) and isinstance(node.left, ast.Name) and role_of(node.left.id) == "turn":
            for constant in node.comparators:
                if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
                    words.setdefault(node.left.id, set()).add(constant.value)
    constants = (node.value for node in ast.walk(syntax) if isinstance(node, ast.Constant))
    texts = sorted({value for value in constants if isinstance(value, str)})
    for name in words:
        mine = next(
            (word for word in sorted(texts) if "max" in word.lower() or word.lower() in ("white", "w", "x")), "max"
        )
        other = next(
            (word for word in sorted(texts) if "min" in word.lower() or word.lower() in ("black", "b", "o")), "min"
        )
        yield name, (mine, other)


# Source


@functools.lru_cache(maxsize=64)
def _module_syntax(text: str) -> dict[tuple[str, int], FunctionSyntax]:
    """Return every function in a source text by its name and the line it begins on."""
    functions: dict[tuple[str, int], FunctionSyntax] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.decorator_list[0].lineno if node.decorator_list else node.lineno
            functions[node.name, first] = node
        elif isinstance(node, ast.Lambda):
            functions["<lambda>", node.lineno] = node
    return functions


def _syntax(code: CodeType) -> FunctionSyntax | None:
    try:
        lines, _ = inspect.findsource(code)
        return _module_syntax("".join(lines)).get((code.co_name, code.co_firstlineno))
    except (OSError, SyntaxError, IndexError):
        return None


def _source(codes: list[CodeType]) -> tuple[str | None, int]:
    """Return the text from the first to the last line of the watched functions, and the first line's number."""
    spans: list[tuple[int, int]] = []
    lines: list[str] = []
    for code in codes:
        syntax = _syntax(code)
        if syntax is not None and code.co_filename == codes[0].co_filename:
            lines = inspect.findsource(code)[0]
            spans.append((code.co_firstlineno, syntax.end_lineno or code.co_firstlineno))
    if not spans:
        return None, 1
    first, last = min(span[0] for span in spans), max(span[1] for span in spans)
    return textwrap.dedent("".join(lines[first - 1 : last])).rstrip(), first
