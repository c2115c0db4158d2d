"""Reading: what a search function's own code says: which functions recurse, and which names play which role."""

from __future__ import annotations

import ast
import dis
import functools
import inspect
import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import CodeType, FrameType, FunctionType
from typing import Any

from minimax_lessons.tracing import clues
from minimax_lessons.tracing.caches import caches_of
from minimax_lessons.tracing.callables import (
    UNKNOWN,
    FunctionSyntax,
    is_lazy,
    lazy,
    names_in,
    parameters_of,
    plain_function,
    syntax_of,
    variables_of,
)
from minimax_lessons.tracing.callgraph import Found, follow_calls, recursive_group, searches_beside, with_namesakes
from minimax_lessons.tracing.roles import Role, role_of
from minimax_lessons.tracing.turns import Turn, bounds_in_use, roles_in_use, turns

__all__ = ["Part", "Reading", "Role", "Turn", "read", "role_of", "spins"]


@dataclass(frozen=True)
class Part:
    """One of the functions that a search consists of, as far as its code can be read."""

    code: CodeType
    syntax: FunctionSyntax | None  # None where the source is not to be had
    parameters: tuple[str, ...]
    alpha: str | None  # the variable's name
    beta: str | None
    elsewhere: tuple[str | None, str | None]  # where the bounds are kept otherwise: "window[0]", "self.alpha"
    state: tuple[str, ...]  # parameters that change from a position to the next: depth, and whose turn it is
    turns: tuple[str, ...]  # of these the ones that tell whose turn it is
    free: tuple[str, ...]  # parameters without a role of that kind: one of them, or some together, are the position
    loops: clues.Loops  # those that it calls itself in
    in_place: dict[int, clues.InPlace]  # the lines that may value a leaf where it stands
    comprehends: bool  # a comprehension may
    best: tuple[str, ...]  # names that hold the best value so far: those returned after the loop
    moves: tuple[str, ...]  # the variables of its loops: one of them may hold the move made
    recursive: bool
    kept: tuple[str, str] | None = None  # the parameter and its attribute that keep the result, if none is returned

    @functools.cached_property
    def bounds_elsewhere(self) -> bool:
        """Return True if a bound has to be looked for elsewhere than in a parameter."""
        pairs = zip((self.alpha, self.beta), self.elsewhere, strict=True)
        return any(other is not None and name not in self.parameters for name, other in pairs)

    def bounds_at(self, frame: FrameType) -> tuple[Any, Any]:
        """Return α and β as a call of the function has them, wherever they are kept."""
        values, pairs = frame.f_locals, zip((self.alpha, self.beta), self.elsewhere, strict=True)
        alpha, beta = (values[name] if name in values else _look(other, frame) for name, other in pairs)
        return alpha, beta

    @functools.cached_property
    def final_lines(self) -> frozenset[int]:
        """Return the lines that run after a return statement."""
        return clues.final_lines(self.syntax)

    @functools.cached_property
    def tables(self) -> tuple[str, ...]:
        """Return where it stores what it may remember."""
        return tuple(clues.tables(self.syntax)) if self.recall_lines else ()

    @functools.cached_property
    def recall_lines(self) -> frozenset[int]:
        """Return the lines that return what a table holds."""
        return clues.recall_lines(self.syntax)

    @functools.cached_property
    def spins(self) -> bool:
        """Return True if an instruction jumps to itself, as in ``while True: pass``: no new line to Python."""
        return spins(self.code)

    @functools.cached_property
    def watched(self) -> frozenset[str]:
        """Return the variables whose values are logged."""
        return frozenset(name for name in (self.alpha, self.beta, *self.elsewhere, *self.best) if name)

    @functools.cached_property
    def assigning_lines(self) -> frozenset[int]:
        """Return the lines that assign the best value or a bound."""
        stored = {name.partition("[")[0].rpartition(".")[2] for name in self.watched}
        line_at: dict[int, int | None] = {}
        for start, end, line in self.code.co_lines():
            line_at.update(dict.fromkeys(range(start, end, 2), line))
        return frozenset(
            line_at.get(instruction.offset) or 0
            for instruction in dis.get_instructions(self.code)
            if instruction.opname.startswith("STORE") and not stored.isdisjoint(_named(instruction.argval))
        )

    @functools.cached_property
    def best_at_max(self) -> tuple[str, ...]:
        """Return the names to look for the best value in at a MAX node, the likeliest first."""
        return tuple(sorted(self.best, key=lambda name: (name == self.beta, "min" in name.lower())))

    @functools.cached_property
    def best_at_min(self) -> tuple[str, ...]:
        """Return the names to look for the best value in at a MIN node, the likeliest first."""
        return tuple(sorted(self.best, key=lambda name: (name == self.alpha, "max" in name.lower())))


