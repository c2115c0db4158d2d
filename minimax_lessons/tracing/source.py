"""Source: read a search's code: its recursive functions, the roles of its names, its lines."""

from __future__ import annotations

import ast
import dis
import functools
import inspect
import textwrap
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import CodeType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any, Literal

from minimax_lessons.own_code import caches_of, defined_in, names_used, reached_code
from minimax_lessons.results import number_in
from minimax_lessons.tracing.syntax import (
    CLOCKS,
    Syntax,
    called_name,
    names_in,
    negated,
    passed_on,
    sides,
    syntax_of,
)

__all__ = [
    "NODE_NAMES",
    "PartSeen",
    "PartsSeen",
    "Role",
    "SearchFunction",
    "SearchSource",
    "Turn",
    "bound_elsewhere",
    "lazy",
    "read",
    "role_of",
    "roles_in_use",
    "spins",
    "turns",
]

LAZY = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
# searches that one's own may stand in front of
TEXTBOOK = ("minimax_lessons.search", "minimax_lessons.variants")


def plain_function(function: Any) -> FunctionType:
    """Return the Python function behind a callable, or raise TypeError."""
    if not callable(function):
        raise TypeError(
            f"{function!r} is not a function: give the search itself, without calling it"
        )
    name = getattr(function, "__name__", type(function).__name__)
    plain = function
    while not isinstance(plain, FunctionType):
        if isinstance(plain, functools.partial | MethodType):
            plain = plain.func if isinstance(plain, functools.partial) else plain.__func__
        elif hasattr(plain, "cache_info") and hasattr(plain, "__wrapped__"):
            plain = plain.__wrapped__
        elif isinstance(plain, type) or not hasattr(type(plain).__call__, "__code__"):
            raise TypeError(
                f"{name} is not written as a Python function, so its steps can't be watched"
            )
        else:
            plain = type(plain).__call__
    if plain.__code__.co_flags & LAZY:
        raise lazy(name)
    return plain


def lazy(name: str) -> TypeError:
    """Return the error that says why a generator can't be watched."""
    return TypeError(
        f"{name} is a generator or a coroutine: calling it runs nothing yet, so there is no search"
        " to watch. Write it with return instead of yield or await"
    )


@dataclass(eq=False)
class FunctionInfo:
    """A function that the search may call, with what its names mean there."""

    code: CodeType
    names: set[str]  # by which others may call it
    syntax: Syntax
    functions: list[FunctionType]  # those that run the code, as far as they are there
    calls: set[CodeType] = field(default_factory=set)

    @property
    def is_lazy(self) -> bool:
        """Return True for a generator or a coroutine."""
        return bool(self.code.co_flags & LAZY)

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """Return the names of the parameters, without *args and **kwargs."""
        return self.code.co_varnames[: self.code.co_argcount + self.code.co_kwonlyargcount]

    @cached_property
    def variables(self) -> tuple[str, ...]:
        """Return the names of the variables, those of the functions around it too."""
        return (*self.code.co_varnames, *self.code.co_cellvars, *self.code.co_freevars)

    def takes(self, call: ast.Call) -> bool:
        """Return True if a method can be called with the arguments of a call."""
        if self.syntax.node is None or any(isinstance(part, ast.Starred) for part in call.args):
            return True
        taken = self.syntax.node.args
        named = {keyword.arg for keyword in call.keywords}
        places = [part.arg for part in (*taken.posonlyargs, *taken.args)][1:]  # after self
        needed = places[len(call.args) : len(places) - len(taken.defaults)]
        return (taken.vararg is not None or len(call.args) <= len(places)) and (
            None in named or named.issuperset(needed)
        )

    @property
    def attributes(self) -> set[str]:
        """Return every attribute that it asks objects for."""
        return self.syntax.attributes if self.syntax else names_used(self.code)

    @cached_property
    def of_modules(self) -> dict[str, Any]:
        """Return what is asked for only by a module's name, as ``rules.play``, by its own name."""
        space = self.functions[0].__globals__ if self.functions else {}
        variables = {*self.code.co_varnames}
        found, elsewhere = dict[str, Any](), {node.id for node in self.syntax.every(ast.Name)}
        for node in self.syntax.every(ast.Attribute):
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            module = space.get(owner) if owner not in variables else None
            if isinstance(module, ModuleType):
                found[node.attr] = getattr(module, node.attr, None)
            else:
                elsewhere.add(node.attr)
        return {name: thing for name, thing in found.items() if name not in elsewhere}

    @property
    def likeness(self) -> int:
        """Return a score for how likely the function is a search."""
        roles = {role_of(name, frozenset(self.parameters)) for name in self.parameters}
        words = ("max", "min", "nega", "search", "alpha", "beta", "solve")
        return 2 * len(roles - {None, "index", "values"}) + any(
            word in self.code.co_name.lower() for word in words
        )


