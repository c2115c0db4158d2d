"""The exercises of lesson 8: an evaluation and a search of draughts, and better ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from math import isclose
from random import Random
from typing import Any

from minimax_lessons.draughts.documented import (
    BLACK,
    EMPTY,
    KINGS,
    START_BOARD,
    WHITE,
    Move,
    Rows,
    evaluate_board,
    evaluation_terms,
    pieces_on,
)
from minimax_lessons.draughts.documented_position import DocumentedPosition
from minimax_lessons.draughts.evaluation import PLACE
from minimax_lessons.draughts.rules import Position
from minimax_lessons.exercises.answers import read_number, read_numbers, unfit
from minimax_lessons.exercises.exercise import DataExercise, FunctionExercise
from minimax_lessons.exercises.faults import Example, Facts, Fault
from minimax_lessons.exercises.tasks.lesson_7 import read_position
from minimax_lessons.labels import number_text
from minimax_lessons.quoting import quoted
from minimax_lessons.search import best_move

__all__ = ["GRADES", "TO_JUDGE", "on_rows", "parts_of", "refuse_unfair"]

LETTERS = ".wWbB"
HOW_COUNTED = {
    "piece": "a man counts 10 and a king 15, and Black's pieces count against White.",
    "square": "look up each of White's pieces in the table, but none of Black's.",
    "edge": "each of White's kings on a square at the edge counts 2.",
    "mobility": "a side that can capture has no other moves, so look for captures first.",
}
Case = tuple[int, DocumentedPosition]  # the depth, and the position to search
MOST_EACH, MOST_IN_ALL, DEPTH = 2, 6, 2
WON = 1000
CROWNED = ((WHITE, 0), (BLACK, 7))  # a man on this row would be a king already


def board(text: str) -> Rows:
    """Return the board drawn as rows of . w W b B, apart by spaces."""
    return tuple(tuple(LETTERS.index(letter) for letter in row) for row in text.split())


def case(depth: int, text: str, player: int = WHITE, *, maximizing: bool = True) -> Case:
    """Return a depth and a board on which it is a player's turn, and MAX's or MIN's."""
    opponent = BLACK if player == WHITE else WHITE
    return depth, DocumentedPosition(board(text), player, opponent, maximizing=maximizing)


TO_JUDGE = board("........ ..b..... ........ ....B... ...w.... ........ .....w.. W.......")
SHUT_IN = "...b .... .w.w ...."
FAR_AHEAD = "........ W....... .......W b....... .W.W.... ..W..... ........ ....W..."
# each with its depth: won, lost and open, for MAX and for MIN; in the last others are far ahead
POSITIONS = (
    case(2, SHUT_IN),
    case(4, SHUT_IN),
    case(4, ".B. ... .B. w..", BLACK),
    case(4, ".B. ..w .B.", maximizing=False),
    case(4, ".b.. b... .... ..w."),
    case(4, ".... B... .... B.w.", BLACK, maximizing=False),
    (3, DocumentedPosition(START_BOARD)),
    case(2, FAR_AHEAD),
    # Found among random boards: on each of these, searches with known faults play worse moves.
    case(3, ".b.W. ..... .W... ..... .B.W.", BLACK, maximizing=False),  # another depth
    case(3, ".B.. ..B. .W.. B.w.", BLACK),  # a lesser depth
    case(4, ".b.W b... ...B W.w.", maximizing=False),  # at most three plies
    case(1, ".... ..B. .... w...", maximizing=False),  # at least two plies, a rounded value
    case(1, ".W.b .... ...b B...", BLACK, maximizing=False),  # a ply too many
    case(2, ".b.. .... .... w...", BLACK),  # a distance that is taken off twice
    case(3, "...B W.w. .... ....", BLACK, maximizing=False),  # a loss that is not put off
    case(3, ".b.. W... .B.b B...", maximizing=False),  # a win that is worth little
)


