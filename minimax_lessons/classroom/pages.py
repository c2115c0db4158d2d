"""Pages: a page for each student, and one for the class with its misunderstandings as groups."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from string import Template

from minimax_lessons.classroom.groups import Group, group_key, groups_of
from minimax_lessons.classroom.marks import MarkedClass, Marks
from minimax_lessons.exercises.tasks import TASKS
from minimax_lessons.marking.outside import SIGNS, Finding
from minimax_lessons.palette import BY_SYSTEM, with_colours
from minimax_lessons.player.guessing import with_code
from minimax_lessons.quoting import counted
from minimax_lessons.storage import write_texts

__all__ = ["class_page", "page_with", "student_page", "write_pages"]

STATES = ("done", "not right", "not run", "not attempted")  # in the order of the table
# a card was made where the learner's code ran: it may run its scripts, and reach nothing
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' blob:; "
    "img-src data:; font-src data:; frame-src 'none'; form-action 'none'; base-uri 'none'"
)
STYLE = with_colours((Path(__file__).parent / "class.css").read_text(encoding="utf-8"), BY_SYSTEM)
SCRIPT = (Path(__file__).parent / "class.js").read_text(encoding="utf-8")
PAGE = Template("""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="$policy">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title><style>$style</style></head>
<body><main>
<h1>$title</h1>
$body
</main><script>$script</script></body></html>
""")


def page_with(title: str, body: Iterable[str]) -> str:
    """Return a page that loads nothing from elsewhere."""
    return PAGE.substitute(
        title=escape(title), body="\n".join(body), style=STYLE, script=SCRIPT, policy=POLICY
    )


def _card(finding: Finding) -> str:
    """Return the card of a mistake in a frame that reaches neither this page nor the network."""
    if not finding.card:
        return "".join(f"<p>{with_code(line)}</p>" for line in finding.why)
    inside = (
        '<meta charset="utf-8"><meta name="color-scheme" content="light dark">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f"<style>body {{ font: 16px/1.5 system-ui, sans-serif; margin: 8px }}</style>{finding.card}"
        "<script>const tell = () => parent.postMessage(document.documentElement.offsetHeight, '*');"
        "new ResizeObserver(tell).observe(document.documentElement);</script>"
    )
    title = f"What the check says about exercise {finding.exercise}"
    return (
        f'<iframe sandbox="allow-scripts" loading="lazy" title="{escape(title)}" '
        f'srcdoc="{escape(inside)}"></iframe>'
    )


# A student


def student_page(marked: MarkedClass, marks: Marks) -> str:
    """Return a student's page: each exercise, and each mistake as the learner's card."""
    days = marked.days_late(marks)
    late = f" after {counted(days, 'day')} late" if days else ""
    grade = f"<p><strong>{100 * marked.fraction(marks):.1f} %</strong>{late}</p>"
    body = [grade, *(f"<p>{escape(note)}</p>" for note in marks.notes)]
    for name in marked.exercises:
        state = marks.state(name)
        title = f"{SIGNS[state]} {name} {TASKS[name].title}"
        body.append(f'<section class="{state.replace(" ", "-")}"><h2>{escape(title)}</h2>')
        finding = marks.findings.get(name)
        if finding is None or state in ("done", "not attempted"):
            body.append(f"<p>{state.capitalize()}.</p></section>")
            continue
        comment = marked.comments.get(group_key(finding))
        if comment:
            body.append(f"<blockquote>{escape(comment)}</blockquote>")
        body.append(f"{_card(finding)}</section>")
    return page_with(marks.student.name, body)


# The class


def class_page(marked: MarkedClass) -> str:
    """Return the page of the class. It names no student, because it is made for a projector."""
    groups, exercises, comments = groups_of(marked.marks), marked.exercises, marked.comments
    rows = "".join(_row(name, marked.marks) for name in exercises)
    head = "".join(f"<th scope=col>{state}</th>" for state in STATES)
    mistakes = sum(len(group.members) for group in groups)
    body = [
        f"<p>{len(marked.marks)} students, {len(exercises)} exercises.</p>",
        f"<table><thead><tr><th scope=col>Exercise</th>{head}<th></th></tr></thead>{rows}</table>",
        f"<h2>Misunderstandings</h2><p>{mistakes} mistakes in {len(groups)} groups, the largest "
        "first. Write a comment, and it reaches every student of the group: save the comments into "
        "the folder of this page as <code>comments.json</code>, and run the command again. Keep "
        "that file for next year, because the groups keep their names.</p>",
        '<p><button id="save">Save comments.json</button></p>',
        *(_group(number, group, comments) for number, group in enumerate(groups, start=1)),
        f'<script type="application/json" id="kept">{_json({**comments})}</script>',
    ]
    return page_with("The class", body)


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")


def _row(name: str, marks: Sequence[Marks]) -> str:
    counts = [sum(mark.state(name) == state for mark in marks) for state in STATES]
    cells = "".join(f"<td>{count or ''}</td>" for count in counts)
    bars = "".join(
        f'<i class="{state.replace(" ", "-")}" style="flex:{count}"></i>'
        for state, count in zip(STATES, counts, strict=True)
        if count
    )
    title = escape(f"{name} {TASKS[name].title}")
    return f'<tr><th scope=row>{title}</th>{cells}<td><div class="bar">{bars}</div></td></tr>'


def _group(number: int, group: Group, comments: Mapping[str, str]) -> str:
    students = len({member.marks.student.key for member in group.members})
    where = ", ".join(group.exercises)
    example = group.example
    reason = with_code(" ".join(example.why[:1]))
    event = f" First difference: {escape(_in_words(group.event))}." if group.event else ""
    return (
        f'<section class="group"><h3>{number}. {escape(group.name)}</h3>'
        f"<p><strong>{counted(students, 'student')}</strong>, "
        f"{counted(len(group.members), 'answer')} to {escape(where)}.</p>"
        f"<p>For example: {reason}{event}</p>"
        f'<label>Comment to all of them<textarea data-key="{escape(group.key)}" rows=2>'
        f"{escape(comments.get(group.key, ''))}</textarea></label><details><summary>An example,"
        f" without a name</summary>{_card(example)}</details></section>"
    )


def _in_words(event: str) -> str:
    """Return an event and the one of a right search; two alike differ in their values.

    >>> _in_words("return at a MIN node instead of return at a MIN node")
    'return at a MIN node, with a different value'
    """
    own, _, right = event.partition(" instead of ")
    return f"{own}, with a different value" if own == right else event


def write_pages(folder: Path, marked: MarkedClass) -> None:
    """Write the page of the class, and a folder with a page for each student."""
    write_texts({"class.html": class_page(marked)}, folder)
    for marks in marked.marks:
        write_texts({f"students/{marks.slug}.html": student_page(marked, marks)}, folder)