# Who calls whom


def follow_calls(
    function: FunctionType, owners: Iterable[Any] = (), arguments: Collection[Any] = ()
) -> dict[CodeType, FunctionInfo]:
    """Return every function of the learner's that the search may call, the search itself first.

    A call may mean every function of that name: only the run will tell.
    """
    reached = reached_code([function, *owners, *arguments], (*TEXTBOOK, function.__module__))
    infos = {
        code: FunctionInfo(code, part.names, syntax_of(code), part.functions)
        for code, part in reached.items()
    }
    fields = {name for info in infos.values() for name in info.syntax.stored_fields}
    for info in infos.values():
        used = names_used(info.code) - info.syntax.only_asked - (fields - info.syntax.called_names)
        used |= {name for name, _ in defined_in(info.code)}
        used -= info.of_modules.keys()
        info.calls |= {code for code, target in infos.items() if not used.isdisjoint(target.names)}
        meant = {id(thing) for thing in info.of_modules.values()}
        info.calls |= {c for c, i in infos.items() if not meant.isdisjoint(map(id, i.functions))}
    _link_unnamed(infos, {id(argument) for argument in arguments})
    called = {function.__code__, *_reachable(infos, function.__code__)}
    return {code: info for code, info in infos.items() if code in called}


def _link_unnamed(infos: dict[CodeType, FunctionInfo], given: set[int]) -> None:
    """Let a call without a name, table[side](…), mean any function that is passed about.

    They are named without a call, or are ``given`` to the search, by their ids.
    """
    called = {
        code: [call.func for call in info.syntax.every(ast.Call)] for code, info in infos.items()
    }
    callers = {id(function) for expressions in called.values() for function in expressions}
    names: set[str] = set()
    for info in infos.values():
        variables, fields = info.syntax.every(ast.Name), info.syntax.every(ast.Attribute)
        names |= {
            node.id
            for node in variables
            if isinstance(node.ctx, ast.Load) and id(node) not in callers
        } - {*info.code.co_varnames}
        names |= {
            node.attr
            for node in fields
            if isinstance(node.ctx, ast.Load) and id(node) not in callers
        }
    about = {
        code
        for code, info in infos.items()
        if code.co_name in names or not given.isdisjoint(map(id, info.functions))
    }
    for code, expressions in called.items():
        own = infos[code].parameters
        if any(
            isinstance(expression, ast.Subscript) or getattr(expression, "id", "") in own
            for expression in expressions
        ):
            infos[code].calls |= about


# Who calls one another in a circle


# the functions that each function may call, directly or by others
Reach = dict[CodeType, set[CodeType]]


def recursive_group(
    infos: dict[CodeType, FunctionInfo],
    reach: Reach,
    start: CodeType,
    chosen: CodeType | None,
) -> set[CodeType]:
    """Return the functions that call one another in a circle, without recursive helpers.

    Of several such groups ``chosen`` tells the right one.
    """
    groups = [
        {callee for callee in reach[code] if code in reach[callee]}
        for code in infos
        if code in reach[code]
    ]

    def likeness(group: set[CodeType]) -> int:
        return sum(infos[code].likeness for code in group)

    likeliest = max(groups, key=likeness, default=set[CodeType]())
    # a method that seems to call itself may call one of its name
    has_namesake = any(start.co_name in infos[code].names for code in infos if code is not start)
    fitting = [g for g in groups if start in g or chosen in g]
    fitting = [
        g for g in fitting if not (has_namesake and g == {start} and likeness(likeliest) > 1)
    ]
    return next(iter(fitting), likeliest)


