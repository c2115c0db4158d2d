"""Tournament pages: the table, the crosstable, and each player's games and worst mistake."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from minimax_lessons.board.explanation import explanation
from minimax_lessons.board.opponents import Thought
from minimax_lessons.classroom.pages import page_with
from minimax_lessons.draughts.board import Draughts, replay
from minimax_lessons.draughts.engine import Engine
from minimax_lessons.draughts.matches import OPENING_PLIES, points
from minimax_lessons.draughts.pdn import Game
from minimax_lessons.draughts.statistics import SURE, Rating
from minimax_lessons.quoting import counted
from minimax_lessons.sharing import results_of
from minimax_lessons.storage import write_texts

__all__ = ["PairResult", "Standing", "write_pages"]

JUDGE_NODES = 1_500  # of a search that says how good a position is
MOST_STUDIED = 3  # lost games in which a mistake is looked for
LOST = 300  # hundredths of a man: who is so far behind learns little from one more mistake


class PairResult(NamedTuple):
    """The two games of a pairing: the first participant has Black in the first of them."""

    first: str
    second: str
    games: tuple[Game, Game]

    def points(self, name: str) -> float:
        """Return the points of one of the two, of two at most."""
        return sum(_points(game, name) for game in self.games)

    @property
    def share(self) -> float:
        """Return the first participant's share of the points."""
        return self.points(self.first) / len(self.games)


class Standing(NamedTuple):
    """A line of the table."""

    name: str
    games: int
    points: float
    rating: Rating

    @property
    def cells(self) -> tuple[str, ...]:
        """Return the texts of the line."""
        elo, low, high = (f"{value:.0f}".replace("-", "−") for value in self.rating)
        return self.name, str(self.games), f"{self.points:g}", elo, f"{low} to {high}"


class PlayerGames(NamedTuple):
    """A player's place in the table, and all its games."""

    standing: Standing
    games: tuple[Game, ...]


def _points(game: Game, name: str) -> float:
    return points(game, black=game.headers["Black"] == name)


def write_pages(
    out: Path,
    ranking: Sequence[Standing],
    results: Sequence[PairResult],
    settings: str,
    cluster: str,
) -> None:
    """Write the page of the tournament, a page for each player, and all games."""
    games = [game for result in results for game in result.games]
    page = page_with("Tournament", _tournament(ranking, results, settings))
    pdn = "\n".join(game.pdn for game in games)
    write_texts({"index.html": page, "games.pdn": pdn}, out)
    players = [
        PlayerGames(
            standing, tuple(game for game in games if standing.name in game.headers.values())
        )
        for standing in ranking
    ]
    for player, page in results_of(player_page, players, cluster=cluster):
        name = _file(ranking.index(player.standing) + 1, player.standing.name)
        write_texts({f"players/{name}": page}, out)


def _lost(name: str, games: Sequence[Game]) -> tuple[Game, ...]:
    """Return the games that a player has lost by its moves, up to a number."""
    lost = [game for game in games if not _points(game, name) and game.positions[-1].is_over]
    return tuple(lost[:MOST_STUDIED])


# The tournament


def _tournament(
    ranking: Sequence[Standing], results: Sequence[PairResult], settings: str
) -> Iterator[str]:
    yield (
        f"<p>{escape(settings)} The interval holds the rating with {SURE} confidence. "
        "It comes from pairs of games, one opening with each colour, because the two games depend "
        "on each other.</p>"
    )
    head = "".join(
        f"<th scope=col>{text}</th>" for text in ("", "Player", "Games", "Points", "Elo", SURE)
    )
    rows = "".join(
        f"<tr><td>{rank}</td><th scope=row>"
        f'<a href="players/{_file(rank, standing.name)}">{escape(standing.name)}</a></th>'
        + "".join(f"<td>{escape(text)}</td>" for text in standing.cells[1:])
        + "</tr>"
        for rank, standing in enumerate(ranking, start=1)
    )
    yield f"<table><thead><tr>{head}</tr></thead>{rows}</table>"
    yield "<h2>Who won against whom</h2><p>The points of each row against each column.</p>"
    yield _crosstable(ranking, results)
    if faults := _faults(results):
        yield "<h2>Games that were lost by a fault</h2><ul>"
        for name, reasons in faults.items():
            games = counted(len(reasons), "game", "games, for example")
            yield f"<li>{escape(f'{name}, {games}: {reasons[0]}.')}</li>"
        yield "</ul>"


