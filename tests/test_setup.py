from __future__ import annotations

import ast
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from errno import EACCES, ENOSPC
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import yaml
from browser_fixtures import first_page
from clones import copy_of_the_project
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from minimax_lessons import __main__ as cli
from minimax_lessons import setup_env
from minimax_lessons.command_errors import CommandError, prints_errors
from minimax_lessons.notebooks import notebook
from minimax_lessons.setup_env import ROOT, Venv, missing, python_with, requirements

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = sorted(PROJECT["optional-dependencies"])


class TestRequirements:
    """What an environment lacks, by names and bounds, without the packaging library."""

    @pytest.mark.parametrize("requirement", requirements(EXTRAS))
    def test_each_is_written_as_the_set_up_reads_it(self, requirement: str) -> None:
        assert re.fullmatch(r"[a-z0-9-]+>=\d+(\.\d+)*(,<\d+(\.\d+)*)?", requirement)

    def test_absent_too_old_and_too_new_packages_are_missing(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        installed = {
            "old": "1.9",
            "new": "3.0",
            "newer": "3.0rc1",
            "right": "2.0.1",
            "candidate": "2.0rc1+cpu",
        }

        def version(name: str) -> str:
            if name not in installed:
                raise setup_env.metadata.PackageNotFoundError(name)
            return installed[name]

        monkeypatch.setattr(setup_env.metadata, "version", version)
        wanted = [f"{name}>=2,<3" for name in (*installed, "absent")]
        assert missing(wanted) == ["old>=2,<3", "new>=2,<3", "newer>=2,<3", "absent>=2,<3"]

    def test_where_packaging_is_missing_all_is(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "packaging.requirements", None)
        assert missing(requirements(["lab"])) == requirements(["lab"])

    @pytest.mark.parametrize(
        ("program", "lacking"), [("/usr/bin/neato", []), (None, ["pygraphviz>=2,<3"])]
    )
    def test_the_graphviz_program_stands_in_for_pygraphviz(
        self, monkeypatch: pytest.MonkeyPatch, program: str | None, lacking: list[str]
    ) -> None:
        def version(name: str) -> str:
            raise setup_env.metadata.PackageNotFoundError(name)

        monkeypatch.setattr(setup_env.metadata, "version", version)
        monkeypatch.setattr(shutil, "which", lambda name: program)
        assert missing(["pygraphviz>=2,<3"]) == lacking

    def test_outside_a_clone_it_says_so(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setattr(setup_env, "ROOT", tmp_path)
        with pytest.raises(CommandError, match=f"no pyproject.toml in {re.escape(str(tmp_path))}"):
            requirements(["lab"])


class Rehearsal(Venv):
    """A .venv whose steps are noted instead of done."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.steps: list[str] = []
        self.starts, self.pip, self.lacks = False, True, ["jupyterlab>=4.4,<5"]
        self.pip_says: list[str] = []  # one failure for each entry; then it succeeds

    def _state(self, extras: Any) -> dict[str, Any] | None:
        return {"python": "3.11", "missing": self.lacks} if self.starts else None

    def _make(self) -> None:
        self.steps.append("make")
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        self.starts = True

    def _has_pip(self) -> bool:
        return self.pip

    def _pip_fails(self, what: Any) -> str:
        self.steps.append(" ".join(what))
        if self.pip_says:
            return self.pip_says.pop(0)
        self.lacks.clear()
        return ""


@pytest.fixture
def clone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    monkeypatch.setattr(setup_env, "ROOT", tmp_path)
    return tmp_path


@pytest.fixture
def venv(clone: Path) -> Rehearsal:
    return Rehearsal(clone / ".venv")


@pytest.fixture
def made(venv: Rehearsal) -> Rehearsal:
    """Return a .venv that a first `lab` has made."""
    venv.provide({"lab"})
    assert venv.steps == ["make", "-e .[lab]"]
    venv.steps.clear()
    return venv


def test_a_file_gets_a_step_every_ten_seconds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seconds = iter([0, 1, 11, 12, 13, 30, 31])
    monkeypatch.setattr(setup_env.time, "monotonic", lambda: next(seconds))
    progress = setup_env.Progress()
    for package in "one", "two", "three", "four":
        progress.show(f"Collecting {package}")
        progress.show("  Using cached")
    progress.clear()
    assert capsys.readouterr().out == "Collecting two\nCollecting four\n"


class TestVenv:
    """When .venv is made, mended, extended or left alone."""

    def test_a_second_run_does_nothing(self, made: Rehearsal) -> None:
        made.provide({"lab"})
        assert made.steps == []

    def test_another_command_adds_its_extras_and_keeps_the_first(self, made: Rehearsal) -> None:
        made.lacks.append("pytest>=8,<10")
        made.provide({"test"})
        made.provide({"lab"})
        made.provide({"lab", "test"})
        assert made.steps == ["-e .[lab,test]"]

    def test_a_changed_pyproject_installs_what_it_asks_for_and_nothing_while_nothing_is_missing(
        self, made: Rehearsal, clone: Path
    ) -> None:
        with (clone / "pyproject.toml").open("a") as file:
            file.write("# changed\n")
        made.provide({"lab"})
        made.lacks.append("jupyterlab>=5")
        made.provide({"lab"})
        assert made.steps == ["-e .[lab]"]

    def test_one_left_without_pip_is_made_anew(self, made: Rehearsal) -> None:
        made.pip = False
        made.lacks.append("ipywidgets>=8.1,<9")
        made.provide({"lab"})
        assert made.steps == ["make", "-e .[lab]"]

    def test_a_package_taken_out_by_hand_is_installed_again(self, made: Rehearsal) -> None:
        made.lacks.append("ipywidgets>=8.1,<9")
        made.provide({"lab"})
        assert made.steps == ["-e .[lab]"]

    def test_one_that_does_not_start_is_made_anew(self, made: Rehearsal) -> None:
        made.starts = False
        made.provide({"lab"})
        assert made.steps == ["make", "-e .[lab]"]

    @pytest.mark.parametrize("change", [{"root": "/elsewhere"}, {"python": "3.9"}])
    def test_one_moved_or_of_another_python_is_made_anew(
        self, made: Rehearsal, change: dict[str, str]
    ) -> None:
        stamp = json.loads(made._stamp.read_text())
        made._stamp.write_text(json.dumps(stamp | change))
        made.provide({"lab"})
        assert made.steps == ["make", "-e .[lab]"]

    @pytest.mark.parametrize("stamp", ["", "[]", '{"root": 1}', "\xff"])
    def test_a_garbled_stamp_counts_as_none(self, made: Rehearsal, stamp: str) -> None:
        made._stamp.write_text(stamp, encoding="latin-1")
        made.lacks.append("ipywidgets>=8.1,<9")
        made.provide({"lab"})
        assert made.steps == ["-e .[lab]"]

    def test_one_that_uv_made_and_that_is_complete_is_used_as_it_is(self, venv: Rehearsal) -> None:
        venv.starts = True
        venv.lacks.clear()
        venv.provide({"lab"})
        assert venv.steps == []

    def test_a_broken_off_installation_is_taken_up_again(self, venv: Rehearsal) -> None:
        venv.pip_says.append("ERROR: killed")
        with pytest.raises(CommandError):
            venv.provide({"lab"})
        venv.lacks.clear()  # everything may seem to be there
        venv.provide({"lab"})
        venv.provide({"lab"})
        assert venv.steps == ["make", "-e .[lab]", "-e .[lab]"]

    def test_a_system_without_pygraphviz_gets_the_rest_and_is_told(
        self, venv: Rehearsal, capsys: pytest.CaptureFixture[str]
    ) -> None:
        venv.pip_says.append(
            "ERROR: No matching distribution found for pygraphviz<3,>=2; extra == 'lab'"
        )
        venv.provide({"lab"})
        assert "pygraphviz" not in venv.steps[-1]
        assert "jupyterlab>=4.4,<5" in venv.steps[-1].split()
        assert "install your system's graphviz" in capsys.readouterr().out
        venv.lacks.append("pygraphviz>=2,<3")
        venv.provide({"lab"})
        assert len(venv.steps) == 3  # it is not tried again and again

    @pytest.mark.parametrize(
        ("said", "told"),
        [
            (
                "WARNING: Retrying (Retry(total=4))\nERROR: No matching distribution found for hatchling",
                "online",
            ),
            (
                "WARNING: Retrying (Retry(total=4))\nERROR: No matching distribution found for pygraphviz",
                "online",
            ),
            ("SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED]", "PIP_CERT"),
            (
                "ProxyError('Cannot connect to proxy.', 407 Proxy Authentication Required",
                "HTTPS_PROXY",
            ),
            (
                "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
                "disk is full",
            ),
            (
                "ERROR: [WinError 5] Access is denied: 'C:\\clone\\.venv\\Lib\\zmq.pyd'",
                "Stop the programs that run from .venv",
            ),
            (
                "ERROR: No matching distribution found for jupyterlab<5,>=4.4",
                "No matching distribution found",
            ),
            ("Segmentation fault", "Segmentation fault"),
        ],
    )
    def test_what_pip_says_becomes_advice(self, venv: Rehearsal, said: str, told: str) -> None:
        venv.pip_says.append(said)
        with pytest.raises(CommandError, match=told) as caught:
            venv.provide({"lab"})
        assert str(venv._log) in str(caught.value)


class TestPythonWith:
    """Which Python a command gets."""

    def test_an_environment_that_has_everything_is_used_and_nothing_made(
        self, monkeypatch: pytest.MonkeyPatch, clone: Path
    ) -> None:
        monkeypatch.setattr(setup_env, "missing", lambda wanted: [])
        assert python_with(["lab", "test"]) == sys.executable
        assert not (clone / ".venv").exists()

    def test_a_folder_that_cannot_be_written_is_named(
        self, monkeypatch: pytest.MonkeyPatch, clone: Path
    ) -> None:
        monkeypatch.setattr(setup_env, "missing", lambda wanted: ["jupyterlab"])
        (clone / ".venv").write_text("a file where the folder should be")
        with pytest.raises(CommandError, match=re.escape(f"Cannot write {clone / '.venv'}")):
            python_with(["lab"])

    def test_a_full_disk_is_called_one(self, monkeypatch: pytest.MonkeyPatch, clone: Path) -> None:
        def full(*arguments: Any) -> None:
            raise OSError(ENOSPC, os.strerror(ENOSPC), str(clone / ".venv"))

        monkeypatch.setattr(setup_env, "missing", lambda wanted: ["jupyterlab"])
        monkeypatch.setattr(Venv, "provide", full)
        with pytest.raises(CommandError, match=r"The disk is full\. Free about 1 GB") as caught:
            python_with(["lab"])
        assert "yours" not in str(caught.value)

    def test_a_disk_with_next_to_nothing_left_is_called_full_whatever_the_set_up_says(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert setup_env.advice_on("returned non-zero exit status 1.") == ""
        monkeypatch.setattr(setup_env.shutil, "disk_usage", lambda path: Mock(free=10_000_000))
        assert "The disk is full" in setup_env.advice_on("returned non-zero exit status 1.")

    @pytest.mark.parametrize("lost", ["venv", "ensurepip"])
    def test_a_python_without_venv_says_how_to_get_it(
        self, monkeypatch: pytest.MonkeyPatch, clone: Path, lost: str
    ) -> None:
        monkeypatch.setattr(setup_env, "missing", lambda wanted: ["jupyterlab"])
        find = setup_env.importlib.util.find_spec
        monkeypatch.setattr(
            setup_env.importlib.util, "find_spec", lambda name: None if name == lost else find(name)
        )
        major, minor, *_ = sys.version_info
        with pytest.raises(CommandError, match=f"apt install python{major}.{minor}-venv"):
            python_with(["lab"])
        assert not (clone / ".venv").exists()


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Return the list that notes what run_module is asked for, in place of doing it."""
    calls: list[tuple[Any, ...]] = []
    monkeypatch.setattr(cli, "python_with", lambda extras: f"a Python with {', '.join(extras)}")
    monkeypatch.setattr(cli, "run_module", lambda *arguments: calls.append(arguments) or 0)
    monkeypatch.chdir(ROOT)
    return calls


class TestCommands:
    """The command line itself."""

    @pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"], ["help"]])
    def test_help_names_every_command(
        self, arguments: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert cli.main(arguments) == 0
        shown = capsys.readouterr().out
        assert all(f"\n  {name} " in shown for name in cli.COMMANDS)

    @pytest.mark.parametrize("name", cli.COMMANDS)
    def test_every_command_has_a_function_that_takes_its_arguments(self, name: str) -> None:
        function = cli.COMMANDS[name].function
        if isinstance(function, str):
            module, _, own_name = function.partition(":")
            function = getattr(import_module(f"minimax_lessons.{module}"), own_name)
        inspect.signature(function).bind(["an argument"])

    def test_an_unknown_command_suggests_the_likely_one(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert cli.main(["tset"]) == 2
        assert "Did you mean test?" in capsys.readouterr().err

    def test_trouble_is_told_without_a_traceback(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def fail(*arguments: Any) -> int:
            raise CommandError("No way.")

        monkeypatch.setattr(cli, "python_with", fail)
        assert cli.main(["lab"]) == 1
        assert capsys.readouterr().err == "No way.\n"

    @pytest.mark.parametrize(
        ("error", "told"),
        [
            (
                OSError(ENOSPC, os.strerror(ENOSPC)),
                "No space left on device. The disk is full. Free about 1 GB",
            ),
            (
                OSError(EACCES, os.strerror(EACCES), "x.html"),
                "Cannot write x.html: Permission denied. Elsewhere",
            ),
        ],
    )
    def test_what_cannot_be_written_is_told_with_a_way_out(
        self, capsys: pytest.CaptureFixture[str], error: OSError, told: str
    ) -> None:
        def fail() -> int:
            raise error

        assert prints_errors("Elsewhere.")(fail)() == 1
        assert capsys.readouterr().err.startswith(told)

    def test_ctrl_c_is_quiet(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def interrupt(*arguments: Any) -> int:
            raise KeyboardInterrupt

        monkeypatch.setattr(cli, "python_with", interrupt)
        assert cli.main(["lab"]) == 130
        assert "Traceback" not in capsys.readouterr().err

    def test_lab_opens_the_first_notebook_and_passes_arguments_on(
        self, ran: list[tuple[Any, ...]]
    ) -> None:
        assert cli.main(["lab", "--no-browser", "--port", "9000"]) == 0
        [(python, module, options, variables)] = ran
        assert (python, module) == ("a Python with lab", "jupyterlab")
        assert variables["JUPYTER_CONFIG_PATH"].startswith(str(ROOT / ".jupyter"))
        assert f"--ServerApp.root_dir={ROOT / 'notebooks'}" in options
        assert "--LabApp.default_url=/lab/tree/00_start_here.ipynb" in options
        assert options[-3:] == ["--no-browser", "--port", "9000"]

    def test_lab_knows_a_lesson_by_its_number(self, ran: list[tuple[Any, ...]]) -> None:
        cli.main(["lab", "3", "--port", "90"])
        assert "--LabApp.default_url=/lab/tree/03_alpha_beta.ipynb" in ran[0][2]
        assert ran[0][2][-2:] == ["--port", "90"]

    def test_lab_opens_a_notebook_that_lies_elsewhere(
        self, ran: list[tuple[Any, ...]], tmp_path: Path
    ) -> None:
        mine = tmp_path / "my notes.ipynb"
        mine.write_text("{}")
        cli.main(["lab", str(mine)])
        assert f"--ServerApp.root_dir={tmp_path.resolve()}" in ran[0][2]
        assert "--LabApp.default_url=/lab/tree/my%20notes.ipynb" in ran[0][2]

    def test_a_notebook_that_is_not_there_is_answered_with_those_that_are(
        self, ran: list[tuple[Any, ...]], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert cli.main(["lab", "no/such.ipynb"]) == 1
        assert cli.main(["lab", "77"]) == 1
        said = capsys.readouterr().err
        assert "There is no notebook 'no/such.ipynb'; there are 00_start_here, 01_" in said
        assert "There is no notebook '77'" in said
        assert not ran

    def test_a_learner_needs_nothing_for_check_that_lab_has_not_installed(
        self, ran: list[tuple[Any, ...]]
    ) -> None:
        cli.main(["check", "03"])
        cli.main(["slides", "03"])
        assert [python for python, *_ in ran] == ["a Python with lab"] * 2

    @pytest.mark.skipif(not hasattr(os, "geteuid"), reason="there is no root on this system")
    @pytest.mark.parametrize(("user", "allowed"), [(0, True), (1000, False)])
    def test_lab_works_as_root(
        self, ran: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch, user: int, allowed: bool
    ) -> None:
        monkeypatch.setattr(os, "geteuid", lambda: user)
        cli.main(["lab"])
        assert ("--allow-root" in ran[0][2]) == allowed

    def test_lab_is_as_talkative_as_one_asks(self, ran: list[tuple[Any, ...]]) -> None:
        cli.main(["lab"])
        cli.main(["lab", "--log-level=INFO"])
        assert [[each for each in call[2] if "log-level" in each] for call in ran] == [
            ["--log-level=WARN"],
            ["--log-level=INFO"],
        ]

    def test_test_gives_its_arguments_to_pytest(self, ran: list[tuple[Any, ...]]) -> None:
        assert cli.main(["test", "-m", "not slow"]) == 0
        assert ran == [("a Python with lab, test, chess", "pytest", ["-m", "not slow"])]

    @pytest.mark.parametrize(
        ("arguments", "options", "quick"),
        [
            ([], ["-m", "not slow"], False),
            (["--all"], [], False),
            (
                ["--quick", "-x"],
                ["-m", "not slow and not browser and not long", "tests", "-x"],
                True,
            ),
        ],
    )
    def test_the_suites_run_on_all_cores_and_say_how_far_they_are(
        self, ran: list[tuple[Any, ...]], arguments: list[str], options: list[str], quick: bool
    ) -> None:
        assert cli.main(["test", *arguments]) == 0
        [(_, module, given, variables)] = ran
        workers = str((os.cpu_count() or 1) + 1)
        assert (module, given) == (
            "pytest",
            ["-n", workers, "--dist", "loadscope", "--no-loadscope-reorder", *options],
        )
        assert variables["MINIMAX_LESSONS_PROGRESS"] == "1"
        assert (variables.get("MINIMAX_LESSONS_QUICK") == "1") == quick

    @pytest.mark.slow
    def test_a_quick_run_says_how_far_it_is_and_takes_four_cases_of_a_test_with_more(self) -> None:
        variables = {"MINIMAX_LESSONS_PROGRESS": "1", "MINIMAX_LESSONS_QUICK": "1"}
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-n",
            "1",
            "--dist",
            "loadscope",
            "-p",
            "no:cacheprovider",
        ]
        done = subprocess.run(
            [*command, "tests/test_styles.py"],
            cwd=ROOT,
            env=os.environ | variables,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout
        tests = (ROOT / "tests" / "test_styles.py").read_text(encoding="utf-8").count("\ndef test_")
        assert tests <= int(re.findall(r"(\d+) passed", done.stdout)[0]) <= 4 * tests

    def test_bench_measures_where_pictures_can_be_drawn(self, ran: list[tuple[Any, ...]]) -> None:
        assert cli.main(["bench", "import"]) == 0
        assert ran == [("a Python with lab, test, chess", "minimax_lessons", ["bench", "import"])]

    def test_bench_prints_a_row_of_the_table(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(cli, "python_with", lambda extras: sys.executable)
        assert cli.main(["bench", "import"]) == 0
        assert re.search(r"import minimax_lessons .* ms +≤ 50 ms +[✓✗]", capsys.readouterr().out)
        assert cli.main(["bench", "no such row"]) == 2


class TestNotebook:
    """Which notebook a command means."""

    @pytest.mark.parametrize(
        "name", ["03", "3", "03_alpha_beta", "03_alpha_beta.ipynb", "notebooks/03_alpha_beta.ipynb"]
    )
    def test_a_lesson_is_found_by_number_name_or_path(
        self, name: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(ROOT)
        assert notebook(name).resolve() == ROOT / "notebooks" / "03_alpha_beta.ipynb"

    def test_a_number_means_the_original_whatever_copies_lie_beside_it(
        self, tmp_path: Path
    ) -> None:
        for name in (
            "03_alpha_beta",
            "03_alpha_beta-Copy1",
            "03_alpha_beta (mine)",
            "04_move_order",
        ):
            (tmp_path / f"{name}.ipynb").touch()
        assert (
            notebook("03", tmp_path) == notebook("3", tmp_path) == tmp_path / "03_alpha_beta.ipynb"
        )
        assert notebook("03_alpha_beta-Copy1", tmp_path).stem == "03_alpha_beta-Copy1"
        (tmp_path / "03_of_mine.ipynb").touch()
        with pytest.raises(
            CommandError, match=r"'03' can mean .*03_of_mine.*: write the whole name"
        ):
            notebook("03", tmp_path)


class TestOldPython:
    """An old Python says that it is too old, so it has to understand the first lines."""

    @pytest.mark.parametrize("name", ["__init__.py", "__main__.py"])
    def test_it_can_read_the_files(self, name: str) -> None:
        source = (ROOT / "minimax_lessons" / name).read_text(encoding="utf-8")
        ast.parse(source, feature_version=(3, 6))
        assert "from __future__" not in source

    def test_it_is_told_what_it_is_and_what_is_needed(self) -> None:
        code = "import runpy, sys; sys.version_info = (3, 8, 10); runpy.run_module('minimax_lessons', alter_sys=True)"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert done.returncode == 1
        assert re.match(
            r"Minimax Lessons needs Python 3\.11 or newer, and .* is Python 3\.8\.\n", done.stderr
        )

    def test_real_ones_say_so(self) -> None:
        pythons = list(old_pythons())
        if not pythons:
            pytest.skip("there is no old Python here")
        for python in pythons:
            done = subprocess.run(
                [python, "-m", "minimax_lessons"], cwd=ROOT, capture_output=True, text=True
            )
            assert done.returncode == 1
            assert re.match(
                r"Minimax Lessons needs Python 3\.11 or newer, and .* is Python 3\.\d+\.\n",
                done.stderr,
            )


def old_pythons() -> Iterator[str]:
    """Yield the Pythons from 3.6 to 3.10 that this machine has, as programs or under pyenv."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    for minor in range(6, 11):
        paths = [shutil.which(f"python3.{minor}"), *pyenv.glob(f"3.{minor}.*/bin/python")]
        for path in filter(None, paths):
            if subprocess.run([path, "--version"], capture_output=True).returncode == 0:
                yield str(path)


class TestConda:
    """environment.yml says what pyproject.toml says, in conda's names."""

    @pytest.fixture
    def dependencies(self) -> list[Any]:
        return list(
            yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))["dependencies"]
        )

    @pytest.fixture
    def listed(self, dependencies: list[Any]) -> list[str]:
        return [each for each in dependencies if isinstance(each, str)]

    def test_python_is_pinned_and_allowed(self, listed: list[str]) -> None:
        [version] = [each.removeprefix("python=") for each in listed if each.startswith("python=")]
        assert re.fullmatch(r"3\.\d+", version)
        assert version in SpecifierSet(PROJECT["requires-python"])

    def test_the_package_itself_comes_by_pip_from_the_clone(self, dependencies: list[Any]) -> None:
        assert "pip" in dependencies
        assert dependencies[-1]["pip"][-1] == "-e ."

    def test_all_that_lab_and_test_need_is_listed_with_the_same_bounds(
        self, listed: list[str], dependencies: list[Any]
    ) -> None:
        conda = {
            "matplotlib": "matplotlib-base",
            "graphviz": "python-graphviz",
            "playwright": "playwright-python",
        }
        wanted = {each.name: each.specifier for each in map(Requirement, requirements(cli.TESTED))}
        del wanted["pygraphviz"]
        assert "graphviz" in listed  # the program that stands in for it
        found = {
            each.name: each.specifier
            for each in map(
                Requirement, (line for line in [*listed, *dependencies[-1]["pip"]] if ">=" in line)
            )
        }
        assert found == {conda.get(name, name): bounds for name, bounds in wanted.items()}


def test_uv_and_ci_know_every_extra_that_they_need() -> None:
    whole = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    [synced] = whole["dependency-groups"]["dev"]
    assert Requirement(synced).extras == {*cli.TESTED, "style"}


@pytest.fixture
def fresh_clone(tmp_path: Path) -> Path:
    return copy_of_the_project(tmp_path / "clone")


@pytest.fixture
def newcomer(fresh_clone: Path, tmp_path: Path) -> Iterator[Any]:
    """Return a function that starts a command in a fresh clone, with a bare Python and an empty home."""
    python = getattr(sys, "_base_executable", sys.executable)
    variables = {
        name: value
        for name, value in os.environ.items()
        if name not in ("PYTHONPATH", "VIRTUAL_ENV")
    }
    variables |= {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path), "PYTHONNOUSERSITE": "1"}
    started = []

    def start(*words: str, **more: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [python, "-m", "minimax_lessons", *words],
            cwd=fresh_clone,
            env=variables | more,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.mark.slow
def test_an_offline_installation_fails_with_one_piece_of_advice(newcomer: Any) -> None:
    nowhere = "http://127.0.0.1:9/simple"  # nothing listens there
    process = newcomer("lab", PIP_INDEX_URL=nowhere, PIP_RETRIES="1", PIP_CONFIG_FILE=os.devnull)
    said, _ = process.communicate(timeout=120)
    if "Setting up" not in said:
        pytest.skip("the Python that this environment was made from has JupyterLab itself")
    assert process.returncode == 1
    assert "Check that this computer is online" in said
    assert "Traceback" not in said


def said_by_lab(process: subprocess.Popen[str]) -> str:
    """Return what `lab` prints until JupyterLab serves its first page, and end it."""
    said = ""
    limit = threading.Timer(400, process.kill)
    limit.start()
    try:
        for line in process.stdout or ():
            said += line
            if address := re.search(r"http://127\.0\.0\.1:\S+", line):
                assert "00_start_here.ipynb" in first_page(address.group())
                process.terminate()
                process.communicate(timeout=120)
                return said
    finally:
        limit.cancel()
    if "Check that this computer is online" in said and not os.environ.get("CI"):
        pytest.skip("this computer is not online")
    pytest.fail(f"JupyterLab never told its address:\n{said}")


@pytest.mark.slow
def test_a_newcomer_gets_jupyterlab_from_one_command_and_at_once_the_second_time(
    newcomer: Any, fresh_clone: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    quicker = {
        "PIP_NO_COMPILE": "0"
    }  # pip takes 0 for yes here: each module is compiled at its import
    if "Setting up" not in said_by_lab(newcomer("lab", "--no-browser", **quicker)):
        pytest.skip("the Python that this environment was made from has JupyterLab itself")
    assert "Setting up" not in said_by_lab(newcomer("lab", "--no-browser"))
    venv = Venv(fresh_clone / ".venv")
    venv.python.unlink()
    assert venv._state(["lab"]) is None
    venv._make()  # what follows is the installation, as above
    assert "so it is made again" in capsys.readouterr().out