def _look(place: str | None, frame: FrameType) -> Any:
    """Return the value of a bound that is kept in a pair, an attribute or a global variable."""
    if place is None:
        return None
    base, _, attribute = place.partition(".")
    base, _, index = base.partition("[")
    held = frame.f_locals.get(base, frame.f_globals.get(base))
    try:
        return getattr(held, attribute) if attribute else held[int(index[:-1])] if index and held else held
    except Exception:  # not there yet, or no pair after all
        return None


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
    functions: dict[CodeType, list[FunctionType]]  # that run each code, as far as they are there before the run
    parts: dict[CodeType, Part]  # the functions to watch: those that recurse together, and the one called first
    attributes: frozenset[str]  # every attribute that the search and its helpers ask objects for
    names: frozenset[str]  # every other name that their code uses
    negates: bool  # it negates what its recursive call returns, as negamax does
    counts_up: bool  # it passes depth + 1 on
    uses: dict[str, Role]  # the roles of parameters whose names tell none, as the recursive calls show them
    asked: dict[str, frozenset[str]]  # what it does with each parameter of the function called first
    constant: frozenset[str]  # the parameters that it passes on as they are
    helpers: tuple[CodeType, ...]  # functions of the learner's beside those watched that may loop for ever
    valuers: tuple[CodeType, ...]  # of the learner's functions those that tell what a leaf is worth
    turns: dict[str, Turn]  # how a parameter tells whose turn it is, where not by True and False
    writes: frozenset[str]  # the lists that it changes in place
    leaves: frozenset[str]  # the parameters that may hold a leaf's value instead of a node
    beside: tuple[str, ...]  # other searches that the function called first goes into
    source: str | None
    first_line: int

    @property
    def knows_leaves(self) -> bool:
        """Return True if it may be given a leaf's value instead of a node."""
        return bool(self.leaves) or not any(part.syntax for part in self.recursive_parts)

    @property
    def caches(self) -> list[Any]:
        """Return what remembers for the search: functools.cache before one of its functions."""
        decorated = (part for part in self.parts.values() if clues.is_cached(part.syntax))
        return [cache for part in decorated for cache in caches_of(part.code)]

    @property
    def remembers(self) -> bool:
        """Return True if functools.cache stands before one of its functions, or will."""
        return any(clues.is_cached(part.syntax) for part in self.parts.values()) or hasattr(self.function, "cache_info")

    @property
    def recursive_parts(self) -> list[Part]:
        """Return the functions that call themselves or one another."""
        return [part for part in self.parts.values() if part.recursive]


