"""What makes a lesson a lesson."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import nbformat
import pytest

from minimax_lessons.authoring import normalise
from minimax_lessons.exercises.practice import TOPICS
from minimax_lessons.player.question_texts import question_text
from minimax_lessons.search import alphabeta, minimax

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
LESSONS = sorted(NOTEBOOKS.glob("*.ipynb"))
FIRST_SIX = LESSONS[:6]
TYPES = {"slide", "subslide", "fragment", "skip", "notes", "-"}
# calls whose result is looked at
SHOWS = {"animate", "compare", "predict", "edit", "leaves", "move_order"}
TO_SEE = (
    "predict",
    "trace",
    "explain",
    "say",
    "find",
    "write",
    "put",
    "choose",
    "tell",
    "judge",
    "use",
    "check",
    "play",
)


WIDEST = 92  # letters of code that a window of 1,200 pixels shows without scrolling

each_lesson = pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=nbformat.NO_CONVERT)


def markdown(path: Path) -> list[Any]:
    return [cell for cell in read(path).cells if cell.cell_type == "markdown"]


def code(path: Path) -> list[Any]:
    return [cell for cell in read(path).cells if cell.cell_type == "code"]


def without_listings(source: str) -> str:
    """Return the prose of a markdown cell: a program quoted in it is read as code."""
    return re.sub(r"^```.*?^```", "", source, flags=re.MULTILINE | re.DOTALL)


def slide_type(cell: Any) -> str:
    return str(cell.metadata.get("slideshow", {}).get("slide_type"))


def is_shown(cell: Any) -> bool:
    """Return True for a cell whose output is to be looked at: a picture, a player or a plot."""
    shown = [output.get("data", {}) for output in cell.outputs]
    drawn = re.compile("<img|<svg|data-lm-")
    return any(
        "image/png" in data or drawn.search("".join(data.get("text/html", ""))) for data in shown
    )


def is_guess(cell: Any) -> bool:
    """Return True for a cell that shows a question: its text, which holds the result, is compared."""
    return any(
        output.get("data", {}).get("text/plain", "").startswith("Predict: ")
        for output in cell.outputs
    )


def test_the_lessons_of_the_first_part_are_there() -> None:
    names = (
        "start_here minimax_on_a_small_tree minimax_in_code alpha_beta move_order bugs_that_hide"
    )
    assert [path.stem for path in FIRST_SIX] == [
        f"{number:02}_{name}" for number, name in enumerate(names.split())
    ]


@each_lesson
def test_a_line_of_code_is_seen_to_its_end(path: Path) -> None:
    seen = [cell for cell in code(path) if "guess" not in cell.metadata.get("tags", ())]
    lines = [
        line for cell in seen for line in cell.source.split("\n") if not line.startswith("from ")
    ]
    assert not [line for line in lines if len(line) > WIDEST]


@each_lesson
def test_objectives_can_be_observed(path: Path) -> None:
    objectives = re.findall(r"^- (\w+)", read(path).cells[0].source, flags=re.MULTILINE)
    assert 3 <= len(objectives) <= 5
    assert set(objectives) <= set(TO_SEE)
    assert "predict" in objectives


@each_lesson
def test_text_and_code_are_in_balance_and_no_text_is_a_wall(path: Path) -> None:
    words, cells = markdown(path), code(path)
    passages = [kind for kind, _ in groupby(cell.cell_type for cell in read(path).cells)]
    assert len(cells) / 2 <= passages.count("markdown") <= 2 * len(cells)
    for cell in words:
        paragraphs = re.split(r"\n\s*\n|^- |^\|", without_listings(cell.source), flags=re.MULTILINE)
        assert max(len(paragraph.split()) for paragraph in paragraphs) <= 100, cell.id


@each_lesson
def test_there_is_something_to_do_on_the_first_screen_or_two(path: Path) -> None:
    cells = read(path).cells
    first = next(
        number
        for number, cell in enumerate(cells)
        if cell.cell_type == "code" and (number > 1 or is_shown(cell))
    )
    assert first <= 3
    assert (
        sum(len(cell.source.split()) for cell in cells[:first] if cell.cell_type == "markdown")
        <= 200
    )


# calls after which it is the reader's turn
ACTS = ("predict(", "perform(", "practice(", "edit(", "play(", "check(")


def asks(cell: Any) -> bool:
    """Return True for a cell whose output waits for what the reader does."""
    return is_guess(cell) or any(call in cell.source for call in ACTS)


@each_lesson
def test_no_prediction_is_on_honour(path: Path) -> None:
    assert not [cell.id for cell in markdown(path) if "**Predict" in cell.source]


@each_lesson
def test_of_what_is_shown_most_is_asked_about_first(path: Path) -> None:
    shown = [cell for cell in code(path) if cell.outputs]
    assert sum(map(asks, shown)) >= 0.6 * len(shown), [cell.id for cell in shown if not asks(cell)]


@each_lesson
def test_likely_mistakes_get_a_reply(path: Path) -> None:
    sources = [cell.source for cell in code(path) if is_guess(cell)]
    numbers = [re.findall(r'\bguess\(\s*"(\d+\.\d+)"', source) for source in sources]
    assert all(numbers)
    assert not [number for (number,) in numbers if not question_text(number).replies]


# Where the course treats what practice asks about
TAUGHT = {
    "value": 1,
    "whole tree": 2,
    "order": 2,
    "skipped": 3,
    "window": 3,
    "cut": 3,
    "owner": 3,
    "say why": 3,
}
TAUGHT |= {
    "bound": 3,
    "negamax": 3,
    "move order": 4,
    "fewest": 4,
    "bug": 5,
    "size": 6,
    "captures": 7,
    "hurry": 8,
    "memory": 9,
}
TAUGHT |= {"backwards": 10, "clear": 11}


def test_it_is_known_where_each_topic_of_practice_is_treated() -> None:
    assert set(TAUGHT) == set(TOPICS)


@pytest.mark.parametrize("number", range(3, 13))
def test_a_lesson_opens_with_the_last_the_one_before_and_one_further_back(number: int) -> None:
    first = code(LESSONS[number])[1].source
    assert first.startswith("practice(")
    assert first.endswith("questions=3)")
    last, before, further = sorted(
        (TAUGHT[topic] for topic in re.findall(r'"([\w ]+)"', first)), reverse=True
    )
    assert last == number - 1
    assert before in (number - 1, number - 2)
    assert further < number - 2 or number == 3


# What the reader writes


def checked(path: Path) -> dict[str, str]:
    """Return each call of check in a notebook, and the code in the cell above it."""
    cells = code(path)
    pairs = pairwise(cells)
    return {
        below.source: above.source for above, below in pairs if below.source.startswith("check(")
    }


@pytest.mark.parametrize("path", LESSONS[1:], ids=lambda path: path.stem)
def test_in_each_lesson_the_reader_writes_the_answer_to_an_exercise_of_its_sheet(
    path: Path,
) -> None:
    answers, sheet = checked(path), checked(NOTEBOOKS / "exercises" / path.name)
    assert answers
    assert answers.items() <= sheet.items()


def imported(path: Path) -> set[str]:
    """Return the names that the imports of a notebook bind."""
    lines = ast.walk(ast.parse(code(path)[0].source))
    imports = [line for line in lines if isinstance(line, ast.Import | ast.ImportFrom)]
    return {alias.asname or alias.name for line in imports for alias in line.names}


@pytest.mark.parametrize("path", LESSONS[1:], ids=lambda path: path.stem)
def test_a_lesson_imports_what_its_sheet_offers_for_the_answer(path: Path) -> None:
    solution = NOTEBOOKS / "solutions" / path.name
    for check in checked(path):
        answer = ast.walk(ast.parse(checked(solution)[check]))
        names = {node.id for node in answer if isinstance(node, ast.Name)}
        assert names & imported(solution) <= imported(path)


@each_lesson
def test_an_answer_that_is_not_written_stops_no_run_and_shows_its_hints(path: Path) -> None:
    for cell in code(path):
        if cell.source.startswith("check("):
            assert cell.metadata.tags == ["nbval-ignore-output", "raises-exception"]
            shown = cell.outputs[0].data
            assert shown["text/plain"].startswith("○")
            assert "<strong>Hint 1 of " in shown["text/html"]


def without_notes(search: Callable[..., float]) -> str:
    """Return the text of a search without its types and its docstring."""
    tree = ast.parse(inspect.getsource(search))
    (function,) = tree.body
    assert isinstance(function, ast.FunctionDef)
    function.returns, function.body = None, function.body[1:]
    for argument in function.args.args:
        argument.annotation = None
    return ast.unparse(tree)


@pytest.mark.parametrize(("sign", "search"), [("-", minimax), ("+", alphabeta)])
def test_the_marked_changes_are_those_between_the_two_searches_of_the_course(
    sign: str, search: Callable[..., float]
) -> None:
    prose = "\n".join(cell.source for cell in markdown(LESSONS[3]))
    (listing,) = re.findall(r"^```diff\n(.*?)^```", prose, re.MULTILINE | re.DOTALL)
    lines = [line[1:] for line in listing.splitlines() if line[:1] in (" ", sign)]
    assert ast.unparse(ast.parse("\n".join(lines))) == without_notes(search)


@each_lesson
def test_slides_and_notes_are_marked(path: Path) -> None:
    cells = read(path).cells
    assert {slide_type(cell) for cell in cells} <= TYPES
    assert slide_type(cells[0]) == "slide"
    assert sum(slide_type(cell) == "slide" for cell in cells) >= 6
    assert any(slide_type(cell) == "fragment" for cell in cells), "nothing waits for an answer"
    notes = [cell for cell in cells if slide_type(cell) == "notes"]
    assert len(notes) >= 2
    assert all(
        cell.source.startswith("<details><summary><small>✎ Lecturer</small></summary>")
        for cell in notes
    )


@each_lesson
def test_nothing_that_is_looked_at_is_compared_byte_by_byte(path: Path) -> None:
    for cell in code(path):
        formats = {name for output in cell.outputs for name in output.get("data", {})}
        drawn = bool(formats & {"text/html", "image/png", "image/svg+xml"}) and not is_guess(cell)
        assert ("nbval-ignore-output" in cell.metadata.get("tags", ())) == drawn, cell.id


@each_lesson
def test_beside_what_is_looked_at_a_value_is_printed(path: Path) -> None:
    cells = code(path)
    for number, cell in enumerate(cells):
        assert not all(
            is_shown(each)
            and not is_guess(each)
            and "practice(" not in each.source  # new each time
            for each in cells[number : number + 3]
        ), cell.id


@each_lesson
def test_each_player_plays_without_a_kernel_and_has_a_still_where_no_script_runs(
    path: Path,
) -> None:
    for cell in code(path):
        last = ast.parse(cell.source).body[-1]
        call = last.value if isinstance(last, ast.Expr) else None
        if (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Name)
            and call.func.id in SHOWS - {"leaves", "move_order"}
        ):
            data = cell.outputs[-1].data
            assert "data-lm-code" in data["text/html"]
            assert '<img alt="' in data["text/html"]
            assert "image/png" in data
            assert data["text/plain"].startswith(("<Player: ", "<Editor: "))


@each_lesson
def test_a_lesson_is_kept_as_it_is_normalised_and_of_modest_size(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert normalise(read(path)) == text
    assert len(text) < 700_000


@each_lesson
def test_it_ends_with_what_was_learned_and_where_to_go(path: Path) -> None:
    [*_, learned, links] = read(path).cells if path != LESSONS[0] else 2 * read(path).cells[-1:]
    assert "## What you learned" in learned.source
    assert "**Next:**" in links.source or path == LESSONS[-1]
    assert f"(exercises/{path.name})" in links.source or path == LESSONS[0]


@each_lesson
def test_every_link_to_a_notebook_is_to_one_that_is_meant(path: Path) -> None:
    meant = {each.name for each in LESSONS} | {f"exercises/{each.name}" for each in LESSONS}
    links = re.findall(r"\]\(([^)]+\.ipynb)\)", " ".join(cell.source for cell in markdown(path)))
    assert set(links) <= meant


@each_lesson
def test_spelling_is_british(path: Path) -> None:
    prose = " ".join(without_listings(cell.source) for cell in markdown(path)).lower()
    american = r"\b(?:color|center|favorite|neighbor|behavior|checkers|(?:max|min|opt)imiz"
    american += r"|(?:normal|recogn)iz|analyz)"
    assert not re.findall(american, re.sub(r"`[^`]*`", "", prose))
