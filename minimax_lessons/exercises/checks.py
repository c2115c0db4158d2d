"""Exercises: check an answer, give a hint, and hold the place of what is still to do."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from difflib import get_close_matches
from functools import partial
from typing import Any

from minimax_lessons.exercises.answers import Todo, called_in, is_blank, plain
from minimax_lessons.exercises.calling import IN_ALL, contained
from minimax_lessons.exercises.contracts import Kind
from minimax_lessons.exercises.explanation import judge_search
from minimax_lessons.exercises.faults import Fault, NotYet, Right
from minimax_lessons.exercises.tasks import TASKS, Task

__all__ = ["NotYet", "check", "hint", "overview", "standing", "todo", "verdict"]

TOLD: dict[Kind, str] = {
    "minimax": "It is minimax: right on every tree.",
    "alphabeta": "It is alpha-beta: right on every tree, and it looks at no leaf too many.",
}
SEARCHES: dict[str, Task] = {
    name: Task(name, "", "a function", partial(judge_search, contract=name), told, ()) for name, told in TOLD.items()
}
MISSING = object()

standing: dict[str, str] = {}  # by the exercise: the first line of what its check said last
_given: dict[str, int] = {}  # how many hints of each exercise have been given
_at_hand: dict[str, Fault] = {}  # what was found last in an answer, until a hint was given on it


def check(name: str, answer: Any = MISSING, *, called: str | None = None) -> None:
    """Print that the answer to an exercise is right, or raise NotYet, which says what is not right yet and why.

    ``check("3.1", my_alphabeta)`` judges a numbered exercise; ``check("minimax", f)`` and ``check("alphabeta", f)``
    judge any search. ``called`` is how the notebook calls the answer, in case it does not exist.
    """
    name = str(name)
    seconds = TASKS[name].seconds if name in TASKS else IN_ALL
    with _announced(name, seconds), contained(answer, seconds=seconds) as changed:
        told = verdict(name, answer if answer is MISSING or callable(answer) else plain(answer), called)
    standing[name] = str(told).splitlines()[0] if isinstance(told, NotYet) else f"✓ {_titled(name)}"
    remark = f"It changed {', '.join(changed)}: all is put back." if changed else ""
    if isinstance(told, NotYet):
        told.add(remark)
        raise told
    right = replace(told, remarks=(*told.remarks, remark)) if changed else told
    line = f"✓ {_titled(name)} {right}"
    if not _shown(line, partial(_card_of, line, right, _next(name))):
        print(line)


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


check.all = overview  # type: ignore[attr-defined]  # for where there is no terminal, as in a browser


def verdict(name: str, answer: Any, called: str | None = None) -> Right | NotYet:
    """Return what check says of an answer: that it is right, or why not yet."""
    if name not in TASKS and name not in SEARCHES:
        return _unknown(name)
    if called is not None and answer is None and called not in (names := _caller_names()):
        return _not_defined(name, called, names)
    if answer is MISSING:
        how = f'  Write check("{name}", …) with its name for the dots.'
        return NotYet(name, "not attempted", f"○ {name}: check needs your answer too.", how)
    if is_blank(answer):
        return _not_attempted(name)
    _at_hand.pop(name, None)
    try:
        return (TASKS.get(name) or SEARCHES[name]).judged(answer)
    except NotYet as unfinished:  # a part of it that is called still holds a todo
        return unfinished
    except Fault as fault:
        _at_hand[name] = fault
        lines = [f"✗ {_titled(name)} Not right yet.", f"  {fault}", *(f"  {line}" for line in fault.lines)]
        if name in TASKS:
            lines.append(f'  A hint: hint("{name}")')
        return NotYet(name, "not right yet", *lines, fault=fault, show=lambda told: _shown(str(told), told._repr_html_))


# As a card


def _shown(text: str, card: Callable[[], str]) -> bool:
    """Return True if a notebook shows the verdict as a card; elsewhere, or without what players need, it is text."""
    if not _in_a_notebook():
        return False
    from IPython.display import display

    try:
        html = card()
    except ImportError:
        return False
    display({"text/html": html, "text/plain": text}, raw=True)  # type: ignore[no-untyped-call]
    return True


def _card_of(line: str, told: Right, following: str) -> str:
    from minimax_lessons.exercises.card import right

    return right(line, told, following)


@contextmanager
def _announced(name: str, seconds: float) -> Iterator[None]:
    """Say, while a check runs that takes longer than others, that it does: to whoever sits there, and only then."""
    line = f"{_titled(name)} The check searches and plays: it may take {seconds:g} seconds."
    if seconds <= IN_ALL:
        yield
    elif _in_a_notebook():
        from IPython.display import display

        shown = display({"text/plain": line}, raw=True, display_id=True)  # type: ignore[no-untyped-call]
        try:
            yield
        finally:
            shown.update({"text/html": "", "text/plain": ""}, raw=True)
    else:
        if sys.stdout.isatty():
            print(line)
        yield


def _in_a_notebook() -> bool:
    """Return True if somebody looks at a notebook's cell: what runs cells for a test gets plain text."""
    if sys.platform == "emscripten":
        return "IPython" in sys.modules
    kernel = getattr(_shell(), "kernel", None)
    request = kernel.get_parent("shell") if kernel is not None and hasattr(kernel, "get_parent") else {}
    return "cellId" in (request or {}).get("metadata", {})


