"""Workbooks: the notebooks that learners fill in, written from solutions, and marked later."""

from __future__ import annotations

import ast
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from minimax_lessons.authoring import IGNORED, normalise
from minimax_lessons.command_errors import CommandError, prints_errors
from minimax_lessons.exercises import attempted
from minimax_lessons.exercises.attempted import functions_in, is_as_given, same_code
from minimax_lessons.notebooks import EXERCISES, LESSONS, SOLUTIONS, notebook
from minimax_lessons.player.bundles import BUNDLES, DIST, built
from minimax_lessons.player.page import renewed
from minimax_lessons.setup_env import ROOT

__all__ = ["AUTHOR_ONLY", "CHECK", "Unclear", "author", "blank_sources", "holds_work", "workbook"]

BEGIN, GIVEN, END = "BEGIN SOLUTION", "GIVEN", "END SOLUTION"
MARK = re.compile(rf"^ *### ({BEGIN}|{GIVEN}|{END})$", re.MULTILINE)
MAY_FOLLOW = {BEGIN: (GIVEN, END), GIVEN: (END,), END: (BEGIN,)}
SOLUTION = re.compile(  # its indentation, its lines, and what is given instead
    r"^( *)### BEGIN SOLUTION\n((?:.*\n)*?)(?: *### GIVEN\n((?:.*\n)*?))? *### END SOLUTION$",
    re.MULTILINE,
)
# a cell with this tag feeds a check what it must refuse; learners don't get it
AUTHOR_ONLY = "author-only"
HANDED_OUT = Path(attempted.__file__).with_name(attempted.FILE)
CHECK = re.compile(r'^check\("([\d.]+)"', re.MULTILINE)


KEPT = (
    "{} contains somebody's answers or results, so it was not overwritten. "
    "Move it to a different folder, and then run `author` again."
)


class Unclear(CommandError):
    """A solution that no workbook can be made of: which cell, and why."""


@prints_errors("Make the folder of the notebooks yours, or copy it to a folder of your own.")
def author(arguments: Sequence[str]) -> int:
    """Write the workbooks from the solutions; with --check only say which would change.

    With --run run lessons and solutions first, those named or all, and keep what they show. With
    --bundles only make the page's programs from their sources, here and in the saved outputs.
    """
    if "--bundles" in arguments:
        return _bundle_programs()
    names = [argument for argument in arguments if argument not in ("--run", "--check")]
    for path in _named(names) if "--run" in arguments else ():
        _run(path)
    return _author("--check" in arguments)


def _bundle_programs() -> int:
    """Write each bundle, and put it into the outputs of the lessons and solutions."""
    for name, bundle in BUNDLES.items():
        (DIST / f"{name}.js").write_text(built(bundle), encoding="utf-8")
    for path in _named(()):
        notebook = _read(path)
        code = [cell for cell in notebook.cells if cell.cell_type == "code"]
        for output in (output for cell in code for output in cell.outputs if "data" in output):
            if "text/html" in output.data:
                output.data["text/html"] = renewed(output.data["text/html"])
        path.write_text(normalise(notebook), encoding="utf-8")
    print(f"{len(BUNDLES)} bundles written, and put into the saved notebooks.")
    return 0


def _named(names: Sequence[str]) -> Iterator[Path]:
    """Yield the lessons and solutions that "03" or a name means; without a name, all of them."""
    for folder in (LESSONS, SOLUTIONS):
        paths = sorted(folder.glob("*.ipynb"))
        meant = {notebook(name, LESSONS).name for name in names}
        yield from (path for path in paths if not names or path.name in meant)


def _author(only_check: bool) -> int:
    solutions = sorted(SOLUTIONS.glob("*.ipynb"))
    texts = {EXERCISES / path.name: _made(path) for path in solutions}
    texts[HANDED_OUT] = _handed_out(map(_read, solutions))
    changed = [
        path for path in texts if not path.exists() or path.read_text("utf-8") != texts[path]
    ]
    if only_check:
        for path in changed:
            how = "Run: python3 -m minimax_lessons author"
            print(f"{path.name} differs from what the solutions give. {how}")
        return 1 if changed else 0
    sheets = (path for path in changed if path != HANDED_OUT)
    filled_in = [path for path in sheets if holds_work(path, _read(SOLUTIONS / path.name))]
    EXERCISES.mkdir(exist_ok=True)
    written = [path for path in changed if path not in filled_in]
    for path in written:
        path.write_text(texts[path], encoding="utf-8")
    names = ", ".join(path.name for path in written)
    print(f"{len(written)} files changed: {names}." if written else "0 files changed.")
    for path in filled_in:
        print(KEPT.format(path), file=sys.stderr)
    return 1 if filled_in else 0


def holds_work(path: Path, solution: Any) -> bool:
    """Return True if somebody has run a sheet, saved it in JupyterLab, or written an answer.

    The text that `author` has written is normal and has no outputs, and its answers are as they
    were given out.
    """
    try:
        text = path.read_text(encoding="utf-8")
        sheet = _notebook(text)
    except FileNotFoundError:
        return False
    except ValueError:  # it is no notebook, and nothing of ours
        return True
    if text == workbook(solution):
        return False
    code = [cell for cell in sheet.cells if cell.cell_type == "code"]
    if normalise(sheet) != text or any(cell.outputs or cell.execution_count for cell in code):
        return True
    blank = blank_sources([(cell.id, cell.source) for cell in _shown_code(solution)])
    answers = {cell.id for cell in solution.cells if "### BEGIN SOLUTION" in cell.source}
    return not all(is_as_given(cell.source, blank[cell.id]) for cell in code if cell.id in answers)


def _made(path: Path) -> str:
    try:
        return workbook(_read(path))
    except Unclear as trouble:
        raise Unclear(f"{path.name}: {trouble}") from None