def searches_outside(
    infos: dict[CodeType, FunctionInfo], reach: Reach, start: CodeType, group: set[CodeType]
) -> Iterator[CodeType]:
    """Yield the other searches that the function called first goes into."""
    for code in infos[start].calls - group if start not in group else ():
        if code in reach[code] and infos[code].likeness > 1:
            yield code


def searches_below(reach: Reach, group: set[CodeType]) -> set[CodeType]:
    """Return the functions that call themselves, and that a search calls without being called."""
    below = {callee for code in group for callee in reach[code]} - group
    return {code for code in below if code in reach[code]}


def with_namesakes(infos: dict[CodeType, FunctionInfo], group: set[CodeType]) -> set[CodeType]:
    """Return the functions, and methods of other classes that the same call may mean."""
    methods = [infos[code] for code in group if code.co_varnames[:1] == ("self",)]
    calls = [call for code in group for call in infos[code].syntax.every(ast.Call)]

    def is_namesake(info: FunctionInfo) -> bool:
        name = info.code.co_name
        alike = [method for method in methods if method.code.co_name == name]
        return any(
            called_name(call) == name and info.takes(call) and any(m.takes(call) for m in alike)
            for call in calls
        )

    called = {callee for code in group for callee in infos[code].calls}
    return group | {code for code in called if is_namesake(infos[code])}


def _reachable(infos: dict[CodeType, FunctionInfo], start: CodeType) -> set[CodeType]:
    seen, ahead = set[CodeType](), [*infos[start].calls]
    while ahead:
        code = ahead.pop()
        if code not in seen:
            seen.add(code)
            ahead += infos[code].calls
    return seen


