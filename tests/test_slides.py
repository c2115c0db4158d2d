from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from sampling import some

pytest.importorskip("mistune")
from minimax_lessons import TOY_TREE, VIDEO_TREE, alphabeta, animate, guess, predict
from minimax_lessons.course.slides import CannotShow, Slide, deck, main, slides
from minimax_lessons.course.speaker_notes import run_sheet

pytestmark = pytest.mark.long
NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
LESSONS = sorted(NOTEBOOKS.glob("*.ipynb"))
Open = Callable[..., Any]


def read(lesson: Path) -> Any:
    return nbformat.read(lesson, 4)  # type: ignore[no-untyped-call]


def text(source: str, kind: str = "slide") -> Any:
    return new_markdown_cell(source, metadata={"slideshow": {"slide_type": kind}})


def code(source: str, kind: str = "-", *outputs: Any) -> Any:
    return new_code_cell(
        source, metadata={"slideshow": {"slide_type": kind}}, outputs=list(outputs)
    )


def printed(words: str) -> Any:
    return new_output("stream", name="stdout", text=words)


def shown(player: Any) -> Any:
    return new_output(
        "execute_result", data={"text/plain": repr(player), "text/html": player.fragment}
    )


# Not data-lm-on: that only says that a player's data are being unpacked.
ALIVE = """count =>
    [...document.querySelectorAll("[data-lm-player]")].filter((place) => place.shadowRoot).length === count"""


FITS = """() => { const { scrollHeight, clientHeight } = document.querySelector("main > section:not([hidden])");
    return scrollHeight <= clientHeight + 2; }"""


def talk() -> Any:
    """Return a notebook with words, a player, a question, something that waits, and notes."""
    return new_notebook(
        cells=[
            text("# A talk\n\nWith [another](02_other.ipynb) and [the net](https://example.org)."),
            code("import minimax_lessons", "skip"),
            text("## Watch"),
            code("animate(alphabeta, toy)", "-", shown(animate(alphabeta, TOY_TREE))),
            code(
                "1 + 1 < 3", "fragment", new_output("execute_result", data={"text/plain": "<True>"})
            ),
            text(
                "<details><summary><small>✎ Lecturer</small></summary>\n\nTake *time*.\n\n</details>",
                "notes",
            ),
            text("## Ask", "subslide"),
            code("predict(alphabeta, toy)", "-", shown(predict(alphabeta, TOY_TREE, ask="value"))),
            text("## End"),
        ]
    )


def test_cells_become_slides_as_their_types_say() -> None:
    made = slides(talk())
    assert [slide.title for slide in made] == ["A talk", "Watch", "Ask", "End"]
    assert [[waits for waits, _ in slide.parts] for slide in made[:2]] == [
        [False],
        [False, False, True],
    ]
    assert not any("import minimax_lessons" in part for slide in made for _, part in slide.parts)


def test_notes_are_the_lecturer_s_alone_and_stand_open() -> None:
    made = slides(talk())
    assert [len(slide.notes) for slide in made] == [0, 2, 1, 0]  # of the players, too
    assert "<em>time</em>" in made[1].notes[-1]
    assert "details" not in made[1].notes[-1]
    assert not any("Take" in part for _, part in made[1].parts)


def body(slide: Slide) -> str:
    return "".join(part for _, part in slide.parts)


def test_notes_tell_answers_and_cuts_of_what_a_slide_shows() -> None:
    asked = guess("Which number?", 2, likely={9: "MIN chooses."}, why="The 2 is left.")
    for program, words in (
        (asked, ["<strong>Answer: 2.</strong> The 2 is left.", "Expect <em>9</em>: MIN chooses."]),
        (animate(alphabeta, VIDEO_TREE), ["returned 3", "5 of 8 leaves", "step 16 at E"]),
        (predict(alphabeta, TOY_TREE, ask="value"), ["Every child of B", "<strong>2</strong>"]),
        (predict(alphabeta, VIDEO_TREE, ask="prune"), ["Never visited: <strong>K</strong>"]),
    ):
        [slide] = slides(new_notebook(cells=[code("shown", "slide", shown(program))]))
        for part in words:
            assert part in " ".join(slide.notes)