def read(function: Callable[..., Any], names: dict[str, str] | None = None, given: Iterable[Any] = ()) -> Reading:
    """Return what the function's code says of the search, or raise TypeError if it can't be watched at all.

    The objects it will be given tell which methods their names in the code stand for.
    """
    plain, me = plain_function(function)
    found = follow_calls(plain, me, given)
    _check_names(names or {}, {name for code in found for name in variables_of(code)})
    recursive = with_namesakes(found, recursive_group(found, plain.__code__))
    _refuse_unwatchable(found, recursive)
    callees = {name for code in recursive for name in _called(found[code])}
    uses = _uses(found, recursive, callees)
    parts = {
        code: _part(each, code in recursive, callees, names or {}, uses)
        for code, each in found.items()
        if code in {plain.__code__, *recursive} and _can_take_node(each)
    }
    syntaxes = [part.syntax for part in parts.values() if part.recursive and part.syntax]
    source, first_line = _source(list(parts))
    worth = {name for syntax in syntaxes for name in clues.valued_by(syntax, callees)}
    likely = {name for name, role in uses.items() if role == "turn"}
    return Reading(
        function=function,
        name=_name(function, plain, parts),
        signature=_signature(function, plain),
        functions={code: found[code].functions for code in parts},
        parts=parts,
        attributes=frozenset(name for each in found.values() for name in _attributes(each)),
        names=frozenset(name for each in found.values() for name in names_in(each.code)),
        negates=any(clues.negates(syntax, callees) for syntax in syntaxes),
        counts_up=any(clues.counts_up(syntax, callees) for syntax in syntaxes),
        uses=uses,
        asked=_asked(found, recursive, callees),
        constant=frozenset(name for syntax in syntaxes for name in clues.constant_parameters(syntax, callees)),
        helpers=tuple(code for code, each in found.items() if code not in parts and clues.may_loop(each.syntax)),
        valuers=tuple(code for code in found if code not in parts and code.co_name in worth),
        turns={name: turn for syntax in syntaxes for name, turn in turns(syntax, likely)},
        writes=frozenset(name for syntax in syntaxes for name in clues.writes_to(syntax)),
        leaves=frozenset(name for syntax in syntaxes for name in clues.leaf_parameters(syntax)),
        beside=tuple(searches_beside(found, plain.__code__, recursive)),
        source=source,
        first_line=first_line,
    )


PLAYED = ("node", "alpha", "beta", "best")  # the parts that a variable can be said to play


def _check_names(names: dict[str, str], known: set[str]) -> None:
    """Raise ValueError if a part is named that there is none of, or a variable that the function does not have."""
    for part, variable in names.items():
        if part not in PLAYED:
            raise ValueError(
                f"names={{{part!r}: …}}: a variable plays {', '.join(map(repr, PLAYED))}, and nothing else"
            )
        if variable not in known:
            raise ValueError(f"names={{{part!r}: {variable!r}}}: the search has no variable of that name")


def _uses(found: dict[CodeType, Found], recursive: set[CodeType], callees: set[str]) -> dict[str, Role]:
    """Return the roles of parameters whose names tell none: as recursive calls show them, or as they are passed on."""
    uses: dict[str, Role] = {}
    bounds: dict[str, Role] = {}
    for code, each in sorted(found.items(), key=lambda pair: pair[0] not in recursive):
        if each.syntax is None:
            continue
        if code in recursive:
            found_in_use = dict(roles_in_use(each.syntax, callees))
            uses.update(found_in_use)
            counted = [name for name, role in found_in_use.items() if role == "depth"]
            bounds.update(bounds_in_use(each.syntax, counted))
            continue
        own = parameters_of(code)
        for call in clues.recursive_calls(each.syntax, callees):
            called = next((other for other in recursive if other.co_name == clues.called_name(call)), None)
            takes = parameters_of(called) if called is not None else ()
            skipped = isinstance(call.func, ast.Attribute) and takes[:1] == ("self",)
            for name, value in zip(takes[skipped:], call.args, strict=False):
                role = uses.get(name) or role_of(name, frozenset(takes)) or bounds.get(name)
                if isinstance(value, ast.Name) and value.id in own and role and not role_of(value.id, frozenset(own)):
                    uses[value.id] = role
    return uses | bounds


def _asked(found: dict[CodeType, Found], recursive: set[CodeType], callees: set[str]) -> dict[str, frozenset[str]]:
    """Return what the search does with the parameters of the function called first, by itself or passed on."""
    inside: dict[str, set[str]] = {}
    for code, each in found.items():
        if each.syntax is not None and code in recursive:
            for name, marks in clues.asked_of(each.syntax).items():
                inside.setdefault(name, set()).update(marks)
    first = next(iter(found.values()))
    asked = {} if first.syntax is None else clues.asked_of(first.syntax)
    for call in clues.recursive_calls(first.syntax, callees) if first.syntax is not None else ():
        called = next((other for other in recursive if other.co_name == clues.called_name(call)), None)
        takes = parameters_of(called) if called is not None else ()
        skipped = isinstance(call.func, ast.Attribute) and takes[:1] == ("self",)
        for name, value in zip(takes[skipped:], call.args, strict=False):
            if isinstance(value, ast.Name) and value.id in asked and first.code not in recursive:
                asked[value.id] |= inside.get(name, set())
    return {name: frozenset(marks) for name, marks in {**inside, **asked}.items()}