@dataclass(eq=False, kw_only=True)
class SearchFunction(FunctionInfo):
    """One of the functions that a search consists of, as far as its code can be read."""

    alpha: str | None  # where it is kept: "alpha", "window[0]", "self.alpha"
    beta: str | None
    # parameters that change from a position to the next: depth, and whose turn it is
    state: tuple[str, ...]
    turns: tuple[str, ...]  # of these the ones that tell whose turn it is
    # parameters without a role of that kind: one of them, or some together, are the position
    free: tuple[str, ...]
    fixed: frozenset[str]  # parameters that every function of the search passes on as they are
    best: tuple[str, ...]  # names that hold the best value so far: those returned after the loop
    recursive: bool
    seen_as: PartSeen | None = None  # its part in the search, where only a run has shown it
    # its last result of each type, as examples of their forms
    forms: dict[type, Any] = field(default_factory=dict)
    is_met: bool = False  # its first call has shown what its parameters hold

    def meet(self, values: Mapping[str, Any]) -> None:
        """Take away the roles that names suggest and that the values of a call cannot play."""
        self.is_met = True
        depths = {*self.state} - {*self.turns}
        unfit = {name for name in depths if not _may_count(values.get(name))}
        unfit |= {
            name
            for name in (self.alpha, self.beta)
            if name in self.parameters and not _may_count(values.get(name))
        }
        signs = {name for name, role in roles_in_use(self.syntax) if role == "colour"}
        unfit |= {name for name in signs & {*self.turns} if values.get(name) not in (1, -1)}
        if unfit:
            self.state = tuple(name for name in self.state if name not in unfit)
            self.turns = tuple(name for name in self.turns if name not in unfit)
            self.free = tuple(name for name in self.parameters if name in {*self.free} | unfit)
            self.alpha = None if self.alpha in unfit else self.alpha
            self.beta = None if self.beta in unfit else self.beta

    @property
    def may_make_moves(self) -> bool:
        """Return True if a move that it is given may be the one that leads to its position."""
        return self.seen_as != "ply" and not self.syntax.hands_on

    @cached_property
    def outside(self) -> frozenset[str]:
        """Return the names that it uses beside its own variables."""
        return frozenset(names_used(self.code))

    @cached_property
    def has_plain_bounds(self) -> bool:
        """Return True if α and β are variables of the function, as far as there are any."""
        return {self.alpha, self.beta} <= {None, *self.variables}

    def bounds_at(self, frame: FrameType, values: Mapping[str, Any]) -> tuple[Any, Any]:
        """Return α and β at a call of the function, from wherever they are kept."""
        if self.has_plain_bounds:
            return self.alpha and values.get(self.alpha), self.beta and values.get(self.beta)
        return _look(self.alpha, frame), _look(self.beta, frame)

    @cached_property
    def passes_over(self) -> bool:
        """Return True if its bounds decide whether a child is searched, and no loop ends."""
        bounds = {self.alpha, self.beta} - {None}
        return len(bounds) == 2 and any(
            isinstance(node, ast.If)
            and self.syntax.searches(node)
            and bounds <= {*names_in(node.test)}
            for node in self.syntax.own
        )

    @cached_property
    def ends(self) -> bool:
        """Return True if the function ends or calls the search, with no line after a return."""
        over_children = all(map(self.syntax.searches, self.syntax.plain_loops))
        return over_children and not (self.syntax.may_loop or self.syntax.final_lines)

    @cached_property
    def spins(self) -> bool:
        """Return True if an instruction jumps to itself, as in ``while True: pass``."""
        return spins(self.code)

    @cached_property
    def assigning_lines(self) -> frozenset[int]:
        """Return the lines that assign the best value or a bound."""
        watched = {name for name in (self.alpha, self.beta, *self.best, *self.syntax.best) if name}
        stored = {name.partition("[")[0].rpartition(".")[2] for name in watched}
        return frozenset(
            instruction.positions.lineno or 0
            for instruction in dis.get_instructions(self.code)
            if instruction.opname.startswith("STORE") and instruction.positions is not None
            # newer Pythons store two at once
            if not stored.isdisjoint(
                instruction.argval
                if isinstance(instruction.argval, tuple)
                else (instruction.argval,)
            )
        )


def _may_count(value: Any) -> bool:
    """Return True for what may be a depth or a bound: a number, also beside a move, or nothing."""
    return value is None or number_in(value) is not None


def _look(place: Any, frame: FrameType) -> Any:
    """Return the value of a bound that is kept in a pair, an attribute or a global variable."""
    try:
        return eval(_compiled(place), frame.f_globals, frame.f_locals)
    except Exception:  # not there yet, or no pair after all
        return None


@functools.cache
def _compiled(place: str) -> CodeType:
    return compile(place, "<bound>", "eval")


@functools.cache
def spins(code: CodeType) -> bool:
    """Return True if a loop jumps to itself, as in ``while True: pass``.

    Python 3.11 reports no line of such a loop.
    """
    jumps = (
        instruction
        for instruction in dis.get_instructions(code)
        if instruction.opname.startswith("JUMP_BACKWARD")
    )
    return any(jump.argval == jump.offset for jump in jumps)


