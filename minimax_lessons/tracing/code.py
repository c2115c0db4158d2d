"""Code: what a search's own code says: which functions recurse, which names play which role, where its lines are."""

from __future__ import annotations

import ast
import dis
import functools
import inspect
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import CodeType, FrameType, FunctionType
from typing import Any

from minimax_lessons.tracing import roles
from minimax_lessons.tracing.caches import caches_of
from minimax_lessons.tracing.functions import (
    Found,
    follow_calls,
    lazy,
    names_used,
    plain_function,
    recursive_group,
    searches_beside,
    with_namesakes,
)
from minimax_lessons.tracing.roles import Role, Turn, role_of
from minimax_lessons.tracing.syntax import Syntax, called_name

__all__ = ["Code", "Part", "read", "spins"]


@dataclass(frozen=True)
class Part:
    """One of the functions that a search consists of, as far as its code can be read."""

    code: CodeType
    syntax: Syntax
    functions: list[FunctionType]  # that run the code, as far as they are there before the run
    parameters: tuple[str, ...]
    variables: tuple[str, ...]
    alpha: str | None  # where it is kept: "alpha", "window[0]", "self.alpha"
    beta: str | None
    state: tuple[str, ...]  # parameters that change from a position to the next: depth, and whose turn it is
    turns: tuple[str, ...]  # of these the ones that tell whose turn it is
    free: tuple[str, ...]  # parameters without a role of that kind: one of them, or some together, are the position
    best: tuple[str, ...]  # names that hold the best value so far: those returned after the loop
    recursive: bool

    @cached_property
    def has_plain_bounds(self) -> bool:
        """Return True if α and β are variables of the function, as far as there are any."""
        return {self.alpha, self.beta} <= {None, *self.variables}

    def bounds_at(self, frame: FrameType, values: Mapping[str, Any]) -> tuple[Any, Any]:
        """Return α and β as a call of the function, with these variables, has them, wherever they are kept."""
        if self.has_plain_bounds:
            return self.alpha and values.get(self.alpha), self.beta and values.get(self.beta)
        return _look(self.alpha, frame), _look(self.beta, frame)

    @cached_property
    def ends(self) -> bool:
        """Return True if it comes to its end or to a call of the search, with no line run after its return."""
        over_children = all(map(self.syntax.searches, self.syntax.plain_loops))
        return over_children and not (self.syntax.may_loop or self.syntax.final_lines)

    @cached_property
    def spins(self) -> bool:
        """Return True if an instruction jumps to itself, as in ``while True: pass``: no new line to Python."""
        return spins(self.code)

    @cached_property
    def assigning_lines(self) -> frozenset[int]:
        """Return the lines that assign the best value or a bound."""
        watched = {name for name in (self.alpha, self.beta, *self.best) if name}
        stored = {name.partition("[")[0].rpartition(".")[2] for name in watched}
        return frozenset(
            each.positions.lineno or 0
            for each in dis.get_instructions(self.code)
            if each.opname.startswith("STORE") and each.positions is not None
            # newer Pythons store two at once
            if not stored.isdisjoint(each.argval if isinstance(each.argval, tuple) else (each.argval,))
        )


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


