"""Store: findings in a SQLite file, so that an interrupted run continues where it was."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable
from dataclasses import asdict
from functools import cache
from pathlib import Path

from minimax_lessons.command_errors import FULL, CommandError
from minimax_lessons.marking.outside import Finding
from minimax_lessons.setup_env import ROOT

__all__ = ["Store"]

FILE = "findings.sqlite"


class Store:
    """The findings of a class, by the code that was judged."""

    def __init__(self, folder: Path) -> None:
        path = folder / FILE
        try:
            self.connection = sqlite3.connect(path)
            self.connection.execute(
                "CREATE TABLE IF NOT EXISTS findings (key TEXT PRIMARY KEY, judge TEXT, finding"
                " TEXT)"
            )
            self.connection.execute("SELECT key, judge, finding FROM findings LIMIT 1")
        except sqlite3.DatabaseError as error:
            anew = "Move it away and run the command again: then everything is marked anew."
            advice = FULL if "full" in str(error) else anew
            raise CommandError(f"{path} can't be used: {error}. {advice}") from None

    def finding(self, key: str) -> Finding | None:
        """Return the stored finding for an answer, unless the judge has changed since."""
        query = "SELECT finding FROM findings WHERE key = ? AND judge = ?"
        row = self.connection.execute(query, (key, _judge())).fetchone()
        if row is None:
            return None
        data = json.loads(row[0])
        return Finding(**data | {"why": tuple(data["why"])})

    def keep(self, key: str, finding: Finding) -> None:
        """Write a finding to the disk."""
        row = (key, _judge(), json.dumps(asdict(finding)))
        try:
            with self.connection:
                self.connection.execute("INSERT OR REPLACE INTO findings VALUES (?, ?, ?)", row)
        except sqlite3.OperationalError as error:
            advice = FULL if "full" in str(error) else "Let nothing else use this file."
            raise CommandError(f"{FILE} can't be written: {error}. {advice}") from None

    def forget(self, keys: Iterable[str]) -> None:
        """Delete findings, so that these answers are judged again."""
        with self.connection:
            rows = ((key,) for key in keys)
            self.connection.executemany("DELETE FROM findings WHERE key = ?", rows)

    def close(self) -> None:
        """Close the file."""
        self.connection.close()


@cache
def _judge() -> str:
    """Return a text that changes with the judge's code."""
    folders = (ROOT / "minimax_lessons" / name for name in ("exercises", "marking", "tracing"))
    paths = sorted(path for folder in folders for path in folder.rglob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()