@dataclass(frozen=True)
class SearchSource:
    """What the code of a search tells before it has run."""

    function: Callable[..., Any]
    name: str
    signature: inspect.Signature
    # the functions to watch: those that recurse together, and the one called first
    parts: dict[CodeType, SearchFunction]
    attributes: frozenset[str]  # every attribute that the search and its helpers ask objects for
    names: frozenset[str]  # every other name that their code uses
    # methods that may be meant by a call of the search, but call no other function of it
    namesakes: frozenset[CodeType]
    uses: dict[str, Role]  # the roles of parameters that recursive calls show, whatever their names
    asked: dict[str, set[str]]  # what it does with each parameter of the function called first
    # functions of the learner's beside those watched that may loop for ever
    helpers: tuple[CodeType, ...]
    other_functions: tuple[CodeType, ...]  # all functions of the learner's beside those watched
    other_searches: tuple[CodeType, ...]  # other searches that the function called first goes into
    # functions that call themselves, which the search may go into where it goes no deeper itself;
    # True where the parameters' names tell of a search
    searches_below: dict[CodeType, bool]
    has_deadline: bool  # it looks at the clock, so it may end sooner when it is traced
    source: str | None
    first_line: int

    @cached_property
    def recursive_parts(self) -> list[SearchFunction]:
        """Return the functions that call themselves or one another."""
        return [part for part in self.parts.values() if part.recursive]

    @property
    def name_of_search(self) -> str:
        """Return the name of the function that goes down to children, behind those in front."""
        first = next(iter(self.parts.values()))
        if first.recursive or not self.recursive_parts:
            return self.name
        return self.recursive_parts[0].code.co_name

    @cached_property
    def texts(self) -> list[Syntax]:
        """Return the syntax of these, as far as it is there."""
        return [part.syntax for part in self.recursive_parts if part.syntax]

    @cached_property
    def negates(self) -> bool:
        """Return True if it negates what its recursive call returns, as negamax does."""
        return any(text.negates for text in self.texts)

    @cached_property
    def may_negate(self) -> bool:
        """Return True unless its code shows that it turns no sign."""
        return not self.texts or any(text.has_negations for text in self.texts)

    @cached_property
    def inverts(self) -> bool:
        """Return True if it turns the True or False that its recursive call returns."""
        return any(text.inverts for text in self.texts)

    @cached_property
    def counts_up(self) -> bool:
        """Return True if it passes depth + 1 on."""
        return any(map(counts_up, self.texts))

    @cached_property
    def constant(self) -> frozenset[str]:
        """Return the parameters that it passes on as they are."""
        return frozenset(name for text in self.texts for name in text.constant)

    @cached_property
    def left_out(self) -> frozenset[str]:
        """Return the parameters of the function called first that it does not pass on to itself."""
        first = next(iter(self.parts.values()), None)
        return (
            frozenset(first.syntax.left_out)
            if first is not None and first.recursive
            else frozenset()
        )

    @cached_property
    def writes(self) -> frozenset[str]:
        """Return the lists that it changes in place."""
        return frozenset(name for text in self.texts for name in text.writes)

    @cached_property
    def leaves(self) -> frozenset[str]:
        """Return the parameters that may hold a leaf's value instead of a node."""
        return frozenset(
            name for text in self.texts for name in text.leaves if role_of(name) is None
        )

    @cached_property
    def constants(self) -> frozenset[Any]:
        """Return the numbers and texts that it names."""
        return frozenset(node.value for text in self.texts for node in text.every(ast.Constant))

    @cached_property
    def turns(self) -> dict[str, Turn]:
        """Return the values of each turn parameter that is not True for MAX and False for MIN."""
        likely = {name for name, role in self.uses.items() if role == "turn"}
        return {name: turn for text in self.texts for name, turn in turns(text, likely)}

    @property
    def knows_leaves(self) -> bool:
        """Return True if it may be given a leaf's value instead of a node."""
        return bool(self.leaves) or not self.texts

    @property
    def caches(self) -> list[Any]:
        """Return the caches before the search's functions."""
        caches = [self.function] if hasattr(self.function, "cache_info") else []
        caches += [
            cache
            for part in self.parts.values()
            if part.syntax.is_cached
            for cache in caches_of(part.code)
        ]
        return list({id(cache): cache for cache in caches}.values())

    @property
    def remembers(self) -> bool:
        """Return True if functools.cache stands before one of its functions, or will."""
        return any(part.syntax.is_cached for part in self.parts.values()) or hasattr(
            self.function, "cache_info"
        )


