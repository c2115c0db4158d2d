"""Exercises: check an answer, give a hint, and hold the place of what is still to do."""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from difflib import get_close_matches
from functools import partial
from html import escape
from types import FrameType
from typing import Any

from minimax_lessons.check_limits import CHECK_SECONDS, MOST_WALL_OF_PAGE, check_seconds
from minimax_lessons.exercises.answers import (
    called_in,
    name_of,
    plain,
    refusal_of_a_class,
    source_of,
    unfit,
)
from minimax_lessons.exercises.attempted import Todo, is_blank, is_untouched, open_place
from minimax_lessons.exercises.call_conventions import Kind
from minimax_lessons.exercises.check_reports import heard_by
from minimax_lessons.exercises.explanation import judge_search
from minimax_lessons.exercises.faults import Fault, NotYet, Right
from minimax_lessons.exercises.hints import note_fault, pointer
from minimax_lessons.exercises.tasks import TASKS, Task, unknown_exercise
from minimax_lessons.guarded_call import contained
from minimax_lessons.learner_progress import note_try
from minimax_lessons.own_code import codes_in, own_functions
from minimax_lessons.own_minimax import keep
from minimax_lessons.quoting import quoted

__all__ = ["NotYet", "check", "overview", "standing", "todo", "verdict"]

TOLD: dict[Kind, str] = {
    "minimax": "It is minimax.",
    "alphabeta": "It is alpha-beta: it looks at no leaf too many.",
}
SEARCHES: dict[str, Task] = {
    name: Task(name, "", "a function", partial(judge_search, contract=name), praise, ())
    for name, praise in TOLD.items()
}
NEVER_ENDS = (
    "<style>@keyframes lm-late {{ to {{ max-height: 9em }} }} .lm-late {{ max-height: 0; margin: 0;"
    " overflow: hidden; animation: lm-late 0s {late:g}s forwards }}</style>"
    '<p class="lm-late">This check has been running for {late:g} seconds, and Python cannot end the'
    " answer. Choose"
    " Kernel → Interrupt Kernel. If nothing changes, choose Kernel → Restart Kernel, and change the"
    " answer before you check it again.</p>"
)
# an event of the page, to which "Your progress" in a different notebook listens
RECORD_CHANGED = '<script>document.dispatchEvent(new Event("lm-record"))</script>'
MISSING = object()
OWN_MINIMAX = "2.6"  # whoever solves it has a minimax to show from then on
NOT_KEPT = (
    "`mine()` does not return this function, because its text does not run on its own, or not on a"
    " game."
)
CALLERS = {
    "f_back",
    "f_locals",
    "get_referrers",
    "get_objects",
    "_current_frames",
    "getouterframes",
}

_errors: dict[int, str] = {}  # by a cell's number in this session: the kind of its error
standing: dict[str, str] = {}  # by the exercise: the first line of what its check said last


def check(name: str, answer: Any = MISSING, *, called: str | None = None) -> None:
    """Print that the answer to an exercise is right, or raise NotYet with the reason why not.

    In a notebook a cell shows the verdict as a card instead, so that the cells below it still
    run.

    ``check("3.1", my_alphabeta)`` judges a numbered exercise; ``check("minimax", f)`` and
    ``check("alphabeta", f)`` judge any search. ``called`` is how the notebook calls the answer,
    in case it does not exist.
    """
    if callable(name) or _is_name(answer):
        raise _swapped(name, answer)
    name = str(name).strip()
    seconds = check_seconds(name)
    with _announced(name, seconds) as place, contained(answer, seconds=seconds) as changed:
        outcome = verdict(
            name, answer if answer is MISSING or callable(answer) else plain(answer), called
        )
    standing[name] = (
        str(outcome).splitlines()[0] if isinstance(outcome, NotYet) else f"✓ {_titled(name)}"
    )
    replaced = [what for what in changed if what.startswith("`")]
    if replaced and not isinstance(outcome, NotYet):
        outcome = _tampered(name, replaced)
    remarks = _remarks(name, answer, outcome, changed, called)
    if isinstance(outcome, NotYet):
        outcome.show = partial(_refusal_shown, place)
        outcome.add(*remarks)
        if _is_a_cell(sys._getframe(1)) and outcome.is_shown:
            return  # so that Run All goes on with the cells below
        raise outcome
    right = replace(outcome, remarks=(*outcome.remarks, *remarks))
    line = f"✓ {_titled(name)} {right}"
    if not _shown(line, lambda: _card_of(name, answer, line, right), place):
        print(line)


