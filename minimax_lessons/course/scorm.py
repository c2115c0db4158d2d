"""SCORM: a lesson's page as a SCORM 1.2 zip, so a platform keeps the progress and the score."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from minimax_lessons.course.pages import SitePage, shared_files, sheet_page, words_page
from minimax_lessons.exercises.learning_path import LESSON_TITLES
from minimax_lessons.player.page import static
from minimax_lessons.player.question_texts import questions_of

__all__ = ["lesson_files", "write_zips"]

PACKAGE = "http://www.imsproject.org/xsd/imscp_rootv1p1p2"
SCORM = "http://www.adlnet.org/xsd/adlcp_rootv1p2"
LINK = re.compile(r'<a\b[^>]*?href="([^"#:]+)(?:#[^"]*)?"[^>]*>(.*?)</a>', re.DOTALL)
ABOUT = (
    "This is practice: your browser reports the score, and who knows how can forge it. "
    "Exercises need Python, so they do not count here."
)


def write_zips(out: Path, lessons: Sequence[SitePage], glossary: str) -> list[Path]:
    """Write a zip for each lesson that has questions, and return the paths."""
    out.mkdir(parents=True, exist_ok=True)
    written = []
    for number, name in enumerate(LESSON_TITLES):
        sheet = next((sheet for sheet in lessons if sheet.path == name), None)
        if sheet is None or not questions_of(number):
            continue
        written.append(out / f"{name}.zip")
        with zipfile.ZipFile(written[-1], "w", zipfile.ZIP_DEFLATED) as archive:
            for path, text in lesson_files(sheet, [*questions_of(number)], glossary).items():
                archive.writestr(path, text)
    return written


def lesson_files(sheet: SitePage, questions: Sequence[str], glossary: str) -> dict[str, str]:
    """Return the files of a lesson's zip by their paths: page, glossary and manifest."""
    head = (
        f'<main>\n<p class="hint">{ABOUT}</p>\n'
        f'<p id="scorm" role="status" data-questions="{" ".join(questions)}"></p>\n'
        '<script src="scorm.js" defer></script>'
    )
    page = sheet_page(sheet, [sheet], live=False).replace("<main>", head, 1)
    files = {"index.html": page, "glossary.html": words_page(glossary)}
    files |= {**shared_files(), "scorm.js": static("scorm.js")}
    for name in ("index.html", "glossary.html"):
        files[name] = LINK.sub(
            lambda link: link[0] if link[1] in files else link[2],
            files[name],
        )
    return files | {"imsmanifest.xml": _manifest(sheet, list(files))}


def _manifest(sheet: SitePage, files: Sequence[str]) -> str:
    root = Element("manifest", {"identifier": f"minimax-{sheet.path}", "version": "1.2"})
    root.set("xmlns", PACKAGE)
    root.set("xmlns:adlcp", SCORM)
    metadata = SubElement(root, "metadata")
    SubElement(metadata, "schema").text = "ADL SCORM"
    SubElement(metadata, "schemaversion").text = "1.2"
    organizations = SubElement(root, "organizations", default="course")
    organization = SubElement(organizations, "organization", identifier="course")
    SubElement(organization, "title").text = sheet.title
    item = SubElement(organization, "item", identifier="lesson", identifierref="page")
    SubElement(item, "title").text = sheet.title
    resources = SubElement(root, "resources")
    kind = {"identifier": "page", "type": "webcontent", "adlcp:scormtype": "sco"}
    resource = SubElement(resources, "resource", {**kind, "href": "index.html"})
    for name in files:
        SubElement(resource, "file", href=name)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True)