# What only a run shows of a function: it searches a ply, but does not call itself; it only has the
# name of a search; it hands on the position that it holds; in front of the search it names several
# positions; or it searches on where the search goes no deeper, for example through captures alone
PartSeen = Literal["ply", "beside", "driver", "choosing", "deeper"]
PartsSeen = Mapping[CodeType, PartSeen]


def read(
    function: Callable[..., Any],
    names: dict[str, str] | None = None,
    arguments: Collection[Any] = (),
    chosen: CodeType | None = None,
    seen: PartsSeen | None = None,
) -> SearchSource:
    """Return a search as far as its code can be read, or raise TypeError if it cannot be watched.

    The arguments of its call show which methods the names in the code mean. Of several searches
    one can be chosen.
    """
    plain = plain_function(function)
    owner = getattr(function, "__self__", getattr(function, "func", None))
    infos = follow_calls(plain, (function, owner), arguments)
    _check_names(names or {}, {name for info in infos.values() for name in info.variables})
    reach = {code: _reachable(infos, code) for code in infos}
    seen = seen or {}
    beside = {code for code, part in seen.items() if part == "beside"}
    searching = {code for code, part in seen.items() if part in ("ply", "deeper")}
    circle = (recursive_group(infos, reach, plain.__code__, chosen) | searching) - beside
    group = _search_group(infos, with_namesakes(infos, circle) - beside)
    uses = _uses(infos, group)
    parts = _parts(infos, plain.__code__, group, names or {}, uses, seen)
    others = {code: info for code, info in infos.items() if code not in parts}
    source, first_line = _source(list(parts.values()))
    used = frozenset(name for info in infos.values() for name in names_used(info.code))
    return SearchSource(
        function=function,
        name=_name(function, plain, parts),
        signature=_signature(function, plain),
        parts=parts,
        attributes=frozenset(name for info in infos.values() for name in info.attributes),
        names=used,
        namesakes=frozenset(group) - circle,
        uses=uses,
        asked=_asked(infos, group),
        helpers=tuple(code for code, info in others.items() if info.syntax.may_loop),
        other_functions=tuple(code for code, info in others.items() if not info.is_lazy),
        other_searches=tuple(searches_outside(infos, reach, plain.__code__, {*group})),
        searches_below={code: infos[code].likeness > 1 for code in searches_below(reach, {*group})},
        has_deadline=not used.isdisjoint(CLOCKS)
        and any(info.syntax.has_deadline for info in infos.values()),
        source=source,
        first_line=first_line,
    )


def _parts(
    infos: dict[CodeType, FunctionInfo],
    start: CodeType,
    group: list[CodeType],
    names: dict[str, str],
    uses: dict[str, Role],
    seen: PartsSeen,
) -> dict[CodeType, SearchFunction]:
    """Return the functions to watch: those of the search, and the one called first."""
    fixed = _constant_in_all(infos, group)
    parts = {
        code: _part(info, names, uses, fixed if code in group else None)
        for code, info in infos.items()
        if code in {start, *group} and _can_take_node(info)
    }
    for code, part in parts.items():
        part.seen_as = seen.get(code)
    return parts


def _search_group(
    infos: dict[CodeType, FunctionInfo], together: Collection[CodeType]
) -> list[CodeType]:
    """Return the functions of the search, and add their names to the syntax of all functions."""
    group = [code for code in infos if code in together]
    for code in group:
        if infos[code].is_lazy and code in infos[code].calls:
            raise lazy(code.co_name)
    callees = frozenset(name for code in group for name in _called(infos[code]))
    for info in infos.values():
        info.syntax.callees = callees
    return group


PLAYED = ("node", "alpha", "beta", "best")  # the parts that a variable can be said to play


def _check_names(names: dict[str, str], variables: set[str]) -> None:
    """Raise ValueError for a part that does not exist, or a variable that the function lacks."""
    for part, variable in names.items():
        if part not in PLAYED:
            raise ValueError(
                f"names={{{part!r}: …}}: a variable plays {', '.join(map(repr, PLAYED))}, and"
                " nothing else"
            )
        if variable not in variables:
            raise ValueError(
                f"names={{{part!r}: {variable!r}}}: the search has no variable of that name"
            )