def _remarks(
    name: str, answer: Any, outcome: NotYet | Right, changed: Sequence[str], called: str | None
) -> list[str]:
    """Return the remarks beside a verdict, and note the try in the learner's progress."""
    undone = f"It changed {', '.join(changed)}, and the check has undone that."
    remarks = [undone] if changed else []
    if outcome.outcome == "not attempted":
        return remarks
    remarks += _doubt_of_version(called)
    if name in TASKS and _in_a_notebook():
        note_try("exercises", name, right=isinstance(outcome, Right))
        if name == OWN_MINIMAX and isinstance(outcome, Right):
            sources = [source_of(part) for part in own_functions(answer)]
            remarks += [] if keep(sources, name_of(answer)) else [NOT_KEPT]
    return remarks


def _is_a_cell(caller: FrameType) -> bool:
    """Return True if a cell calls check or todo itself, and not a learner's function."""
    return caller.f_code.co_name == "<module>"


def _tampered(name: str, replaced: list[str]) -> NotYet:
    """Return the verdict on an answer that seemed right, but replaced functions of the judge."""
    what = f"  During a call it replaced {', '.join(replaced)}."
    what += " Leave that unchanged, because the check uses it."
    return NotYet(name, "not right yet", f"✗ {_titled(name)} Not right yet.", what)


def overview() -> None:
    """Print how it stands with every exercise of the lessons that were checked here."""
    lessons = {name.partition(".")[0] for name in standing if name in TASKS}
    if not lessons:
        print("Nothing has been checked here so far. Run the cells with check first.")
        return
    names = [name for name in TASKS if name.partition(".")[0] in lessons]
    for name in names:
        print(standing.get(name, f"· {name} {TASKS[name].title}: its check has not been run."))
    done = sum(standing.get(name, "").startswith("✓") for name in names)
    print(f"{done} of {len(names)} done.")


# for where there is no terminal, as in a browser
check.all = overview  # type: ignore[attr-defined]


def _progress() -> Any:
    """Return the lessons as a path, with what has been answered and what is due for review."""
    from minimax_lessons.exercises.learning_path import progress

    return progress()


check.progress = _progress  # type: ignore[attr-defined]


def verdict(name: str, answer: Any, called: str | None = None) -> Right | NotYet:
    """Return the verdict of check on an answer: Right, or NotYet with the reason."""
    if name not in TASKS and name not in SEARCHES:
        return unknown_exercise(name)
    if called is not None and answer is None and called not in (names := _caller_names()):
        return _not_defined(name, called, names)
    if answer is MISSING:
        how = f'  Write check("{name}", …) and replace the dots by its name.'
        return NotYet(name, "not attempted", f"○ {name}: check also needs your answer.", how)
    if isinstance(answer, Todo) and name in TASKS and str(answer.name) not in TASKS:
        inside = f"{called or 'answer'} = {quoted(answer.name)}"
        return _open(
            name,
            "Your answer stands inside `todo(…)`, which marks an open place.",
            f"  In the cell above, write the answer itself, without `todo(…)`: `{inside}`.",
        )
    if is_blank(answer):
        return _not_attempted(name, answer)
    note_fault(name, None)
    try:
        _refuse_reader_of_callers(answer)
        # there None stands for a draw
        may_be_none = name in TASKS and "dictionary" in TASKS[name].wants
        if not may_be_none and (place := open_place(answer)):
            raise unfit(
                f"One place in your answer is still open: {place}. Fill it in, and check again."
            )
        return (TASKS.get(name) or SEARCHES[name]).judged(answer)
    except NotYet as unfinished:  # a part of it that is called still holds a todo
        open_name = unfinished.name if unfinished.name in TASKS else name
        return _not_attempted(open_name, Todo(open_name))
    except Fault as raised:
        if is_untouched(name, answer):
            return _not_attempted(name)
        fault = refusal_of_a_class(answer) if isinstance(answer, type) else raised
        note_fault(name, fault)
        first = f"✗ {_titled(name)} Not right yet."
        lines = (f"  {line}" for line in (fault, *fault.lines))
        return NotYet(name, "not right yet", first, *lines, fault=fault, hint=pointer(name))


