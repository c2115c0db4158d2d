"""Sheets as learners leave them: solved, answered wrongly, half written and untouched, in the place they belong to."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import nbformat

from minimax_lessons.exercises.sheets import Exercise, Sheet, cells_of, sheets
from minimax_lessons.exercises.workbooks import workbook
from minimax_lessons.notebooks import SOLUTIONS

SOLUTION = re.compile(
    r"^ *### BEGIN SOLUTION\n((?:.*\n)*?)(?: *### GIVEN\n(?:.*\n)*?)? *### END SOLUTION$", re.M
)
SLIPS = {  # what a learner writes instead of a part of the solution, where the answer is a function
    "2.01": ('"F"', '"B"'),
    "2.02": (
        "if maximizing_player:\n            best = max(best, value)\n        else:\n            best = min",
        "best = max",
    ),
    "2.1": ("best = inf", "best = 0"),
    "2.3": ("depth == 0", "depth == 1"),
    "2.4": ("not maximizing", "maximizing"),
    "2.5": ("depth - 1, not position.maximizing", "depth - 1, position.maximizing"),
    "2.6": ("not maximizing_player", "maximizing_player"),
    "3.01": ('"B E A"', '"D E A"'),
    "3.02": ("beta = min", "alpha = min"),
    "3.03": ("beta = min(beta, max_half", "beta = min(alpha, max_half"),
    "3.1": ("beta <= alpha", "beta < alpha - 100"),
    "3.5": ("value = -negamax", "value = negamax"),
    "4.4": (" - 1", ""),
    "4.6": ("reverse=position.maximizing", "reverse=True"),
    "5.1": ("beta = min(beta, evaluation)", "beta = max(beta, evaluation)"),
    "5.3": (
        "return len(trace(search, VIDEO_TREE).leaves) == len(trace(alphabeta, VIDEO_TREE).leaves)",
        "return True",
    ),
    "5.6": ("best = 0", "best = -inf"),
    "6.3": (") - sum", ") + sum"),
    "6.4": ("range(4)", "range(1)"),
    "6.6": ("return -(10", "return (10"),
    "7.4": ("enemy and to is not None", "to is not None"),
    "8.3": ("total -= WORTH[piece] + TABLE[row][col]", "total += WORTH[piece] + TABLE[row][col]"),
    "8.4": ("1000 + depth", "1000"),
    "8.6": ("white - black", "white + black"),
    "9.2": ("best if best > alpha else -inf", "best"),
    "9.3": ("(best if best > alpha else -inf, best if best < beta else inf)", "(best, best)"),
    "9.4": ("break", "return None"),
    "9.6": ("depth <= 0 and not", "depth <= 0 or not"),
    "10.2": ("wins >= set(graph[name])", "wins & set(graph[name])"),
    "10.3": ("plies is None", "not plies or plies < 3"),
    "10.4": ("min(position.moves(), key=left)", "position.moves()[0]"),
    "10.6": ('== "won"', '!= "lost"'),
    "11.1": ("not answers or not answers[0].is_capture", "answers"),
    "11.2": ('if piece in "wW"', 'if piece in "bB"'),
    "11.3": ("return material(position)", "return abs(material(position))"),
    "11.5": ("3 if position", "-300 if position"),
    "12.2": ("error * sign", "error"),
    "12.3": ("if number % 5", "if number % 4"),
    "12.4": ("** 0.5", ""),
}

# the sources of an exercise's answer cells, by their ids
Fill = Callable[[Sheet, Exercise], dict[str, str]]


def solved(sheet: Sheet, exercise: Exercise) -> dict[str, str]:
    cells = {cell.id: cell for cell in cells_of(SOLUTIONS / sheet.path.name)}
    return {
        id_: SOLUTION.sub(lambda part: part[1].rstrip("\n"), cells[id_].source)
        for id_ in exercise.answers
    }


def wrong(sheet: Sheet, exercise: Exercise) -> dict[str, str]:
    answers = solved(sheet, exercise)
    if exercise.name not in SLIPS:  # the answer is data: the wrong one that its author has noted
        (id_,) = answers
        return {id_: f"{answers[id_]}\n{exercise.expression} = {exercise.wrong}"}
    right, slip = SLIPS[exercise.name]
    changed = {id_: source.replace(right, slip) for id_, source in answers.items()}
    assert changed != answers, exercise.name
    return changed


def untouched(sheet: Sheet, exercise: Exercise) -> dict[str, str]:
    return {}


def half_written(sheet: Sheet, exercise: Exercise) -> dict[str, str]:
    """Return the solution without its last statement, in whose place something is still to do."""
    cells = {cell.id: cell for cell in cells_of(SOLUTIONS / sheet.path.name)}

    def begun(part: re.Match[str]) -> str:
        text = part[1].rstrip()
        lines = text.splitlines()
        try:
            last = ast.parse(dedent(text)).body[-1]
        except SyntaxError:  # lines of a dictionary, each with letters to write behind it
            return "\n".join([*lines[:-1], re.sub(r'": ".*"', '": ""', lines[-1])])
        is_answer = isinstance(last, ast.Assign) and not text.startswith(" ")
        hole = (
            f'{ast.unparse(last.targets[0])} = todo("{exercise.name}")'
            if is_answer
            else f'todo("{exercise.name}")'
        )
        return "\n".join(
            [*lines[: last.lineno - 1], indent(hole, text[: len(text) - len(text.lstrip())])]
        )

    return {id_: SOLUTION.sub(begun, cells[id_].source) for id_ in exercise.answers}


def blank(name: str) -> str:
    """Return the text of a sheet's file as it is handed out, whoever has written into it here."""
    return workbook(nbformat.read(SOLUTIONS / name, as_version=4))


def write(
    path: Path, fill: Fill, *, change: Callable[[dict[str, Any]], None] = lambda notebook: None
) -> None:
    """Fill in a sheet's file as JupyterLab saves it."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    sheet = next(sheet for sheet in sheets() if sheet.path.name[:3] == path.name[:3])
    answers = {
        id_: source for exercise in sheet.exercises for id_, source in fill(sheet, exercise).items()
    }
    for cell in notebook["cells"]:
        cell["source"] = answers.get(cell.get("id"), cell["source"])
    change(notebook)
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def rows(printed: str) -> dict[str, tuple[str, list[str]]]:
    """Return from what the command prints each exercise's sign and its reasons."""
    told: dict[str, tuple[str, list[str]]] = {}
    name = ""
    for line in printed.splitlines():
        if row := re.match(r"  ([✓✗○–!]) (\d+\.\d+) ", line):
            name = row[2]
            told[name] = row[1], []
        elif line.startswith("      ") and name:
            told[name][1].append(line.strip())
    return told


def exercises() -> Iterator[tuple[Sheet, Exercise]]:
    for sheet in sheets():
        for exercise in sheet.exercises:
            yield sheet, exercise
