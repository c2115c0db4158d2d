"""What Python writes for the page, and what the page takes it for; run this file to write contract.d.ts anew."""

from __future__ import annotations

import inspect
import json
import os
import re
import shutil
import subprocess
import types
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import pytest

from minimax_lessons import (
    VIDEO_TREE,
    alphabeta,
    animate,
    compare,
    draughts,
    games,
    minimax,
    play,
    predict,
    tree,
)
from minimax_lessons.board import contract as board
from minimax_lessons.board.widget import CHANGES, GameBoard
from minimax_lessons.draughts.board import replay
from minimax_lessons.draughts.engine import Engine
from minimax_lessons.draughts.matches import match
from minimax_lessons.exercises.learning_path import progress
from minimax_lessons.labels import number_text
from minimax_lessons.player import contract as player
from minimax_lessons.player import page
from minimax_lessons.player.bundles import BUNDLES, DIST, STATIC, built, node_tool
from minimax_lessons.player.editor import edit
from minimax_lessons.player.guessing import guess
from minimax_lessons.player.performing import perform

pytestmark = pytest.mark.long

DECLARED = STATIC / "contract.d.ts"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


# The shapes in TypeScript


def in_typescript(kind: Any) -> str:
    """Return a Python type as TypeScript writes it."""
    if kind in PLAIN:
        return PLAIN[kind]
    if is_typeddict(kind):
        return str(kind.__name__)
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return str(parts[1])
    if origin is Literal:
        return " | ".join(f'"{part}"' for part in parts)
    if origin in (Union, types.UnionType):
        return " | ".join(map(in_typescript, parts))
    if origin is dict:
        return f"Record<string, {in_typescript(parts[1])}>"
    if origin is tuple:
        return f"[{', '.join(map(in_typescript, parts))}]"
    assert origin is list, f"{kind} is not said in TypeScript yet"
    return f"Array<{in_typescript(parts[0])}>"


def fields(shape: Any) -> dict[str, tuple[Any, bool]]:
    """Return the type of each of a TypedDict's fields, and whether it may be missing."""
    found = {}
    for name, kind in get_type_hints(shape, include_extras=True).items():
        optional = get_origin(kind) is NotRequired
        found[name] = (get_args(kind)[0] if optional else kind, optional or not shape.__total__)
    return found


def declared(shape: Any) -> Iterator[str]:
    """Yield a TypedDict as an interface, with its comments."""
    source = inspect.getsource(shape)
    base = re.search(r"class \w+\((\w+)", source)[1]  # type: ignore[index]
    yield f"/** {shape.__doc__} */"
    yield f"export interface {shape.__name__} {f'extends {base} ' if base != 'TypedDict' else ''}{{"
    for name, (kind, optional) in fields(shape).items():
        field = rf"^(?:    # (.*)\n)?    {name}: .*?(?:  # (.*))?$"
        if not (written := re.search(field, source, re.MULTILINE)):
            continue  # a base's
        if comment := written[1] or written[2]:
            yield f"  /** {comment} */"
        yield f"  {name}{'?' * optional}: {in_typescript(kind)};"
    yield "}"


def declarations() -> str:
    shapes = [
        each for room in (player, board) for each in vars(room).values() if is_typeddict(each)
    ]
    written = ["\n".join(declared(shape)) for shape in dict.fromkeys(shapes)]
    head = "/** What Python writes for the page; made of player/contract.py and board/contract.py by a test. */"
    return "\n\n".join([head, *written, f"export type Wish = {in_typescript(board.Wish)};"]) + "\n"


def test_the_page_is_told_of_the_shapes_that_python_writes() -> None:
    advice = "run `python tests/test_page_contract.py` with the repository on PYTHONPATH"
    assert DECLARED.read_text(encoding="utf-8") == declarations(), advice


# What is really written


HOLDERS: dict[Any, Any] = {dict: dict, list: list | tuple, tuple: list | tuple}