def _refuse_reader_of_callers(answer: Any) -> None:
    """Raise Fault for an answer that reads its callers' variables: the judge is a caller."""
    for function in own_functions(answer):
        for code in codes_in(function.__code__):
            for name in CALLERS & {*code.co_names}:
                text = f"{function.__name__} reads the variables of its callers (`{name}`), and"
                text += " the check is one of them. Compute the result from the arguments alone."
                raise Fault(text, id="not-own-search")


# As a card


def _refusal_shown(place: Any, refusal: NotYet) -> bool:
    tail = "" if refusal.outcome == "not attempted" else RECORD_CHANGED
    return _shown(str(refusal), lambda: f"{refusal._repr_html_()}{tail}", place)


def _shown(text: str, card: Callable[[], str], place: Any) -> bool:
    """Return True if a notebook shows the verdict as a card; elsewhere it is text."""
    if not _in_a_notebook():
        return False
    from IPython.display import display

    try:
        html = card()
    except ImportError:
        return False
    show = display if place is None else place.update
    show({"text/html": html, "text/plain": text}, raw=True)
    return True


def _card_of(name: str, answer: Any, line: str, outcome: Right) -> str:
    from minimax_lessons.exercises.card import right

    return right(name, line, outcome, _questions_about(name, answer)) + RECORD_CHANGED


def _questions_about(name: str, answer: Any) -> Any:
    """Return questions about a learner's own search, if the exercise asks for one."""
    from minimax_lessons.exercises.own_code_questions import own_questions

    contract = getattr((TASKS.get(name) or SEARCHES[name]).grade, "keywords", {}).get("contract")
    if contract is None:
        return None
    with contained(answer):
        try:
            return own_questions(answer, contract)
        except Exception:  # code that cannot be asked about is right all the same
            return None


@contextmanager
def _announced(name: str, seconds: float) -> Iterator[Any]:
    """Announce a check that takes longer than others; yield the display for its verdict or None.

    The page itself waits and then says what to do if the check never ends. Python cannot do so,
    because C code such as ``sum(iter(int, 1))`` lets nothing else run.
    """
    line = f"{_titled(name)} The check searches and plays: it may take {seconds:g} seconds."
    line = line if seconds > CHECK_SECONDS else ""
    if _in_a_notebook():
        from IPython.display import display

        def shown(text: str) -> dict[str, str]:
            html = f"<p>{escape(text)}</p>{NEVER_ENDS.format(late=MOST_WALL_OF_PAGE * seconds)}"
            return {"text/html": html, "text/plain": text}

        place = display(shown(line), raw=True, display_id=True)  # type: ignore[no-untyped-call]
        sys.stdout.flush()  # it must be sent before the answer runs
        try:
            with heard_by(lambda text: place.update(shown(f"{line} {text}"), raw=True)):
                yield place
        finally:
            place.update({"text/html": "", "text/plain": ""}, raw=True)
    elif line and sys.stdout.isatty():
        print(line)
        terminal = sys.stdout
        with heard_by(lambda text: print(f"\r{text:<78}", end="", file=terminal, flush=True)):
            yield None
        print()
    else:
        yield None


def _in_a_notebook() -> bool:
    """Return True if a person looks at a notebook's cell; a test's cells get plain text."""
    if sys.platform == "emscripten":
        return "IPython" in sys.modules
    kernel = getattr(_shell(), "kernel", None)
    request = (
        kernel.get_parent("shell") if kernel is not None and hasattr(kernel, "get_parent") else {}
    )
    return "cellId" in (request or {}).get("metadata", {})


def _shell() -> Any:
    """Return IPython's shell, if this runs in one."""
    return getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()


def _titled(name: str) -> str:
    """Return the exercise's number and title, as the beginning of a line."""
    if name not in TASKS:
        return f"{name}:"
    title = TASKS[name].title
    return f"{name} {title}" if title.endswith("?") else f"{name} {title}."


def _is_name(thing: Any) -> bool:
    return isinstance(thing, str) and thing.strip() in {*TASKS, *SEARCHES}


