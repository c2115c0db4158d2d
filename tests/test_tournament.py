"""What a tournament is: games that depend on nothing but their seed, players that cannot harm others, and pages."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from random import Random
from statistics import mean

import filled_sheets
import pytest

from minimax_lessons.classroom import tournament, tournament_pages
from minimax_lessons.classroom.player_process import Participant
from minimax_lessons.classroom.tournament import Pairing, read_participants
from minimax_lessons.draughts import start
from minimax_lessons.draughts.statistics import ratings, score_at
from minimax_lessons.marking import sandbox

IS_UNSAFE = sandbox._found() is None
OPENING = start().moves()[:1]
FIRST = "def player(position):\n    return position.moves()[0]\n"
COUNT = """
WORTH = {"w": 100, "W": 150, "b": -100, "B": -150}
def evaluation(position):
    return sum(WORTH[piece] for piece in position.pieces.values())
"""
BY_LOT = "import random\ndef player(position):\n    return random.choice(position.moves())\n"


def participant(source: str, name: str = "cheat") -> Participant:
    return Participant(name, (("player.py", source),))


def pairing(one: Participant, other: Participant, patience: float = 60.0) -> Pairing:
    return Pairing(one, other, OPENING, {"nodes": 10}, patience, 1, IS_UNSAFE)


ENGINE = Participant("engine", rung="alphabeta")

# A cheating player, and what is told of the game that it loses
CHEATS = {
    "def player(position):\n    return '1-32'": "returned '1-32' where the legal moves are",
    "def player(position):\n    raise ValueError('lost')": "raised ValueError: lost",
    "def player(position):\n    while True: pass": "took more than 2 s for a move",
    "def player(position):\n    while True: print('x' * 9999)": "took more than 2 s for a move",
    "import os\ndef player(position):\n    os._exit(0)": "ended its process",
    "def player(position):\n    position.black = 0": "raised FrozenInstanceError",
    "player = 3": "could not be loaded: NameError",
    "def player(position)": "could not be loaded: SyntaxError",
    "def evaluation(position):\n    return 'good'": "raised EvaluationError",
}


@pytest.mark.parametrize("source", CHEATS)
def test_a_cheating_player_loses_the_game_and_the_reason_is_told(source: str) -> None:
    game = tournament._game(pairing(ENGINE, ENGINE, 2.0), ENGINE, participant(source))
    assert game.result == "0-1"
    assert CHEATS[source] in game.headers["Termination"]


@pytest.mark.skipif(IS_UNSAFE, reason="no sandbox")
def test_a_player_reaches_no_file_of_another_and_no_network(tmp_path: Path) -> None:
    secret = tmp_path / "opponent.py"
    secret.write_text(FIRST, encoding="utf-8")
    source = (
        "import socket\nfrom pathlib import Path\ndef player(position):\n    seen = []\n"
        f"    for name, reach in (('file', lambda: open({str(secret)!r})), ('write', "
        "lambda: Path('/usr/x').write_text('')), ('network', "
        "lambda: socket.create_connection(('192.0.2.1', 80), 1))):\n        try:\n"
        "            reach()\n        except OSError:\n            pass\n        else:\n"
        "            seen.append(name)\n    return seen"
    )
    game = tournament._game(pairing(ENGINE, ENGINE), ENGINE, participant(source))
    assert "returned '[]' where" in game.headers["Termination"]


def test_the_same_seed_gives_the_same_game_also_to_a_player_that_uses_chance() -> None:
    by_lot = participant(BY_LOT, "lot")
    first, again = (tournament._game(pairing(by_lot, ENGINE), by_lot, ENGINE) for _ in range(2))
    assert first.moves == again.moves
    assert (first.moves[0], first.headers["Black"]) == (OPENING[0], "lot")


# Participants


def test_files_and_sheets_take_part_and_others_are_told(tmp_path: Path) -> None:
    (tmp_path / "ann").mkdir()
    (tmp_path / "ann" / "player.py").write_text(COUNT, encoding="utf-8")
    (tmp_path / "11_play.ipynb").write_text(filled_sheets.blank("11_play.ipynb"), encoding="utf-8")
    filled_sheets.write(tmp_path / "11_play.ipynb", filled_sheets.solved)
    (tmp_path / "11_play.py").write_text(FIRST, encoding="utf-8")
    (tmp_path / "blank.ipynb").write_text(filled_sheets.blank("11_play.ipynb"), encoding="utf-8")
    (tmp_path / "broken.ipynb").write_text("{", encoding="utf-8")
    (tmp_path / "latin.py").write_bytes("# ü\n".encode("latin-1"))
    (tmp_path / "notes.txt").write_text("hello", encoding="utf-8")
    participants, problems = read_participants(tmp_path)
    assert [player.name for player in participants] == [
        "11_play",
        "11_play.py",
        "ann/player",
    ]
    assert "def stronger" in "".join(source for _, source in participants[0].cells)
    assert len(problems) == 3
    assert all(problem.startswith(str(tmp_path)) for problem in problems)


# Ratings, against what a simulation knows


def test_ratings_recover_known_strengths_and_their_intervals_hold_them() -> None:
    random, held, true = Random(3), 0, {"a": 0.0, "b": 150.0, "c": -120.0, "d": 210.0}
    for _ in range(20):
        pairs = [
            (one, other, sum(random.random() < score_at(true[one] - true[other]) for _ in "12") / 2)
            for one, other in combinations(true, 2)
            for _ in range(15)
        ]
        rated = ratings(pairs, "a", 1000)
        assert rated["a"].elo == pytest.approx(1000)
        shift = mean(rating.elo for rating in rated.values()) - mean(true.values())
        held += sum(r.low <= true[name] + shift <= r.high for name, r in rated.items())
    assert held >= 0.9 * 80


def test_a_clean_sweep_has_a_finite_rating_with_a_wide_interval() -> None:
    rated = ratings([("a", "b", 1.0)] * 2, "b", 1000)
    assert 1000 < rated["a"].elo < 1600
    assert rated["a"].low < 1000 < rated["a"].high


# The command


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, out = tmp_path_factory.mktemp("players"), tmp_path_factory.mktemp("out")
    sources = {"count": COUNT, "<b>": "def player(position):\n    return '<i>'\n"}
    for name, source in sources.items():
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
    options = ["--nodes", "5", "--references", "minimax", "--out", str(out)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tournament, "fair_openings", lambda seed: (OPENING,))
        patch.setattr(tournament_pages, "JUDGE_NODES", 20)
        unsafe = ["--unsafe"] if IS_UNSAFE else []
        assert tournament.main([str(folder), *options, *unsafe]) == 0
    return out


def test_the_page_has_every_player_with_elo_and_a_crosstable_that_adds_up(written: Path) -> None:
    page = (written / "index.html").read_text(encoding="utf-8")
    cross = page[page.index('class="cross"') :]
    rows = re.findall(r"<tr><th scope=row>\d\. (.*?)</th>(.*?)</tr>", cross)
    assert {name for name, _ in rows} == {"count", "&lt;b&gt;", "engine: minimax"}
    points = [re.findall(r"<td>(.*?)</td>", cells) for _, cells in rows]
    for i, row in enumerate(points):
        assert row[i] == "·"
        assert all(float(row[j]) + float(points[j][i]) == 2 for j in range(len(row)) if j != i)
    assert "5 nodes a move" in page
    assert "<b>" not in page
    assert rows[-1][0] == "&lt;b&gt;"  # it loses every game


def test_a_fault_costs_its_own_games_alone(written: Path) -> None:
    page = (written / "index.html").read_text(encoding="utf-8")
    (fault,) = re.findall(r"<li>(.*?)</li>", page)
    assert fault.startswith("&lt;b&gt;, 4 games, for example: ")
    assert (written / "games.pdn").read_text(encoding="utf-8").count("[Termination") == 6


def test_a_players_page_replays_its_games_and_shows_a_mistake_with_its_tree(written: Path) -> None:
    page = next((written / "players").glob("?-count.html")).read_text(encoding="utf-8")
    assert page.count('data-lm-kind="replay"') == 1
    assert 'data-lm-kind="play"' in page
    assert re.search(r"count \(\w+\).*, move \d+:", page)
    assert not re.search(r"""(?:src|href)=["']?https?:""", page)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nowhere"], "nowhere is no folder."),
        ([".", "--references", "magic"], "--references magic: there is no such rung."),
        ([".", "--rounds", "0"], "--rounds 0: choose from 1"),
        ([".", "--nodes", "0"], "A search needs at least --nodes 1"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert tournament.main(arguments) == 1
    assert capsys.readouterr().err.startswith(sentence)