def misfits(value: Any, kind: Any, where: str = "") -> Iterator[str]:
    """Yield each place at which a value is not of its declared shape."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        yield from misfits(value, parts[0], where)
    elif not isinstance(value, HOLDERS.get(origin, dict if is_typeddict(kind) else object)):
        yield f"{where}: {value!r}"
    elif is_typeddict(kind):
        known = fields(kind)
        yield from [
            f"{where} lacks {name}"
            for name, (_, optional) in known.items()
            if not optional and name not in value
        ]
        for name, part in value.items():
            yield from (
                misfits(part, known[name][0], f"{where}.{name}")
                if name in known
                else [f"{where} has {name}"]
            )
    elif origin is Literal:
        yield from [] if value in parts else [f"{where}: {value!r}"]
    elif origin in (Union, types.UnionType):
        yield from (
            [] if any(not list(misfits(value, part)) for part in parts) else [f"{where}: {value!r}"]
        )
    elif origin is dict:
        for name, part in value.items():
            yield from misfits(part, parts[1], f"{where}[{name!r}]")
    elif origin in (list, tuple):
        if origin is tuple and len(value) != len(parts):
            yield f"{where}: {value!r}"
        for at, part in enumerate(value):
            yield from misfits(part, parts[at if origin is tuple else 0], f"{where}[{at}]")
    elif not isinstance(value, (int, float) if kind is float else kind) or (
        isinstance(value, bool) and kind is not bool
    ):
        yield f"{where}: {value!r}"


def written() -> Iterator[tuple[Any, Any]]:
    """Yield a sample of all that Python writes, each with its shape."""
    row = games.k_in_a_row.start(3, 3, 3)
    for shown in (
        animate(alphabeta, VIDEO_TREE, step=3, interval_ms=100),
        animate(minimax, tree([[1, 2], [3]], players=("White", "Black"))),
        animate(alphabeta, row, depth=2),
        compare(minimax, alphabeta, VIDEO_TREE),
        predict(alphabeta, VIDEO_TREE),
        predict(alphabeta, VIDEO_TREE, ask="prune"),
        perform(alphabeta, VIDEO_TREE),
    ):
        yield shown.data, player.SceneData
    yield replay(match(Engine(depth=1), Engine(depth=1), games=2).games).data, player.Games
    yield play([[3, 5], 2]).data, player.TreeGameData
    yield progress().data, player.PathData
    yield {"kind": "solved", "exercise": "1.1"}, player.SolvedData
    for asked in (
        guess("?", 3, likely={4: "no"}),
        guess("?", {"a": 1}),
        guess("?", VIDEO_TREE[0], on=VIDEO_TREE),
    ):
        yield asked.data, player.QuestionData
    yield edit("[[3, 5], 2]").answer["data"], player.SceneData
    for game in (draughts.play(white="you", black="you"), games.play(row)):
        for wish in ({"do": "look", "view": "a"}, {"do": "setup", "text": "?"}, {"do": "hint"}):
            game._obey(None, wish, None)
            game.wait(20)
            yield game.state, board.State
            yield game.thinking, board.Thinking
        game._obey(None, {"do": "why", "view": "a", "depth": 1}, None)
        yield game.why, board.Why
        game.close()


def test_what_python_writes_is_of_the_shape_that_it_says() -> None:
    for value, shape in written():
        assert not list(misfits(value, shape, shape.__name__))


def test_a_value_of_another_shape_is_noticed() -> None:
    good = {"step": 1, "node": 0, "topic": "cut", "kind": "number"}
    good |= {"ask": "?", "answer": ["3"], "replies": [], "why": "so"}
    assert not list(misfits(good, player.RunQuestion))
    for wrong in ({"step": "1"}, {"step": True}, {"choices": "cut"}, {"answer": None}, {"more": 1}):
        assert list(misfits({**good, **wrong}, player.RunQuestion))
    assert list(misfits({"step": 1}, player.RunQuestion))


def test_every_wish_of_the_page_is_obeyed() -> None:
    wishes = [get_type_hints(wish)["do"] for wish in get_args(board.Wish)]
    obeyed = {
        name.removeprefix("_do_") for name in vars(GameBoard) if name.startswith("_do_")
    } | set(CHANGES)
    assert {word for wish in wishes for word in get_args(wish)} == obeyed


# JavaScript itself


def tool(path: str = "") -> list[str]:
    """Return the command for Node or for a tool that runs in it, or skip where there is none."""
    node, script = shutil.which("node"), node_tool(path)
    if node and script.exists():
        return [node, *([str(script)] if path else [])]
    missing = path or "node"
    if os.environ.get("MINIMAX_LESSONS_REQUIRE_NODE"):
        pytest.fail(f"{missing} is not there, though it should be")
    pytest.skip(f"no {missing}: .ci/run installs it")


def test_the_page_keeps_to_its_types() -> None:
    command = tool("typescript/bin/tsc")
    options = [
        "--noEmit",
        "--allowJs",
        "--checkJs",
        "--strict",
        "--target",
        "es2022",
        "--module",
        "es2022",
    ]
    # JavaScript has no way to say that begin() sets a field that the constructor leaves open
    options += ["--strictPropertyInitialization", "false"]
    more = ["--moduleResolution", "bundler", "--lib", "es2023,dom,dom.iterable"]
    checked = subprocess.run(
        [*command, *options, *more, *STATIC.glob("*.js")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize("name", BUNDLES)
def test_a_bundle_is_what_its_sources_give(name: str) -> None:
    tool("esbuild/bin/esbuild")
    kept = (DIST / f"{name}.js").read_text(encoding="utf-8")
    assert kept == built(BUNDLES[name]), "run: python3 -m minimax_lessons author --bundles"


def test_each_kind_of_program_has_its_bundle() -> None:
    kept = {path.stem for path in DIST.iterdir()}
    widgets = {name for name, bundle in BUNDLES.items() if bundle.is_widget}
    assert kept == set(BUNDLES) == {*page.PROGRAMS, *widgets} - {"compare"}
    for kind in page.PROGRAMS:
        assert re.search(r"export\{\w+ as begin\};\s*$", page.script(kind))


NUMBERS = (
    5,
    -4,
    0,
    10,
    0.5,
    -2.5,
    1 / 3,
    3141.6,
    123_456.7,
    1e-9,
    12_345_678,
    -1_000_000,
    inf,
    -inf,
)


def test_what_is_pure_in_the_page(tmp_path: Path) -> None:
    command = tool()
    shutil.copytree(STATIC, tmp_path / "static")
    shutil.copy(Path(__file__).with_name("page_units.mjs"), tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    texts = {str(value): number_text(value) for value in NUMBERS}
    (tmp_path / "number_texts.json").write_text(json.dumps(texts), encoding="utf-8")
    tried = subprocess.run(
        [*command, "--test", tmp_path / "page_units.mjs"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert tried.returncode == 0, tried.stdout


if __name__ == "__main__":
    DECLARED.write_text(declarations(), encoding="utf-8")