@dataclass(frozen=True)
class Code:
    """What the code of a search tells before it has run."""

    function: Callable[..., Any]
    name: str
    signature: inspect.Signature
    parts: dict[CodeType, Part]  # the functions to watch: those that recurse together, and the one called first
    attributes: frozenset[str]  # every attribute that the search and its helpers ask objects for
    names: frozenset[str]  # every other name that their code uses
    uses: dict[str, Role]  # the roles of parameters that recursive calls show, whatever their names
    asked: dict[str, set[str]]  # what it does with each parameter of the function called first
    helpers: tuple[CodeType, ...]  # functions of the learner's beside those watched that may loop for ever
    valuers: tuple[CodeType, ...]  # … that tell what a leaf is worth
    beside: tuple[CodeType, ...]  # other searches that the function called first goes into
    source: str | None
    first_line: int

    @cached_property
    def recursive_parts(self) -> list[Part]:
        """Return the functions that call themselves or one another."""
        return [part for part in self.parts.values() if part.recursive]

    @cached_property
    def texts(self) -> list[Syntax]:
        """Return the syntax of these, as far as it is there."""
        return [part.syntax for part in self.recursive_parts if part.syntax]

    @cached_property
    def negates(self) -> bool:
        """Return True if it negates what its recursive call returns, as negamax does."""
        return any(text.negates for text in self.texts)

    @cached_property
    def counts_up(self) -> bool:
        """Return True if it passes depth + 1 on."""
        return any(map(roles.counts_up, self.texts))

    @cached_property
    def constant(self) -> frozenset[str]:
        """Return the parameters that it passes on as they are."""
        return frozenset(name for text in self.texts for name in text.constant)

    @cached_property
    def left_out(self) -> frozenset[str]:
        """Return the parameters of the function called first that it does not pass on to itself."""
        first = next(iter(self.parts.values()), None)
        return frozenset(first.syntax.left_out) if first is not None and first.recursive else frozenset()

    @cached_property
    def writes(self) -> frozenset[str]:
        """Return the lists that it changes in place."""
        return frozenset(name for text in self.texts for name in text.writes)

    @cached_property
    def leaves(self) -> frozenset[str]:
        """Return the parameters that may hold a leaf's value instead of a node."""
        return frozenset(name for text in self.texts for name in text.leaves if role_of(name) is None)

    @cached_property
    def constants(self) -> frozenset[Any]:
        """Return the numbers and texts that it names."""
        return frozenset(node.value for text in self.texts for node in text.written if isinstance(node, ast.Constant))

    @cached_property
    def turns(self) -> dict[str, Turn]:
        """Return how a parameter tells whose turn it is, where not by True and False."""
        likely = {name for name, role in self.uses.items() if role == "turn"}
        return {name: turn for text in self.texts for name, turn in roles.turns(text, likely)}

    @property
    def knows_leaves(self) -> bool:
        """Return True if it may be given a leaf's value instead of a node."""
        return bool(self.leaves) or not self.texts

    @property
    def caches(self) -> list[Any]:
        """Return what remembers for the search: functools.cache before one of its functions."""
        found = [self.function] if hasattr(self.function, "cache_info") else []
        found += [cache for part in self.parts.values() if part.syntax.is_cached for cache in caches_of(part.code)]
        return list({id(cache): cache for cache in found}.values())

    @property
    def remembers(self) -> bool:
        """Return True if functools.cache stands before one of its functions, or will."""
        return any(part.syntax.is_cached for part in self.parts.values()) or hasattr(self.function, "cache_info")


