"""SCORM zips: what a learning platform reads of them, and what it is told, by a recorded platform in a browser."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from minimax_lessons.course.pages import SitePage
from minimax_lessons.course.scorm import lesson_files, write_zips
from minimax_lessons.player.guessing import guess
from minimax_lessons.player.question_texts import questions_of

ADDRESS = "http://platform.test/"
CP = "{http://www.imsproject.org/xsd/imscp_rootv1p1p2}"
# a platform that notes what it is asked and told
PLATFORM = """<!DOCTYPE html><title>Platform</title><script>
const kept = JSON.parse(localStorage.getItem("kept") || "{}"), calls = [];
const noted = (name, reply) => (...texts) => { calls.push(name); return reply(...texts); };
window.calls = calls; window.kept = kept;
window.API = {
  LMSInitialize: noted("LMSInitialize", () => "true"),
  LMSGetValue: noted("LMSGetValue", (name) => kept[name] || ""),
  LMSSetValue: noted("LMSSetValue", (name, value) => {
    if (typeof value !== "string" || value.length > 4096) throw new Error(name);
    kept[name] = value; localStorage.setItem("kept", JSON.stringify(kept)); return "true"; }),
  LMSCommit: noted("LMSCommit", () => "true"),
  LMSFinish: noted("LMSFinish", () => "true"),
};
</script><iframe src="lesson/index.html" width="900" height="700"></iframe>"""


def lesson() -> SitePage:
    outputs = [
        new_output("display_data", {"text/html": guess(number, 1).fragment})
        for number in ("3.6", "3.9")
    ]
    text = "# 3 · Alpha-beta\n\nSee [the words](glossary.md#cut) and [lesson 2](02_code.ipynb)."
    cells = [new_markdown_cell(text), *(new_code_cell("guess()", outputs=[o]) for o in outputs)]
    return SitePage("03_alpha_beta", new_notebook(cells=cells))


FILES = lesson_files(lesson(), ["3.6", "3.9"], "# Words\n\n## cut\n\nA cut skips nodes.\n")


def test_the_manifest_names_one_page_to_start_and_every_file() -> None:
    manifest = ElementTree.fromstring(FILES["imsmanifest.xml"])
    assert manifest.findtext(f"{CP}metadata/{CP}schemaversion") == "1.2"
    (item,) = manifest.iter(f"{CP}item")
    (resource,) = manifest.iter(f"{CP}resource")
    assert item.get("identifierref") == resource.get("identifier")
    assert resource.get("{http://www.adlnet.org/xsd/adlcp_rootv1p2}scormtype") == "sco"
    named = {file.get("href") for file in resource.iter(f"{CP}file")}
    assert named == set(FILES) - {"imsmanifest.xml"}
    assert resource.get("href") in named


def test_no_link_leads_out_of_the_zip() -> None:
    for name in ("index.html", "glossary.html"):
        links = re.findall(r'<(?:a|link|script)\b[^>]*?(?:href|src)="([^"]*)"', FILES[name])
        targets = {link.partition("#")[0] for link in links if not link.startswith("data:")}
        assert targets - {""} <= set(FILES)
    assert "lesson 2" in FILES["index.html"]


def test_each_lesson_with_questions_gets_a_zip(tmp_path: Path) -> None:
    (path,) = write_zips(tmp_path, [lesson()], "# Words\n")
    with zipfile.ZipFile(path) as archive:
        page = archive.read("index.html").decode()
    assert f'data-questions="{" ".join(questions_of(3))}"' in page


@pytest.fixture
def platform(browser: Any) -> Iterator[Any]:
    """Yield a platform's page with the lesson in a frame, served from memory."""
    context = browser.new_context(offline=True)

    def serve(route: Any) -> None:
        name = route.request.url.removeprefix(ADDRESS)
        body = FILES.get(name.removeprefix("lesson/"), "") if "lesson/" in name else PLATFORM
        kinds = {"js": "text/javascript", "css": "text/css"}
        kind = kinds.get(name.rpartition(".")[2], "text/html; charset=utf-8")
        route.fulfill(body=body, content_type=kind)

    context.route("**/*", serve)
    page = context.new_page()
    page.goto(ADDRESS)
    yield page
    context.close()


@pytest.mark.browser
def test_the_platform_gets_progress_and_score_and_resumes_there(platform: Any) -> None:
    frame = platform.frame_locator("iframe")
    first, second = frame.locator(".guess").nth(0), frame.locator(".guess").nth(1)
    first.get_by_role("textbox").fill("1")
    first.get_by_role("button", name="Check").click()
    status = frame.get_by_role("status").filter(has_text="questions answered")
    assert status.inner_text() == "1 of 2 questions answered, 1 of them right."
    kept = platform.evaluate("window.kept")
    assert (kept["cmi.core.score.raw"], kept["cmi.core.lesson_status"]) == ("50", "incomplete")
    platform.goto(ADDRESS)  # on another day
    assert status.inner_text() == "1 of 2 questions answered, 1 of them right."
    second.get_by_role("button", name="Show me").click()
    kept = platform.evaluate("window.kept")
    assert (kept["cmi.core.score.raw"], kept["cmi.core.lesson_status"]) == ("50", "completed")
    assert re.fullmatch(r"\d\d:\d\d:\d\d", kept["cmi.core.session_time"])
    assert platform.evaluate("window.calls")[:2] == ["LMSInitialize", "LMSGetValue"]
