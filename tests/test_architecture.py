from __future__ import annotations

import ast
import functools
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import minimax_lessons

PACKAGE = Path(minimax_lessons.__file__).parent
NAME = PACKAGE.name
TESTS = Path(__file__).parent

# Imports point down: a module imports from floors below its own, or from its own if nothing goes in circles there.
# "games.*" is every module of a subpackage that is not named itself.
FLOORS = (
    (
        "position",
        "setup_env",
        "garbage_collection",
        "guarded_call",
        "interruptible_task",
        "palette",
        "board_look",
        "check_limits",
        "grid_picture",
        "notebooks",
        "storage",
        "sharing",
        "learner_progress",
        "slips",
        "quoting",
        "labels",
        "text_sections",
        "command_errors",
    ),
    ("trees", "games.*", "draughts.*"),
    ("search", "nested", "own_minimax", "own_code", "results"),
    (
        "games",
        "draughts",
        "draughts.engine",
        "draughts.endgame",
        "draughts.matches",
        "draughts.ladder",
        "draughts.packed_endgames",
        "draughts.tuning",
    ),
    ("events", "tracing.syntax", "tracing.source"),
    ("run_state", "tracing.visits", "tracing.ask", "tracing.call"),
    ("tracing.recording",),
    ("tracing.values", "tracing.replay", "tracing.account"),
    (
        "tracing.run",
        "tracing",
    ),
    (
        "narration",
        "drawing.*",
        "drawing",
    ),
    ("charts.*", "charts"),
    ("player.*",),
    (
        "exercises.faults",
        "exercises.check_reports",
        "exercises.answers",
        "exercises.attempted",
        "exercises.answer_call",
        "exercises.leaf_accesses",
        "exercises.trials",
        "exercises.call_conventions",
        "exercises.small_trees",
        "exercises.proving",
        "exercises.verdict",
        "exercises.edits",
        "exercises.mending",
        "exercises.mutations",
        "exercises.duel",
        "exercises.explanation",
        "exercises.exercise",
        "exercises.tasks.*",
        "exercises.tasks",
    ),
    (
        "player.performing",
        "player.tree_game",
        "player",
        "exercises.practice",
        "exercises.own_code_questions",
        "player.lasting",
        "player.editor",
        "exercises.solutions",
        "exercises.learning_path",
        "exercises.hints",
        "exercises.checks",
        "exercises.card",
        "exercises",
        "plots",
        "player.show",
        "player.bundles",
        "variants",
    ),
    (
        "board.*",
        "board",
    ),
    ("draughts.board", "draughts.reasons", "games.board"),
    (
        "authoring",
        "exercises.workbooks",
        "exercises.mutants",
        "exercises.sheets",
        "bench",
        "course.*",
        "course",
    ),
    (
        "marking.*",
        "marking",
    ),
    ("classroom.*", "classroom"),
    ("__main__",),
)

# Packages from outside the standard library, and the modules that may import them.
OUTSIDE = {
    "graphviz": {"drawing.graphviz_pen"},
    "pygraphviz": {"drawing.rendering"},
    "matplotlib": {"charts.by_matplotlib"},
    "anywidget": {"player.lasting"},
    "ipywidgets": {"player.editor", "board.widget"},
    "traitlets": {"player.editor", "board.widget"},
    "IPython": {
        "marking.inside",
        "board.widget",
        "player.lasting",
        "exercises.checks",
        "draughts.board",
    },
    "nbclient": {"exercises.workbooks"},
    "nbformat": {
        "authoring",
        "course.serving",
        "course.slides",
        "course.site",
        "exercises.workbooks",
    },
    "jupyter_server": {"course.serving"},
    "ipykernel": {"course.serving"},
    "tornado": {"course.serving"},
    "mistune": {"course.cells"},
    "nh3": {"course.cells"},
    "playwright": {"bench", "course.tour"},
    "pygments": {"course.cells"},
    "PIL": {"authoring"},
    "packaging": {"setup_env"},
    "chess": {"games.chess"},
    "numpy": {"draughts.tuning"},
    "distributed": {"sharing"},
    "rich": {"classroom.terminal_progress"},
}


