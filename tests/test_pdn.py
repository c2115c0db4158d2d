import tracemalloc
from collections import deque
from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minimax_lessons import draughts
from minimax_lessons.draughts import Game, Move, PdnError, read_pdn

GAMES = """\
[Event "Club evening"]
[White "\\"Whitey\\" Brown"]
[Black "Green"]
[Result "1-0"]

1. 11-15! {the usual
start} 23-19 $1 2. 8-11 (2. 9-14 {not} 22-17 (22-18 14x23)) 22-17 ; and so on
3. 11-16? 24x20 *
""".replace("24x20", "24-20")


def random_game(seed, plies):
    random, position, moves = Random(seed), draughts.start(), []
    while not position.is_over and len(moves) < plies:
        moves.append(random.choice(position.moves()))
        position = position.play(moves[-1])
    return tuple(moves)


words = st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=12
)
texts = st.lists(words, max_size=30).map(" ".join)


@st.composite
def games(draw):
    moves = random_game(draw(st.integers(0, 10**9)), draw(st.integers(0, 80)))
    skip = draw(st.integers(0, len(moves)))
    start = Game(moves[:skip]).positions[-1]
    names = st.sampled_from(["Event", "Site", "White", "Black", "Round"])
    return Game(
        moves[skip:],
        draughts.from_fen(start.fen),
        draw(st.sampled_from(["1-0", "0-1", "1/2-1/2", "*"])),
        draw(st.dictionaries(names, texts)),
        draw(st.dictionaries(st.integers(0, len(moves) - skip), texts.filter(bool))),
    )


@settings(max_examples=50)
@given(games())
def test_a_game_comes_back_as_it_was(game):
    assert list(read_pdn(game.pdn)) == [game]


@settings(max_examples=20)
@given(st.lists(games(), max_size=4))
def test_games_come_back_one_after_the_other(several):
    assert list(read_pdn("\n".join(game.pdn for game in several))) == several


def test_headers_comments_and_results_are_read_and_variations_skipped():
    (game,) = read_pdn(GAMES)
    assert game.moves == (
        Move(11, 15),
        Move(23, 19),
        Move(8, 11),
        Move(22, 17),
        Move(11, 16),
        Move(24, 20),
    )
    assert game.headers == {"Event": "Club evening", "White": '"Whitey" Brown', "Black": "Green"}
    assert game.comments == {1: "the usual start", 4: "and so on"}
    assert game.result == "*"
    assert game.start == draughts.start()
    assert len(game.positions) == 7


def test_a_game_is_written_as_others_write_it():
    start = draughts.from_fen("W:W22,32:B11,15")
    game = Game((Move(22, 18), Move(15, 22)), start, "0-1", {"White": 'A "b" \\'}, {1: "hm"})
    assert game.pdn == (
        '[White "A \\"b\\" \\\\"]\n[Result "0-1"]\n[GameType "21"]\n[SetUp "1"]\n[FEN "W:W22,32:B11,15"]\n\n'
        "1... 22-18 {hm} 2. 15x22 0-1\n"
    )


def test_lines_are_no_longer_than_other_programs_read():
    game = Game(random_game(5, 120), comments={3: "word " * 60})
    assert max(map(len, game.pdn.splitlines())) <= 79


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1.11-15 23-19 1-0", 2),
        ("11-15 23-19", 2),
        ("1. 11 - 15 1... 23–19 2. * ", 2),
        ("\ufeff1. 11-15", 1),
        ("1. 11-15* 23-19+ 1/2-1/2", 2),
        ("% escaped\n1. 11-15", 1),
        ('[GameType "21,B,8,8,N1,0"]\n1. 11-15 *', 1),
        ("1. 11-15 (1. 9-14 {a ) in a comment} 22-18) 23-19 2-0", 2),
    ],
)
def test_other_programs_habits_are_understood(text, moves):
    (game,) = read_pdn(text)
    assert len(game.moves) == moves


def test_results_are_read_in_either_form():
    texts = ["1-0", "0-1", "1/2-1/2", "*", "2-0", "0-2", "1-1"]
    results = [game.result for game in read_pdn("\n".join(f"1. 11-15 {text}" for text in texts))]
    assert results == ["1-0", "0-1", "1/2-1/2", "*", "1-0", "0-1", "1/2-1/2"]


def test_a_draw_must_be_claimed_so_a_game_may_go_on():
    moves = " ".join(["1-6 32-27 6-1 27-32"] * 5)
    (game,) = read_pdn(f'[FEN "W:WK1:BK32"]\n{moves} 1/2-1/2')
    assert len(game.moves) == 20
    assert len(game.positions) == 21


