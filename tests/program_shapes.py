"""Searches written by shape, and how traces of them compare with the oracle: run this file with how many to try."""

from __future__ import annotations

import itertools
import linecache
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property, wraps
from typing import Any

from programs.judge import Program, Verdict, judged
from programs.profile import Style, alternating

LANGUAGES = {
    "English": "search node depth alpha beta maximizing child best score move",
    "Spanish": "minimax nodo profundidad alfa beta es_max hijo mejor valor jugada",
    "French": "recherche noeud profondeur alpha beta joueur_max fils meilleur score coup",
    "German": "suche knoten tiefe unten oben am_zug kind bester wert zug",
    "terse": "f n d a b p c v w i",
}
PLAYERS = {  # what the parameter is called that is no "maximizing": a player, or True for MIN
    "English": ("player", "minimizing"),
    "Spanish": ("jugador", "es_min"),
    "French": ("joueur", "joueur_min"),
    "German": ("spieler", "gegner"),
    "terse": ("who", "q"),
}
PARTS = "search node depth alpha beta turn child best score move".split()

# what a node is: (what it is a leaf by, what a leaf is worth, its children or moves, the child of a move)
TREES = {
    "list": ("not isinstance({node}, list)", "{node}", "{node}", ""),
    "tuple": ("isinstance({node}, int)", "{node}", "{node}", ""),
    "object": ("not {node}.children", "{node}.value", "{node}.children", ""),
    "getter": ("{node}.is_leaf()", "{node}.get_value()", "{node}.get_children()", ""),
    "dict": ("'children' not in {node}", "{node}['value']", "{node}['children']", ""),
    "two classes": ("isinstance({node}, Leaf)", "{node}.value", "{node}.children", ""),
    "names": ("{node} in WORTH", "WORTH[{node}]", "EDGES[{node}]", ""),
    "game": (
        "{node}.is_over()",
        "{node}.evaluate()",
        "{node}.legal_moves()",
        "{node}.after({move})",
    ),
    "undo": ("{node}.is_over()", "{node}.evaluate()", "{node}.legal_moves()", "{node}"),
}

# whose turn it is: (for MAX, for MIN, the test for MAX, the other)
TURNS = {
    "bool": ("True", "False", "{turn}", "not {turn}"),
    "min bool": ("False", "True", "not {turn}", "not {turn}"),
    "sign": ("1", "-1", "{turn} == 1", "-{turn}"),
    "word": ("'MAX'", "'MIN'", "{turn} == 'MAX'", "'MIN' if {turn} == 'MAX' else 'MAX'"),
    "X is MAX": ("'X'", "'O'", "{turn} == 'X'", "'O' if {turn} == 'X' else 'X'"),
    "O is MAX": ("'O'", "'X'", "{turn} == 'O'", "'X' if {turn} == 'O' else 'O'"),
    "zero": ("0", "1", "{turn} == 0", "1 - {turn}"),
    "enum": (
        "Side.MAX",
        "Side.MIN",
        "{turn} is Side.MAX",
        "Side.MIN if {turn} is Side.MAX else Side.MAX",
    ),
    "parity": ("", "", "{depth} % 2 == 0", ""),
    "negamax": ("1", "-1", "", "-{turn}"),
    "two functions": ("", "", "", ""),
}

# what is returned: (value and move packed, the value taken out)
RETURNS = {
    "number": ("{value}", "{call}"),
    "value, move": ("({value}, {choice})", "{call}[0]"),
    "move, value": ("{choice}, {value}", "{call}[1]"),
    "dict": ("{{'move': {choice}, 'score': {value}}}", "{call}['score']"),
    "object": ("Result({value}, {choice})", "{call}.value"),
    "list": ("[{choice}, {value}]", "{call}[1]"),
}
CUTS = ["none", "break", "return", "crossed", "hard", "condition"]
FRAMES = ["function", "method", "closure", "delegation", "wrapper", "dispatch", "lambda", "partial"]
GIVEN = ["all", "defaults", "turn only"]
LOOPS = ["each", "enumerate", "index", "comprehension", "local", "helper", "filtered"]
PLACES = ["first", "first", "second", "last"]
DEPTHS = ["none", "down", "up"]
UPDATES = ["if", "max", "ternary"]

