"""Answering in time: what is ready within the platform's patience is the answer, what is not follows later."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from anyio import to_thread

from app.errors import ErrdexError
from app.telemetry import get_logger

__all__ = ["begun", "outcome", "ready"]

logger = get_logger("app.bots")

_Result = TypeVar("_Result")


def begun(work: Callable[[], _Result]) -> asyncio.Task[_Result]:
    """Start some work on a thread; it goes on whether or not somebody waits for it."""
    task = asyncio.create_task(to_thread.run_sync(work, abandon_on_cancel=True))
    task.add_done_callback(_looked_at)
    return task


def _looked_at(task: asyncio.Task[_Result]) -> None:
    """Take the failure of work that nobody waits for any more, or asyncio complains of it."""
    if not task.cancelled():
        task.exception()


async def ready(work: asyncio.Task[_Result], seconds: float) -> bool:
    """Wait for work, but not for long; tell whether it is done, well or not."""
    done, _ = await asyncio.wait({work}, timeout=seconds)
    return bool(done)


async def outcome(
    work: asyncio.Task[_Result],
    render: Callable[[_Result], dict[str, Any]],
    notice: Callable[[str], dict[str, Any]],
) -> dict[str, Any]:
    """Return the message for what became of some work: a failure is told in words, and one of ours is logged."""
    try:
        return render(await work)
    except ErrdexError as error:
        return notice(error.message)
    except Exception:
        logger.exception("chat-answer-failed")  # by class and places; the message may quote a paste
        return notice("Something went wrong here, and it was noted. Please try again later.")
