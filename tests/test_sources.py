"""The glossary and the tables of the four documents: both name cells that exist, and quote them."""

from __future__ import annotations

import re
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import Any

import nbformat
import pytest

from minimax_lessons import TOY_TREE, VIDEO_TREE, alphabeta, minimax, random_tree, trace
from minimax_lessons.drawing import picture, svg
from minimax_lessons.player.question_texts import QuestionText, question_text
from minimax_lessons.tracing import Trace

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
LESSONS = sorted(NOTEBOOKS.glob("*.ipynb"))
CELLS = {path.stem[:2]: nbformat.read(path, as_version=4).cells for path in LESSONS}


def rows(name: str) -> list[list[str]]:
    lines = (NOTEBOOKS / name).read_text(encoding="utf-8").splitlines()
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in lines
        if line.startswith("|")
    ]
    return cells[2:]


def place(lesson: str, cell: str) -> int:
    """Return how many cells of the course stand before one that is named so."""
    before = sum(len(cells) for number, cells in CELLS.items() if number < lesson)
    return before + [each.id for each in CELLS[lesson]].index(cell)


WORDS = [(word, re.search(r"\((\d\d)_.*`(.+)`", where)) for word, _, where in rows("glossary.md")]


def seen(cell: Any) -> str:
    """Return what a learner reads of a cell: prose, questions and replies; no code, nothing for the lecturer."""
    if cell.cell_type == "markdown":
        return "" if "✎ Lecturer" in cell.source else re.sub(r"`[^`]*`", "", cell.source)
    numbers = re.findall(r'\bguess\(\s*"(\d+\.\d+)"', cell.source)
    return " ".join(words(question_text(number)) for number in numbers)


def words(question: QuestionText) -> str:
    """Return what a learner reads of a question: the question, its choices, the reason, the replies."""
    replies = (reply for _, reply in question.replies)
    return " ".join([question.ask, *question.choices, question.why, *replies])


SEEN = [
    (place(lesson, cell.id), seen(cell))
    for lesson, cells in CELLS.items()
    for cell in cells
    if cell.id != "title"
]


SOURCES = (NOTEBOOKS / "sources.md").read_text(encoding="utf-8")
DOCUMENTS = dict(
    re.findall(r"^## (\w+): [^\n]+\n(.*?)(?=^## |\Z)", SOURCES, re.DOTALL | re.MULTILINE)
)
IDEAS = [
    (document, *re.fullmatch(r"\| (.+) \| (.+) \| (.+) \|", line).groups())  # type: ignore[union-attr]
    for document, text in DOCUMENTS.items()
    for line in text.splitlines()
    if line.startswith("| ") and not line.startswith("| Idea ")
]
LINK = re.compile(r"\[(\d+)\]\((\d\d)(_\w+\.ipynb)\) `([\w-]+)`")


def linked(where: str) -> tuple[str, str]:
    """Return the lesson and the cell that a row links to."""
    link = LINK.fullmatch(where)
    assert link, where
    number, lesson, name, cell = link.groups()
    assert int(number) == int(lesson)
    assert (NOTEBOOKS / f"{lesson}{name}").exists()
    return lesson, cell


def test_the_tables_are_of_the_four_documents() -> None:
    assert list(DOCUMENTS) == ["Notes", "Video", "Article", "Draughts"]
    assert {document for document, *_ in IDEAS} == set(DOCUMENTS)


@pytest.mark.parametrize("row", IDEAS, ids=[f"{row[0]} {row[1][:30]}" for row in IDEAS])
def test_an_idea_of_the_documents_has_a_cell_that_exists_and_a_reason(row: tuple[str, ...]) -> None:
    _, _, where, changed = row
    lesson, cell = linked(where)
    assert cell in [each.id for each in CELLS[lesson]]
    assert changed.endswith(".")


@pytest.mark.parametrize(("word", "where"), WORDS, ids=[word for word, _ in WORDS])
def test_a_word_is_explained_where_the_glossary_says_and_not_used_before(
    word: str, where: Any
) -> None:
    at = place(where[1], where[2])
    for each in word.split(", "):
        used = re.compile(
            rf"(?<!\w){re.escape(each)}(?!\w)", re.IGNORECASE if each.islower() else re.NOFLAG
        )
        assert used.search(dict(SEEN)[at]), f"{each} is not in the cell that explains it"
        early = [place for place, text in SEEN if place < at and used.search(text)]
        assert not early, f"{each} is used before it is explained"