def _uses(infos: dict[CodeType, FunctionInfo], group: list[CodeType]) -> dict[str, Role]:
    """Return the roles of parameters that recursive calls show, whatever their names."""
    uses: dict[str, Role] = {}
    bounds: dict[str, Role] = {}
    for code in group:
        shown = dict(roles_in_use(infos[code].syntax))
        uses.update(shown)
        counted = [name for name, role in shown.items() if role == "depth"]
        bounds.update(bounds_in_use(infos[code].syntax, counted))
    return uses | bounds


def _asked(infos: dict[CodeType, FunctionInfo], group: list[CodeType]) -> dict[str, set[str]]:
    """Return the uses of the parameters of the function called first, also in the search itself."""
    inside: dict[str, set[str]] = {}
    for code in group:
        for name, marks in infos[code].syntax.asked.items():
            inside.setdefault(name, set()).update(marks)
    first = next(iter(infos.values()))
    asked = {name: set(marks) for name, marks in first.syntax.asked.items()}
    return inside | asked


def _can_take_node(info: FunctionInfo) -> bool:
    """Return False for a function that passes all its arguments on: a decorator's wrapper."""
    passes_on = bool(info.code.co_flags & inspect.CO_VARARGS)
    is_named = len(info.parameters) > info.syntax.is_method
    return not info.is_lazy and (is_named or not passes_on)


def _called(info: FunctionInfo) -> set[str]:
    """Return the names that call a function: its own, or those that hold a lambda."""
    return info.names if info.code.co_name == "<lambda>" else {info.code.co_name}


def _name(
    function: Callable[..., Any], plain: FunctionType, parts: dict[CodeType, SearchFunction]
) -> str:
    """Return the function's name, or the name inside a decorator that hides it."""
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


def _constant_in_all(infos: dict[CodeType, FunctionInfo], group: list[CodeType]) -> frozenset[str]:
    """Return the parameters that every function of a search passes on as they are."""
    constants = [infos[code].syntax.constant for code in group]
    return frozenset(set.intersection(*constants) if constants else ())


def _parameter_roles(info: FunctionInfo, uses: dict[str, Role]) -> dict[str, Role | None]:
    others = frozenset(info.parameters)
    roles = {name: uses.get(name) or role_of(name, others) for name in info.parameters}
    for name in counted(info.syntax):
        if roles.get(name) in ("alpha", "beta"):
            roles[name] = None
    return roles


def _part(
    info: FunctionInfo,
    names: dict[str, str],
    uses: dict[str, Role],
    fixed: frozenset[str] | None,  # None for a function outside the search
) -> SearchFunction:
    syntax, parameters, recursive = info.syntax, info.parameters, fixed is not None
    others = frozenset(parameters)
    variables = {*info.variables} & {"alpha", "beta", "α", "β"}
    parameter_roles = _parameter_roles(info, uses)
    playing = {
        parameter_roles.get(name) or role_of(name, others): name
        for name in (*sorted(variables), *reversed(parameters))
    }

    def place(bound: Role) -> str | None:
        name = names.get(bound, playing.get(bound))
        return (
            name if bound in names or name in parameters else bound_elsewhere(syntax, bound) or name
        )

    def with_role(*chosen: Role | None) -> tuple[str, ...]:
        return tuple(name for name in parameters if parameter_roles[name] in chosen)

    return SearchFunction(
        code=info.code,
        names=info.names,
        syntax=syntax,
        functions=info.functions,
        alpha=place("alpha"),
        beta=place("beta"),
        state=with_role("depth", "turn", "colour"),
        turns=tuple(n for n in with_role("turn", "colour") if n not in (fixed or ())),
        free=with_role(None, "index", "values"),
        best=(names["best"],) if "best" in names else syntax.best if recursive else (),
        fixed=fixed or frozenset(),
        recursive=recursive,
    )


