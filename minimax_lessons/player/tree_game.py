"""A game on a small tree: the learner plays for the root's player, the page for the other one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from minimax_lessons.drawing import picture, svg
from minimax_lessons.labels import number_text
from minimax_lessons.player import page
from minimax_lessons.player.contract import Pane, TreeGameData
from minimax_lessons.player.slim_svg import slim
from minimax_lessons.player.storyboard import about, path_key
from minimax_lessons.trees import Node, leaves_below
from minimax_lessons.trees import tree as tree_of

__all__ = ["TreeGame", "play"]

MOST_NODES = 60  # of more, the boxes and numbers are too small to be clicked and dragged
TO_PLAY = (
    "<p><em>This is a picture of the game:</em> run this cell (<kbd>Shift</kbd> + "
    "<kbd>Enter</kbd>) to play it, or open the course with <code>python3 -m minimax_lessons "
    "lab</code>.</p>"
)


@dataclass(frozen=True)
class TreeGame:
    """A tree to be played on, and to be changed once the best result has been reached."""

    tree: Node

    @property
    def learner(self) -> str:
        """Return the player that the learner chooses for: the one who moves first."""
        return self.tree.player

    @property
    def data(self) -> TreeGameData:
        """Return all that the page knows."""
        nodes = list(self.tree)
        return {
            "kind": "treegame",
            "title": f"Play: you are {self.learner}",
            "svgs": [slim(svg(picture(self.tree)))],
            "tree": _pane(self.tree),
            "max": [node.is_max for node in nodes],
            "leaves": [None if node.children else number_text(node.value) for node in nodes],
        }

    @property
    def fragment(self) -> str:
        """Return the game as HTML to stand in a notebook."""
        named, still = self._parts
        return page.fragment(named, f"{still}{TO_PLAY}")

    @property
    def document(self) -> str:
        """Return the game as a page of its own."""
        return page.document(*self._parts)

    @property
    def _parts(self) -> tuple[dict[str, Any], str]:
        """Return the data without the picture, and the picture, from which the page takes it."""
        named = page.named(self.data)
        still = page.images(named.pop("svgs"), f"{about(self.tree)}, {self.learner} moves first")
        return named, still

    def _repr_mimebundle_(self, **options: Any) -> dict[str, str]:
        return {"text/html": self.fragment, "text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<TreeGame: {about(self.tree)}, to be played as {self.learner}>"


def play(tree: Any) -> TreeGame:
    """Return a game to be played on a small tree: ``play(tree([[3, 5, 2], [9, 1]]))``.

    The learner chooses for the player at the root and the page for the other. It needs no kernel.
    """
    root = tree_of(tree) if isinstance(tree, list | tuple) else tree
    if not isinstance(root, Node) or root.position is not None:
        raise TypeError(
            f"play() needs a tree, for example play(tree([[3, 5, 2], [9, 1]])), but it was given "
            f"{type(tree).__name__}. To play on a board, use games.play() or draughts.play()"
        )
    if not root.children:
        raise ValueError("this tree is a single number, so there is nothing to choose")
    if (nodes := len(list(root))) > MOST_NODES:
        raise ValueError(
            f"this tree has {nodes} nodes, and play() shows up to {MOST_NODES}: give it a "
            "smaller tree"
        )
    return TreeGame(root)


def _pane(tree: Node) -> Pane:
    """Return the tree as a run of no steps."""
    return {
        "name": "play",
        "title": "play",
        "about": about(tree),
        "outcome": "",
        "players": tree.origin.players,
        "slots": [],
        "start": [],
        "values": [],
        "patches": [],
        "nodes": [(node.name, path_key(node)) for node in tree],
        "events": [],
        "say": [""],
        "source": None,
        "leaves": len(leaves_below(tree)),
        "fewest": None,
        "cuts": [],
        "notes": [],
        "boards": {},
        "pictures": [],
    }