def on_rows(position: Position) -> Rows:
    """Return the document's board with a position's pieces on it."""
    rows = [[EMPTY] * 8 for _ in range(8)]
    for square, piece in position.pieces.items():
        row, column = PLACE[square]
        rows[row][column] = LETTERS.index(piece)
    return tuple(map(tuple, rows))


def _terms(answer: list[float]) -> Facts:
    right = evaluation_terms(TO_JUDGE, WHITE, BLACK)
    for (name, how), term in zip(HOW_COUNTED.items(), answer, strict=True):
        if term != getattr(right, name):
            raise Fault(f"{name} is not {number_text(term)}: {how}")
    return {"total": number_text(right.total)}


def _both_ahead(position: DocumentedPosition) -> Facts:
    shown = position.board
    pieces = [piece for _, piece in pieces_on(shown)]
    whites = sum(piece < BLACK for piece in pieces)
    blacks = len(pieces) - whites
    if not 1 <= whites <= MOST_EACH or not 1 <= blacks <= MOST_EACH:
        text = f"Give each side one or {MOST_EACH} pieces."
        raise Fault(f"{text} Your board has {whites} and {blacks}.")
    for_white, for_black = evaluate_board(shown, WHITE, BLACK), evaluate_board(shown, BLACK, WHITE)
    for side, value in (("White", for_white), ("Black", for_black)):
        if value <= 0:
            text = f"The value of this board for {side} is {number_text(value)}"
            raise Fault(f"{text}, so {side} does not count itself ahead.")
    return {"white": number_text(for_white), "black": number_text(for_black)}


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
        raise unfit(f"This is not a board. A board has {wants}.") from None
    if len(rows) != 8 or any(len(row) != 8 for row in rows):
        raise unfit(f"A board has {wants}, but yours has rows of {[len(row) for row in rows]}.")
    for (row, column), piece in pieces_on(rows):
        square = f"({row}, {column})"
        if (row + column) % 2 == 0:
            text = f"{square} is not a dark square"
            raise unfit(f"{text}, because row + column is odd on a dark square.")
        if (piece, row) in CROWNED:
            raise unfit(f"A man on {square} would be a king already, so write a capital letter.")
    return rows


def _read_values(replies: tuple[Any, Any], rows: Rows) -> tuple[float, float]:
    """Return the values of a board and of the same board turned round with the colors changed."""
    got, turned = (read_number(reply, DocumentedPosition(rows)) for reply in replies)
    return got, turned


def _even_handed(rows: Rows, values: tuple[float, float]) -> None:
    """Raise Fault if an evaluation of a board is not the document's, or favours a side."""
    got, turned = values
    terms = evaluation_terms(rows, WHITE, BLACK)
    right = terms.piece + terms.square
    if all(piece < BLACK for _, piece in pieces_on(rows)) and not isclose(got, right):
        text = "Without an enemy on the board, the evaluation should be piece + square, as before."
        example = Example(DocumentedPosition(rows), right, got)
        raise Fault(text, id="wrong-evaluation", example=example)
    refuse_unfair(got, turned, DocumentedPosition(rows))


def refuse_unfair(value: float, turned: float, position: Any) -> None:
    """Raise Fault if the values of a position and of the same one turned round do not cancel."""
    if abs(value + turned) <= 1e-6 * max(1, abs(value)):
        return
    text = (
        f"It returns {number_text(value)} for this board and {number_text(turned)} for the same"
        " board turned round with"
    )
    text += " the colors changed. The two should add up to 0, and they add up to"
    text += f" {number_text(value + turned)}."
    facts = (("On this board", number_text(value)), ("Turned round", number_text(turned)))
    raise Fault(text, id="unfair-evaluation", example=Example(position, facts=facts))