def _source(parts: list[SearchFunction]) -> tuple[str | None, int]:
    """Return the text of the watched functions together, and the number of its first line."""
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


# The role of a parameter, from its name or from its use in the code

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
    for value in (part for call in syntax.calls for part in passed_on(call)):
        match value:
            case ast.BinOp(ast.Name(name), ast.Add(), ast.Constant()) if role_of(name) == "depth":
                return True
    return False


def counted(syntax: Syntax) -> set[str]:
    """Return the counters: the parameters passed on unchanged except for a constant."""
    names: set[str] = set()
    for name, value in syntax.passed:
        match value:
            case ast.BinOp(ast.Name(same), ast.Add() | ast.Sub(), ast.Constant()) if same == name:
                names.add(name)
    return names


def bound_elsewhere(syntax: Syntax, role: Role) -> str | None:
    """Return the place of a bound that is no variable: "window[0]", "self.alpha" or a global."""
    for name in syntax.parameters:
        if role_of(name) == "window":
            return f"{name}[{0 if role == 'alpha' else 1}]"
    for node in syntax.own:
        match node:
            case ast.Global(names):
                variables = [name for name in names if role_of(name) == role]
                if variables:
                    return variables[0]
            case ast.Attribute(ast.Name(owner), attribute, ast.Store()):
                if role_of(attribute) == role and owner in syntax.parameters:
                    return f"{owner}.{attribute}"
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
    match test:
        case ast.Compare(ast.Name(name), [ast.Eq(), *_], values):
            if role_of(name) == "turn" or name in likely:
                for value in values:
                    if isinstance(value, ast.Constant) and isinstance(value.value, str | int):
                        yield name, value.value


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
    constants = {node.value for node in syntax.every(ast.Constant)}
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
    over = [pair for node in syntax.written for pair in _reaching(node)]
    for large, small in over:
        if {large, small} <= free and large != small:
            return {large: "alpha", small: "beta"}
    bounds: dict[str, Role] = {}
    for large, small in over:
        if small in free and large not in parameters:
            bounds.setdefault(small, "beta")
        elif large in free and small not in parameters:
            bounds.setdefault(large, "alpha")
    if list(bounds.values()) == ["beta"]:
        raised = {_raised(node) for node in syntax.written} & free - bounds.keys()
        bounds |= dict.fromkeys(raised, "alpha")
    return bounds if sorted(bounds.values()) == ["alpha", "beta"] else {}


def _reaching(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield the names that a loop's end compares: the one that has reached the other, and that."""
    match node:
        case ast.While(test) | ast.If(test, [*_, ast.Break() | ast.Return()]):
            for small, large in filter(None, map(sides, ast.walk(test))):
                if isinstance(small, ast.Name) and isinstance(large, ast.Name):
                    is_over = isinstance(node, ast.If)
                    yield (large.id, small.id) if is_over else (small.id, large.id)


def _raised(node: ast.AST) -> str:
    """Return the name that a value raises: α = max(α, value), or if value > α: α = value."""
    match node:
        case ast.Assign([ast.Name(name), *_], ast.Call(ast.Name("max"))):
            return name
        case ast.If(test, body) if (pair := sides(test)) is not None:
            small = ast.unparse(pair[0])
            targets = [part.targets[0] for part in body if isinstance(part, ast.Assign)]
            return small if small in map(ast.unparse, targets) else ""
    return ""


def _role_in_use(value: ast.expr) -> tuple[str, Role]:
    match value:
        case ast.UnaryOp(ast.Not(), ast.Name(name)):
            return name, "turn"
        case ast.IfExp(ast.Compare(ast.Name(name))):
            return name, "turn"
        case ast.BinOp(ast.Constant(1), ast.Sub(), ast.Name(name)):
            return name, "turn"
        case ast.BinOp(ast.Name(name), ast.Add() | ast.Sub(), ast.Constant(1)):
            return name, "depth"
    if isinstance(turned := negated(value), ast.Name):
        return turned.id, "colour"
    return "", "turn"