def _refuse_unwatchable(found: dict[CodeType, Found], recursive: set[CodeType]) -> None:
    """Raise TypeError if a part of the search can't be watched: a generator."""
    for code in recursive:
        if is_lazy(code) and code in found[code].calls:
            raise lazy(code.co_name)


def _can_take_node(found: Found) -> bool:
    """Return True unless a function takes nothing by name but itself, as a decorator's wrapper does."""
    parameters = parameters_of(found.code)
    passes_on = bool(found.code.co_flags & inspect.CO_VARARGS)
    return not is_lazy(found.code) and len(parameters) > (passes_on and found.me is not UNKNOWN)


def _called(found: Found) -> set[str]:
    """Return the names that a function is called by: its own, or those that hold it if it is a lambda."""
    if found.code.co_name != "<lambda>":
        return {found.code.co_name}
    return {name for name, value in found.scope.items() if getattr(value, "__code__", value) is found.code}


def _name(function: Callable[..., Any], plain: FunctionType, parts: dict[CodeType, Part]) -> str:
    """Return the function's name; behind a decorator that hides it the name of the function inside."""
    name = getattr(function, "__name__", type(function).__name__)
    if plain.__code__ in parts or name != plain.__name__:
        return name
    return next((code.co_name for code in parts), name)


def _signature(function: Callable[..., Any], plain: FunctionType) -> inspect.Signature:
    """Return the parameters; of a decorator's (*args, **kwargs) those of the function inside."""
    signature = inspect.signature(function)
    kinds = {parameter.kind for parameter in signature.parameters.values()}
    if kinds <= {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}:
        for cell in plain.__closure__ or ():
            if isinstance(cell.cell_contents, FunctionType) and cell.cell_contents is not plain:
                return inspect.signature(cell.cell_contents)
    return signature


def _part(found: Found, recursive: bool, callees: set[str], names: dict[str, str], uses: dict[str, Role]) -> Part:
    code = found.code
    parameters = parameters_of(code)
    others = frozenset(parameters)
    variables = {*variables_of(code)} & {"alpha", "beta", "α", "β"}
    told = {name: uses.get(name) or role_of(name, others) for name in parameters}
    roles = {told.get(name) or role_of(name, others): name for name in (*sorted(variables), *reversed(parameters))}
    best = (names["best"],) if "best" in names else clues.best_names(found.syntax, callees) if recursive else ()
    return Part(
        code=code,
        syntax=found.syntax,
        parameters=parameters,
        alpha=names.get("alpha", roles.get("alpha")),
        beta=names.get("beta", roles.get("beta")),
        elsewhere=(clues.bound_elsewhere(found.syntax, "alpha"), clues.bound_elsewhere(found.syntax, "beta")),
        state=tuple(name for name in parameters if told[name] in ("depth", "turn", "colour")),
        turns=tuple(name for name in parameters if told[name] in ("turn", "colour")),
        free=tuple(name for name in parameters if told[name] in (None, "index", "values")),
        loops=clues.Loops.of(found.syntax, callees),
        in_place=clues.leaves_in_place(found.syntax, callees),
        comprehends=clues.comprehends_leaves(found.syntax, callees),
        best=best,
        moves=clues.loop_names(found.syntax),
        recursive=recursive,
        kept=clues.kept_in(found.syntax) if recursive else None,
    )


def _attributes(found: Found) -> set[str]:
    return names_in(found.code) if found.syntax is None else clues.attributes(found.syntax)


def _source(codes: list[CodeType]) -> tuple[str | None, int]:
    """Return the text from the first to the last line of the watched functions, and the first line's number."""
    spans: list[tuple[int, int]] = []
    lines: list[str] = []
    for code in codes:
        syntax = syntax_of(code)
        if syntax is not None and code.co_filename == codes[0].co_filename:
            lines = inspect.findsource(code)[0]
            spans.append((code.co_firstlineno, syntax.end_lineno or code.co_firstlineno))
    if not spans:
        return None, 1
    first, last = min(span[0] for span in spans), max(span[1] for span in spans)
    return textwrap.dedent("".join(lines[first - 1 : last])).rstrip(), first
