"""Learned releases compared out of the base: the answer is that of `errdex drift` over the same releases."""

from __future__ import annotations

import itertools
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from app.config import Settings
from app.db.engine import Database
from app.domain.drift import Drift, drift_between
from app.errors import BadInput
from app.services import releases as module
from app.services.catalog import Catalog
from app.services.drift import DriftReader
from app.services.drift_words import drift_markdown
from app.services.releases import Releases
from tests.services.learning import REPO, a_draft, an_origin, learn


def _site(message: str | None, *conditions: str, **fields: Any) -> dict[str, Any]:
    draft = a_draft(message, **fields)
    draft["errdex"]["facts"] = {"conditions": list(conditions)}
    return draft


OLD = [
    _site("Pool {name} is full", "size > limit"),
    _site("It is closed", "self.closed", line=20),
    _site("The size {size} is below zero", "size < 0", line=30),
    _site("Only there", "x", line=40, function="Pool.old"),
    _site(None, "y", line=50, function="Pool.bare"),
]
NEW = [
    _site("Pool {name} is full", "size > limit", "self.strict", line=11),
    _site("It is closed", "self.closed", line=21, path="src/pool/closing.py"),
    _site("The size {size} is less than zero", "size < 0", line=31),
    _site(None, "y", line=51, function="Pool.bare"),
    _site("Brand new words", "z", line=60, function="Pool.new"),
]


def _by_reading(old: list[dict[str, Any]], new: list[dict[str, Any]], versions: tuple[str, str]) -> Drift:
    reader = DriftReader()
    for version, drafts in zip(versions, (old, new), strict=True):
        reader.take(an_origin(version), drafts)
    return reader.drift()


def _of_base(database: Database, old: str, new: str) -> Drift:
    releases = Releases(database)
    known = {one.version: one for one in releases.of(REPO)["pool"]}
    return releases.drift(known[old], known[new]).drift


@pytest.mark.parametrize("order", [("1.0", "2.0"), ("2.0", "1.0")])
def test_it_is_the_drift_of_the_command_line(each_database: Database, order: tuple[str, str]) -> None:
    """Whatever was learned first, on each kind of database."""
    for version in order:
        learn(each_database, version, *(OLD if version == "1.0" else NEW))
    found = _of_base(each_database, "1.0", "2.0")
    assert found.wire() == _by_reading(OLD, NEW, ("1.0", "2.0")).wire()
    assert {kind: count for kind, count in found.counts().items() if count} == {
        "gone": 1,
        "relaxed": 1,
        "reworded": 1,
        "moved": 1,
        "added": 1,
    }
    assert "Brand new words" in drift_markdown(found)


def test_it_holds_for_releases_made_at_random(database: Database) -> None:
    """Four releases of changing sites: each pair of them, both ways, as the command line tells it."""
    chance = random.Random(7)
    names = ["pool", "kernel", "socket", "tensor", "shard", "cursor"]
    made: dict[str, list[dict[str, Any]]] = {}
    for number in range(4):
        made[f"1.{number}"] = [
            _site(
                f"{name} {chance.choice(['is closed', 'is shut', 'has {n} of {m} parts'])}",
                *chance.sample(["a > 1", "a > 2", "b", "not c"], chance.randint(0, 3)),
                line=10 * at + number + 1,
                function=f"{name}.{chance.choice(['open', 'close'])}",
                path=f"src/pool/{chance.choice(['one', 'two'])}.py",
            )
            for at, name in enumerate(names)
            if chance.random() < 0.8
        ]
    for version, drafts in made.items():
        learn(database, version, *drafts)
    for old, new in itertools.permutations(made, 2):
        told = _by_reading(made[old], made[new], (old, new))
        assert _of_base(database, old, new).wire() == told.wire()


