"""Tracing: watch anybody's search function on a tree, and tell step by step what it did."""

from __future__ import annotations

from minimax_lessons.tracing.run import SearchError, Trace, trace

__all__ = ["SearchError", "Trace", "trace"]