PRELUDE = """\
from enum import Enum
from functools import partial
from math import inf

class Side(Enum):
    MAX = 1
    MIN = 2

class Result:
    def __init__(self, value, move):
        self.value, self.move = value, move

"""


@dataclass(frozen=True)
class Shape:
    """One way to write a search, and the tree it is tried on."""

    language: str
    tree: str
    turn: str
    returned: str
    cut: str
    frame: str
    given: str
    loop: str
    update: str
    depth: str  # none, down, up
    branches: bool  # MAX and MIN have a loop each
    is_max: bool  # who moves first
    place: str  # of the position among them
    order: int  # of the parameters
    nested: Any

    @property
    def possible(self) -> bool:
        """Return False where a choice excludes another."""
        game, two = self.tree in ("game", "undo"), self.turn in ("two functions", "negamax")
        return not (
            (
                self.loop == "comprehension"
                and (self.cut != "none" or self.returned != "number" or self.tree == "undo")
            )
            or (self.cut == "hard" and self.returned != "number")
            or (self.cut == "condition" and (game or self.loop != "index"))
            or (self.loop == "index" and game)
            or (self.loop == "filtered" and not game)
            or (self.turn == "parity" and self.depth != "up")
            or (self.frame == "dispatch" and self.turn != "two functions")
            or (self.update != "if" and self.returned != "number")
            or (self.update == "ternary" and (self.branches or two))
            or (
                self.place != "first"
                and (self.given != "all" or self.frame in ("lambda", "partial"))
            )
            or (self.branches and (two or self.loop == "comprehension"))
            or (self.turn == "negamax" and not self.is_max)
        )


def shapes(seed: int) -> Iterator[Shape]:
    """Yield shapes without an end, drawn at random."""
    draw = random.Random(seed)
    menus = (
        LANGUAGES,
        TREES,
        TURNS,
        RETURNS,
        CUTS,
        FRAMES,
        GIVEN,
        LOOPS,
        UPDATES,
        DEPTHS,
        (0, 1),
        (1, 1, 0),
        PLACES,
    )
    lists = [list(menu) for menu in menus]
    while True:
        nested = grown(draw, draw.randint(2, 4), draw.random() < 0.7)
        shape = Shape(*map(draw.choice, lists), draw.randrange(24), nested)
        if shape.possible:
            yield shape


def grown(draw: random.Random, height: int, even: bool, top: bool = True) -> Any:
    if height == 0 or not (top or even or draw.random() < 0.75):
        return draw.randint(-20, 20)
    return [
        grown(draw, height - 1, even, False)
        for _ in range(draw.randint(2, 3) if top else draw.randint(1, 3))
    ]


def height(nested: Any) -> int:
    return 1 + max(map(height, nested)) if isinstance(nested, list) else 0


