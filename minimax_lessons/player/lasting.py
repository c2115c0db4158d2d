"""A lasting widget: beside the widget, which needs its kernel, the notebook keeps a still."""

from __future__ import annotations

from typing import Any

import anywidget

from minimax_lessons.player.page import WIDGET

__all__ = ["LastingWidget"]

# JupyterLab says "model not found" where the kernel is gone: the still tells it better, until the
# widget is there.
ONE_OF_BOTH = (
    "<style>.jp-OutputArea-child:has([data-lm-still])+.jp-OutputArea-child:not(:has(.lm-live)),"
    ".jp-OutputArea-child:has([data-lm-still]):has(+.jp-OutputArea-child "
    ".lm-live){display:none}</style>"
)


class LastingWidget(anywidget.AnyWidget):
    """A widget whose last state, from ``_repr_mimebundle_``, is shown in a reopened notebook."""

    _left: Any = None  # the still in the notebook

    def _ipython_display_(self) -> None:
        from IPython.display import display

        shown, _ = self._repr_mimebundle_()
        view = {WIDGET: shown.pop(WIDGET)}
        still = {**shown, "text/html": _beside(shown["text/html"])}
        kept_as = self._left.display_id if self._left else True
        self._left = display(still, raw=True, display_id=kept_as)  # type: ignore[no-untyped-call]
        display(view, raw=True)  # type: ignore[no-untyped-call]

    def _leave(self, html: str) -> None:
        """Keep in the notebook what is to be seen now."""
        if self._left is not None:
            self._left.update({"text/plain": repr(self), "text/html": _beside(html)}, raw=True)

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        return super()._repr_mimebundle_(**options) or ({}, {})


def _beside(html: str) -> str:
    """Return a still that in JupyterLab is not seen together with the widget."""
    return f"{ONE_OF_BOTH}<div data-lm-still>{html}</div>"