def _swapped(first: Any, second: Any) -> NotYet:
    """Return the verdict on check(my_search, "3.1") and on check(my_search)."""
    name = second.strip() if _is_name(second) else "3.1"
    answer = name_of(first) if callable(first) else "…"
    line = f'check takes the exercise first and the answer second: write check("{name}", {answer}).'
    return NotYet(name, "not attempted", line)


def _not_attempted(name: str, answer: Any = None) -> NotYet:
    if name not in TASKS:
        line = f"○ {name}: there is nothing to judge yet. Give it your function."
        return NotYet(name, "not attempted", line)
    step = f"replace `{answer!r}` by" if isinstance(answer, Todo) else "write"
    return _open(
        name,
        f"Not attempted yet. It asks for {TASKS[name].wants}.",
        f"  In the cell above, {step} your answer. Run that cell, and then run this one.",
    )


def _open(name: str, what: str, how: str) -> NotYet:
    """Return the verdict on an exercise without an answer, with the way to a hint."""
    return NotYet(name, "not attempted", f"○ {_titled(name)} {what}", how, hint=pointer(name))


def todo(name: str) -> Todo:
    """Return a Todo in the place of an answer; inside an unwritten function, raise NotYet."""
    place = Todo(name)
    if _is_a_cell(sys._getframe(1)):
        return place
    raise _not_attempted(str(name), place)


# In a notebook: check("3.1", my_alphabeta) before my_alphabeta exists


class _Answers(ast.NodeTransformer):
    """Lets check see that its answer does not exist, instead of a NameError before the call."""

    def visit_Module(self, node: ast.Module) -> ast.Module:
        """Change each line of a cell that is ``check("…", name)`` and nothing else."""
        for call in filter(None, (called_in(line, "check") for line in node.body)):
            match call:
                case ast.Call(args=[_, ast.Name(id=name)], keywords=[]) if not hasattr(
                    builtins, name
                ):
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
    what = f"Did you mean {likely[0]}?" if likely else "First run the cell above that defines it."
    if _newest_cell(called)[1]:
        what = "A cell that defines it was run, so look for an error below that cell."
    lines = f"○ {_titled(name)} `{called}` does not exist here yet.", _cell_not_run(called) or what
    return NotYet(name, "not attempted", lines[0], f"  {lines[1]}")


def _newest_cell(called: str) -> tuple[int, str]:
    """Return the number and text of the newest cell that defines a name; 0 if there is none."""
    cells = [*enumerate(getattr(_shell(), "user_ns", {}).get("In", ()))]
    defines = re.compile(rf"^((async )?def|class) {called}\b|^{called} *=[^=]", re.MULTILINE)
    return next(((number, cell) for number, cell in cells[::-1] if defines.search(cell)), (0, ""))


def _doubt_of_version(called: str | None) -> list[str]:
    """Return a sentence if the newest cell that defines the answer failed."""
    if not_run := _cell_not_run(called):
        return [f"{not_run} This verdict is about an earlier version."]
    if called and (error := _errors.get(_newest_cell(called)[0])):
        return [
            f"The newest cell that defines `{called}` stopped with a {error}, so `{called}` may"
            " still"
            " be your former answer. Correct the error, and run that cell again."
        ]
    return []


def _note_error(result: Any) -> None:
    """Keep the error that ended a cell, as IPython reports each cell's result."""
    error = result.error_before_exec or result.error_in_exec
    if error is not None and result.execution_count is not None:
        _errors[result.execution_count] = type(error).__name__


def _cell_not_run(called: str | None) -> str:
    """Return a sentence on the newest cell that defines a name, if its syntax is wrong."""
    try:
        ast.parse(_newest_cell(called)[1] if called else "")
    except SyntaxError as error:
        return (
            f"The cell that defines {called} has a syntax error in line {error.lineno}"
            f" ({error.msg}), so Python has run no line of it. Correct it, and run the cell again."
        )
    return ""


def _attend() -> None:
    """Have IPython, where it runs, pass each cell by _Answers first."""
    transformers = getattr(_shell(), "ast_transformers", None)
    if transformers is not None and not any(
        type(transformer).__name__ == _Answers.__name__ for transformer in transformers
    ):
        transformers.append(_Answers())
        _shell().events.register("post_run_cell", _note_error)


_attend()
