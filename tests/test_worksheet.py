"""What `worksheet` writes: keys that are right, copies that differ and are equally hard, and files that others read."""

from __future__ import annotations

import io
import re
import zipfile
from base64 import b64decode
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from printed_tasks import right_answer

from minimax_lessons.classroom import paper, worksheet
from minimax_lessons.classroom.paper import Copy
from minimax_lessons.classroom.paper_tasks import LEVELS, PaperTask, tasks_on
from minimax_lessons.classroom.question_banks import moodle, qti
from minimax_lessons.classroom.worksheet import Series, copies_of
from minimax_lessons.exercises.practice import TOPICS

SERIES = Series(("skipped", "window", "move order", "captures", "bug", "value"), "medium", 7)
FRACTIONS = {100.0, 50.0, 33.33333, 25.0, 20.0, 16.66667, 14.28571, 12.5, 11.11111, 10.0, 0.0}


@cache
def copies() -> list[Copy]:
    return copies_of(SERIES, 1, 3)


def tasks() -> list[PaperTask]:
    return [task for copy in copies() for task in copy.tasks]


def answers(task: PaperTask) -> Any:
    """Return a task's key in the form of the oracle."""
    if task.topic in ("skipped", "captures"):
        return set(task.answer)
    return list(task.answer) if task.form == "fields" else task.answer[0]


def check_topic(topic: str, count: int) -> None:
    for task in islice(tasks_on(topic, "medium", 2026), count):
        assert answers(task) == right_answer(task), (task.ask, task.picture)


@pytest.mark.parametrize("topic", TOPICS)
def test_the_key_is_what_an_oracle_reads_off_the_printed_task(topic: str) -> None:
    check_topic(topic, 3)


@pytest.mark.slow
@pytest.mark.parametrize("topic", TOPICS)
def test_a_hundred_keys_are_what_an_oracle_reads_off_the_printed_tasks(topic: str) -> None:
    check_topic(topic, 100)


def test_copies_differ_and_are_equally_hard() -> None:
    for column in zip(*(copy.tasks for copy in copies()), strict=True):
        steps = [task.steps for task in column]
        assert max(steps) - min(steps) <= max(steps) // 4, column[0].topic
        assert len({task.ask + task.picture + task.listing for task in column}) == len(column)


