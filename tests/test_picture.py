from xml.etree import ElementTree

import pytest

from minimax_lessons import draughts, practice
from minimax_lessons.draughts.evaluation import LEARNED
from minimax_lessons.draughts.picture import LAST_MOVE, MUST_CAPTURE, board_svg

SVG = "{http://www.w3.org/2000/svg}"


def drawn(position, **options):
    return ElementTree.fromstring(board_svg(position, **options))


def lines(picture, colour):
    return [line for line in picture.iter(f"{SVG}polyline") if line.get("stroke") == colour]


def test_a_position_draws_itself_in_a_notebook():
    assert draughts.start()._repr_svg_() == board_svg(draughts.start())


@pytest.mark.parametrize("flipped", [False, True])
def test_every_square_is_numbered_in_readable_text(flipped):
    texts = list(drawn(draughts.start(), flipped=flipped).iter(f"{SVG}text"))
    assert [text.text for text in texts] == [*map(str, range(1, 33)), "Black to move"]
    assert min(float(text.get("font-size")) for text in texts) >= 12


def test_the_board_can_be_turned_round():
    def corner(picture):
        text = next(picture.iter(f"{SVG}text"))
        return float(text.get("x")) < 200, float(text.get("y")) < 200

    assert corner(drawn(draughts.start())) == (True, True)
    assert corner(drawn(draughts.start(), flipped=True)) == (False, False)


def test_kings_have_a_crown_and_the_sides_differ_in_shape():
    def shapes(fen):
        picture = drawn(draughts.from_fen(fen))
        paths = "".join(path.get("d") for path in picture.iter(f"{SVG}path"))
        return paths.count("a"), paths.count("l")  # circles and crowns

    assert shapes("B:W32:B") == (2, 0)
    assert shapes("W:W:B1") == (3, 0)
    assert shapes("B:WK32:B") == (1, 1)


def test_the_last_move_and_the_pieces_it_took_are_marked():
    position = draughts.from_fen("B:W15,22,32:B11").play("11x25")
    picture = drawn(position)
    assert [len(line.get("points").split()) for line in lines(picture, LAST_MOVE)] == [3]
    assert sum(path.get("stroke") == LAST_MOVE for path in picture.iter(f"{SVG}path")) == 2
    assert picture.get("aria-label").endswith("Black took 15, 22. White to move.")
    assert not lines(drawn(draughts.start()), LAST_MOVE)


def test_captures_that_must_be_made_are_marked():
    position = draughts.from_fen("B:W15,22,32:B10,11")
    marked = lines(drawn(position), MUST_CAPTURE)
    assert len(marked) == len(position.moves()) == 2
    assert all(line.get("stroke-dasharray") for line in marked)
    assert not lines(drawn(draughts.start()), MUST_CAPTURE)


def test_the_picture_says_in_words_what_it_shows():
    assert drawn(draughts.from_fen("B:W17,22:B13")).get("aria-label") == (
        "Draughts board B:W17,22:B13. White wins: Black has no move."
    )


def test_a_bare_board_shows_no_move_and_has_no_names():
    position = draughts.from_fen("B:W15,22,32:B10,11")
    bare = board_svg(position, bare=True)
    assert "square-" not in bare
    assert not lines(ElementTree.fromstring(bare), MUST_CAPTURE)
    assert "square-11" in board_svg(position)


def test_captures_are_asked_about_on_a_board_that_does_not_show_them():
    ((_, asked), *_) = practice("captures", questions=1, seed=1).questions
    question = asked.data
    assert question["svg"].startswith("<svg")
    assert "listing" not in question
    assert MUST_CAPTURE not in question["svg"]
    assert "picks" not in question


def test_values_are_written_on_their_squares_and_the_largest_is_the_brightest():
    picture = ElementTree.fromstring(LEARNED._repr_svg_())
    men, kings = picture.iter(f"{SVG}g")
    for board, values in ((men, LEARNED.men[4:]), (kings, LEARNED.kings)):
        texts = [text.text for text in board.iter(f"{SVG}text")][:-1]
        assert texts == [str(value) for value in values]
        fills = [rect.get("fill") for rect in board.iter(f"{SVG}rect")][2:][-len(values) :]
        light = [sum(bytes.fromhex(fill[1:])) for fill in fills]
        by_value = sorted(zip(values, light, strict=True))
        assert [shade for _, shade in by_value] == sorted(light)