@pytest.mark.parametrize("lesson", some(LESSONS, every=3), ids=lambda path: path.stem[:2])
def test_each_slide_that_shows_something_has_notes_and_none_shows_housekeeping(
    lesson: Path,
) -> None:
    made = slides(read(lesson))
    deck(read(lesson))
    shows = re.compile(r'<pre class="code|class="output|data-lm-player|<img|<table')
    unnoted = [slide.title for slide in made if shows.search(body(slide))]
    noted = deck_notes(lesson)
    assert [title for title in unnoted if not noted[title]] == []
    # The advice below a still is for pages without a script, and no slide is one.
    words = re.sub(
        r"<(script|style)\b.*?</\1>|<details.*?</details>|<p><em>This is a picture.*?</p>",
        "",
        "".join(map(body, made)),
        flags=re.DOTALL,
    )
    assert not re.search(r"run the cell|python3 -m|Run All|^(?:from|import) ", words, re.MULTILINE)
    sources = re.findall(r'<pre class="code"><code>(.*?)</code>', words, re.DOTALL)
    bare = [re.sub(r"<[^>]+>", "", source) for source in sources]
    assert not [
        source
        for source in bare
        if re.match(r"(?:predict|guess|practice|perform|animate)\(", source)
    ]


@pytest.mark.parametrize("lesson", some(LESSONS, every=3), ids=lambda path: path.stem[:2])
def test_slides_keep_every_word_that_is_not_for_the_keyboard_alone(lesson: Path) -> None:
    shown = set(re.findall(r"\w+", "".join(map(body, slides(read(lesson))))))
    for cell in read(lesson).cells:
        kind = cell.metadata["slideshow"]["slide_type"]
        if cell.cell_type == "markdown" and kind not in ("skip", "notes"):
            words = re.sub(r"\]\(.*?\)|^```\w+", "", cell.source, flags=re.MULTILINE)
            assert set(re.findall(r"\w+", words)) <= shown, cell.id


def deck_notes(lesson: Path) -> dict[str, str]:
    """Return the notes of a lesson's slides by their titles, as its page has them."""
    notes: dict[str, str] = {}
    for section in re.findall(r"<section .*?</section>", deck(read(lesson)), re.DOTALL):
        title = re.search(r'aria-label="([^"]*)"', section)
        template = re.search(r"<template>(.*?)</template>", section, re.DOTALL)
        assert title
        notes[unescape(title[1])] = notes.get(unescape(title[1]), "") + (
            template[1] if template else ""
        )
    return notes


@pytest.mark.parametrize("number", range(6))
def test_a_run_sheet_fills_its_time_and_names_slides_that_there_are(number: int) -> None:
    lesson = next(path for path in LESSONS if path.name.startswith(f"{number:02}"))
    titles = [slide.title for slide in slides(read(lesson))]
    sheet = run_sheet(number)
    tables = re.split(r"\*\*In (\d+) minutes\*\*", sheet)[1:]
    for minutes, table in zip(tables[::2], tables[1::2], strict=True):
        rows = re.findall(r"^\| (\d+) \| (.*?) \|", table, re.MULTILINE)
        assert sum(int(time) for time, _ in rows) == int(minutes)
        assert [title for _, title in rows if title not in titles] == []
    for part in ("Where to cut", "Expect", "Draw"):
        assert f"**{part}:**" in sheet
    first = next(iter(deck_notes(lesson).values()))
    assert "In 45 minutes" in first
    assert "In 90 minutes" in first


def test_source_code_that_a_cell_prints_is_coloured_and_its_call_is_not_shown() -> None:
    listing = printed("def minimax(position):\n    return 1\n")
    [slide] = slides(new_notebook(cells=[code("print(getsource(minimax))", "slide", listing)]))
    assert '<span class="k">def</span>' in body(slide)
    assert "getsource" not in body(slide)


def test_a_slide_without_a_heading_goes_on_with_the_one_before() -> None:
    made = slides(
        new_notebook(
            cells=[code("1", "slide"), text("## A & B"), code("2", "slide"), text("C", "subslide")]
        )
    )
    assert [slide.title for slide in made] == ["", "A & B", "A & B", "A & B"]


def test_what_cells_printed_is_shown_as_text() -> None:
    (slide,) = slides(
        new_notebook(cells=[code("print(1)", "slide", printed("<b>\x1b[31m1\x1b[0m</b>\n"))])
    )
    assert "&lt;b&gt;1&lt;/b&gt;</pre>" in slide.parts[0][1]
    picture = new_output("display_data", data={"image/png": "AAAA\n", "text/plain": "<Figure>"})
    (slide,) = slides(new_notebook(cells=[code("plot()", "slide", picture)]))
    assert 'src="data:image/png;base64,AAAA"' in slide.parts[0][1]


def test_a_page_allows_itself_to_load_nothing() -> None:
    page = deck(talk())
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert policy
    assert policy[1].startswith("default-src 'none'")
    assert "http" not in policy[1]
    assert not re.search(
        r'\b(?:src|href)="(?!data:|https://example\.org)', page
    )  # a link that somebody may click is no load