def test_the_number_on_a_copy_makes_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(worksheet, "write_pdfs", lambda page: [])
    assert (
        worksheet.main(["move order", "size", "--copies", "3", "--out", str(tmp_path / "a")]) == 0
    )
    (number,) = re.findall(r">([\w+-]+-3)<", (tmp_path / "a/worksheets.html").read_text())
    assert number == "move_order+size-medium-1-3"
    assert worksheet.main([number, "--out", str(tmp_path / "b")]) == 0
    first, again = ((tmp_path / name / "worksheets.html").read_text() for name in "ab")
    bodies = [page[page.rindex("<article") :] for page in (first, again)]
    assert bodies[0] == bodies[1]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["alpha-bata"], "There is no topic 'alpha-bata'. Did you mean 'alpha-beta'?"),
        (["fewest", "--copies", "9"], "There are only 4 different worksheets on Fewest."),
        (["bug", "--level", "hard"], "There are no tasks on 'bug' of the level hard"),
        (["size", "--copies", "0"], "Choose from 1 to 1,000 copies"),
    ],
)
def test_what_cannot_be_made_is_one_sentence(
    arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert worksheet.main([*arguments, "--out", str(tmp_path / "out")]) == 1
    said = capsys.readouterr().err
    assert said.startswith(sentence)
    assert "Traceback" not in said


def test_a_harder_level_takes_more_steps() -> None:
    steps = [next(tasks_on("value", level, 1)).steps for level in LEVELS]
    assert steps == sorted(steps)
    assert steps[0] < steps[2]


def test_a_solution_names_every_value_and_ends_with_the_answer() -> None:
    task = next(tasks_on("value", "medium", 1))
    assert f"which is {task.answer[0]}." in " ".join(task.solution)
    skipped = next(tasks_on("skipped", "medium", 1))
    assert all(leaf in " ".join(skipped.solution) for leaf in skipped.answer)


def test_the_page_prints_without_the_answers_and_without_anything_from_elsewhere() -> None:
    page = paper.worksheet_page("Alpha-beta", copies())
    assert page.count('class="copy"') == len(copies())
    assert not re.search(r"<script|https?://(?!www\.w3\.org)", page)
    assert "The solution" not in page
    key = paper.key_page("Alpha-beta", copies())
    assert all(
        task.solution[0].split("`")[0] in key for task in tasks() if "<" not in task.solution[0]
    )


# Question banks, read as Moodle and Canvas read them


def test_moodle_reads_every_task_with_its_picture_and_a_full_mark() -> None:
    quiz = ElementTree.fromstring(moodle("Alpha-beta", copies()))
    questions = [q for q in quiz.findall("question") if q.get("type") != "category"]
    assert len(questions) == len(tasks())
    assert len({q.findtext("name/text") for q in questions}) == len(tasks())
    for question in questions:
        text = question.findtext("questiontext/text", "")
        for name in re.findall(r"@@PLUGINFILE@@/([^\"]+)", text):
            (file,) = question.findall("questiontext/file")
            assert file.get("name") == name
            assert b64decode(file.text or "").startswith(b"<svg")
        fractions = [float(a.get("fraction", "")) for a in question.findall("answer")]
        assert {abs(fraction) for fraction in fractions} <= FRACTIONS
        if question.get("type") == "cloze":
            assert re.search(r"\{1:SHORTANSWER:=[^}]+\}", text)
        elif question.findtext("single") == "false":
            assert sum(part for part in fractions if part > 0) == pytest.approx(100, abs=0.01)
        else:
            assert max(fractions) == 100
        assert question.findtext("generalfeedback/text")


def test_moodles_answers_are_those_of_the_key() -> None:
    quiz = ElementTree.fromstring(moodle("Alpha-beta", copies()))
    by_name = {q.findtext("name/text"): q for q in quiz.findall("question")}
    for copy in copies():
        for place, task in enumerate(copy.tasks, start=1):
            question = by_name[f"{task.topic} {copy.number}-{place}"]
            right = {
                a.findtext("text")
                for a in question.findall("answer")
                if float(a.get("fraction", "0")) > 0
            }
            key = {part.replace("−", "-") for part in task.accepted}
            assert (
                task.form == "fields" or {(part or "").replace("−", "-") for part in right} == key
            )


def score(item: ElementTree.Element, replies: dict[str, set[str]]) -> float:
    """Return the score of an item's processing for these replies, as QTI 1.2 defines it."""
    total = 0.0
    for condition in item.iter("respcondition"):
        (compared,) = condition.findall("conditionvar")
        setting = condition.find("setvar")
        if setting is None or not holds(compared, replies):
            continue
        total = float(setting.text or 0) + (total if setting.get("action") == "Add" else 0)
        if condition.get("continue") == "No":
            break
    return total


def holds(part: ElementTree.Element, replies: dict[str, set[str]]) -> bool:
    if part.tag == "varequal":
        return (part.text or "") in replies.get(part.get("respident", ""), set())
    parts = [holds(child, replies) for child in part]
    return {"not": lambda p: not p[0], "and": all, "conditionvar": any}[part.tag](parts)


def bare(data: bytes) -> ElementTree.Element:
    root = ElementTree.fromstring(data)
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root


def test_qti_gives_the_full_score_to_the_key_alone_and_names_every_file() -> None:
    with zipfile.ZipFile(io.BytesIO(qti("Alpha-beta", copies()))) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    manifest = bare(files["imsmanifest.xml"])
    assert {file.get("href") for file in manifest.iter("file")} == set(files) - {"imsmanifest.xml"}
    items = list(bare(files["worksheet/worksheet.xml"]).iter("item"))
    assert len(items) == len(tasks())
    for item, task in zip(items, tasks(), strict=True):
        for picture in re.findall(r"FILEBASE%24/([^\"]+)", "".join(item.itertext())):
            assert picture in files
        assert score(item, replies_to(item, task)) == pytest.approx(100, abs=0.1), task.topic
        assert score(item, {"response1": {"nothing"}}) == 0


def replies_to(item: ElementTree.Element, task: PaperTask) -> dict[str, set[str]]:
    """Return what a learner who knows the key chooses or types."""
    replies = {}
    for response in item.iter("response_lid"):
        texts = {
            label.findtext("material/mattext"): label.get("ident", "")
            for label in response.iter("response_label")
        }
        place = response.get("ident", "").removeprefix("response_f")
        wanted = [task.answer[int(place) - 1]] if task.form == "fields" else task.answer
        replies[response.get("ident", "")] = {texts[text] for text in wanted}
    return replies or {"response1": {task.accepted[0].replace("−", "-")}}


@pytest.mark.long
def test_chromium_prints_each_copy_on_both_papers(tmp_path: Path) -> None:
    page = tmp_path / "worksheets.html"
    page.write_text(paper.worksheet_page("Alpha-beta", copies()[:1]), encoding="utf-8")
    written = paper.write_pdfs(page)
    if not written:
        pytest.skip("there is no Chromium")
    sizes = [re.search(rb"MediaBox \[0 0 ([\d.]+)", pdf.read_bytes())[1] for pdf in written]  # type: ignore[index]
    assert [round(float(size)) for size in sizes] == [595, 612]
