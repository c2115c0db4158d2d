"""The course as it is given out: its notebooks as slides, as pages, and as a site that runs in the browser."""

from __future__ import annotations

__all__: list[str] = []