class Writer:
    """The text of a search of one shape."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.names = dict(zip(PARTS, LANGUAGES[shape.language].split(), strict=True))
        if shape.turn != "bool":
            self.names["turn"] = PLAYERS[shape.language][shape.turn == "min bool"]
        self.leaf, self.worth, self.kids, self.after = (
            self.fill(text) for text in TREES[shape.tree]
        )
        self.for_max, self.for_min, self.test, self.other = (
            self.fill(text) for text in TURNS[shape.turn]
        )
        self.prunes = shape.cut != "none"
        self.game = shape.tree in ("game", "undo")
        self.helper: list[str] = []
        if shape.loop == "helper":
            self.helper = [f"def successors({self.names['node']}):", f"    return {self.kids}"]
            self.kids = f"successors({self.names['node']})"

    def fill(self, text: str, **more: str) -> str:
        return text.format(**self.names, **more)

    @cached_property
    def parameters(self) -> list[tuple[str, str, str]]:
        """Return each parameter but the node: (name, at the start, for a child)."""
        shape, flipped = self.shape, self.shape.turn == "negamax"
        found = []
        if shape.depth != "none":
            start = (
                str(height(shape.nested)) if shape.depth == "down" else str(int(not shape.is_max))
            )
            found.append(
                ("{depth}", start, "{depth} - 1" if shape.depth == "down" else "{depth} + 1")
            )
        if self.prunes:
            found.append(("{alpha}", "-inf", "-{beta}" if flipped else "{alpha}"))
            found.append(("{beta}", "inf", "-{alpha}" if flipped else "{beta}"))
        if self.for_max:
            found.append(("{turn}", self.for_max if shape.is_max else self.for_min, self.other))
        ordered = random.Random(shape.order).sample(found, len(found))
        # nobody writes beta before alpha
        bounds = iter([one for one in found if one[0] in ("{alpha}", "{beta}")])
        ordered = [next(bounds) if one[0] in ("{alpha}", "{beta}") else one for one in ordered]
        if shape.given == "turn only":
            ordered.sort(key=lambda one: one[0] in ("{alpha}", "{beta}"))
        return [(self.fill(name), start, self.fill(child)) for name, start, child in ordered]

    def defaulted(self, name: str) -> bool:
        """Return True if a parameter has a default, so that its author leaves it out."""
        bounds = (self.names["alpha"], self.names["beta"])
        return self.shape.given == "defaults" or (
            self.shape.given == "turn only" and name in bounds
        )

    def call(self, name: str, child: str) -> str:
        return (
            f"{name}({', '.join(self.placed(child, [after for _, _, after in self.parameters]))})"
        )

    def placed(self, position: Any, others: list[Any]) -> list[Any]:
        """Return all parameters, with the position where it belongs."""
        at = {"first": 0, "second": 1, "last": len(others)}[self.shape.place]
        return [*others[:at], position, *others[at:]]

    def signature(self, name: str) -> str:
        parts = [
            f"{part}={start}" if self.defaulted(part) else part
            for part, start, _ in self.parameters
        ]
        own = ["self"] if self.shape.frame == "method" else []
        return f"def {name}({', '.join([*own, *self.placed(self.names['node'], parts)])}):"

    def arguments(self) -> list[str]:
        """Return what is given after the tree."""
        bound = self.shape.frame in ("lambda", "partial")
        return (
            []
            if bound
            else [start for name, start, _ in self.parameters if not self.defaulted(name)]
        )

    def pack(self, value: str, choice: str) -> str:
        return RETURNS[self.shape.returned][0].format(value=value, choice=choice)

    def searched(self, name: str, child: str) -> str:
        text = RETURNS[self.shape.returned][1].format(call=self.call(name, child))
        return f"-{text}" if self.shape.turn == "negamax" else text

    def loop(self, name: str, sign: str) -> list[str]:
        """Return the lines that search the children: sign is ^ or v for one player's own loop, ? for both's."""
        names, cut = self.names, self.shape.cut
        best, child, move, alpha, beta = (
            names[part] for part in ("best", "child", "move", "alpha", "beta")
        )
        worst = {"^": "-inf", "v": "inf", "?": f"-inf if {self.test} else inf"}[sign]
        if self.shape.loop == "comprehension":
            kids = f"for {move if self.game else child} in {self.kids}"
            values = f"[{self.searched(name, self.after or child)} {kids}]"
            pick = {"^": "max", "v": "min", "?": f"(max if {self.test} else min)"}[sign]
            return [f"return {pick}({values})"]
        lines = [f"{best}, choice = {worst}, None"] if cut != "hard" else []
        lines += self.head()
        score = names["score"]
        body = [f"{names['node']}.make({move})"] if self.shape.tree == "undo" else []
        body += [f"{score} = {self.searched(name, self.after or child)}"]
        body += [f"{names['node']}.undo()"] if self.shape.tree == "undo" else []
        body += self.both() if sign == "?" else self.update(sign)
        crossed = f"{beta} < {alpha}" if cut == "crossed" else f"{beta} <= {alpha}"
        if cut in ("break", "crossed", "return"):
            body += [
                f"if {crossed}:",
                "    break" if cut != "return" else f"    return {self.pack(best, 'choice')}",
            ]
        body += [f"{move} += 1"] if cut == "condition" else []
        at_last = self.pack(best, "choice")
        if cut == "hard":
            at_last = {"^": alpha, "v": beta, "?": f"{alpha} if {self.test} else {beta}"}[sign]
        return [*lines, *indented(body), f"return {at_last}"]

    def head(self) -> list[str]:
        child, move, kids = self.names["child"], self.names["move"], self.kids
        if self.shape.loop == "local":
            return [f"options = {kids}", *self.heads(child, move, "options")]
        return self.heads(child, move, kids)

    def heads(self, child: str, move: str, kids: str) -> list[str]:
        if self.shape.cut == "condition":
            meet = f"{self.names['alpha']} < {self.names['beta']}"
            return [
                f"{move} = 0",
                f"while {move} < len({kids}) and {meet}:",
                f"    {child} = {kids}[{move}]",
            ]
        if self.shape.loop == "filtered":
            node = self.names["node"]
            return [f"for {move} in 'abc':", f"    if not {node}.may({move}):", "        continue"]
        if self.game:
            return [f"for {move} in {kids}:"]
        if self.shape.loop == "index":
            return [f"for {move} in range(len({kids})):", f"    {child} = {kids}[{move}]"]
        if self.shape.loop == "enumerate" or self.shape.returned != "number":
            return [f"for {move}, {child} in enumerate({kids}):"]
        return [f"for {child} in {kids}:"]

    def update(self, sign: str) -> list[str]:
        best, score, alpha, beta = (self.names[part] for part in ("best", "score", "alpha", "beta"))
        own, opposite, pick, better, met = (
            (alpha, beta, "max", ">", ">=") if sign == "^" else (beta, alpha, "min", "<", "<=")
        )
        if self.shape.cut == "hard":
            return [
                f"if {score} {met} {opposite}:",
                f"    return {opposite}",
                f"{own} = {pick}({own}, {score})",
            ]
        move = "None" if self.shape.returned == "number" else self.names["move"]
        lines = [f"if {score} {better} {best}:", f"    {best}, choice = {score}, {move}"]
        if self.shape.update != "if":
            lines = [f"{best} = {pick}({best}, {score})"]
        return [*lines, f"{own} = {pick}({own}, {best})"] if self.prunes else lines

    def both(self) -> list[str]:
        """Return the lines after a child of either player's."""
        if self.shape.update != "ternary" or self.shape.cut == "hard":
            return [
                f"if {self.test}:",
                *indented(self.update("^")),
                "else:",
                *indented(self.update("v")),
            ]
        best, score, alpha, beta = (self.names[part] for part in ("best", "score", "alpha", "beta"))
        lines = [f"{best} = max({best}, {score}) if {self.test} else min({best}, {score})"]
        own = f"{alpha}, {beta} = (max({alpha}, {best}), {beta}) if {self.test} else ({alpha}, min({beta}, {best}))"
        return [*lines, own] if self.prunes else lines

    def function(self, name: str, below: str, sign: str) -> list[str]:
        over = (
            f"{self.names['depth']} == 0 or {self.leaf}"
            if self.shape.depth == "down"
            else self.leaf
        )
        worth = (
            f"{self.names['turn']} * {self.worth}" if self.shape.turn == "negamax" else self.worth
        )
        lines = [
            self.signature(name),
            f"    if {over}:",
            f"        return {self.pack(worth, 'None')}",
        ]
        if self.shape.branches:
            return [
                *lines,
                f"    if {self.test}:",
                *indented(self.loop(below, "^"), 2),
                *indented(self.loop(below, "v")),
            ]
        return lines + indented(self.loop(below, sign))

    def text(self) -> str:
        """Return the module; what is to be traced is its `top`."""
        shape, name = self.shape, self.names["search"]
        own = "self." if shape.frame == "method" else ""
        first = f"{name}_max" if shape.is_max else f"{name}_min"
        if shape.frame == "dispatch":
            # the textbook's: one function stands in front
            branch = f"    return {self.call_same(first)}"
            lines = self.function(f"{name}_max", f"{name}_min", "^") + self.function(
                f"{name}_min", f"{name}_max", "v"
            )
            return "\n".join([PRELUDE, *self.helper, *lines, self.signature("top"), branch, ""])
        if shape.turn == "two functions":
            lines = self.function(f"{name}_max", f"{own}{name}_min", "^")
            lines += self.function(f"{name}_min", f"{own}{name}_max", "v")
            name = first
        else:
            lines = self.function(name, own + name, "^" if shape.turn == "negamax" else "?")
        if shape.frame == "method":
            lines = ["class Player:", *indented(lines), f"top = Player().{name}"]
        elif shape.frame == "closure":
            lines = [self.signature("top"), *indented(lines), f"    return {self.call_same(name)}"]
        elif shape.frame == "delegation":
            lines += [self.signature("top"), f"    return {self.call_same(name)}"]
        elif shape.frame == "wrapper":
            lines += [f"top = {name} = counted({name})"]
        elif shape.frame in ("lambda", "partial"):
            given = "".join(f", {part}={start}" for part, start, _ in self.parameters)
            start = "lambda tree: {}(tree{})" if shape.frame == "lambda" else "partial({}{})"
            lines += ["top = " + start.format(name, given)]
        else:
            lines += [f"top = {name}"]
        return "\n".join([PRELUDE, *self.helper, *lines, ""])

    def call_same(self, name: str) -> str:
        return f"{name}({', '.join(self.placed(self.names['node'], [part for part, _, _ in self.parameters]))})"