def _file(rank: int, name: str) -> str:
    """Return the name of a player's page, which any system can store."""
    return f"{rank}-{re.sub(r'[^A-Za-z0-9]+', '-', name)}.html"


def _crosstable(ranking: Sequence[Standing], results: Sequence[PairResult]) -> str:
    points: dict[tuple[str, str], float] = {}
    for result in results:
        for name, opponent in ((result.first, result.second), (result.second, result.first)):
            points[name, opponent] = points.get((name, opponent), 0) + result.points(name)
    head = "".join(f"<th scope=col>{rank}</th>" for rank, _ in enumerate(ranking, start=1))
    rows = []
    for rank, row in enumerate(ranking, start=1):
        cells = (points.get((row.name, column.name)) for column in ranking)
        texts = "".join(f"<td>{'·' if cell is None else f'{cell:g}'}</td>" for cell in cells)
        rows.append(f"<tr><th scope=row>{rank}. {escape(row.name)}</th>{texts}</tr>")
    return f'<table class="cross"><thead><tr><th></th>{head}</tr></thead>{"".join(rows)}</table>'


def _faults(results: Sequence[PairResult]) -> dict[str, list[str]]:
    """Return the faults by which each player lost games."""
    faults: dict[str, list[str]] = {}
    for game in (game for result in results for game in result.games):
        if not game.positions[-1].is_over:
            loser = game.headers["Black" if game.result == "1-0" else "White"]
            faults.setdefault(loser, []).append(game.headers["Termination"])
    return faults


# A player


def player_page(player: PlayerGames) -> str:
    """Return the page of a player."""
    return page_with(player.standing.name, _player(*player))


def _player(standing: Standing, games: Sequence[Game]) -> Iterator[str]:
    name, count, points, elo, interval = standing.cells
    yield (
        f'<p><a href="../index.html">The tournament</a> · {points} points of {count}, Elo {elo}'
        f" ({interval}).</p>"
    )
    yield f"<h2>The most instructive mistake</h2>{_mistake(name, games)}"
    yield f"<h2>All {count} games</h2>"
    yield replay(games)._repr_mimebundle_()["text/html"]


def _mistake(name: str, games: Sequence[Game]) -> str:
    """Return a player's most costly move as HTML, with the reasons and the tree behind it."""
    judge, worst = Engine(), (0.0, Game(), 0)
    for game in _lost(name, games):
        is_black = game.headers["Black"] == name
        positions = game.positions
        scores = [
            0.0 if position.is_over else judge.search(position, nodes=JUDGE_NODES).score
            for position in positions
        ]
        for ply in range(OPENING_PLIES, len(game.moves) - 1):
            position = positions[ply]
            sign = -1 if is_black else 1
            if position.black_to_move == is_black and sign * scores[ply] > -LOST:
                cost = sign * (scores[ply] - scores[ply + 1])
                worst = max(worst, (cost, game, ply), key=lambda candidate: candidate[0])
    cost, game, ply = worst
    if not cost:
        return "<p>There is none to show: in no game that was studied did one move decide.</p>"
    explained = explanation(Draughts(), game.positions[ply], Thought(game.moves[ply]))
    names = f"{game.headers['Black']} (Black) – {game.headers['White']} (White), move {ply + 1}"
    return (
        f"<p>{escape(names)}: {escape(explained.note)}</p>{game.positions[ply]._repr_svg_()}"
        f"{explained.player.fragment}"
    )
