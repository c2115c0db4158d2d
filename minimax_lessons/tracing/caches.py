"""Caches: see through functools.cache, so that each answer of a cache is a visit like any other."""

from __future__ import annotations

import functools
import gc
import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import CellType, CodeType, FrameType, FunctionType
from typing import Any

__all__ = ["caches_of", "passing", "replace", "seen_through"]

Answer = Callable[[CodeType, dict[str, Any], Any, FrameType], None]


def caches_of(code: CodeType) -> list[Any]:
    """Return the caches that stand before the functions of some code."""
    functions = [
        function
        for function in gc.get_referrers(code)
        if isinstance(function, FunctionType) and function.__code__ is code
    ]
    holders = gc.get_referrers(*functions)
    holders += gc.get_referrers(*[space for space in holders if isinstance(space, dict)])
    return [
        holder
        for holder in holders
        if hasattr(holder, "cache_info") and getattr(holder, "__wrapped__", None) in functions
    ]


@contextmanager
def seen_through(
    caches: list[Any], steps: Callable[[], int], answered: Answer
) -> Iterator[dict[int, FunctionType]]:
    """Put a function before each cache that reports its own answers, also before new caches."""

    def watched(cache: Any) -> FunctionType:
        return answered_by(cache, steps, answered)

    def maker(make: Any) -> Any:
        def decorate(*args: Any, **kwargs: Any) -> Any:
            result = make(*args, **kwargs)
            if getattr(result, "__code__", None) is passing:
                return result  # functools.cache calls functools.lru_cache, which is watched, too
            return (
                watched(result)
                if hasattr(result, "cache_info")
                else lambda function: watched(result(function))
            )

        return decorate

    stands = {id(cache): watched(cache) for cache in caches}
    with ExitStack() as stack:
        for cache in caches:
            replace(stack, cache, stands[id(cache)])
        for make in (functools.cache, functools.lru_cache):
            replace(stack, make, maker(make))
        yield stands


def replace(stack: ExitStack, old: Any, new: Any) -> None:
    """Put something else wherever an object is held by name, until the stack is left."""
    own = {id(cell) for cell in new.__closure__ or ()}
    for holder in gc.get_referrers(old):
        if isinstance(holder, CellType) and id(holder) not in own:
            stack.callback(setattr, holder, "cell_contents", old)
            holder.cell_contents = new
        elif isinstance(holder, dict):
            is_module = "__name__" in holder and "__builtins__" in holder
            owner = (
                None
                if is_module
                else next(
                    (thing for thing in gc.get_referrers(holder) if _owns(thing, holder)), None
                )
            )
            put = holder.__setitem__ if is_module else owner and functools.partial(setattr, owner)
            # no comprehension: its cell would hold what is to be replaced
            for name, value in list(holder.items()):
                if value is old and put is not None:
                    put(name, new)
                    stack.callback(put, name, old)


def _owns(thing: Any, space: dict[str, Any]) -> bool:
    """Return True for the class whose attributes a dictionary holds."""
    return (
        isinstance(thing, type) and space.keys() == thing.__dict__.keys() and "__module__" in space
    )


def answered_by(cache: Any, steps: Callable[[], int], answered: Answer) -> FunctionType:
    """Return a function that asks the cache, and reports each answer without a call behind it."""
    function = cache.__wrapped__
    signature = inspect.signature(function)

    @functools.wraps(function)
    def passing(*args: Any, **kwargs: Any) -> Any:
        before = steps()
        result = cache(*args, **kwargs)
        if steps() == before:
            bound = signature.bind(*args, **kwargs)
            bound.apply_defaults()
            answered(function.__code__, dict(bound.arguments), result, sys._getframe(1))
        return result

    front: Any = passing
    front.cache_info, front.cache_clear = cache.cache_info, cache.cache_clear
    return front  # type: ignore[no-any-return]


passing = next(code for code in answered_by.__code__.co_consts if isinstance(code, CodeType))