def indented(lines: list[str], levels: int = 1) -> list[str]:
    return ["    " * levels + line for line in lines]


def counted(search: Any) -> Any:
    @wraps(search)
    def wrapper(*arguments: Any, **keywords: Any) -> Any:
        wrapper.calls += 1
        return search(*arguments, **keywords)

    wrapper.calls = 0
    return wrapper


# The trees


class Inner:
    def __init__(self, children: list[Any]) -> None:
        self.children, self.value = children, None


class Leaf:
    def __init__(self, value: int) -> None:
        self.value = value


class Thing:
    def __init__(self, nested: Any) -> None:
        self.value = None if isinstance(nested, list) else nested
        self.children = [Thing(part) for part in nested] if isinstance(nested, list) else []


class Hidden(Thing):
    def is_leaf(self) -> bool:
        return not self.children

    def get_value(self) -> int:
        return self.value

    def get_children(self) -> list[Thing]:
        return self.children

    def __init__(self, nested: Any) -> None:
        super().__init__(nested)
        self.children = [Hidden(part) for part in nested] if isinstance(nested, list) else []


class Game:
    """Moves are letters; a position is where they have led."""

    def __init__(self, nested: Any, line: str = "") -> None:
        self.nested, self.line = nested, line

    def part(self) -> Any:
        part = self.nested
        for letter in self.line:
            part = part["abc".index(letter)]
        return part

    def is_over(self) -> bool:
        return not isinstance(self.part(), list)

    def evaluate(self) -> int:
        return self.part()

    def may(self, move: str) -> bool:
        return move in self.legal_moves()

    def legal_moves(self) -> list[str]:
        return list("abc"[: len(self.part())])

    def after(self, move: str) -> Game:
        return Game(self.nested, self.line + move)

    def make(self, move: str) -> None:
        self.line += move

    def undo(self) -> None:
        self.line = self.line[:-1]