def _shell() -> Any:
    """Return IPython's shell, if this runs in one."""
    return getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()


def _next(name: str) -> str:
    """Return what comes after an exercise."""
    names = list(TASKS)
    if name not in TASKS or name == names[-1]:
        return ""
    following = names[names.index(name) + 1]
    if following.partition(".")[0] != name.partition(".")[0]:
        return f"That was the last exercise of the lesson. Next: lesson {following.partition('.')[0]}."
    return f"Next: {following} {TASKS[following].title}"


def _titled(name: str) -> str:
    """Return the exercise's number and title, as the beginning of a line."""
    if name not in TASKS:
        return f"{name}:"
    title = TASKS[name].title
    return f"{name} {title}" if title.endswith("?") else f"{name} {title}."


def _unknown(name: str) -> NotYet:
    number, numbers = name.partition(".")[0], list(TASKS)
    lesson = [task for task in numbers if task.startswith(f"{number}.")]
    known = f"Lesson {number} has {', '.join(lesson)}." if lesson else f"They go from {numbers[0]} to {numbers[-1]}."
    also = 'check("minimax", f) and check("alphabeta", f) judge any function f.'
    return NotYet(name, "not attempted", f"There is no exercise {name!r}. {known}", also)


def _not_attempted(name: str) -> NotYet:
    if name not in TASKS:
        return NotYet(name, "not attempted", f"○ {name}: there is nothing to judge yet. Give it your function.")
    return NotYet(
        name,
        "not attempted",
        f"○ {_titled(name)} Not attempted yet. It asks for {TASKS[name].wants}.",
        f'  Put your answer where todo("{name}") stands, run that cell, then this one. A hint: hint("{name}")',
    )


def todo(name: str) -> Todo:
    """Return what holds the place of an answer; inside a function that is not written yet, raise NotYet."""
    if sys._getframe(1).f_code.co_name == "<module>":
        return Todo(name)
    raise _not_attempted(name)


def hint(name: str) -> None:
    """Print the next hint for an exercise, one step at a time."""
    name = str(name)
    if name not in TASKS:
        raise _unknown(name)
    fault = _at_hand.pop(name, None)
    if fault is not None and fault.id != "not-right":
        print(f"About what was found last ({fault.page.name.lower()}): {fault.page.look}")
        return
    hints = TASKS[name].hints
    step = _given.get(name, 0)
    if step == len(hints):
        print(f"There are no more hints for {name}. Here they are again from the first.")
        step = 0
    _given[name] = step + 1
    print(f"Hint {step + 1} of {len(hints)}: {hints[step]}")


# In a notebook: check("3.1", my_alphabeta) before my_alphabeta exists


class _Answers(ast.NodeTransformer):
    """Lets check itself find out that its answer does not exist, instead of ending in a NameError before it begins."""

    def visit_Module(self, node: ast.Module) -> ast.Module:
        """Change each line of a cell that is ``check("…", name)`` and nothing else."""
        for call in filter(None, (called_in(line, "check") for line in node.body)):
            match call:
                case ast.Call(args=[_, ast.Name(id=name)], keywords=[]) if not hasattr(builtins, name):
                    call.args[1] = ast.parse(f"globals().get({name!r})", mode="eval").body
                    call.keywords = [ast.keyword("called", ast.Constant(name))]
                    ast.fix_missing_locations(call)
        return node


def _caller_names() -> dict[str, Any]:
    """Return the names where check was called: three frames up from here, past the helpers."""
    frame = sys._getframe(1)
    while frame.f_globals.get("__name__") == __name__ and frame.f_back is not None:
        frame = frame.f_back
    return frame.f_globals


def _not_defined(name: str, called: str, names: Iterable[str]) -> NotYet:
    mine = [key for key in names if not key.startswith("_")]
    likely = get_close_matches(called, mine, n=1)
    what = f"There is {likely[0]}: is it that?" if likely else "Run the cell above that makes it first."
    return NotYet(name, "not attempted", f"○ {_titled(name)} {called} does not exist here yet.", f"  {what}")


def _attend() -> None:
    """Have IPython, where it runs, pass each cell by _Answers first."""
    transformers = getattr(_shell(), "ast_transformers", None)
    if transformers is not None and not any(type(each).__name__ == _Answers.__name__ for each in transformers):
        transformers.append(_Answers())


_attend()
