"""PDN: whole games of draughts as text, read one at a time however long the file, and written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from io import StringIO
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

from minimax_lessons.draughts.notation import Move
from minimax_lessons.draughts.rules import Position, from_fen, start
from minimax_lessons.quoting import clipped, quoted

__all__ = ["Game", "PdnError", "read_pdn"]

LINE_LENGTH = 79
GAME_TYPE = "21"  # English draughts, among the games that share the format
RESULTS = {
    "1-0": "1-0",
    "0-1": "0-1",
    "1/2-1/2": "1/2-1/2",
    "*": "*",
    "2-0": "1-0",
    "0-2": "0-1",
    "1-1": "1/2-1/2",
}
UNPAIRED = {
    "{": "this comment is never closed: add '}'",
    "(": "this variation is never closed: add ')'",
    ")": "')' closes a variation that was never opened",
}
DERIVED = ("Result", "SetUp", "FEN", "GameType")  # headers that say what the game's own fields say
TOKEN = re.compile(
    r"""
    (?P<comment> \{ [^}]* \}? ) | (?P<rest> ;.* ) | (?P<open> \( ) | (?P<close> \) )
  | (?P<tag> \[ \s* (?P<name>\w+) \s+ "(?P<value>(?:[^"\\]|\\.)*)" \s* \] )
  | (?P<result> (?: 1/2-1/2 | 1-0 | 0-1 | 2-0 | 0-2 | 1-1 | \* ) (?![\d/]) )
  | (?P<number> \d+ \s* \.+ ) | (?P<remark> \$\d+ | [!?]+ )
  | (?P<move> \d+ (?: \s* [-–x:×] \s* \d+ )+ ) [!?+#*]* | (?P<bad> [^\s{}();]+ | \} )
    """,
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)


class PdnError(ValueError):
    """A mistake in a PDN text, with its place."""

    def __init__(self, game: int, line: int, column: int, why: str) -> None:
        super().__init__(f"PDN game {game}, line {line}, column {column}: {why}")
        self.game, self.line, self.column = game, line, column


@dataclass(frozen=True)
class Game:
    """A game: its moves, where it started, how it ended, and what was said about it."""

    moves: tuple[Move, ...] = ()
    start: Position = field(default_factory=start)
    result: str = "*"
    # without Result, SetUp, FEN and GameType
    headers: Mapping[str, str] = field(default_factory=dict)
    # after how many moves each was written
    comments: Mapping[int, str] = field(default_factory=dict)

    @property
    def positions(self) -> tuple[Position, ...]:
        """Return the position at the start and after each move."""
        positions = [self.start]
        for move in self.moves:
            positions.append(_undrawn(positions[-1]).play(move))
        return tuple(positions)

    @property
    def pdn(self) -> str:
        """Return the game as PDN, headers first."""
        headers = {name: text for name, text in self.headers.items() if name not in DERIVED}
        headers |= {"Result": self.result, "GameType": GAME_TYPE}
        if self.start != start():
            headers |= {"SetUp": "1", "FEN": self.start.fen}
        return (
            "".join(f'[{name} "{_quoted(text)}"]\n' for name, text in headers.items())
            + "\n"
            + self._movetext
        )

    @property
    def _movetext(self) -> str:
        lines = [line.strip() for line in " ".join(self._words()).split("\n")]
        wrap = partial(fill, width=LINE_LENGTH, break_long_words=False, break_on_hyphens=False)
        return "".join(
            f"{line if line.startswith(';') else wrap(line)}\n" for line in lines if line
        )

    def _words(self) -> Iterator[str]:
        yield from _comment_words(self.comments.get(0, ""))
        ahead = 0 if self.start.black_to_move else 1  # Black's and White's move share a number
        for ply, move in enumerate(self.moves):
            number, is_second = divmod(ply + ahead, 2)
            if not is_second:
                yield f"{number + 1}."
            elif not ply:
                yield f"{number + 1}..."
            yield str(move)
            yield from _comment_words(self.comments.get(ply + 1, ""))
        yield self.result


def _quoted(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')


def _comment_words(comment: str) -> list[str]:
    """Return a comment as PDN: in braces, or to the end of the line if it has a brace itself."""
    words = comment.split()
    if "}" in comment:
        return [f"\n; {' '.join(words)}\n"]
    return f"{{{' '.join(words)}}}".split(" ") if words else []


def _undrawn(position: Position) -> Position:
    """Return a drawn position without its past, because players may go on unless one claims it."""
    if position.is_draw:
        return Position(position.black, position.white, position.kings, position.black_to_move)
    return position


def read_pdn(
    source: str | Path | Iterable[str], *, on_error: Callable[[PdnError], object] | None = None
) -> Iterator[Game]:
    """Yield the games of a PDN text, an open file or a Path, one at a time: every move is checked.

    A game with a mistake raises PdnError, or is left out when on_error is given, which is then
    called with the error. Variations are skipped.
    """
    if isinstance(source, Path):
        with source.open(encoding="utf-8-sig", errors="replace") as file:
            yield from read_pdn(file, on_error=on_error)
        return
    tokens = _tokens(StringIO(source) if isinstance(source, str) else source)
    for number, of_game in enumerate(_by_game(tokens), 1):
        game = _Unfinished()
        try:
            for token in of_game:
                game.add(token)
        except ValueError as error:
            problem = PdnError(number, token.line, token.column, str(error))
            if on_error is None:
                raise problem from None
            on_error(problem)
        else:
            yield from game.finished()


class _Token(NamedTuple):
    kind: str
    text: str
    line: int
    column: int
    name: str = ""  # of a tag


def _tokens(lines: Iterable[str]) -> Iterator[_Token]:
    """Yield the pieces of a PDN text; comments that run over several lines as one."""
    number, pending = 0, None
    for number, line in enumerate(lines, 1):
        position = 0
        if pending is not None:
            end = line.find("}")
            pending = pending._replace(text=f"{pending.text} {line if end < 0 else line[:end]}")
            if end < 0:
                continue
            yield pending
            pending, position = None, end + 1
        elif line.startswith("%"):
            continue
        for match in TOKEN.finditer(line.lstrip("\ufeff") if number == 1 else line, position):
            token = _token(match, number)
            if match["comment"] and not match["comment"].endswith("}"):
                pending = token
            else:
                yield token
    if pending is not None:
        yield pending._replace(kind="bad", text="{")


def _token(match: re.Match[str], line: int) -> _Token:
    kind, column = str(match.lastgroup), match.start() + 1
    if kind == "tag":
        return _Token("tag", re.sub(r"\\(.)", r"\1", match["value"]), line, column, match["name"])
    if kind in ("comment", "rest"):
        return _Token(
            "comment", match[0][1:].removesuffix("}" if kind == "comment" else ""), line, column
        )
    return _Token(kind, match[kind], line, column)


def _by_game(tokens: Iterable[_Token]) -> Iterator[list[_Token]]:
    """Yield each game's tokens without variations, up to its result or to the next headers."""
    game_tokens: list[_Token] = []
    unclosed: list[_Token] = []  # where the variations begin that we are in
    for token in tokens:
        if token.kind == "tag" and any(token_before.kind == "move" for token_before in game_tokens):
            yield game_tokens + unclosed
            game_tokens, unclosed = [], []
        if token.kind == "open":
            unclosed.append(token)
        elif token.kind == "close" and unclosed:
            unclosed.pop()
        elif not unclosed:
            game_tokens.append(token)
            if token.kind == "result":
                yield game_tokens
                game_tokens = []
    if game_tokens or unclosed:
        yield game_tokens + unclosed


class _Unfinished:
    """A game while it is read."""

    def __init__(self) -> None:
        self.headers: dict[str, str] = {}
        self.first = self.position = start()
        self.moves: list[Move] = []
        self.comments: dict[int, str] = {}
        self.result = ""

    def add(self, token: _Token) -> None:
        """Take in one piece of the text, or raise ValueError with what is wrong with it."""
        if token.kind == "tag":
            self._add_tag(token.name, token.text)
        elif token.kind == "comment":
            comment = self.comments.get(len(self.moves), "")
            self.comments[len(self.moves)] = " ".join(f"{comment} {token.text}".split())
        elif token.kind == "move":
            position = _undrawn(self.position)
            self.moves.append(_read_move(position, re.sub(r"\s", "", token.text)))
            self.position = position.play(self.moves[-1])
        elif token.kind == "result":
            self.result = RESULTS.get(token.text, "*")
        elif token.kind in ("open", "close", "bad"):
            raise ValueError(UNPAIRED.get(token.text) or _unreadable(token.text))

    def _add_tag(self, name: str, text: str) -> None:
        if name == "FEN":
            self.first = self.position = from_fen(text)
        elif name == "GameType" and text.partition(",")[0].strip() != GAME_TYPE:
            raise ValueError(
                f'GameType "{clipped(text)}" is another game: English draughts is "{GAME_TYPE}"'
            )
        elif name == "Result":
            self.result = RESULTS.get(text, "*")
        elif name not in DERIVED:
            self.headers[name] = " ".join(text.split())

    def finished(self) -> Iterator[Game]:
        """Yield the game, unless there are only comments."""
        if self.moves or self.headers or self.result:
            comments = {ply: comment for ply, comment in self.comments.items() if comment}
            yield Game(tuple(self.moves), self.first, self.result or "*", self.headers, comments)


def _unreadable(text: str) -> str:
    if text.startswith("["):
        return f'{quoted(text)} is not a header: write [Name "value"]'
    return f"{quoted(text)} is no move, number, comment or result"


def _read_move(position: Position, text: str) -> Move:
    """Return the move meant; of several routes the first, when they lead to the same position."""
    try:
        return position.read_move(text)
    except ValueError:
        ends = re.findall(r"\d+", text)
        meant = [move for move in position.moves() if [str(move.start), str(move.end)] == ends]
        if len(meant) > 1 and len({position.play(move) for move in meant}) == 1:
            return meant[0]
        raise
