"""What stands beside an open question must not state its answer: saved outputs, the text below, the unfolded source."""

from __future__ import annotations

import ast
import base64
import io
import json
import re
import tokenize
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest

from minimax_lessons.player.question_texts import question_text

CODE = re.compile(r"`[^`]+`")
LESSONS = sorted((Path(__file__).resolve().parent.parent / "notebooks").glob("*.ipynb"))
SHOWN = (
    "Predict: ",
    "<Player",
    "<Practice",
    "<Editor",
    "<TreeGame",
)  # what asks, or plays


def question_number(cell: Any) -> str | None:
    """Return the number of the question that a cell asks."""
    if cell.cell_type != "code":
        return None
    asked = re.search(r'\bguess\(\s*"(\d+\.\d+)"', cell.source)
    return asked[1] if asked else None


def saved(cell: Any) -> dict[str, Any]:
    """Return the data of the outermost program in a cell's saved output."""
    html = "".join(output.get("data", {}).get("text/html", "") for output in cell.outputs)
    packed = re.findall(r'<script type="text/plain">([\w+/=]+)</script></div>', html)
    data: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(packed[-1])))
    return data


def answers(cell: Any) -> list[str]:
    """Return the answer that the saved output of a question holds, field by field."""
    return list(saved(cell)["question"]["answer"])


def texts_in_code(source: str) -> Iterator[str]:
    """Yield what code says in words: its comments, its strings, and what it hands to guess as an answer."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for part in ast.walk(ast.parse(source)):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value
        if isinstance(part, ast.Call) and getattr(part.func, "id", "") == "guess":
            yield from (ast.unparse(answer) for answer in part.args[1:] if is_literal(answer))


def is_literal(part: ast.AST) -> bool:
    try:
        ast.literal_eval(part)  # type: ignore[arg-type]
    except (ValueError, TypeError):
        return False
    return True


def outputs(cell: Any) -> Iterator[str]:
    for output in cell.outputs:
        text = output.get("text") or output.get("data", {}).get("text/plain", "")
        if not text.startswith(SHOWN):
            yield text


def beside(cells: list[Any], at: int) -> Iterator[tuple[str, str]]:
    """Yield what can be seen beside a question, and as what: its own source, and all up to the next heading."""
    yield from in_code(cells[at].source)
    for cell in cells[at + 1 :]:
        if cell.cell_type == "markdown":
            text, *heading = re.split(r"^#", cell.source, maxsplit=1, flags=re.MULTILINE)
            if "✎ Lecturer" not in text:
                yield "text", CODE.sub(" ", text)
                yield from (("code", code) for code in CODE.findall(text))
            if heading:
                return
        elif cell.cell_type == "code":
            yield from in_code(cell.source)
            yield from (("output", text) for text in outputs(cell))


def in_code(source: str) -> Iterator[tuple[str, str]]:
    return (("code", text) for text in texts_in_code(source))


def stated(answer: str, seen: Iterator[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return what states an answer as a word or a number of its own."""
    word = re.compile(rf"(?<![\w.,−-]){re.escape(answer)}(?![\w−-]|[.,]\d)")
    return [(kind, text) for kind, text in seen if word.search(text.replace("-", "−"))]


QUESTIONS = [
    pytest.param(cells, at, id=number)
    for path in LESSONS
    for cells in [nbformat.read(path, as_version=4).cells]
    for at, cell in enumerate(cells)
    if (number := question_number(cell))
]


@pytest.mark.parametrize(("cells", "at"), QUESTIONS)
def test_nothing_beside_an_open_question_states_its_answer(cells: list[Any], at: int) -> None:
    number = str(question_number(cells[at]))
    found = {answer: stated(answer, beside(cells, at)) for answer in answers(cells[at])}
    # whatever stands below as an output is looked at, because it can state an answer in other words
    found["output"] = [(kind, text) for kind, text in beside(cells, at) if kind == "output"]
    harmless = dict(question_text(number).harmless)
    assert {answer for answer, seen in found.items() if seen} == set(harmless), found
    assert all(harmless.values()), "a reason is missing"
    for answer, reason in harmless.items():
        is_prose = any(kind == "text" for kind, _ in found[answer])
        assert is_prose == reason.startswith("The text"), (answer, found[answer])


RUNS = [
    pytest.param(cells, at, id=f"{path.stem[:2]} {cell.id}")
    for path in LESSONS
    for cells in [nbformat.read(path, as_version=4).cells]
    for at, cell in enumerate(cells)
    if cell.cell_type == "code" and re.search(r"\bpredict\((?s:.*)ask=\"value\"", cell.source)
]


@pytest.mark.parametrize(("cells", "at"), RUNS)
def test_no_output_below_a_run_that_asks_is_its_value(cells: list[Any], at: int) -> None:
    value = saved(cells[at])["questions"][-1]["answer"]
    following = (cell for cell in cells[at + 1 : at + 4] if cell.cell_type == "code")
    assert value not in [text.strip() for cell in following for text in outputs(cell)]


def test_the_rule_finds_an_answer_in_each_place() -> None:
    ask = nbformat.v4.new_code_cell('guess("1.1", 7)  # 7')
    stream = nbformat.v4.new_output("stream", text="7 leaves")
    below = nbformat.v4.new_code_cell("f()", outputs=[stream])
    words = nbformat.v4.new_markdown_cell("It is 7.\n\n## Next\n\nAnd 7.")
    cells = [ask, below, words, nbformat.v4.new_markdown_cell("7")]
    seen = [("code", "# 7"), ("code", "7"), ("output", "7 leaves"), ("text", "It is 7.\n\n")]
    assert stated("7", beside(cells, 0)) == seen
    assert stated("7", (("text", text) for text in ("17", "7.5", "−7", "x7"))) == []
