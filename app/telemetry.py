"""Logs and metrics. What a person pasted, searched for or signed with never enters either.

Log lines are JSON where stderr is not a terminal. An exception is logged by its class and the places it
passed through; its message is left out, because a message may quote the text that caused it.
"""

from __future__ import annotations

import logging
import os
import sys
import traceback
from collections.abc import Iterator, MutableMapping
from pathlib import PurePath
from typing import Any, Final, TextIO

import structlog
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

from app import __version__
from app.domain.answer import Answer

__all__ = ["Metrics", "configure_logging", "get_logger", "known_method", "places"]

EventDict = MutableMapping[str, Any]

_MOST_PLACES: Final = 12
_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_KNOWN_METHODS: Final = frozenset(
    {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"}
)


def get_logger(name: str) -> structlog.stdlib.BoundLogger:
    """Return the logger of one part; fields given to it must not hold pasted text."""
    logger: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger(name)
    return logger


def places(error: BaseException) -> list[str]:
    """Return where an exception came from: `Class` and then `file:line function`, innermost last, no message.

    Causes come first, as in a traceback; each exception keeps its last 12 frames.
    """
    return [line for link in _chain(error) for line in _places_of(link)]


def _chain(error: BaseException) -> Iterator[BaseException]:
    links: list[BaseException] = []
    current: BaseException | None = error
    while current is not None and current not in links:
        links.append(current)
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return reversed(links)


def _places_of(error: BaseException) -> Iterator[str]:
    yield f"{type(error).__module__}.{type(error).__qualname__}"
    frames = list(traceback.walk_tb(error.__traceback__))[-_MOST_PLACES:]
    for frame, line in frames:
        path = PurePath(frame.f_code.co_filename)
        yield f"{'/'.join(path.parts[-3:])}:{line} {frame.f_code.co_name}"


def known_method(method: str) -> str:
    """Return an HTTP method, or OTHER for a word that a client made up."""
    return method if method in _KNOWN_METHODS else "OTHER"


class _Handler(logging.StreamHandler[TextIO]):
    """The one handler that `configure_logging` puts on the root logger, so that it can find it again."""


def _exceptions_by_place(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Replace `exc_info`, from whichever library, by classes and places."""
    info = event.pop("exc_info", None)
    event.pop("exc_text", None)
    event.pop("stack", None)
    if info is True:
        info = sys.exc_info()
    error = info[1] if isinstance(info, tuple) else info
    if isinstance(error, BaseException):
        event["exception"] = places(error)
    return event


def configure_logging(stream: TextIO | None = None, *, as_json: bool | None = None) -> None:
    """Send all log lines of this process to `stream` (stderr), as JSON unless it is a terminal.

    uvicorn's own access log is switched off: it writes query strings, and those hold what people search for.
    Calling it again replaces the former set-up.
    """
    target = stream if stream is not None else sys.stderr
    structured = as_json if as_json is not None else not target.isatty()
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _exceptions_by_place,
    ]
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer() if structured else structlog.dev.ConsoleRenderer(colors=False)
    )
    handler = _Handler(target)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
            keep_exc_info=False,
        )
    )
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    root = logging.getLogger()
    for former in [other for other in root.handlers if isinstance(other, _Handler)]:
        root.removeHandler(former)
    root.addHandler(handler)
    logging.getLogger("app").setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = name != "uvicorn.access"


class Metrics:
    """Prometheus metrics of one server process; no label ever holds what a user sent.

    Where several workers share `PROMETHEUS_MULTIPROC_DIR`, `render` adds them up.
    """

    def __init__(self) -> None:
        disable_created_metrics()  # type: ignore[no-untyped-call]  # a time of creation beside every count helps nobody
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "errdex_http_requests",
            "Requests answered, by route template.",
            ("route", "method", "status"),
            registry=self._registry,
        )
        self._request_seconds = Histogram(
            "errdex_http_request_duration_seconds",
            "Time from the request's head to the end of its answer.",
            ("route",),
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._matches = Counter(
            "errdex_matches",
            "Events answered, by the tier of their first match and by status.",
            ("tier", "status"),
            registry=self._registry,
        )
        self._match_seconds = Histogram(
            "errdex_match_duration_seconds",
            "Time to match one paste.",
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._refused = Counter(
            "errdex_matches_refused",
            "Matches refused because too many were waiting.",
            registry=self._registry,
        )
        build = Gauge(
            "errdex_build_info",
            "Always 1; the version is in the label.",
            ("version",),
            registry=self._registry,
            multiprocess_mode="max",
        )
        build.labels(version=__version__).set(1)

    def request(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count one answered request; an unknown method counts as OTHER."""
        self._requests.labels(route, known_method(method), str(status)).inc()
        self._request_seconds.labels(route).observe(seconds)

    def match(self, answer: Answer, seconds: float) -> None:
        """Count the events of one answer."""
        for event in answer.events:
            tier = event.matches[0].tier.value if event.matches else "none"
            self._matches.labels(tier, event.status).inc()
        if not answer.events:
            self._matches.labels("none", "no-event").inc()
        self._match_seconds.observe(seconds)

    def match_refused(self) -> None:
        """Count one match that was turned away."""
        self._refused.inc()

    def render(self) -> tuple[bytes, str]:
        """Return the exposition text and its content type."""
        if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
            everyone = CollectorRegistry()
            MultiProcessCollector(everyone)  # type: ignore[no-untyped-call]
            return generate_latest(everyone), CONTENT_TYPE_LATEST
        return generate_latest(self._registry), CONTENT_TYPE_LATEST
