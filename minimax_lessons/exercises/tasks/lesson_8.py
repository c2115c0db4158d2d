"""The exercises of lesson 8: an evaluation and a search of draughts, as a document has them, and better."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import isclose
from numbers import Real
from random import Random
from typing import Any

from minimax_lessons.draughts.documented import (
    BLACK,
    EMPTY,
    START_BOARD,
    WHITE,
    Move,
    Rows,
    Terms,
    evaluate_board,
    evaluation_terms,
    pieces_on,
)
from minimax_lessons.draughts.documented_position import DocumentedPosition
from minimax_lessons.draughts.evaluation import PLACE
from minimax_lessons.draughts.rules import Position
from minimax_lessons.exercises.answers import read_numbers, unfit
from minimax_lessons.exercises.calling import call
from minimax_lessons.exercises.faults import Example, Facts, Fault, about
from minimax_lessons.exercises.shrinking import on_each, parts_of
from minimax_lessons.exercises.tasks.lesson_7 import read_position
from minimax_lessons.search import best_move

__all__ = ["GRADES", "TO_JUDGE", "on_rows"]

LETTERS = ".wWbB"
HOW_COUNTED = {
    "piece": "10 a man, 15 a king, and Black's pieces count against White.",
    "square": "look up each of White's pieces in the table, and none of Black's.",
    "edge": "2 for each of White's kings on a square at the edge.",
    "mobility": "whoever can capture has no other moves. Who can?",
}
MOST_EACH, MOST_IN_ALL, DEPTH = 2, 6, 2
WON = 1000


def board(text: str) -> Rows:
    """Return the board drawn as rows of . w W b B, apart by spaces."""
    return tuple(tuple(LETTERS.index(letter) for letter in row) for row in text.split())


TO_JUDGE = board("........ ..b..... ........ ....B... ...w.... ........ .....w.. W.......")
SHUT_IN = board("...b .... .w.w ....")
ENDINGS = (  # with the depth to look: won, lost and open, for MAX and for MIN; in the last others are far ahead
    (2, DocumentedPosition(SHUT_IN)),
    (4, DocumentedPosition(SHUT_IN)),
    (4, DocumentedPosition(board(".B. ... .B. w.."), BLACK, WHITE)),
    (4, DocumentedPosition(board(".B. ..w .B."), WHITE, BLACK, maximizing=False)),
    (4, DocumentedPosition(board(".b.. b... .... ..w."))),
    (4, DocumentedPosition(board(".... B... .... B.w."), BLACK, WHITE, maximizing=False)),
    (3, DocumentedPosition(START_BOARD)),
    (2, DocumentedPosition(board("........ W....... .......W b....... .W.W.... ..W..... ........ ....W..."))),
)


def on_rows(position: Position) -> Rows:
    """Return the document's board with a position's pieces on it."""
    rows = [[EMPTY] * 8 for _ in range(8)]
    for square, piece in position.pieces.items():
        row, column = PLACE[square]
        rows[row][column] = LETTERS.index(piece)
    return tuple(map(tuple, rows))


def _terms(answer: Any) -> Facts:
    said = Terms(*read_numbers(answer, 4, "[10, 2, 0, 0.5]"))
    right = evaluation_terms(TO_JUDGE, WHITE, BLACK)
    for name, how in HOW_COUNTED.items():
        if getattr(said, name) != getattr(right, name):
            raise Fault(f"{name} is not {getattr(said, name):g}: {how}")
    return {"total": right.total}


def _both_ahead(position: DocumentedPosition) -> Facts:
    shown = position.board
    pieces = [piece for _, piece in pieces_on(shown)]
    whites = sum(piece < BLACK for piece in pieces)
    if not 1 <= whites <= MOST_EACH or not 1 <= len(pieces) - whites <= MOST_EACH:
        raise Fault(f"One or {MOST_EACH} pieces each, please: yours has {whites} and {len(pieces) - whites}.")
    for_white, for_black = evaluate_board(shown, WHITE, BLACK), evaluate_board(shown, BLACK, WHITE)
    for side, value in (("White", for_white), ("Black", for_black)):
        if value <= 0:
            raise Fault(f"{side} gives this board {value:g}, and so does not feel ahead.")
    return {"white": for_white, "black": for_black}


def _read_board(answer: Any) -> Rows:
    wants = "eight rows of eight, each square one of . w W b B, and pieces on dark squares only"
    if isinstance(answer, list | tuple) and all(isinstance(row, str) for row in answer):
        answer = " ".join(answer)
    try:
        if isinstance(answer, str):
            rows = board(answer.replace("/", " "))
        else:
            rows = DocumentedPosition(getattr(answer, "board", answer)).board
    except (TypeError, ValueError):
        raise unfit(f"That is no board: {wants}.") from None
    if len(rows) != 8 or any(len(row) != 8 for row in rows):
        raise unfit(f"A board has {wants}: yours has rows of {[len(row) for row in rows]}.")
    for (row, column), piece in pieces_on(rows):
        if (row + column) % 2 == 0:
            raise unfit(f"({row}, {column}) is no dark square: there row + column is odd.")
        if (piece, row) in ((WHITE, 0), (BLACK, 7)):
            raise unfit(f"A man on ({row}, {column}) would have been crowned: write a capital letter.")
    return rows


def _even_handed(rows: Rows, fair: Callable[..., Any]) -> None:
    """Raise Fault if an evaluation of a board is not the document's, or favours a side."""
    got, turned = call(fair, rows), call(fair, _turned(rows))
    for said in (got, turned):
        if isinstance(said, bool) or not isinstance(said, Real):
            told = f"An evaluation is a number, and it returned {said!r}."
            raise Fault(told, id="no-number", example=Example(DocumentedPosition(rows), None, repr(said)))
    terms = evaluation_terms(rows, WHITE, BLACK)
    right = terms.piece + terms.square
    if all(piece < BLACK for _, piece in pieces_on(rows)) and not isclose(got, right):
        told = "With no enemy there it should be piece + square, as before."
        raise Fault(told, id="wrong-evaluation", example=Example(DocumentedPosition(rows), right, got))
    if not isclose(got, -turned, abs_tol=1e-9):
        told = "With the board turned round and the colours changed the value should be the opposite."
        said = f"{turned:g}, so this is {-turned:g}"
        facts = (("The other way round", said),)
        raise Fault(told, id="unfair-evaluation", example=Example(DocumentedPosition(rows), -turned, got, facts))