def graph(nested: Any, name: str = "r") -> Iterator[tuple[str, Any]]:
    """Yield each node's name with the names of its children, or with its worth."""
    inner = isinstance(nested, list)
    yield name, [name + letter for letter in "abc"[: len(nested)]] if inner else nested
    for letter, part in zip("abc", nested, strict=False) if inner else ():
        yield from graph(part, name + letter)


def planted(kind: str, nested: Any) -> Any:
    """Return the nested lists as a tree of a kind."""
    if kind == "names":
        return "r"
    inner = isinstance(nested, list)
    if kind == "tuple":
        return tuple(planted(kind, part) for part in nested) if inner else nested
    if kind == "dict":
        return (
            {"children": [planted(kind, part) for part in nested]} if inner else {"value": nested}
        )
    if kind == "two classes":
        return Inner([planted(kind, part) for part in nested]) if inner else Leaf(nested)
    kinds = {"object": Thing, "getter": Hidden, "game": Game, "undo": Game}
    return kinds[kind](nested) if kind in kinds else nested


def written(shape: Shape, number: int = 0) -> Program:
    """Return the program of a shape, with a source that can be read."""
    writer = Writer(shape)
    text = writer.text()
    name = f"<shape {number}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    space: dict[str, Any] = {"__name__": "shapes", "counted": counted, "Leaf": Leaf}
    space["EDGES"] = {name: below for name, below in graph(shape.nested) if isinstance(below, list)}
    space["WORTH"] = {
        name: worth for name, worth in graph(shape.nested) if not isinstance(worth, list)
    }
    exec(compile(text, name, "exec"), space)
    arguments = [eval(argument, space) for argument in writer.arguments()]
    cut = {"none": "none", "crossed": "<"}.get(shape.cut, "<=")
    return Program(
        f"shape {number}",
        space["top"],
        lambda: (planted(shape.tree, shape.nested), *arguments),
        alternating(shape.nested, shape.is_max),
        Style(cut=cut, hard=shape.cut == "hard"),
        negamax=shape.turn == "negamax",
    )


