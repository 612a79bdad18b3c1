"""Log lines and metrics, and what must not be in them."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from app.domain.answer import Answer
from app.telemetry import Metrics, configure_logging, get_logger, places


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """Where log lines go during the test."""
    stream = io.StringIO()
    configure_logging(stream)
    yield stream
    configure_logging()


def inner() -> None:
    """Fail."""
    raise KeyError("canary inner")


def raised() -> None:
    """Fail with a chain of two exceptions whose messages must not be logged."""
    try:
        inner()
    except KeyError as error:
        raise ValueError("canary outer") from error


def test_lines_are_json(stream: io.StringIO) -> None:
    """Where nobody looks on, each line is a JSON object with time, level, part and request id."""
    with structlog.contextvars.bound_contextvars(request_id="abc"):
        get_logger("app.test").info("something", count=3)
    line = json.loads(stream.getvalue())
    assert (line["event"], line["count"], line["level"], line["logger"]) == (
        "something",
        3,
        "info",
        "app.test",
    )
    assert line["request_id"] == "abc"
    assert line["timestamp"].endswith("Z")


def test_lines_for_a_terminal() -> None:
    """For a person the line is plain text."""
    stream = io.StringIO()
    configure_logging(stream, as_json=False)
    get_logger("app.test").warning("something", count=3)
    configure_logging()
    assert "something" in stream.getvalue()
    assert "{" not in stream.getvalue()


@pytest.mark.parametrize("logger", ["app.test", "uvicorn.error", "some.library"])
def test_an_exception_is_logged_without_its_message(stream: io.StringIO, logger: str) -> None:
    """Ours and libraries' exceptions show class and places, causes first, and never their text."""
    try:
        raised()
    except ValueError:
        logging.getLogger(logger).exception("failed")
        get_logger(logger).exception("failed")
    text = stream.getvalue()
    assert "canary" not in text
    for line in map(json.loads, text.splitlines()):
        assert line["exception"][0] == "builtins.KeyError"
        assert any(place.endswith(" raised") for place in line["exception"])


def test_configuring_twice_logs_once(stream: io.StringIO) -> None:
    """A second set-up replaces the first."""
    configure_logging(stream)
    get_logger("app.test").info("once")
    assert len(stream.getvalue().splitlines()) == 1


def test_the_servers_own_access_log_is_off(stream: io.StringIO) -> None:
    """Uvicorn's access log, which has query strings, goes nowhere; its errors are kept."""
    logging.getLogger("uvicorn.access").handlers.append(logging.StreamHandler(stream))
    configure_logging(stream)
    logging.getLogger("uvicorn.access").info("GET /api/errors?q=canary")
    assert not logging.getLogger("uvicorn.access").hasHandlers()
    logging.getLogger("uvicorn.error").error("trouble")
    assert "canary" not in stream.getvalue()
    assert "trouble" in stream.getvalue()


def test_places_end_with_a_loop() -> None:
    """Exceptions that cause each other end the chain."""
    first, second = ValueError("a"), KeyError("b")
    first.__cause__, second.__cause__ = second, first
    assert [line for line in places(first) if line.startswith("builtins")] == [
        "builtins.KeyError",
        "builtins.ValueError",
    ]


def test_metrics_of_several_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a shared folder the sum of all workers is shown; an empty folder shows nothing."""
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    text, media_type = Metrics().render()
    assert media_type.startswith("text/plain")
    assert text == b""


def test_an_answer_without_events_is_counted() -> None:
    """A paste in which nothing was found counts too."""
    metrics = Metrics()
    metrics.match(Answer(revision=0), 0.2)
    assert b'errdex_matches_total{status="no-event",tier="none"} 1.0' in metrics.render()[0]