def _boards(first: int = 0) -> list[Rows]:
    """Return boards of all kinds: with few pieces first, and the start."""
    kinds = [(1, 2, 3, 4) if seed % 5 else (1, 2) for seed in range(60)]
    boards = [_drawn(first + seed, 1 + seed // 5, kinds[seed]) for seed in range(60)]
    return [*boards, START_BOARD]


def _drawn(seed: int, count: int, kinds: Sequence[int], excluded: Sequence[Any] = ()) -> Rows:
    """Return a board with so many pieces at random, but without some kinds on some rows."""
    random, rows = Random(seed), [[EMPTY] * 8 for _ in range(8)]
    for row, column in random.sample([*PLACE.values()], count):
        rows[row][column] = random.choice(
            [piece for piece in kinds if (piece, row) not in excluded]
        )
    return tuple(map(tuple, rows))


def _turned(rows: Rows) -> Rows:
    turned = (0, 3, 4, 1, 2)
    return tuple(tuple(turned[piece] for piece in reversed(row)) for row in reversed(rows))


def timed(position: DocumentedPosition, depth: int) -> float:
    """Return the value of a position when a win counts more the sooner it comes."""
    if position.is_over:
        return position.evaluate() + (-depth if position.maximizing else depth)
    if depth == 0:
        return position.evaluate()
    choose = max if position.maximizing else min
    return choose(timed(child, depth - 1) for child in position.children())


def _read_move(returned: Any, case: Case) -> Move:
    """Return the move, or raise Fault if it is none."""
    _, position = case
    moves = (move for move in position.moves() if type(returned) is type(move) and returned == move)
    move = next(moves, None)
    if move is None:
        text = (
            f"It returned {quoted(returned)}, which is not a move here. Return one of the moves"
            " in position.moves()."
        )
        raise Fault(text, id="not-a-move", example=Example(position, None, quoted(returned)))
    return move


def _quick(case: Case, got: Move) -> None:
    """Raise Fault if another move is better than the one that is chosen."""
    depth, position = case
    values = {move: timed(position.play(move), depth - 1) for move in position.moves()}
    best = (max if position.maximizing else min)(values.values())
    if values[got] == best:
        return
    better = next(move for move, value in values.items() if value == best)
    example = Example(position, str(better), str(got), (("Depth", str(depth)),))
    id_ = "win-not-soonest" if abs(best) >= WON else "not-the-best-move"
    raise Fault(_why(values[got], best, depth, got, better), id=id_, example=example)


def _other_positions() -> list[Case]:
    """Return small boards with a few pieces, on which the game goes on."""
    positions = []
    for seed in range(400):
        random, size = Random(seed), 3 + seed % 3
        rows = [[EMPTY] * size for _ in range(size)]
        dark = [
            (row, column) for row, column in product(range(size), repeat=2) if (row + column) % 2
        ]
        for row, column in random.sample(dark, min(len(dark), 2 + seed % 4)):
            rows[row][column] = random.choice((2, 4) if row in (0, size - 1) else (1, 2, 3, 4))
        sides = (WHITE, BLACK) if seed % 2 else (BLACK, WHITE)
        moves_first = random.random() < 0.5
        position = DocumentedPosition(tuple(map(tuple, rows)), *sides, maximizing=moves_first)
        if not position.is_over:
            positions.append((1 + seed % 4, position))
    return positions


def parts_of(rows: Rows) -> Iterator[Rows]:
    """Yield a board of rows without one of its pieces, as long as one is left."""
    places = [place for place, _ in pieces_on(rows)]
    for row, column in places if len(places) > 1 else ():
        line = (*rows[row][:column], EMPTY, *rows[row][column + 1 :])
        yield (*rows[:row], line, *rows[row + 1 :])


def _easier(case: Case) -> Iterator[Case]:
    """Yield the same to a lesser depth, or with a piece less, as long as the game goes on."""
    depth, position = case
    if depth > 1:
        yield depth - 1, position
    fewer = (replace(position, board=rows) for rows in parts_of(position.board))
    yield from ((depth, smaller) for smaller in fewer if not smaller.is_over)


def _why(value: float, best: float, depth: int, got: Move, better: Move) -> str:
    def plies(end: float) -> str:
        count = int(depth + WON - abs(end))
        return "1 ply" if count == 1 else f"{count} plies"

    if abs(best) < WON:
        return (
            f"At depth {depth} it plays {got}, worth {number_text(value)}, but {better} is"
            f" worth {number_text(best)}."
        )
    if abs(value) < WON or (value < 0) != (best < 0):
        return f"At depth {depth} it plays {got}, although {better} wins in {plies(best)}."
    if abs(value) < abs(best):
        return (
            f"At depth {depth} it plays {got} and wins in {plies(value)}, but {better} wins in"
            f" {plies(best)}."
        )
    return (
        f"At depth {depth} it plays {got} and loses in {plies(value)}, but {better} holds out"
        f" for {plies(best)}."
    )


def _overlooked(position: Position) -> Facts:
    if not position.maximizing or position.is_over:
        raise Fault("White should be to move in a game that is not over, so begin the FEN with W.")
    if len(position.pieces) > MOST_IN_ALL:
        raise Fault(f"Use at most {MOST_IN_ALL} pieces. Your position has {len(position.pieces)}.")
    real = best_move(position, DEPTH)
    if len(real.captured) < 2:
        wanted = "it should be a capture of two pieces or more"
        raise Fault(f"By the real rules White's best move is {real}, but {wanted}.")
    documented = best_move(DocumentedPosition(on_rows(position)), DEPTH)
    if (documented.start, documented.to) == (PLACE[real[0]], PLACE[real[1]]):
        text = f"The document's search begins with the same jump as {real}."
        raise Fault(f"{text} Add a different jump that it prefers.")
    return {"real": real, "documented": documented}


def _back_rows(first: int = 0) -> list[Rows]:
    """Return boards with men and kings on both back rows and elsewhere, few pieces first."""
    return [_drawn(first + seed, 1 + seed // 4, (1, 2, 3, 4), CROWNED) for seed in range(60)]


def _back_row(rows: Rows, returned: float) -> None:
    """Raise Fault if the term is not 2 points for each man more on its own back row."""
    white, black = rows[7].count(WHITE), rows[0].count(BLACK)
    right = 2 * (white - black)
    if returned == right:
        return
    text = f"White's men on row 7 are {white}, and Black's men on row 0 are {black}."
    text += f" With 2 points each this is {right}, and it returned {quoted(returned)}."
    if any(piece in KINGS for piece in (*rows[0], *rows[7])):
        text += " Kings do not count."
    example = Example(DocumentedPosition(rows), right, quoted(returned))
    raise Fault(text, id="wrong-evaluation", example=example)


GRADES = {
    "8.1": DataExercise(
        _terms,
        lambda answer: read_numbers(answer, 4, "[10, 2, 0, 0.5]", names=[*HOW_COUNTED]),
        DocumentedPosition(TO_JUDGE),
        "wrong-prediction",
    ),
    "8.2": DataExercise(
        _both_ahead, lambda answer: DocumentedPosition(_read_board(answer)), id="shows-nothing"
    ),
    "8.3": FunctionExercise(
        ("board",),
        _boards,
        _even_handed,
        lambda ask, rows: (ask(rows), ask(_turned(rows))),
        _read_values,
        parts_of,
        lambda: _boards(first=1_000),
    ),
    "8.4": FunctionExercise(
        ("position", "depth"),
        lambda: POSITIONS,
        _quick,
        lambda ask, case: ask(case[1], case[0]),
        _read_move,
        _easier,
        _other_positions,
    ),
    "8.5": DataExercise(_overlooked, read_position, id="shows-nothing"),
    "8.6": FunctionExercise(
        ("board",),
        _back_rows,
        _back_row,
        read=lambda returned, rows: read_number(returned, DocumentedPosition(rows)),
        smaller=parts_of,
        others=lambda: _back_rows(first=1_000),
    ),
}
