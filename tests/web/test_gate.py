"""The gate before the match: how many run, how many wait, and who is turned away."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.domain.answer import Answer, MatchOptions
from app.errors import StorageError
from app.services.match import MatchService
from app.telemetry import Metrics
from app.web.gate import GatedMatch, threads_needed
from app.web.refusals import TooBusy


class HeldMatch(MatchService):
    """A match that takes until it is let go, and counts how many run at once."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.lock = threading.Lock()
        self.running = self.most = 0
        self.arrived = threading.Semaphore(0)

    def match(self, paste: str | bytes, options: MatchOptions | None = None, *, clip: bool = False) -> Answer:
        """Wait to be let go."""
        with self.lock:
            self.running += 1
            self.most = max(self.most, self.running)
        self.arrived.release()
        assert self.go.wait(10)
        with self.lock:
            self.running -= 1
        if paste == "broken":
            raise StorageError("broken")
        return Answer(revision=1)


def test_no_more_than_allowed_run_at_once() -> None:
    """Those over the limit wait, and are answered when others are done."""
    held = HeldMatch()
    gate = GatedMatch(held, Metrics(), 2)
    with ThreadPoolExecutor(6) as pool:
        answers = [pool.submit(gate.match, "x") for _ in range(6)]
        assert held.arrived.acquire(timeout=5)
        assert held.arrived.acquire(timeout=5)
        assert not held.arrived.acquire(blocking=False)
        held.go.set()
        assert [answer.result(10).revision for answer in answers] == [1] * 6
    assert held.most == 2


def test_who_waits_too_long_is_turned_away() -> None:
    """A match that gets no room in time is refused, with the time after which to try again."""
    held, metrics = HeldMatch(), Metrics()
    gate = GatedMatch(held, metrics, 1, wait_seconds=0.01)
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(gate.match, "x")
        assert held.arrived.acquire(timeout=5)
        with pytest.raises(TooBusy) as caught:
            gate.match("y")
        held.go.set()
        running.result(10)
    assert caught.value.retry_after_seconds > 0
    assert b"errdex_matches_refused_total 1.0" in metrics.render()[0]
    assert gate.match("z").revision == 1


def test_a_full_queue_turns_away_at_once() -> None:
    """Beyond those that may wait nobody waits, so that threads remain for other requests."""
    held = HeldMatch()
    gate = GatedMatch(held, Metrics(), 1, wait_seconds=30)
    refused = threading.Semaphore(0)

    def ask() -> None:
        try:
            gate.match("x")
        except TooBusy:
            refused.release()

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for _ in range(3):  # one runs and four wait
        assert refused.acquire(timeout=5)
    assert not refused.acquire(blocking=False)
    held.go.set()
    for thread in threads:
        thread.join(10)
    assert threads_needed(1) > 5


def test_a_failed_match_leaves_its_place() -> None:
    """An error frees the room that it took."""
    held = HeldMatch()
    held.go.set()
    gate = GatedMatch(held, Metrics(), 1, wait_seconds=0.01)
    for _ in range(10):
        with pytest.raises(StorageError):
            gate.match("broken")
    assert gate.match("x").revision == 1


def test_over_http(app: FastAPI, client: TestClient) -> None:
    """Who is turned away gets a 503 with Retry-After, while the server still answers others."""
    held = HeldMatch()
    services = app.state.services
    gate = GatedMatch(held, app.state.metrics, 1, wait_seconds=0.01)
    app.state.services = type(services)(
        **{name: getattr(services, name) for name in services.__slots__} | {"match": gate}
    )
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(client.post, "/api/match", json={"text": "x"})
        assert held.arrived.acquire(timeout=5)
        refused = client.post("/api/match", json={"text": "y"})
        assert client.get("/readyz").status_code == 200
        held.go.set()
        assert running.result(10).status_code == 200
    assert (refused.status_code, refused.json()["code"], refused.headers["retry-after"]) == (
        503,
        "too-busy",
        "5",
    )