def verdicts(count: int, seed: int = 0, first: int = 0) -> Iterator[tuple[Shape, Verdict]]:
    """Yield as many shapes with what became of them."""
    for number, shape in enumerate(itertools.islice(shapes(seed), first, first + count), first):
        verdict = judged(written(shape, number))
        linecache.cache.pop(f"<shape {number}>")
        yield shape, verdict


def table(count: int, seed: int = 0) -> str:
    """Return how many of each shape are right, refused, doubted and silently wrong."""
    rows: dict[tuple[str, str], Counter[str]] = {}
    whole: Counter[str] = Counter()
    first: dict[tuple[str, ...], int] = {}
    for number, (shape, verdict) in enumerate(verdicts(count, seed)):
        whole[verdict.kind] += 1
        for field in fields(shape)[:-2]:
            rows.setdefault((field.name, str(getattr(shape, field.name))), Counter())[
                verdict.kind
            ] += 1
        if verdict.kind != "right":
            kind = (
                verdict.kind,
                " ".join(verdict.wrong[0].split()[: 2 if "SILENT" in verdict.kind else 9]),
            )
            first.setdefault((*kind, shape.tree, shape.turn), number)
    kinds = ("right", "no bounds", "refused", "says so", "crashed", "SILENTLY WRONG")
    lines = [f"{'':32}" + "".join(f"{kind:>16}" for kind in kinds)]
    for (name, value), counts in [*rows.items(), (("all", ""), whole)]:
        lines.append(f"{name:12}{value:20}" + "".join(f"{counts[kind]:16}" for kind in kinds))
    worst_first = sorted(first.items(), key=lambda item: (-kinds.index(item[0][0]), item[1]))[:60]
    return "\n".join([*lines, *(f"{number:7} {' | '.join(kind)}" for kind, number in worst_first)])


def main() -> None:
    numbers = [int(argument) for argument in sys.argv[1:] if argument.isdigit()] or [2_000]
    if "--show" in sys.argv:
        ((shape, verdict),) = verdicts(1, *numbers[1:], first=numbers[0])
        shown = ", ".join([repr(shape.nested), *Writer(shape).arguments()])
        print(Writer(shape).text(), f"trace(top, {shown})  # {shape.tree}", shape, sep="\n")
        print(verdict.kind, *verdict.wrong, sep="\n")
    else:
        print(table(*numbers))


if __name__ == "__main__":
    main()
