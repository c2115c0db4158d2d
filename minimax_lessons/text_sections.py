"""Text sections: the headings and paragraphs of the package's Markdown files."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

__all__ = ["SEPARATOR", "sections"]

SEPARATOR = " · "  # between the parts of a heading or of a paragraph


def sections(path: str) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the parts of each heading in one of the package's texts, and its paragraphs."""
    text = files("minimax_lessons").joinpath(*path.split("/")).read_text(encoding="utf-8")
    for section in text.split("\n## ")[1:]:
        heading, *paragraphs = (" ".join(part.split()) for part in section.strip().split("\n\n"))
        yield heading.split(SEPARATOR), paragraphs