def _notebook(text: str) -> Any:
    import nbformat  # takes a second to import, and a command that only reads sheets does without

    return nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]


def _read(path: Path) -> Any:
    return _notebook(path.read_text(encoding="utf-8"))


def _run(path: Path) -> None:
    """Run the cells of a notebook's file, each once and in order, and keep their new outputs.

    A lesson is run as JupyterLab runs it, so a check shows a card; what a solution's check
    prints is compared.
    """
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError

    cells, resources = _read(path), {"metadata": {"path": ROOT}}
    client = NotebookClient(
        cells, timeout=60, kernel_name="python3", resources=resources, coalesce_streams=True
    )
    if path.parent == LESSONS:
        client.config.Session.metadata = {"cellId": path.stem}  # as JupyterLab names a cell
    try:
        with TemporaryDirectory() as folder:  # nothing that belongs to the author is shown
            record = {"MINIMAX_LESSONS_RECORD": f"{folder}/progress.json"}
            client.execute(env={**os.environ, **record, "MINIMAX_LESSONS_SEED": path.stem})
    except CellExecutionError as broke:
        raise Unclear(f"{path.name}: a cell fails: {broke}") from None
    path.write_text(normalise(cells), encoding="utf-8")


# From a solution to a workbook


def workbook(solutions: Any) -> str:
    """Return the text of the workbook's file: the same cells with holes, and no outputs."""
    blank = deepcopy(solutions)
    blank.cells = [cell for cell in blank.cells if not _is_author_only(cell)]
    code = _shown_code(blank)
    sources = blank_sources([(cell.id, cell.source) for cell in code])
    for cell in code:
        cell.source, cell.outputs, cell.execution_count = sources[cell.id], [], None
        # a card where somebody looks at it, and a line where a test runs it
        if CHECK.search(cell.source):
            cell.metadata["tags"] = [*cell.metadata.get("tags", ()), IGNORED]
    return normalise(blank)


def _is_author_only(cell: Any) -> bool:
    return AUTHOR_ONLY in cell.metadata.get("tags", ())


def _shown_code(solution: Any) -> list[Any]:
    """Return the code cells of a solution that learners get."""
    code = (cell for cell in solution.cells if cell.cell_type == "code")
    return [cell for cell in code if not _is_author_only(cell)]


def blank_sources(solved: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Return the workbook's source of each code cell by id, from the solution's cells."""
    blank: dict[str, str] = {}
    exercise = None
    for id_, source in reversed(solved):
        checked = CHECK.search(source)
        # a solution belongs to the check that follows it
        exercise = checked.group(1) if checked else exercise
        _check_marks(MARK.findall(source), id_)
        blank[id_] = SOLUTION.sub(partial(_beginning, where=id_, exercise=exercise), source)
    return blank


def _handed_out(solutions: Iterable[Any]) -> str:
    """Return the text of the file with every version of the functions to repair."""
    versions: dict[str, dict[str, list[str]]] = json.loads(HANDED_OUT.read_text(encoding="utf-8"))
    for solution in solutions:
        for exercise, functions in _to_repair(solution):
            for name, source in functions.items():
                sources = versions.setdefault(exercise, {}).setdefault(name, [])
                if not any(same_code(source, version) for version in sources):
                    sources.append(source)
    return json.dumps(versions, indent=1, ensure_ascii=False) + "\n"


def _to_repair(solution: Any) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each exercise with given functions, with those and its check's function."""
    cells = _shown_code(solution)
    blank = blank_sources([(cell.id, cell.source) for cell in cells])
    repairable: dict[str, str] = {}
    defined: dict[str, str] = {}
    for cell in cells:
        if checked := CHECK.match(cell.source):
            answer = ast.parse(cell.source).body[0].value.args[1].id
            if repairable:
                called = {answer: defined[answer]} if answer in defined else {}
                yield checked[1], repairable | called
            repairable, defined = {}, {}
        elif not cell.source.lstrip().startswith("%"):
            defined |= functions_in(blank[cell.id])
            if "### GIVEN" in cell.source:
                repairable |= functions_in(blank[cell.id])


def _check_marks(marks: list[str], where: str) -> None:
    """Raise Unclear unless each solution begins, has at most one given part, and then ends."""
    before = END
    for mark in marks:
        if mark not in MAY_FOLLOW[before]:
            text = "a mark is out of order: each solution needs a begin and then an end"
            raise Unclear(f"{where}: {text}")
        before = mark
    if before != END:
        text = "the solution begins but never ends, so write ### END SOLUTION below it"
        raise Unclear(f"{where}: {text}")


def _beginning(solution: re.Match[str], where: str, exercise: str | None) -> str:
    """Return a learner's first lines: the given ones, or todo(…) for each name or function."""
    indent, solved, beginning = solution.groups()
    if beginning:
        return re.sub(r"^( *)# ?", r"\1", beginning.rstrip("\n"), flags=re.MULTILINE)
    if exercise is None:
        text = 'no check("…") comes after this solution'
        raise Unclear(f"{where}: {text}, so it is not clear which exercise it solves")
    place = f'todo("{exercise}")'
    if indent:
        return f"{indent}{place}  # replace {place} by your code"
    lines = (line for line in ast.parse(solved).body if isinstance(line, ast.Assign))
    targets = chain.from_iterable(line.targets for line in lines)
    names = [target.id for target in targets if isinstance(target, ast.Name)]
    if not names:
        raise Unclear(f"{where}: the solution assigns no name that the check could use")
    return "\n".join(f"{name} = {place}  # replace {place} by your answer" for name in names)


if __name__ == "__main__":
    sys.exit(author(sys.argv[1:]))
