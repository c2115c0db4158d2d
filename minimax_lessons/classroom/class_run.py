"""Class run: judge every answer of a class once, with a process for each processor."""

from __future__ import annotations

import os
import queue
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed

from minimax_lessons.classroom.marks import Marks
from minimax_lessons.classroom.store import Store
from minimax_lessons.classroom.submissions import Notebook, Student
from minimax_lessons.classroom.terminal_progress import progress
from minimax_lessons.marking.outside import Finding, Judge
from minimax_lessons.marking.plan import AnswerToJudge

__all__ = ["mark_class"]

Job = tuple[AnswerToJudge, str]  # and the name of the first student who has this answer
Again = Callable[[Student, str], bool]


def mark_class(
    students: Sequence[Student], store: Store, command: Sequence[str], again: Again
) -> list[Marks]:
    """Return the marks of all students. Findings that the store has are taken from there."""
    marks: list[Marks] = []
    tasks: dict[str, Job] = {}
    for student in students:
        mark = Marks(student, notes=list(student.notes))
        marks.append(mark)
        for notebook in _counted(student, mark.notes):
            times = [when for when in (mark.when, notebook.when) if when]
            mark.when = max(times, default=None)
            for name, state in notebook.work.states.items():
                mark.findings[name] = Finding(
                    name, "not attempted" if state == "missing" else state
                )
            for task in notebook.work.tasks:
                tasks.setdefault(task.key, (task, student.name))
                mark.answers[task.exercise.name] = task.answer
                mark.keys[task.exercise.name] = task.key
    store.forget(_named_again(marks, again))
    stored = {key: store.finding(key) for key in tasks}
    left = {key: job for key, job in tasks.items() if stored[key] is None}
    judged = _judged(left, store, command)
    for mark in marks:
        mark.findings |= {name: stored[key] or judged[key] for name, key in mark.keys.items()}
    return marks


def _counted(student: Student, notes: list[str]) -> Iterable[Notebook]:
    """Return the notebooks that count: of several of one sheet the last that was handed in."""
    latest: dict[str, Notebook] = {}
    for notebook in student.notebooks:
        sheet = notebook.work.sheet.path.name
        earlier = latest.get(sheet)
        if earlier is None or _order(notebook) >= _order(earlier):
            latest[sheet] = notebook
        if earlier is not None:
            notes.append(f"Of {sheet} there are several notebooks: the last one counts.")
    return latest.values()


def _order(notebook: Notebook) -> tuple[int, float]:
    return notebook.attempt, notebook.when.timestamp() if notebook.when else 0.0


def _named_again(marks: Sequence[Marks], again: Again) -> list[str]:
    return [key for mark in marks for name, key in mark.keys.items() if again(mark.student, name)]


def _judged(jobs: dict[str, Job], store: Store, command: Sequence[str]) -> dict[str, Finding]:
    """Return the findings of all jobs; each is in the store as soon as it is known."""
    if not jobs:
        return {}
    judges = [Judge(command) for _ in range(min(len(jobs), os.cpu_count() or 1))]
    idle: queue.SimpleQueue[Judge] = queue.SimpleQueue()
    for judge in judges:
        idle.put(judge)

    def judged(task: AnswerToJudge) -> Finding:
        judge = idle.get()
        try:
            return judge.finding(task)
        finally:
            idle.put(judge)

    findings: dict[str, Finding] = {}
    pool = ThreadPoolExecutor(len(judges))
    futures = {pool.submit(judged, task): key for key, (task, _) in jobs.items()}

    def keep(future: Future[Finding]) -> None:
        key = futures[future]
        findings[key] = future.result()
        store.keep(key, findings[key])

    try:
        with progress("Marking", len(jobs)) as advance:
            for future in as_completed(futures):
                keep(future)
                advance(jobs[futures[future]][1])
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for judge in judges:
            judge.close()
        pool.shutdown()  # until no thread can leave a process or its folder behind
        for future, key in futures.items():  # ready, but not kept before the run was interrupted
            if key not in findings and not future.cancelled() and not future.exception():
                keep(future)
    return findings