def _boards() -> list[Rows]:
    """Return boards of all kinds: with few pieces first, and the start."""
    found, dark = [], list(PLACE.values())
    for seed in range(60):
        random = Random(seed)
        rows = [[EMPTY] * 8 for _ in range(8)]
        for row, column in random.sample(dark, 1 + seed // 5):
            rows[row][column] = random.choice((1, 2) if seed % 5 == 0 else (1, 2, 3, 4))
        found.append(tuple(map(tuple, rows)))
    return [*found, START_BOARD]


def _turned(rows: Rows) -> Rows:
    other = (0, 3, 4, 1, 2)
    return tuple(tuple(other[piece] for piece in reversed(row)) for row in reversed(rows))


def timed(position: DocumentedPosition, depth: int) -> float:
    """Return the value of a position when a win counts more the sooner it comes."""
    if position.is_over:
        return position.evaluate() + (-depth if position.maximizing else depth)
    if depth == 0:
        return position.evaluate()
    choose = max if position.maximizing else min
    return choose(timed(child, depth - 1) for child in position.children())


def _quick(case: tuple[int, DocumentedPosition], chooses: Callable[..., Any]) -> None:
    """Raise Fault if another move is better than the one that is chosen."""
    depth, position = case
    got = call(chooses, position, depth)
    values = {move: timed(position.play(move), depth - 1) for move in position.moves()}
    if got not in values:
        told = f"It returned {got!r}, which is no move here."
        raise Fault(told, id="not-a-move", example=Example(position, None, repr(got)))
    best = (max if position.maximizing else min)(values.values())
    if values[got] == best:
        return
    better = next(move for move, value in values.items() if value == best)
    example = Example(position, str(better), str(got), (("Depth", str(depth)),))
    id_ = "win-not-soonest" if abs(best) >= WON else "not-the-best-move"
    raise Fault(_why(values[got], best, depth, got, better), id=id_, example=example)


def _easier(case: tuple[int, DocumentedPosition]) -> Iterator[tuple[int, DocumentedPosition]]:
    """Yield the same to a lesser depth, or with a piece less, as long as the game goes on."""
    depth, position = case
    if depth > 1:
        yield depth - 1, position
    fewer = (replace(position, board=rows) for rows in parts_of(position.board))
    yield from ((depth, each) for each in fewer if not each.is_over)


def _why(value: float, best: float, depth: int, got: Move, better: Move) -> str:
    def plies(end: float) -> str:
        count = int(depth + WON - abs(end))
        return "1 ply" if count == 1 else f"{count} plies"

    if abs(best) < WON:
        return f"At depth {depth} it plays {got}, worth {value:g}, and {better} is worth {best:g}."
    if abs(value) < WON or (value < 0) != (best < 0):
        return f"At depth {depth} it plays {got}, though {better} wins in {plies(best)}."
    if abs(value) < abs(best):
        return f"At depth {depth} it plays {got} and wins in {plies(value)}: {better} wins in {plies(best)}."
    return f"At depth {depth} it plays {got} and loses in {plies(value)}: {better} holds out for {plies(best)}."


def _overlooked(position: Position) -> Facts:
    if not position.maximizing or position.is_over:
        raise Fault("White should be to move: a FEN that begins with W, and a game that goes on.")
    if len(position.pieces) > MOST_IN_ALL:
        raise Fault(f"At most {MOST_IN_ALL} pieces, please: yours has {len(position.pieces)}.")
    real = best_move(position, DEPTH)
    if len(real.captured) < 2:
        wanted = "it should be a capture of two pieces or more"
        raise Fault(f"By the real rules White's best is {real}: {wanted}.")
    documented = best_move(DocumentedPosition(on_rows(position)), DEPTH)
    if (documented.start, documented.to) == (PLACE[real[0]], PLACE[real[1]]):
        raise Fault(f"The document's search begins with the same jump as {real}. Give it another that it likes more.")
    return {"real": real, "documented": documented}


GRADES = {
    "8.1": about(_terms, DocumentedPosition(TO_JUDGE), "wrong-prediction"),
    "8.2": about(_both_ahead, lambda answer: DocumentedPosition(_read_board(answer)), "shows-nothing"),
    "8.3": on_each(_even_handed, _boards, parts_of, "board"),
    "8.4": on_each(_quick, lambda: ENDINGS, _easier, "position", "depth"),
    "8.5": about(_overlooked, read_position, "shows-nothing"),
}