def test_sites_lead_to_their_records(database: Database, settings: Settings) -> None:
    """Each change has the page of the record that it is about."""
    learn(database, "1.0", *OLD)
    learn(database, "2.0", *NEW)
    releases = Releases(database)
    known = {one.version: one for one in releases.of(REPO)["pool"]}
    found = releases.drift(known["1.0"], known["2.0"])
    catalog = Catalog(database, settings)
    for one in found.drift.changes:
        record = catalog.get(found.paths[one.id][-16:]).envelope.record
        assert record.error_message == one.message
        assert found.paths[one.id].startswith(f"/errors/{REPO}/")


def test_releases_are_listed_oldest_first(database: Database) -> None:
    """Per distribution; a folder at work is no release, and a repository without releases has none."""
    for version in ("1.10", "1.9", "2.0rc1", None):
        learn(database, version, OLD[0])
    learn(database, "0.1", _site("Other", function="g"), name="pool-extra")
    releases = Releases(database)
    known = releases.of(REPO)
    assert {name: [one.version for one in found] for name, found in known.items()} == {
        "pool": ["1.9", "1.10", "2.0rc1"],
        "pool-extra": ["0.1"],
    }
    assert known["pool"][0].sites == 1
    assert releases.repos() == [(REPO, 4)]
    assert releases.of("no/such") == releases.of("a\x00/b") == {}


def test_only_two_releases_of_one_package_are_compared(database: Database) -> None:
    """One and the same, or those of two packages, are refused in words."""
    learn(database, "1.0", OLD[0])
    learn(database, "1.0", _site("Other", function="g"), name="pool-extra")
    known = Releases(database).of(REPO)
    for pair in (("pool", "pool"), ("pool", "pool-extra")):
        with pytest.raises(BadInput, match="Two releases of one package are compared"):
            Releases(database).drift(known[pair[0]][0], known[pair[1]][0])


def test_a_write_is_seen(database: Database) -> None:
    """An answer that is kept is of the revision that it was made in."""
    learn(database, "1.0", *OLD)
    learn(database, "2.0", *OLD)
    releases = Releases(database)
    first, second = releases.of(REPO)["pool"]
    assert not releases.drift(first, second).drift.changes
    learn(database, "2.0", *NEW)
    first, second = releases.of(REPO)["pool"]
    assert releases.drift(first, second).drift.changes


def test_upstream_of_a_record(database: Database, settings: Settings) -> None:
    """A record whose check a later learned release relaxed or dropped says so; one that stands as it was does not."""
    learn(database, "1.0", *OLD)
    learn(database, "2.0", *NEW)
    catalog, releases = Catalog(database, settings), Releases(database)
    steps = {
        found.envelope.record.error_message: releases.upstream(found.envelope)
        for item in catalog.search(limit=50).items
        for found in [catalog.get(item.id)]
    }
    full, only, new = (steps[text] for text in ("Pool {name} is full", "Only there", "Brand new words"))
    assert full is not None
    assert "2.0" in full.text
    assert "self.strict" in full.text
    assert only is not None
    assert "Gone upstream" in only.text
    assert new is None


def test_one_pair_is_compared_at_a_time(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others wait for a bounded time; what was compared lately is answered meanwhile."""
    for version, drafts in (("1.0", OLD), ("2.0", NEW), ("3.0", OLD)):
        learn(database, version, *drafts)
    releases = Releases(database)
    first, second, third = releases.of(REPO)["pool"]
    kept = releases.drift(first, second)
    begun, go_on = threading.Event(), threading.Event()

    def slow(*given: Any) -> Drift:
        begun.set()
        assert go_on.wait(30)
        return drift_between(*given)

    monkeypatch.setattr(module, "drift_between", slow)
    monkeypatch.setattr(module, "_WAIT_SECONDS", 0.05)
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(releases.drift, second, third)
        assert begun.wait(30)
        with pytest.raises(TimeoutError):
            releases.drift(first, third)
        assert releases.drift(first, second) is kept
        go_on.set()
        assert running.result(30).drift.changes
    assert not releases.drift(first, third).drift.changes