def test_a_notebook_without_results_is_refused() -> None:
    with pytest.raises(CannotShow, match="no results to show: run it"):
        deck(new_notebook(cells=[text("# Empty"), code("1 + 1")]))


def test_all_are_written_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["all", "--to", str(tmp_path / "new")]) == 0
    path = tmp_path / "new" / "03_alpha_beta.html"
    assert str(path) in capsys.readouterr().out
    assert "<title>3 · Alpha-beta" in path.read_text(encoding="utf-8")
    assert sorted(path.stem for path in path.parent.iterdir()) == [
        lesson.stem for lesson in LESSONS
    ]


def test_slides_replace_slides_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine, page = tmp_path / "notes.ipynb", tmp_path / "notes.html"
    nbformat.write(new_notebook(cells=[code("print(1)", "-", printed("1"))]), mine)
    page.write_text("years of work")
    assert main([str(mine), "--to", str(tmp_path)]) == 1
    assert f"{page} holds something else" in capsys.readouterr().err
    assert page.read_text() == "years of work"
    page.unlink()
    assert [main([str(mine), "--to", str(tmp_path)]) for _ in range(2)] == [0, 0]
    (tmp_path / "other").mkdir()
    shutil.copy(mine, tmp_path / "other")
    assert main([str(mine), str(tmp_path / "other" / "notes.ipynb"), "--to", str(tmp_path)]) == 1
    assert "Two of these notebooks have one name" in capsys.readouterr().err


