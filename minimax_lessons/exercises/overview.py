"""How one stands in a notebook of exercises: what each check said last."""

from __future__ import annotations

from minimax_lessons.exercises.tasks import TASKS

__all__ = ["overview", "standing"]

standing: dict[str, str] = {}  # by the exercise: the first line of what its check said last


def overview() -> None:
    """Print how it stands with every exercise of the lessons that were checked here."""
    lessons = {name.partition(".")[0] for name in standing if name in TASKS}
    if not lessons:
        print("Nothing has been checked here so far: run the cells with check first.")
        return
    names = [name for name in TASKS if name.partition(".")[0] in lessons]
    for name in names:
        print(standing.get(name, f"· {name} {TASKS[name].title}: its check has not been run."))
    done = sum(standing.get(name, "").startswith("✓") for name in names)
    print(f"{done} of {len(names)} done.")