def test_routes_to_the_same_position_need_not_be_told_apart():
    (game,) = read_pdn('[FEN "W:WK1,20,24,25,27,29,30:B4,6,7,8,15,16"]\n1... 1x10 *')
    assert game.moves[0] in (Move(1, 10, 3, 12, 19, 10), Move(1, 10, 19, 12, 3, 10))


BAD = [
    ("1. 11-15\n11-16", 2, 1, "'11-16' is not legal: there is no piece on 11. Legal here: 21-17"),
    (
        "1. 11-15 22-18 2. 8-11 *",
        1,
        19,
        "'8-11' is not legal: a capture is possible and must be made",
    ),
    ('[FEN "B:W1:B2"]\n*', 1, 1, "FEN 'B:W1:B2': '1' at character 4"),
    ("1. 11-15 {never\nclosed", 1, 10, "this comment is never closed: add '}'"),
    ("1. 11-15 (2. 9-14 1-0", 1, 10, "this variation is never closed: add ')'"),
    ("1. 11-15 ) *", 1, 10, "')' closes a variation that was never opened"),
    ("1. 11-15 hello *", 1, 10, "'hello' is no move, number, comment or result"),
    ("1. 11-15 } *", 1, 10, "'}' is no move, number, comment or result"),
    ("[Event Club]\n*", 1, 1, "'[Event' is not a header: write [Name \"value\"]"),
    (
        '[GameType "20"]\n1. 32-28 *',
        1,
        1,
        'GameType "20" is another game: English draughts is "21"',
    ),
]


@pytest.mark.parametrize(("text", "line", "column", "why"), BAD)
def test_a_mistake_is_named_with_its_place(text, line, column, why):
    with pytest.raises(PdnError) as error:
        list(read_pdn("1. 9-14 *\n" + text))
    assert (error.value.game, error.value.line, error.value.column) == (2, line + 1, column)
    assert f"PDN game 2, line {line + 1}, column {column}: {why}" in str(error.value)


@pytest.mark.parametrize("text", [case[0] for case in BAD if "never" not in case[3]])
def test_a_game_with_a_mistake_can_be_left_out(text):
    errors = []
    games = list(
        read_pdn(f'1. 9-14 *\n{text}\n\n[Event "Last"]\n1. 10-15 0-1', on_error=errors.append)
    )
    assert [str(game.moves[0]) for game in games] == ["9-14", "10-15"]
    assert len(errors) == 1


def test_a_file_is_read_game_by_game(tmp_path):
    text = "".join(
        Game(random_game(seed, 60), headers={"Round": str(seed)}).pdn + "\n" for seed in range(20)
    )
    path = tmp_path / "games.pdn"
    path.write_text(text * 5, encoding="utf-8")
    with path.open(encoding="utf-8") as file:
        assert next(read_pdn(file)).headers["Round"] == "0"
    assert len(list(read_pdn(path))) == 100


def test_memory_does_not_grow_with_the_file():
    def peak(take):
        lines = Game(random_game(1, 60), comments={5: "a word or two"}).pdn.splitlines(
            keepends=True
        )
        tracemalloc.start()
        take(read_pdn(line for _ in range(80) for line in lines))
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    peak(next)  # what is set up once
    assert 2 * peak(partial(deque, maxlen=1)) < peak(list)


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("1. 11-15 1-0 {done}", 1),
        ("; exported by a program\n", 0),
        ("% only a remark\n", 0),
        ("\n\n", 0),
        ("", 0),
        ("*", 1),
    ],
)
def test_a_comment_alone_is_no_game(text: str, games: int) -> None:
    assert len(list(read_pdn(text))) == games


@pytest.mark.parametrize(
    "text",
    [
        "1. " + "x" * 5_000,
        '[FEN "' + "y" * 5_000 + '"]',
        "1. " + "1-" * 900 + "2 *",
        "1. 11-" + "9" * 5_000,
    ],
)
def test_a_sentence_about_a_long_text_is_short(text):
    with pytest.raises(PdnError) as error:
        list(read_pdn(text))
    assert len(str(error.value)) < 400
    assert "int_max_str_digits" not in str(error.value)


def test_a_slip_that_looks_like_a_result_does_not_end_the_game() -> None:
    with pytest.raises(PdnError, match=r"game 1, line 1, column 10: .*2-1"):
        list(read_pdn("1. 11-15 2-1 *"))