@pytest.mark.parametrize("lesson", CELLS)
def test_a_lesson_ends_with_its_words_each_of_them_a_link(lesson: str) -> None:
    end = " ".join(CELLS[lesson][-1].source.split())
    assert "[glossary](glossary.md)" in end
    assert not [
        word for word, where in WORDS if where[1] == lesson and f"[{word}](glossary.md)" not in end
    ]


# The first letters of the SHA-256 of each program as its document has it
QUOTED = {
    ("02", "mine-original"): "c6f49669db32ecd0",
    ("05", "ruby-original"): "3c108849ec0ba010",
    ("05", "names-original"): "b16db60442936b94",
    ("05", "board-original"): "23e0b86b453659d7",
    ("08", "program-original"): "95bd8328b7945822",
    ("08", "terms-original"): "3b9873a354709021",
    ("08", "search-original"): "b474b79b36081641",
    ("08", "tracking-original"): "20b0ea52e7e3e3e8",
}


@pytest.mark.parametrize(("lesson", "cell"), QUOTED)
def test_a_program_is_quoted_word_for_word_with_what_was_changed(lesson: str, cell: str) -> None:
    source = next(each.source for each in CELLS[lesson] if each.id == cell)
    _, program, changes = re.split(r"^```.*\n", source, flags=re.MULTILINE)
    assert sha256(program.rstrip("\n").encode()).hexdigest().startswith(QUOTED[lesson, cell])
    assert "What we changed" in changes


def test_the_video_s_question_is_asked_before_the_tree_that_answers_it() -> None:
    assert place("04", "pause-run") < place("04", "deep-run")


def test_each_quoted_program_has_a_row() -> None:
    assert set(QUOTED) <= {linked(where) for _, _, where, _ in IDEAS}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_what_a_table_quotes_stands_in_the_programs_of_that_document(document: str) -> None:
    rows = [(idea, linked(where)) for name, idea, where, _ in IDEAS if name == document]
    originals = [
        cell.source
        for lesson, name in {where for _, where in rows} & set(QUOTED)
        for cell in CELLS[lesson]
        if cell.id == name
    ]
    quotes = [quote for idea, _ in rows for quote in re.findall(r"`([^`]+)`", idea)]
    if originals:
        assert not [quote for quote in quotes if quote not in "\n".join(originals)]


# The cheat sheet

CHEAT_SHEET = (NOTEBOOKS / "cheat_sheet.md").read_text(encoding="utf-8")


def test_the_cheat_sheet_fits_on_a_page_and_names_each_lesson_with_a_method() -> None:
    assert len(CHEAT_SHEET.split()) <= 480
    named = {
        int(number)
        for group in re.findall(r"\(([\d, ]+)\)", CHEAT_SHEET)
        for number in group.split(",")
    }
    assert named == set(range(1, 11))


def test_the_program_of_the_cheat_sheet_is_alpha_beta() -> None:
    names: dict[str, Any] = {"inf": inf}
    exec(re.findall(r"```python\n(.*?)```", CHEAT_SHEET, re.DOTALL)[0], names)
    for seed in range(20):
        root = random_tree((1, 4), 4, seed=seed, root="min" if seed % 2 else "max")
        printed, right = trace(names["alphabeta"], root), trace(alphabeta, root)
        assert (printed.value, printed.leaves) == (right.value, right.leaves)


@pytest.mark.parametrize(
    ("name", "run"),
    [("minimax", trace(minimax, TOY_TREE)), ("alphabeta", trace(alphabeta, VIDEO_TREE).after(16))],
)
def test_a_picture_of_the_cheat_sheet_says_what_the_course_draws(name: str, run: Trace) -> None:
    kept = (NOTEBOOKS / "pictures" / f"{name}.svg").read_text(encoding="utf-8")
    assert f"(pictures/{name}.svg)" in CHEAT_SHEET
    assert words_in(kept) == words_in(svg(picture(run.tree, run)))


def words_in(drawn: str) -> list[str]:
    return re.findall(r"<text.*?>(.*?)</text>", drawn)
