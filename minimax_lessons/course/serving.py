"""Serving: an extension of JupyterLab's server with trust, unchanged files and the record."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import nbformat
from jupyter_server.base.handlers import APIHandler
from jupyter_server.utils import ensure_async, url_path_join
from nbformat.sign import NotebookNotary
from tornado.web import HTTPError, authenticated

from minimax_lessons.learner_progress import note_try, tries
from minimax_lessons.notebooks import LESSONS
from minimax_lessons.storage import personal_file

__all__ = ["keep_housekeeping", "trust_lessons"]

HOUSEKEEPING = ("language_info", "kernelspec")  # which a kernel fills in when a notebook is opened


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": __name__}]


def _load_jupyter_server_extension(server: Any) -> None:
    """Prepare the server: JupyterLab calls this function by its name at start."""
    contents = server.contents_manager
    with suppress(OSError):  # without a place for signatures the lessons show stills, as elsewhere
        contents.notary = NotebookNotary(
            parent=contents,
            db_file=str(personal_file(".jupyter/signatures.db")),
            secret_file=str(personal_file(".jupyter/signatures.key")),
        )  # type: ignore[no-untyped-call]
        trust_lessons(contents.notary)
    if contents.pre_save_hook is None:
        contents.pre_save_hook = keep_housekeeping
        contents.get = _foreseen(contents.get)
    address = url_path_join(server.web_app.settings["base_url"], "minimax-lessons", "record")
    server.web_app.add_handlers(".*$", [(address, RecordHandler)])
    # so that a page knows that somebody keeps its record
    server.web_app.settings.setdefault("page_config_data", {})["minimaxLessonsRecord"] = address


def trust_lessons(notary: NotebookNotary) -> None:
    """Sign the lessons, so that what is saved in them plays before any cell has run.

    Only the lessons themselves: a sheet in the folder of exercises may come from somebody else.
    """
    for path in LESSONS.glob("[0-9][0-9]_*.ipynb"):
        with suppress(ValueError, OSError):  # a notebook that cannot be read is not trusted
            notary.sign(nbformat.read(path, as_version=4))  # type: ignore[no-untyped-call]


def keep_housekeeping(*, model: dict[str, Any], path: str, contents_manager: Any, **_: Any) -> None:
    """Restore the metadata about the kernel from the file, so that opening changes no byte.

    A kernel of another language or name is the reader's choice, and is saved.
    """
    if model.get("type") != "notebook" or not isinstance(model.get("content"), dict):
        return
    try:
        file = Path(contents_manager._get_os_path(path))
        before = json.loads(file.read_text(encoding="utf-8"))["metadata"]
    except (OSError, ValueError, KeyError, AttributeError):
        return
    after = model["content"].get("metadata", {})
    for name in HOUSEKEEPING:
        if before.get(name, {}).get("name") == after.get(name, {}).get("name"):
            after[name] = before[name]


def _foreseen(get: Callable[..., Any]) -> Callable[..., Any]:
    """Return a reader of notebooks that adds what the kernel would say of itself after the start.

    A notebook that learns nothing new from its kernel has no change to save when it is closed.
    """

    async def foresee(*arguments: Any, **options: Any) -> Any:
        model = await ensure_async(get(*arguments, **options))
        content = model.get("content")
        if model.get("type") == "notebook" and isinstance(content, dict):
            from ipykernel.ipkernel import IPythonKernel

            metadata = content["metadata"]
            if metadata.get("language_info", {}).get("name") == "python":
                metadata["language_info"] = dict(IPythonKernel.language_info)
        return model

    return foresee


class RecordHandler(APIHandler):
    """The learner's record, read and added to by the pages of this server."""

    @authenticated
    def get(self) -> None:
        """Answer with the record."""
        self.finish(json.dumps(tries()))

    @authenticated
    def post(self) -> None:
        """Add a try to the record, and answer with all of it."""
        wish = self.get_json_body() or {}
        try:
            note_try(wish["subject"], wish["name"], right=bool(wish["right"]))
        except (KeyError, TypeError, ValueError) as problem:
            raise HTTPError(400, str(problem)) from None
        self.finish(json.dumps(tries()))