# Where a module is tested that has no file of its own, nor its package one.
HOMES = {
    "__main__": "setup",
    "setup_env": "setup",
    "notebooks": "setup",
    "bench": "setup",
    "command_errors": "setup",
    "storage": "learner_progress",
    "sharing": "tuning",
    "draughts.learned_values": "evaluation",
    "draughts.learning": "tuning",
    "draughts.samples": "tuning",
    "authoring": "workbooks",
    "position": "search",
    "events": "run",
    "interruptible_task": "opponents",
    "garbage_collection": "engine",
    "quoting": "fuzz",
    "text_sections": "guessing",
    "grid_picture": "games",
    "board_look": "picture",
    "palette": "styles",
    "check_limits": "guarded_call",
    "charts": "plots",
    "course": "site",
    "draughts": "rules",
    "draughts.negamax": "engine",
    "draughts.table": "engine",
    "draughts.documented_position": "documented",
}


@dataclass(frozen=True)
class Import:
    module: str  # who imports, without the package's name: "draughts.rules"
    target: str  # what, in full: "minimax_lessons.position", "math"
    function: str  # the function that holds the import; empty at the top of the module

    @property
    def inner(self) -> str:
        """Return the target within the package, or nothing for one outside."""
        return self.target.removeprefix(f"{NAME}.") if self.target.startswith(f"{NAME}.") else ""

    @property
    def on_demand(self) -> bool:
        """Return True in a display method or a module's __getattr__, which load what they need when they are called."""
        return self.function == "__getattr__" or self.function.startswith(("_repr_", "_ipython_"))

    def __str__(self) -> str:
        where = f" in {self.function}()" if self.function else ""
        return f"{self.module} imports {self.target}{where}"


def paths() -> dict[str, Path]:
    """Return the files of the package's modules, by name."""
    names = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        names[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return names


@functools.cache
def modules() -> dict[str, ast.Module]:
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in paths().items()}


def imports_of(module: str) -> Iterator[Import]:
    def walk(node: ast.AST, function: str) -> Iterator[Import]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
                yield from (each for part in child.orelse for each in walk(part, function))
            elif isinstance(child, ast.Import):
                yield from (Import(module, alias.name, function) for alias in child.names)
            elif isinstance(child, ast.ImportFrom):
                assert not child.level, f"{module}: write imports in full, from {NAME}.…"
                yield from (Import(module, target, function) for target in targets(child))
            else:
                named = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
                yield from walk(child, child.name if named else function)

    def targets(node: ast.ImportFrom) -> Iterator[str]:
        for alias in node.names:
            full = f"{node.module}.{alias.name}"
            yield full if full.removeprefix(f"{NAME}.") in modules() else str(node.module)

    yield from walk(modules()[module], "")


@functools.cache
def imports() -> list[Import]:
    return [each for module in modules() for each in imports_of(module)]


def floor(module: str) -> int | None:
    for name in (module, f"{module.rpartition('.')[0]}.*"):
        for number, names in enumerate(FLOORS):
            if name in names:
                return number
    return None


def house() -> str:
    """Return the house as CONTRIBUTING.md draws it: on each floor the rooms, a package where its front door is."""
    storeys = ([name for name in names if "." not in name] for names in reversed(FLOORS))
    rooms = [
        [f"{name}/" if (PACKAGE / name).is_dir() else name for name in names]
        for names in storeys
        if names
    ]
    return "\n".join("  ".join(names) for names in rooms)


def test_contributing_draws_the_house_as_it_is() -> None:
    assert f"```text\n{house()}\n```" in (TESTS.parent / "CONTRIBUTING.md").read_text(
        encoding="utf-8"
    ), house()


