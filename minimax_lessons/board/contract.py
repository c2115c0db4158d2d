"""The contract of a board with its page: what is drawn of a game, and what the page asks for."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from minimax_lessons.player.contract import SceneData

__all__ = ["Can", "Move", "Side", "Square", "State", "Thinking", "Why", "Wish"]


class Square(TypedDict):
    """A square as the page draws and speaks it."""

    name: str
    row: int
    column: int
    piece: str  # what is drawn there; nothing where it is empty
    words: str  # what stands there, in words


class Move(TypedDict):
    """A move, and the squares to choose for it."""

    text: str
    path: list[str]
    taken: list[str]


class Side(TypedDict):
    """One of the two seats: who plays it, how far they look, and how far they may."""

    name: str
    piece: str
    player: str
    limit: str
    limits: list[str]


class Can(TypedDict):
    """Which buttons do something now."""

    undo: bool
    hint: bool
    resign: bool
    pause: bool
    resume: bool
    new: bool


class SetUp(TypedDict):
    """The answer to a position given as text."""

    text: str
    problem: str


class State(TypedDict):
    """A game in progress, with every sentence that is read or spoken."""

    title: str
    look: str
    ply: int  # how many moves have been played
    viewed: int  # after how many of them the board shows the position
    squares: list[list[Square]]
    moves: list[Move]  # those that a person can choose now
    last: Move | None
    row: list[str]  # the squares of the winning row
    status: str
    problem: str  # what is wrong with an opponent
    sides: list[Side]
    turn: int | None  # whose of the sides; null when the game is over
    players: list[str]  # who can be chosen
    history: list[str]
    second: bool  # the second side has moved first
    can: Can
    notation: str  # what a position's text is called; nothing where there is none
    text: str
    begins: str  # the text of the start
    recordName: str  # what a game's text is called; nothing where there is none
    record: str
    why: str  # the move that can be explained
    tick: int  # counts the answers, so that an equal one is heard
    setup: NotRequired[SetUp]


class Thinking(TypedDict, total=False):
    """Who thinks about what, and the result so far; nothing at all while nobody thinks."""

    purpose: Literal["move", "hint"]
    player: str
    side: str
    busy: bool
    depth: int | None
    score: str | None
    nodes: int | None
    speed: int | None
    line: str
    arrows: list[list[str]]
    move: str


class Why(TypedDict, total=False):
    """The textbook's search before a move: nothing at all while it is not asked for."""

    note: str
    depth: int
    chosen: bool  # the depth was
    data: SceneData
    view: str | None  # who asked
    tick: int


class Press(TypedDict):
    """A button was pressed."""

    do: Literal["undo", "resign", "new", "resume", "pause", "hint", "now", "close"]


class Look(TypedDict):
    """A board comes to be seen in one more place, or in one less."""

    do: Literal["look", "unlook"]
    view: str


class Choice(TypedDict):
    """A move was chosen, when so many had been played."""

    do: Literal["move"]
    path: list[str]
    ply: int


class Viewing(TypedDict):
    """The position after so many moves is to be seen."""

    do: Literal["view"]
    ply: int


class Text(TypedDict):
    """A position was given as text."""

    do: Literal["setup"]
    text: str


class Seating(TypedDict):
    """Who sits where was chosen."""

    do: Literal["seat"]
    side: int
    player: str


class Limiting(TypedDict):
    """How far a side looks ahead was chosen."""

    do: Literal["limit"]
    side: int
    limit: str


class Asking(TypedDict):
    """The tree behind a move is asked for; without a depth Python chooses one."""

    do: Literal["why"]
    view: str
    depth: NotRequired[int]


Wish = Press | Look | Choice | Viewing | Text | Seating | Limiting | Asking
