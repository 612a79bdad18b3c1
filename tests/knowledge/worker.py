"""A Celery worker for the proofs that need one, inside the program, with tasks in a file beside it."""

from __future__ import annotations

import logging
import sys
import threading
from pathlib import Path
from typing import Any

__all__ = ["prepare_tasks", "work"]

_TASKS = """
from celery import shared_task


@shared_task
def add(a, b):
    return a + b
"""
_SECONDS = 10


class _Seen(logging.Handler):
    """Notes that an error was logged."""

    def __init__(self, done: threading.Event) -> None:
        super().__init__(logging.ERROR)
        self.done = done
        self.errors = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Count it, now that the other handlers have written it."""
        self.errors += 1
        self.done.set()


def prepare_tasks() -> None:
    """Write `tasks.py` into the current folder; programs can import it."""
    Path("tasks.py").write_text(_TASKS)
    sys.path.insert(0, str(Path.cwd()))


def work(app: Any) -> None:
    """Let a worker do what waits in the broker of an app, until a task is done; exit with 1 where an error is logged."""
    from celery import signals
    from celery.contrib.testing.worker import TestWorkController

    done = threading.Event()
    seen = _Seen(done)

    def _note(**_fields: Any) -> None:
        done.set()

    signals.task_success.connect(_note, weak=False)
    app.set_default()
    app.log.setup(loglevel="ERROR")
    logging.getLogger().addHandler(seen)
    worker = TestWorkController(
        app=app, pool="solo", loglevel="ERROR", hostname="worker@shop", without_heartbeat=True, logfile=None
    )
    threading.Thread(target=worker.start, daemon=True).start()
    assert done.wait(_SECONDS), "the worker did nothing"
    if seen.errors:
        raise SystemExit(1)