def test_contributing_counts_the_modules_to_read_first() -> None:
    page = (TESTS.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| (\d+) \|", page, flags=re.MULTILINE))
    assert set(rows) == {"position", "search", "events", "trees"}
    for name, lines in rows.items():
        text = (PACKAGE / f"{name}.py").read_text(encoding="utf-8")
        assert int(lines) == len(text.splitlines()), name


def test_every_module_has_its_floor() -> None:
    homeless = [module for module in modules() if module and floor(module) is None]
    assert not homeless, f"say in FLOORS of {__file__} where they belong: {homeless}"


def test_imports_point_down() -> None:
    wrong = []
    for each in imports():
        mine, theirs = floor(each.module), floor(each.inner)
        if mine is not None and theirs is not None and theirs > mine and not each.on_demand:
            wrong.append(str(each))
    assert not wrong


def test_imports_never_go_in_circles() -> None:
    graph: dict[str, set[str]] = {}
    for each in imports():
        if each.inner and not each.on_demand:
            graph.setdefault(each.module, set()).add(each.inner)
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle


def test_the_package_itself_imports_nothing_of_its_own() -> None:
    assert not [str(each) for each in imports() if not each.module and each.inner]


def test_packages_from_outside_are_imported_only_where_they_may_be() -> None:
    wrong = []
    for each in imports():
        top = each.target.partition(".")[0]
        if top not in {
            NAME,
            "__future__",
        } | sys.stdlib_module_names and each.module not in OUTSIDE.get(top, ()):
            wrong.append(str(each))
    assert not wrong


@pytest.mark.parametrize("module", paths(), ids=lambda module: module or NAME)
def test_a_module_says_in_one_line_what_it_owns_and_offers(module: str) -> None:
    docstring = ast.get_docstring(modules()[module])
    assert docstring
    assert "\n" not in docstring
    assert "__all__" in ast.unparse(modules()[module])


def homes(module: str) -> list[Path]:
    """Return the files of tests whose names say that they test a module: its own, its package's, a neighbour's."""
    *package, name = module.split(".")
    names = (name, *package, *(HOMES.get(each, "") for each in (module, *package)))
    return [path for each in names if (path := TESTS / f"test_{each}.py").exists()]


def test_the_tests_of_every_module_are_where_its_name_says() -> None:
    homeless = [module for module in modules() if module and not homes(module)]
    assert not homeless, (
        "name a file of tests after the module or its package, or say in HOMES where its tests are"
    )
    assert not [module for module in HOMES if module not in modules()]


def test_every_helper_of_the_tests_is_described() -> None:
    helpers = {
        path.name for path in TESTS.glob("*.py") if not path.name.startswith(("test_", "conftest"))
    }
    described = (TESTS / "README.md").read_text(encoding="utf-8")
    assert not [name for name in helpers if f"`{name}`" not in described]


def test_tests_are_skipped_for_packages_from_outside_alone() -> None:
    """A module of our own that cannot be imported is a failure, never a reason to skip."""
    needed = [
        (path.name, ast.literal_eval(call.args[0]))
        for path in sorted(TESTS.glob("*.py"))
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("importorskip")
    ]
    assert needed
    assert not [(where, module) for where, module in needed if module.partition(".")[0] == NAME]


def loaded_by(code: str) -> set[str]:
    """Return the modules that a fresh Python has after the code and had not before."""
    code = f"import json, sys; before = set(sys.modules); {code}; print(json.dumps(sorted(set(sys.modules) - before)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    return set(json.loads(done.stdout))


def test_importing_the_package_loads_the_standard_library_alone_and_none_of_its_modules() -> None:
    loaded = loaded_by("import minimax_lessons")
    assert NAME in loaded
    assert {name.partition(".")[0] for name in loaded} - sys.stdlib_module_names == {NAME}
    assert not {name for name in loaded if name.startswith(f"{NAME}.")}


def test_the_teaching_core_needs_the_standard_library_alone() -> None:
    loaded = loaded_by(
        "from minimax_lessons import TOY_TREE, best_move, minimax; minimax(TOY_TREE, 2, True)"
    )
    assert "minimax_lessons.search" in loaded
    assert {name.partition(".")[0] for name in loaded} - sys.stdlib_module_names == {NAME}


PLANNED = {
    *(
        "Position",
        "tree",
        "random_tree",
        "minimax",
        "alphabeta",
        "best_move",
        "trace",
        "mine",
        "animate",
        "compare",
        "predict",
    ),
    *("check", "hint", "guess", "perform", "practice", "play", "draughts", "games"),
    *("TOY_TREE", "TOY_TREE_SWAPPED", "VIDEO_TREE", "VIDEO_TREE_DEEP", "AIMA_TREE"),
}


def test_every_public_name_resolves_and_none_is_unplanned() -> None:
    assert set(minimax_lessons.__all__) == PLANNED
    assert dir(minimax_lessons) == minimax_lessons.__all__
    for name in minimax_lessons.__all__:
        assert getattr(minimax_lessons, name) is not None


def test_editors_and_python_see_the_same_public_names() -> None:
    blocks = [node for node in modules()[""].body if isinstance(node, ast.If)]
    seen = {alias.name: node.module for node in blocks[0].body for alias in node.names}  # type: ignore[attr-defined]
    homes = minimax_lessons._HOMES.items()
    assert seen == {name: NAME if name == home else f"{NAME}.{home}" for name, home in homes}


def test_an_unknown_name_is_refused_with_those_there_are() -> None:
    with pytest.raises(AttributeError, match=r"no attribute 'minmax'.*minimax"):
        minimax_lessons.minmax  # noqa: B018
