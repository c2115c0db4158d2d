from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("nbformat")
pytest.importorskip("mistune")

import nbformat
from filled_sheets import solved, write

from minimax_lessons.command_errors import CommandError
from minimax_lessons.course import live, site
from minimax_lessons.course.pages import SitePage
from minimax_lessons.notebooks import LESSONS, SOLUTIONS

pytestmark = pytest.mark.long
LARGEST = 600_000
SHEETS = site.sheets()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the site without its live edition, with the notebooks for Colab."""
    out = tmp_path_factory.mktemp("site") / "out"
    site.write(out, with_live=False, colab="owner/name")
    return out


def pages(folder: Path) -> list[Path]:
    return sorted([*folder.glob("*.html"), *folder.glob("exercises/*.html")])


def test_there_is_a_page_for_every_lesson_and_exercise_sheet_and_slides_beside_each_lesson(
    folder: Path,
) -> None:
    for sheet in SHEETS:
        assert (folder / f"{sheet.path}.html").exists()
        assert sheet.up or (folder / "slides" / f"{sheet.path}.html").exists()
    start = (folder / "index.html").read_text()
    assert all(f'href="{sheet.path}.html"' in start for sheet in SHEETS if not sheet.up)
    assert start.index('data-lm-kind="treegame"') < start.index("Lessons</h2>")


def test_no_page_is_large_and_no_program_is_in_it_twice(folder: Path) -> None:
    for page in pages(folder):
        assert page.stat().st_size <= LARGEST, page.name
        programs = re.findall(r"data-lm-code>([^<]*)<", page.read_text())
        assert len(programs) == len(set(programs)), page.name


class Outline(HTMLParser):
    """What a search engine reads: title, description, headings, words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_a_page_says_what_it_is_to_whoever_reads_it_without_running_it(folder: Path) -> None:
    descriptions = set()
    for page in pages(folder):
        outline = Outline(page.read_text())
        (about,) = [
            each["content"]
            for tag, each in outline.tags
            if tag == "meta" and each.get("name") == "description"
        ]
        assert about
        descriptions.add(about)
        assert [tag for tag, _ in outline.tags].count("h1") == 1, page.name
        names = [
            each["id"] for tag, each in outline.tags if re.fullmatch("h[1-4]", tag) and "id" in each
        ]
        assert len(names) == len(set(names))
    assert len(descriptions) == len(pages(folder))
    assert "Alpha-beta" in "".join(Outline((folder / "03_alpha_beta.html").read_text()).words)


def test_a_page_loads_nothing_from_elsewhere(folder: Path) -> None:
    for page in pages(folder):
        text = page.read_text()
        assert "default-src 'none'" in text
        assert not re.search(r'<(?:script|link|img)[^>]*(?:src|href)="https?:', text), page.name


def test_a_link_that_leads_nowhere_is_found(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    (copy / "new.html").write_text(
        '<a href="03_alpha_beta.html#nothing">a</a> <a href="99.html">b</a> <a href="#">'
    )
    assert [link.split(": ")[1] for link in site.broken_links(copy)] == [
        "03_alpha_beta.html#nothing",
        "99.html",
    ]


def test_a_folder_that_holds_something_else_is_refused_and_kept(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(CommandError, match="holds something else"):
        site.write(tmp_path, with_live=False)
    assert (tmp_path / "thesis.txt").read_text() == "years of work"


def test_a_build_that_fails_leaves_the_site_that_was_there(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (folder / "index.html").read_text()

    def fails(*_: Any) -> None:
        raise CommandError("The live edition could not be built.")

    monkeypatch.setattr(live, "build", fails)
    assert site.main([str(folder)]) == 1
    assert capsys.readouterr().err == "The live edition could not be built.\n"
    assert (folder / "index.html").read_text() == before
    assert [each.name for each in folder.parent.iterdir()] == ["out"]


def test_a_site_is_replaced_by_the_next_one(folder: Path) -> None:
    (folder / "left over").write_text("")
    site.write(folder, with_live=False, colab="owner/name")
    assert not (folder / "left over").exists()


def test_the_exercises_are_blank_whatever_is_written_into_the_sheets_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(LESSONS, tmp_path / "notebooks")
    write(tmp_path / "notebooks" / "exercises" / "03_alpha_beta.ipynb", solved)
    monkeypatch.setattr(site, "LESSONS", tmp_path / "notebooks")
    sheets = {each.path: each for each in site.sheets() if each.up}
    assert sheets.keys() == {f"exercises/{path.stem}" for path in SOLUTIONS.glob("*.ipynb")}
    (answer,) = (
        cell
        for cell in sheets["exercises/03_alpha_beta"].notebook.cells
        if cell.id == "e3-1-answer"
    )
    assert "todo(" in answer.source
    assert "beta <= alpha" not in answer.source


def test_a_changed_lesson_has_a_new_place_in_the_live_edition_and_one_run_again_has_not() -> None:
    def place(source: str, outputs: list[Any]) -> str:
        cell = SimpleNamespace(source=source, outputs=outputs)
        return SitePage("exercises/03_alpha_beta", SimpleNamespace(cells=[cell])).live

    assert place("1 + 1", []) == place("1 + 1", ["2"]) != place("1 + 2", [])
    assert re.fullmatch(r"exercises/03_alpha_beta-\w{7}\.ipynb", place("", []))


def test_links_between_live_notebooks_lead_to_live_notebooks() -> None:
    notebooks = site._live_notebooks(SHEETS)
    for path, notebook in notebooks.items():
        for cell in notebook.cells:
            for link in re.findall(
                r"\]\(([^):]+\.ipynb)", cell.source if cell.cell_type == "markdown" else ""
            ):
                target = Path(path).parent / link
                assert str(target).replace("exercises/../", "") in notebooks, (path, link)


def test_no_page_asks_for_a_terminal(folder: Path) -> None:
    for page in pages(folder):
        assert "minimax_lessons check" not in page.read_text(), page.name
    assert "check.all()" in (folder / "00_start_here.html").read_text()


def test_in_colab_a_notebook_fetches_the_package_first_and_nowhere_else_is_that_seen(
    folder: Path,
) -> None:
    for sheet in SHEETS:
        notebook = nbformat.read(folder / "colab" / f"{sheet.path}.ipynb", as_version=4)
        assert "github.com/owner/name" in notebook.cells[0].source
        assert [cell.source for cell in notebook.cells[1:]] == [
            cell.source for cell in sheet.notebook.cells
        ]
        assert "google.colab" not in (folder / f"{sheet.path}.html").read_text()
        # outside Colab it does nothing
        exec(notebook.cells[0].source.replace("%pip install", "pass  #"), {})


# What is missing is said in one sentence


@pytest.mark.parametrize(
    ("function", "cure"),
    [(live.npm, "install Node"), (live.newer_python, "needs Python 3.12 or newer")],
)
def test_what_a_machine_lacks_is_named_with_its_cure(
    function: Any, cure: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    with pytest.raises(CommandError, match=cure) as refused:
        function()
    assert "--no-live" in str(refused.value)
    assert str(refused.value).count("\n") == 0


def test_without_a_network_the_sentence_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said = SimpleNamespace(returncode=1, stdout="", stderr="npm error code ENOTFOUND")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: said)
    with pytest.raises(CommandError, match="Check that this computer is online"):
        live._run(["npm", "pack"], tmp_path)
