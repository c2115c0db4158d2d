"""Progress: one line that says how far the tests are, what is going on, and what has failed so far."""

from __future__ import annotations

import time
from functools import cached_property
from typing import Any

import pytest

STEP = 10  # seconds between lines where a line can't be written over


class Progress:
    """Takes the place of pytest's dots."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.begun = self.told = time.monotonic()
        self.total = self.done = self.failed = 0
        self.where = ""

    @cached_property
    def writer(self) -> Any:
        """Return where pytest writes, which is not there yet when this plug-in begins."""
        return self.config.get_terminal_writer()

    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        self.total = len(ids)

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report: Any) -> tuple[str, str, str] | None:
        if report.failed:
            return None  # said by pytest, at the end
        return (report.outcome if report.when == "call" or report.skipped else "", "", "")

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed += 1
            self.say(f"FAILED {report.nodeid}\n")
        if report.when == "teardown":
            self.done += 1
            self.where = report.nodeid.partition("::")[0]
            self.tell()

    def tell(self) -> None:
        now = time.monotonic()
        if self.writer.hasmarkup or now - self.told > STEP:
            self.told = now
            minutes, seconds = divmod(int(now - self.begun), 60)
            failed = f", {self.failed} failed" if self.failed else ""
            self.say(
                f"{self.done} of {self.total} tests in {minutes}:{seconds:02}{failed} … {self.where}"
            )

    def say(self, line: str) -> None:
        if self.writer.hasmarkup:
            width = self.writer.fullwidth - 1
            end = "\n" if line.endswith("\n") else ""
            self.writer.write(f"\r{line.rstrip():<{width}.{width}}{end}", flush=True)
        else:
            self.writer.write(f"{line.rstrip()}\n", flush=True)
