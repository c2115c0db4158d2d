"""Storyboard: a watched run as compact data, which the page shows step by step alone."""

from __future__ import annotations

import json
import zlib
from typing import Any

from minimax_lessons.drawing import frames, picture_of
from minimax_lessons.drawing.appearance import Change, Look
from minimax_lessons.drawing.marks import Picture
from minimax_lessons.events import Cut, Enter, Event, Leaf, Raised, Remembered, Return, Update
from minimax_lessons.labels import SIGNS, number_text
from minimax_lessons.narration import owner_of_cut, sentence
from minimax_lessons.player import contract
from minimax_lessons.player.contract import EventRow, Pane
from minimax_lessons.player.listing import listing
from minimax_lessons.quoting import counted
from minimax_lessons.run_state import State, Visit
from minimax_lessons.tracing.run import Trace
from minimax_lessons.trees import Node, fewest_leaves, leaves_below

__all__ = ["Data", "about", "dumps", "outcome", "path_key", "storyboard"]

Data = dict[str, Any]

# about 13,000 nodes: more would be megabytes in the page, and nobody would watch them
MOST_STEPS = 40_000
BOARDS_BYTES = 60_000  # so much of a page may be drawings of positions, packed as they are there
BOARDS_MEMORY = 2_000_000  # and so much unpacked
OPENING = "The search has not begun. Play it, or take one step at a time."


def storyboard(
    run: Trace, title: str | None = None, *, pictured: int | None = None
) -> tuple[Pane, Picture]:
    """Return a run as the player's pane, and the picture of a step of it, or else of its end."""
    if len(run.events) > MOST_STEPS:
        raise ValueError(
            f"this run of {run.name} has {len(run.events):,} steps, and a player shows up to "
            f"{MOST_STEPS:,}: "
            "give it a smaller tree or a smaller depth, or count with trace()"
        )
    numbers = {node: place for place, node in enumerate(run.tree)}
    patches, rows, picture = _steps(run, numbers, pictured)
    pictures, boards = _boards(run)
    leaves, fewest = _leaves(run.tree)
    pane: Pane = {
        "name": run.name,
        "title": title or run.name,
        "about": about(run.tree),
        "outcome": outcome(run),
        "players": run.tree.origin.players,
        **patches,
        "nodes": [(node.name, path_key(node)) for node in numbers],
        "events": rows,
        "say": [OPENING, *(sentence(event, run) for event in run.events)],
        "source": listing(run),
        "leaves": leaves,
        "fewest": fewest,
        "cuts": [
            _cut(step, event, numbers)
            for step, event in enumerate(run.events, 1)
            if isinstance(event, Cut)
        ],
        "notes": [*run.doubts, *run.notes],
        "pictures": pictures,
        "boards": boards,
    }
    return pane, picture


def dumps(data: Any) -> str:
    """Return the data as JSON of few bytes."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def path_key(node: Node) -> str:
    """Return a node's path as the page writes it: "0-1", and nothing for the root."""
    return "-".join(map(str, node.path))


def about(tree: Node) -> str:
    """Return a short description of the tree or game that is searched."""
    if tree.position is not None:
        return "a game tree"
    return f"a tree of {counted(len(leaves_below(tree)), 'leaf', 'leaves')}"


def outcome(run: Trace) -> str:
    """Return the end of the run in a few words, with a doubt if there is one."""
    ended = "crashed" if run.error else f"returned {number_text(run.value)}"
    return f"{ended}, in doubt" if run.doubts else ended


def _leaves(tree: Node) -> tuple[int | None, int | None]:
    """Return the number of leaves and the fewest that prove the value; None if unknown."""
    leaves = leaves_below(tree)
    values_known = all(leaf.value is not None for leaf in leaves)
    return (len(leaves), fewest_leaves(tree)) if values_known else (None, None)


def _steps(
    run: Trace, numbers: dict[Node, int], pictured: int | None
) -> tuple[contract.Picture, list[EventRow], Picture]:
    """Return each step's changes and row, and one step's picture, in one walk through the run."""
    changes: list[list[Change]] = []
    rows: list[EventRow] = []
    last = len(run.events)
    for step, (appearance, changed) in enumerate(frames(run)):
        if step == (last if pictured is None else min(pictured, last)):
            picture = picture_of(appearance)
        if step == 0:
            looks = appearance.everything()
        else:
            changes.append(changed)
            rows.append(_row(run.events[step - 1], appearance.state, numbers))
    return _numbered(changes, looks), rows, picture


def _numbered(changes: list[list[Change]], looks: dict[str, Look]) -> contract.Picture:
    """Return each step's changes as numbers, with the elements and values that they stand for.

    An element's class goes by its id, its text by the id after an equals sign.
    """
    slots: dict[str, int] = {}
    values: dict[str, int] = {}
    steps: list[list[int]] = []
    for changed in changes:
        flat: list[int] = []
        for name, what, value in changed:
            slot = name if what == "class" else f"={name}"
            flat += (slots.setdefault(slot, len(slots)), values.setdefault(value, len(values)))
        steps.append(flat)
    first = [looks[slot.removeprefix("=")][slot.startswith("=")] for slot in slots]
    start = [values.setdefault(value, len(values)) for value in first]
    return {"slots": list(slots), "start": start, "values": list(values), "patches": steps}


def _row(event: Event, state: State, numbers: dict[Node, int]) -> EventRow:
    """Return an event with its node's bounds and value after it, without a tail of empty texts."""
    visit = state.left or state.here
    held = [*map(_bound, visit.held), _best(visit)] if visit else []
    returned = [number_text(event.value)] if isinstance(event, Update) else []
    row: EventRow = [KINDS[type(event)], numbers[event.node], event.line, *held, *returned]
    while row[-1] == "":
        row.pop()
    return row


KINDS = {Enter: "e", Leaf: "l", Remembered: "m", Update: "u", Cut: "c", Return: "r", Raised: "x"}


def _bound(value: Any) -> str:
    return "" if value is None else number_text(value)


def _best(visit: Visit) -> str:
    """Return the value of a visit: the returned value, or else the best so far."""
    if isinstance(visit.end, Return | Remembered):
        return SIGNS[visit.end.kind] + number_text(visit.end.value)
    return _bound(visit.best_so_far)


def _cut(step: int, cut: Cut, numbers: dict[Node, int]) -> contract.Cut:
    return {
        "step": step,
        "node": numbers[cut.node],
        "skipped": [numbers[node] for node in cut.skipped],
        "leaves": [len(leaves_below(node)) for node in cut.skipped],
        "owner": None if cut.owner is None else numbers[cut.owner],
        "tell": owner_of_cut(cut),
    }


def _boards(run: Trace) -> tuple[list[str], dict[str, int]]:
    """Return drawings of as many positions as a page may carry, and which node shows which."""
    pictures: dict[str, int] = {}
    boards: dict[str, int] = {}
    packer, packed, unpacked = zlib.compressobj(), 0, 0
    for node in dict.fromkeys([*(event.node for event in run.events), *run.tree]):
        drawn = node.position._repr_svg_() if hasattr(node.position, "_repr_svg_") else None
        if drawn is None:
            return [], {}
        if drawn not in pictures:
            packed += len(packer.compress(drawn.encode())) + len(packer.flush(zlib.Z_SYNC_FLUSH))
            unpacked += len(drawn)
            if packed > BOARDS_BYTES or unpacked > BOARDS_MEMORY:
                break
            pictures[drawn] = len(pictures)
        boards[path_key(node)] = pictures[drawn]
    return list(pictures), boards
