"""The course as readers get it: slides, pages, and a site that runs in the browser."""

from __future__ import annotations

__all__: list[str] = []
