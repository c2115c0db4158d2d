from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from minimax_lessons.player import page

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
SAVED = re.compile(r'<script type="text/plain" data-lm-code>([\w+/=]*)</script>')
TODAY = {page.script(kind) for kind in page.PROGRAMS}


def programs(notebook: Path) -> Iterator[str]:
    """Yield the text of each program that a notebook's saved outputs bring along."""
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        for output in cell.get("outputs", ()):
            for packed in SAVED.findall("".join(output.get("data", {}).get("text/html", ""))):
                yield zlib.decompress(base64.b64decode(packed)).decode()


HOLDING = [
    path
    for path in sorted(NOTEBOOKS.rglob("*.ipynb"))
    if "data-lm-code" in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("notebook", HOLDING, ids=lambda path: str(path.relative_to(NOTEBOOKS)))
def test_a_notebook_keeps_the_program_of_today(notebook: Path) -> None:
    saved = list(programs(notebook))
    assert saved, "its programs are not found: have they another form now?"
    assert set(saved) <= TODAY, (
        f"run it again: python3 -m minimax_lessons author --run {notebook.stem}"
    )


def test_the_lessons_bring_programs_along() -> None:
    assert len(HOLDING) >= 5
