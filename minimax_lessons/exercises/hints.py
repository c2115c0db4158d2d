"""Hints: the next step towards an answer, one at a time, and first about the last fault."""

from __future__ import annotations

from minimax_lessons.exercises.faults import Fault
from minimax_lessons.exercises.tasks import TASKS, unknown_exercise

__all__ = ["hint", "note_fault", "pointer", "titled_hints"]

_given: dict[str, int] = {}  # how many hints of each exercise have been given
_at_hand: dict[str, Fault] = {}  # what was found last in an answer, until a hint was given on it


def pointer(name: str) -> str:
    """Return the words that say how to get a hint; nothing where there is none."""
    return f'A hint: hint("{name}")' if name in TASKS else ""


def note_fault(name: str, fault: Fault | None) -> None:
    """Keep the fault that was found in an answer for the next hint; None forgets an older one."""
    _at_hand.pop(name, None)
    if fault is not None:
        _at_hand[name] = fault


def titled_hints(name: str) -> list[tuple[str, str]]:
    """Return the hints of an exercise in the order in which they are given, each with its title."""
    hints = TASKS[name].hints if name in TASKS else ()
    return [(f"Hint {step} of {len(hints)}", text) for step, text in enumerate(hints, start=1)]


def hint(name: str) -> None:
    """Print the next hint for an exercise, one step at a time."""
    name = str(name).strip()
    if name not in TASKS:
        raise unknown_exercise(name)
    fault = _at_hand.pop(name, None)
    if fault is not None and fault.id != "not-right":
        title = fault.page.name
        print(f"About the last fault ({title[0].lower()}{title[1:]}): {fault.page.look}")
        return
    hints = titled_hints(name)
    step = _given.get(name, 0)
    if step == len(hints):
        print(f"You have seen all hints for {name}, so they start again with the first.")
        step = 0
    _given[name] = step + 1
    print(": ".join(hints[step]))