def read(
    function: Callable[..., Any],
    names: dict[str, str] | None = None,
    given: Iterable[Any] = (),
    chosen: CodeType | None = None,
) -> Code:
    """Return what the function's code says of the search, or raise TypeError if it can't be watched at all.

    The objects it will be given tell which methods their names in the code stand for; of several searches that it may
    go into one can be chosen.
    """
    plain, me = plain_function(function)
    found = follow_calls(plain, me, given)
    _check_names(names or {}, {name for each in found.values() for name in each.variables})
    together = with_namesakes(found, recursive_group(found, plain.__code__, chosen))
    group = [code for code in found if code in together]
    for code in group:
        if found[code].is_lazy and code in found[code].calls:
            raise lazy(code.co_name)
    callees = frozenset(name for code in group for name in _called(found[code]))
    for each in found.values():
        each.syntax.callees = callees
    uses = _uses(found, group)
    parts = {
        code: _part(each, code in group, names or {}, uses)
        for code, each in found.items()
        if code in {plain.__code__, *group} and _can_take_node(each)
    }
    others = {code: each for code, each in found.items() if code not in parts}
    worth = {name for code in parts if code in group for name in parts[code].syntax.valuers}
    source, first_line = _source(list(parts.values()))
    return Code(
        function=function,
        name=_name(function, plain, parts),
        signature=_signature(function, plain),
        parts=parts,
        attributes=frozenset(name for each in found.values() for name in each.attributes),
        names=frozenset(name for each in found.values() for name in names_used(each.code)),
        uses=uses,
        asked=_asked(found, group),
        helpers=tuple(code for code, each in others.items() if each.syntax.may_loop),
        valuers=tuple(code for code in others if code.co_name in worth),
        beside=tuple(searches_beside(found, plain.__code__, together)),
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


def _uses(found: dict[CodeType, Found], group: list[CodeType]) -> dict[str, Role]:
    """Return the roles of parameters as recursive calls show them, or as they are passed on to those that have them."""
    uses: dict[str, Role] = {}
    bounds: dict[str, Role] = {}
    for code in group:
        shown = dict(roles.roles_in_use(found[code].syntax))
        uses.update(shown)
        counted = [name for name, role in shown.items() if role == "depth"]
        bounds.update(roles.bounds_in_use(found[code].syntax, counted))
    for outside in (each for code, each in found.items() if code not in group):
        for name, theirs, others in _handed_down(outside, found, group):
            role = uses.get(theirs) or role_of(theirs, frozenset(others)) or bounds.get(theirs)
            if role and not role_of(name, frozenset(outside.parameters)):
                uses[name] = role
    return uses | bounds


def _handed_down(
    by: Found, found: dict[CodeType, Found], group: list[CodeType]
) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield the parameters that a function hands to the search, with the name of each there, and all names there."""
    for call in by.syntax.calls:
        takes = next((found[code].parameters for code in group if code.co_name == called_name(call)), ())
        skipped = isinstance(call.func, ast.Attribute) and takes[:1] == ("self",)
        for theirs, value in zip(takes[skipped:], call.args, strict=False):
            if isinstance(value, ast.Name) and value.id in by.parameters:
                yield value.id, theirs, takes


def _asked(found: dict[CodeType, Found], group: list[CodeType]) -> dict[str, set[str]]:
    """Return what the search does with the parameters of the function called first, by itself or passed on."""
    inside: dict[str, set[str]] = {}
    for code in group:
        for name, marks in found[code].syntax.asked.items():
            inside.setdefault(name, set()).update(marks)
    first = next(iter(found.values()))
    asked = {name: set(marks) for name, marks in first.syntax.asked.items()}
    for name, theirs, _ in _handed_down(first, found, group) if first.code not in group else ():
        asked.setdefault(name, set()).update(inside.get(theirs, ()))
    return inside | asked


def _can_take_node(found: Found) -> bool:
    """Return True unless a function takes nothing by name but itself, as a decorator's wrapper does."""
    passes_on = bool(found.code.co_flags & inspect.CO_VARARGS)
    return not found.is_lazy and len(found.parameters) > (passes_on and found.is_method)


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


def _part(found: Found, recursive: bool, names: dict[str, str], uses: dict[str, Role]) -> Part:
    syntax, parameters = found.syntax, found.parameters
    others = frozenset(parameters)
    variables = {*found.variables} & {"alpha", "beta", "α", "β"}
    told = {name: uses.get(name) or role_of(name, others) for name in parameters}
    playing = {told.get(name) or role_of(name, others): name for name in (*sorted(variables), *reversed(parameters))}

    def place(bound: Role) -> str | None:
        name = names.get(bound, playing.get(bound))
        return name if bound in names or name in parameters else roles.bound_elsewhere(syntax, bound) or name

    return Part(
        code=found.code,
        syntax=syntax,
        functions=found.functions,
        parameters=parameters,
        variables=found.variables,
        alpha=place("alpha"),
        beta=place("beta"),
        state=tuple(name for name in parameters if told[name] in ("depth", "turn", "colour")),
        turns=tuple(name for name in parameters if told[name] in ("turn", "colour")),
        free=tuple(name for name in parameters if told[name] in (None, "index", "values")),
        best=(names["best"],) if "best" in names else syntax.best if recursive else (),
        recursive=recursive,
    )


def _source(parts: list[Part]) -> tuple[str | None, int]:
    """Return the text from the first to the last line of the watched functions, and the first line's number."""
    spans: list[tuple[int, int]] = []
    lines: list[str] = []
    for part in parts:
        code = part.code
        if part.syntax.node is not None and code.co_filename == parts[0].code.co_filename:
            lines = inspect.findsource(code)[0]
            spans.append((code.co_firstlineno, part.syntax.node.end_lineno or code.co_firstlineno))
    if not spans:
        return None, 1
    first, last = min(span[0] for span in spans), max(span[1] for span in spans)
    return textwrap.dedent("".join(lines[first - 1 : last])).rstrip(), first
