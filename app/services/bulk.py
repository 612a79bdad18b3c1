"""Work on very many objects that all stay: the collector would walk them again and again, and find nothing."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["uncollected"]


@contextmanager
def uncollected() -> Iterator[None]:
    """Stop the cycle collector within the block: measured, a third of the time of an ingest.

    What is no longer referred to is freed all the same; only cycles wait for the end.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
