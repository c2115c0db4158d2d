"""Groups: a class's misunderstandings, and the comments that a lecturer writes for each."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from minimax_lessons.classroom.marks import Marks
from minimax_lessons.command_errors import CommandError
from minimax_lessons.exercises.faults import pages
from minimax_lessons.marking.outside import Finding

__all__ = ["Group", "Member", "comments_in", "group_key", "groups_of"]

# faults of answers that are data: the sentence says what was misunderstood
OF_DATA = ("wrong-prediction", "shows-nothing", "wrong-kind", "not-right", "wrong-evaluation")
OUR_OWN = {
    "never-ends": "It never ends",
    "died": "It ends Python",
    "missing-name": "The answer has another name",
    "not run": "A cell before it fails",
    "strange": "No answer comes back",
    "unproven": "Its results prove nothing",
}


@dataclass(frozen=True)
class Member:
    """An answer in a group."""

    marks: Marks
    finding: Finding


@dataclass(frozen=True)
class Group:
    """The answers that show one misunderstanding."""

    key: str
    name: str
    event: str
    members: tuple[Member, ...]

    @property
    def example(self) -> Finding:
        """Return the answer for the page: the shortest explanation is the easiest to read."""
        return min(
            (member.finding for member in self.members), key=lambda finding: len(finding.card)
        )

    @property
    def exercises(self) -> list[str]:
        """Return the exercises in which it occurs."""
        return sorted({member.finding.exercise for member in self.members})


def group_key(finding: Finding) -> str:
    """Return the misunderstanding behind a finding, as a text that stays the same for years.

    >>> group_key(Finding("3.1", "not right", fault="no-cut", event="enter at a MAX node"))
    'no-cut · enter at a MAX node'
    """
    if finding.fault in OF_DATA and not finding.event:
        sentence = finding.why[0] if finding.why else ""
        keeps_numbers = finding.fault == "wrong-prediction"
        text = sentence if keeps_numbers else re.sub(r"-?\d+(\.\d+)?", "#", sentence)
        return f"{finding.fault} · {finding.exercise} · {text[:120]}"
    return f"{finding.fault} · {finding.event}" if finding.event else finding.fault


def groups_of(marks: Sequence[Marks]) -> list[Group]:
    """Return the misunderstandings of a class, the most frequent first."""
    members: dict[str, list[Member]] = {}
    for mark in marks:
        for finding in mark.findings.values():
            if finding.state in ("not right", "not run"):
                members.setdefault(group_key(finding), []).append(Member(mark, finding))
    groups = [
        Group(key, _name(same[0].finding), same[0].finding.event, tuple(same))
        for key, same in members.items()
    ]
    return sorted(groups, key=lambda group: (-len(group.members), group.key))


def _name(finding: Finding) -> str:
    page = pages().get(finding.fault)
    return page.name if page else OUR_OWN.get(finding.fault, "Not right yet")


def comments_in(path: Path) -> dict[str, str]:
    """Return the lecturer's comments by misunderstanding; none where the file does not exist."""
    try:
        data = json.loads(path.read_text(encoding="utf-8-sig"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError) as error:
        raise CommandError(
            f"{path} can't be read ({error}). Save the comments again from the page of the class."
        ) from None
    if not isinstance(data, dict) or not all(isinstance(text, str) for text in data.values()):
        raise CommandError(f"{path} holds no comments. Save them again from the page of the class.")
    return {key: text.strip() for key, text in data.items() if text.strip()}