def test_what_is_no_lesson_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken, unrun = tmp_path / "broken.ipynb", tmp_path / "unrun.ipynb"
    broken.write_text("no notebook", encoding="utf-8")
    nbformat.write(new_notebook(cells=[code("1")]), unrun)
    for name, said in [
        ("99", "no notebook '99'.*03_alpha_beta"),
        (str(broken), "no notebook"),
        (str(unrun), "run it"),
    ]:
        assert main([name, "--to", str(tmp_path / "new")]) == 1
        problem = capsys.readouterr().err
        assert re.search(said, problem)
        assert problem.count("\n") == 1
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_notebook_from_elsewhere_may_lack_metadata_and_be_encoded_otherwise(
    tmp_path: Path, encoding: str
) -> None:
    outputs = [{"output_type": "stream", "name": "stdout", "text": "1.41 \ud800"}]
    cell = {"cell_type": "code", "source": "√2", "execution_count": 1, "outputs": outputs}
    path = tmp_path / "mine.ipynb"
    path.write_text(
        json.dumps({"nbformat": 4, "nbformat_minor": 4, "cells": [cell]}), encoding=encoding
    )
    assert main([str(path), "--to", str(tmp_path)]) == 0
    # half of a pair, which no encoding holds
    assert "1.41 ?" in (tmp_path / "mine.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "content",
    [
        "[]",
        "{}",
        '{"nbformat": 4}',
        '{"cells": [7], "nbformat": 4}',
        '{"cells": [], "nbformat": 4, "metadata": "mine"}',
        "null",
        "√",
    ],
)
def test_what_is_no_notebook_is_answered_in_a_sentence(
    tmp_path: Path, content: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "none.ipynb"
    path.write_text(content, encoding="utf-8")
    assert main([str(path), "--to", str(tmp_path)]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_a_folder_that_takes_no_slides_is_named_with_the_way_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "slides").write_text("a file")
    assert main(["03", "--to", str(tmp_path / "slides")]) == 1
    assert re.fullmatch(
        r"Cannot write .*slides: .*\. Name another folder: --to FOLDER\n", capsys.readouterr().err
    )


def test_each_slide_has_a_first_heading_and_pictures_have_words() -> None:
    drawn = new_output(
        "display_data", data={"image/png": 'AAAA" onerror="x', "text/plain": "<Figure 1>"}
    )
    page = deck(
        new_notebook(
            cells=[text("# Talk"), code("plot()", "slide", drawn), text("## Then", "slide")]
        )
    )
    assert [
        len(re.findall(r"<h1\b", section))
        for section in re.findall(r"<section.*?</section>", page, re.DOTALL)
    ] == [1] * 3
    assert 'alt="&lt;Figure 1&gt;" src="data:image/png;base64,AAAA&quot; onerror=&quot;x"' in page


def test_a_stranger_s_notebook_runs_nothing_of_its_own() -> None:
    evil = new_output(
        "display_data",
        data={"text/html": "<script>hacked()</script><p onclick='hacked()'>Hello</p>"},
    )
    page = deck(
        new_notebook(
            cells=[text("# Talk\n\n<img src=x onerror=hacked()>"), code("1", "slide", evil)]
        )
    )
    assert "hacked" not in page
    assert "<p>Hello</p>" in page


@pytest.fixture
def page(open_page: Open) -> Any:
    """Return the talk in a browser, with the network shut, its players alive."""
    shown = open_page(deck(talk()), height=720)
    shown.wait_for_function(ALIVE, arg=2)
    return shown


def press(page: Any, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def place(page: Any) -> str:
    return str(page.locator("#place").inner_text())


@pytest.mark.browser
def test_keys_turn_the_slides_and_show_what_waits(page: Any) -> None:
    assert place(page) == "1 / 4"
    assert page.get_by_role("heading", name="A talk").is_visible()
    press(page, "ArrowRight")
    assert place(page) == "2 / 4"
    answer = page.get_by_text("<True>")
    assert not answer.is_visible()
    press(page, "Space")
    assert place(page) == "2 / 4"
    assert answer.is_visible()
    press(page, "ArrowRight", "ArrowLeft")
    assert place(page) == "2 / 4"
    assert answer.is_visible()
    press(page, "ArrowLeft")
    assert not answer.is_visible()
    press(page, "End")
    assert place(page) == "4 / 4"
    assert page.url.endswith("#4")
    press(page, "ArrowRight", "Home")
    assert place(page) == "1 / 4"


@pytest.mark.browser
def test_a_player_plays_and_its_keys_are_its_own(page: Any) -> None:
    press(page, "ArrowRight", "p", "ArrowRight", "ArrowRight")
    player = page.locator("section:not([hidden]) .place")
    assert player.inner_text() == "2 / 23"
    assert place(page) == "2 / 4"
    assert "player has the keys" in page.locator("#hint").inner_text()
    press(page, "End")
    assert player.inner_text() == "23 / 23"
    assert place(page) == "2 / 4"
    press(page, "PageDown")  # a clicker
    assert page.get_by_text("<True>").is_visible()
    press(page, "PageDown")
    assert place(page) == "3 / 4"
    press(page, "p", "ArrowRight", "Escape", "ArrowRight")
    assert place(page) == "4 / 4"


@pytest.mark.browser
def test_a_switch_shows_the_answers_to_all_questions(page: Any) -> None:
    switch = page.get_by_role("button", name="Answers")
    switch.click()
    assert switch.get_attribute("aria-pressed") == "true"
    assert page.evaluate("document.lmShowAll")
    press(page, "a")
    assert switch.get_attribute("aria-pressed") == "false"


@pytest.mark.browser
def test_a_prediction_is_asked_and_judged(page: Any) -> None:
    press(page, "End", "ArrowLeft", "p", "End")
    asked = page.locator("section:not([hidden]) .quiz")
    asked.get_by_text("return?").wait_for()
    field = page.locator("section:not([hidden]) .in-picture")
    field.fill("2")
    field.press("Enter")
    asked.get_by_text("The answer: 2.").wait_for()
    assert place(page) == "3 / 4"


@pytest.mark.browser
@pytest.mark.parametrize(
    ("width", "height"), [(1024, 768), (1280, 720), (1920, 1080), (3840, 2160)]
)
def test_a_player_fits_the_screen_beside_its_words(
    open_page: Open, width: int, height: int
) -> None:
    page = open_page(deck(talk()), width=width, height=height)
    page.wait_for_function(ALIVE, arg=2)
    press(page, "ArrowRight")
    player = page.locator("section:not([hidden]) .output .player")
    heading_place = page.get_by_role("heading", name="Watch")
    heading = heading_place.bounding_box()
    page.wait_for_function(
        "() => { const box = document.querySelector('section:not([hidden]) > .player').getBoundingClientRect();"
        " return box.bottom <= document.querySelector('footer').getBoundingClientRect().top + 2; }"
    )
    box = player.bounding_box()
    assert box["x"] >= heading["x"] + heading["width"]
    assert box["x"] + box["width"] <= width
    assert box["width"] >= 0.6 * width
    letters = heading_place.evaluate("word => parseFloat(getComputedStyle(word).fontSize)")
    assert letters >= height / 32


@pytest.mark.browser
def test_notes_come_in_a_window_of_their_own_and_follow_the_slides(page: Any) -> None:
    press(page, "ArrowRight")
    with page.expect_popup() as opened:
        press(page, "n")
    notes = opened.value
    notes.get_by_text("Take time.").wait_for()
    notes.get_by_text("next: Ask").wait_for()
    notes.keyboard.press("PageDown")
    notes.keyboard.press("PageDown")
    notes.get_by_text("Every child of B").wait_for()
    assert place(page) == "3 / 4"
    page.bring_to_front()
    with notes.expect_event("close"):
        press(page, "n")
    assert notes.is_closed()


@pytest.mark.browser
def test_where_no_window_may_open_the_notes_stand_below(page: Any) -> None:
    page.evaluate("() => { window.open = () => null; }")
    press(page, "ArrowRight", "n")
    assert page.locator("aside").get_by_text("Take time.").is_visible()
    press(page, "n")
    assert not page.locator("aside").is_visible()


@pytest.mark.browser
def test_all_slides_keys_theme_type_and_black(page: Any) -> None:
    press(page, "o")
    page.get_by_role("dialog").get_by_role("button", name="Ask").click()
    assert place(page) == "3 / 4"
    press(page, "?")
    assert page.get_by_role("dialog").get_by_text("speaker's notes").is_visible()
    press(page, "ArrowRight", "Escape")
    assert place(page) == "3 / 4"
    player = page.locator("section:not([hidden]) .output .player")
    assert player.get_attribute("data-theme") == "light"
    press(page, "d")
    page.wait_for_function("() => document.documentElement.getAttribute('theme') === 'dark'")
    player.and_(page.locator("[data-theme=dark]")).wait_for()
    size = "() => parseFloat(getComputedStyle(document.body).fontSize)"
    before = page.evaluate(size)
    press(page, "+", "+")
    assert page.evaluate(size) > before
    press(page, "b")
    assert page.locator("#black").is_visible()
    press(page, "b")
    assert not page.locator("#black").is_visible()


@pytest.mark.browser
def test_the_address_keeps_the_place(open_page: Open) -> None:
    page = open_page(deck(talk()))
    press(page, "End")
    page.reload()
    assert place(page) == "4 / 4"


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(open_page: Open, theme: str) -> None:
    pytest.importorskip("axe_playwright_python")
    from test_browser import violations

    page = open_page(deck(talk()), color_scheme=theme)
    page.wait_for_function(ALIVE, arg=2)
    for _ in range(4):
        assert violations(page) == []
        press(page, "PageDown")


@pytest.mark.browser
@pytest.mark.parametrize("lesson", some(LESSONS, every=4), ids=lambda path: path.stem)
def test_each_lesson_s_slides_come_up_whole(open_page: Open, lesson: Path) -> None:
    notebook = nbformat.read(lesson, as_version=4)
    page = open_page(deck(notebook), height=720)
    players = deck(notebook).count("<div data-lm-player=")
    page.wait_for_function(ALIVE, arg=players)
    titles = [slide.title for slide in slides(notebook)]
    for title in titles:
        page.wait_for_function(FITS)  # a player fits itself once it is laid out
        assert page.locator("main > section:not([hidden])").get_attribute("aria-label") == title
        waiting = page.locator("main > section:not([hidden]) > [data-waits]").count()
        press(page, *["ArrowRight"] * waiting)
        page.wait_for_function(FITS)  # a player fits itself once it is laid out
        press(page, "ArrowRight")
    assert place(page) == f"{len(titles)} / {len(titles)}"


@pytest.mark.browser
@pytest.mark.parametrize(("key", "dialog"), [("o", "contents"), ("?", "keys")])
def test_a_list_closes_with_the_key_that_opens_it(page: Any, key: str, dialog: str) -> None:
    press(page, key)
    page.locator(f"#{dialog}").wait_for(state="visible")
    press(page, "ArrowRight", "?" if key == "o" else "o")
    assert place(page) == "1 / 4"
    assert page.locator(f"#{dialog}").is_visible()
    press(page, key)
    page.locator(f"#{dialog}").wait_for(state="hidden")


@pytest.mark.browser
@pytest.mark.parametrize(("width", "height", "least"), [(1366, 768, 0.55), (390, 844, 0.3)])
def test_a_question_fills_its_slide_and_on_a_phone_stands_below_the_words(
    open_page: Open, width: int, height: int, least: float
) -> None:
    asked = guess("What is A worth?", 2, on=VIDEO_TREE)
    notebook = new_notebook(cells=[text("## Ask\n\nLook closely."), code("x", "-", shown(asked))])
    page = open_page(deck(notebook), width=width, height=height)
    page.wait_for_function(ALIVE, arg=1)
    page.wait_for_function(FITS)
    heading = page.locator("section h1").bounding_box()
    picture = page.locator(".exhibit > svg").bounding_box()
    card = page.locator("[data-lm-player]").bounding_box()
    assert picture["height"] >= least * height
    assert card["x"] + card["width"] <= width
    assert (card["y"] > heading["y"] + heading["height"]) == (width < 700)
