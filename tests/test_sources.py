"""The glossary, and the table of where the four documents are covered: both name cells that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
LESSONS = sorted(NOTEBOOKS.glob("*.ipynb"))
CELLS = {path.stem[:2]: nbformat.read(path, as_version=4).cells for path in LESSONS}


def rows(name: str) -> list[list[str]]:
    lines = (NOTEBOOKS / name).read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return cells[2:]


def place(lesson: str, cell: str) -> int:
    """Return how many cells of the course stand before one that is named so."""
    before = sum(len(cells) for number, cells in CELLS.items() if number < lesson)
    return before + [each.id for each in CELLS[lesson]].index(cell)


WORDS = [(word, re.search(r"\((\d\d)_.*`(.+)`", where)) for word, _, where in rows("glossary.md")]


def seen(cell: Any) -> str:
    """Return what a learner reads of a cell: prose, questions and replies; no code, nothing for the lecturer."""
    if cell.cell_type == "markdown":
        return "" if "For the lecturer" in cell.source else re.sub(r"`[^`]*`", "", cell.source)
    calls = [node for node in ast.walk(ast.parse(cell.source)) if isinstance(node, ast.Call)]
    guesses = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "guess"]
    read = [part for call in guesses for part in (call.args[0], *(word.value for word in call.keywords))]
    strings = [node.value for part in read for node in ast.walk(part) if isinstance(node, ast.Constant)]
    return " ".join(string for string in strings if isinstance(string, str) and " " in string)


SEEN = [(place(lesson, cell.id), seen(cell)) for lesson, cells in CELLS.items() for cell in cells if cell.id != "title"]


def test_each_part_of_the_documents_has_a_cell_that_exists() -> None:
    table = rows("sources.md")
    assert {document for document, _, _ in table} == {"Notes", "Video", "Article", "Draughts"}
    for _, what, where in table:
        lesson, _, cell = where.partition(" ")
        assert cell.strip("`") in [each.id for each in CELLS[lesson]], what


@pytest.mark.parametrize(("word", "where"), WORDS, ids=[word for word, _ in WORDS])
def test_a_word_is_explained_where_the_glossary_says_and_not_used_before(word: str, where: Any) -> None:
    at = place(where[1], where[2])
    for each in word.split(", "):
        used = re.compile(rf"(?<!\w){re.escape(each)}(?!\w)", re.IGNORECASE if each.islower() else re.NOFLAG)
        assert used.search(dict(SEEN)[at]), f"{each} is not in the cell that explains it"
        early = [place for place, text in SEEN if place < at and used.search(text)]
        assert not early, f"{each} is used before it is explained"


@pytest.mark.parametrize("lesson", CELLS)
def test_a_lesson_ends_with_its_words_each_of_them_a_link(lesson: str) -> None:
    end = " ".join(CELLS[lesson][-1].source.split())
    assert "[glossary](glossary.md)" in end
    assert not [word for word, where in WORDS if where[1] == lesson and f"[{word}](glossary.md)" not in end]
