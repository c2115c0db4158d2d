"""Whatever an answer does, a notebook says so in a sentence, and its kernel goes on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from queue import Empty
from typing import Any

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.long]
BYTES = 3 * 2**30
PATIENCE = 120  # seconds: a machine may be busy
HEAD = "def f(position, depth, maximizing_player):\n    "


class Kernel:
    """A kernel with limited memory, as JupyterLab has one."""

    def __init__(self) -> None:
        from jupyter_client.manager import start_new_kernel

        self.manager, self.client = start_new_kernel(
            kernel_name="python3", startup_timeout=PATIENCE
        )

    def run(self, source: str) -> str:
        """Return what JupyterLab shows below a cell: prints, cards as text, and an error's lines."""
        message = self.client.session.msg(
            "execute_request", {"code": source, "silent": False, "store_history": True}
        )
        message["metadata"] = {"cellId": "a"}
        self.client.shell_channel.send(message)
        shown: list[str] = []
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            if not self.manager.is_alive():
                return "the kernel died"
            with suppress(Empty):
                told = self.client.get_iopub_msg(timeout=1)
                if told["parent_header"].get("msg_id") != message["header"]["msg_id"]:
                    continue
                content = told["content"]
                if content.get("execution_state") == "idle":
                    return "\n".join(shown)
                shown += self._lines(content)
        return "the kernel hangs"

    def _lines(self, content: dict[str, Any]) -> list[str]:
        data = content.get("data", {})
        return [content.get("text", ""), data.get("text/plain", ""), *content.get("traceback", ())]

    def close(self) -> None:
        """End it."""
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


@pytest.fixture(scope="module")
def kernel() -> Iterator[Kernel]:
    pytest.importorskip("ipykernel")
    kernel = Kernel()
    limit = f"import resource\nresource.setrlimit(resource.RLIMIT_AS, ({BYTES}, {BYTES}))\n"
    kernel.run(f"{limit}from minimax_lessons import *")
    yield kernel
    kernel.close()


ATTEMPTS = {
    'from minimax_lessons.exercises import NotYet\n    raise NotYet("2.1", "done", "✓ 2.1")': "Not attempted yet",
    "import sys\n    return sys._getframe().f_back.f_locals": "reads the variables of its callers (`f_",
    "import re\n    return re.match('(a+)+$', 'a' * 60 + 'b')": "was still running after 2.5 seconds",
    "return f(position, depth, True)": "calls itself again and again",
    "import sys\n    sys.setrecursionlimit(10**8)\n    return sorted([1, 2], key=lambda _: f(position, depth, 1))": (
        "calls itself again and again"
    ),
    "import builtins\n    builtins.len = builtins.isinstance = builtins.print = lambda *a: 0\n    return 3": (
        "It changed `isinstance`, `len`, `print`, and the check has undone that."
    ),
    "import threading\n    threading.Thread(target=lambda: [0 for _ in iter(int, 1)]).start()\n    return 3": (
        "a thread that it had started was still running"
    ),
    "exit(1)": "exit() would end Python, and was not carried out",
    "quit()": "exit() would end Python, and was not carried out",
    "import os\n    os._exit(1)": "os._exit() would end Python, and was not carried out",
    "import os\n    os.kill(os.getpid(), 9)": "os.kill() would end Python, and was not carried out",
    "return [0] * 10**12": "raised MemoryError",
    "check('2.1', minimax)\n    while True: pass": "was still running after 2.5 seconds",
}


@pytest.mark.parametrize(("body", "told"), ATTEMPTS.items(), ids=[body[-24:] for body in ATTEMPTS])
def test_a_sentence_is_shown_and_the_kernel_goes_on(body: str, told: str, kernel: Kernel) -> None:
    assert told in kernel.run(f'{HEAD}{body}\ncheck("2.1", f)')
    assert "42" in kernel.run("print(6 * 7)")


def test_a_cell_with_a_syntax_error_is_named_where_its_function_is_missing_or_old(
    kernel: Kernel,
) -> None:
    kernel.run("def broken(position, depth, maximizing):\n    return max(1,")
    assert "does not exist here yet" in (said := kernel.run('check("2.1", broken)'))
    assert "The cell that defines broken has a syntax error in line 2" in said
    kernel.run("def broken(position, depth, maximizing):\n    return 3")
    kernel.run("def broken(position, depth, maximizing)\n    return 4")
    said = kernel.run('check("2.1", broken)')
    assert "a syntax error in line 1" in said
    assert "This verdict is about an earlier version." in said


def test_an_answer_is_told_to_be_the_former_one_where_its_newest_cell_failed(
    kernel: Kernel,
) -> None:
    kernel.run("worth = [1, 2, 3, 4]")
    assert "former answer" not in kernel.run('check("1.1", worth)')
    kernel.run("worth = nowhere")
    told = "stopped with a NameError, so `worth` may still be your former answer."
    assert told in kernel.run('check("1.1", worth)')
    kernel.run("worth = [1, 2, 3, 4]")
    assert "former answer" not in kernel.run('check("1.1", worth)')


def test_an_answer_inside_todo_is_told_to_be_written_without_it(kernel: Kernel) -> None:
    kernel.run("from minimax_lessons.exercises import todo\nworth = todo([7, 9, 6, 9])")
    assert "without `todo(…)`: `worth = [7, 9, 6, 9]`" in kernel.run('check("1.1", worth)')
    kernel.run('worth = todo("1.1")')
    assert 'replace `todo("1.1")` by your answer' in kernel.run('check("1.1", worth)')


def test_what_c_code_never_ends_is_explained_before_it_runs() -> None:
    from minimax_lessons.exercises import checks

    told = checks.NEVER_ENDS.format(late=20)
    assert "animation: lm-late 0s 20s forwards" in told
    assert "Kernel → Interrupt Kernel. If nothing changes, choose Kernel → Restart Kernel" in told
