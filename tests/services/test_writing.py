"""Records from outside, where several write at once and where what is read lags behind; on each database."""

from __future__ import annotations

import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from app.config import Settings
from app.domain.people import Caller
from app.errors import Changed, ErrdexError, KnownElsewhere
from app.services import wiring
from app.services.writing import Precondition, Written

WRITER = Caller("api", key="token:nightly", writes_records=True)
ANY = Precondition()


def site(letter: str, **changes: Any) -> dict[str, Any]:
    """A record of one raise site, under the id that a letter makes."""
    return {
        "id": letter * 16,
        "repo": "acme/shop",
        "slug": "cart-takes-no-item",
        "errorMessage": "cart of {owner} takes no item over {limit} kilograms",
        "messagePattern": "cart of (.*?) takes no item over (.*?) kilograms",
        "errorClass": "CartError",
        "filePath": "shop/cart.py",
        "lineNumber": 12,
        **changes,
    }


def test_one_site_is_one_record(each_settings: Settings) -> None:
    """Written under four ids at once, it gets the id of who came first; the others are told it."""
    services = wiring.build(each_settings, migrate=False)
    letters = "abcd"
    together = threading.Barrier(len(letters))

    def put(letter: str) -> str:
        together.wait()
        try:
            return services.writer.put(WRITER, letter * 16, site(letter), ANY).found.envelope.record.id
        except KnownElsewhere as error:
            return str(error)

    with ThreadPoolExecutor(len(letters)) as pool:
        said = list(pool.map(put, letters))
    winner = next(one for one in said if len(one) == 16)
    assert sorted(said) == sorted(
        [winner, *[f"This place is the record {winner}. Write that one."] * (len(letters) - 1)]
    )
    assert services.catalog.stats().records == 1
    services.close()


def test_a_place_that_is_known_is_not_written_over(each_settings: Settings) -> None:
    """A record under a new id, of a place that has one: nothing is changed, whatever the new one says of itself."""
    services = wiring.build(each_settings, migrate=False)
    services.writer.put(WRITER, "a" * 16, site("a", documentation="The first."), ANY)
    new = {"record": site("b", documentation="Another."), "datasetVersion": "2030-01-01T00:00:00Z"}
    for sent in (new, site("b")):
        with pytest.raises(KnownElsewhere, match="a" * 16):
            services.writer.put(WRITER, "b" * 16, sent, Precondition(not_tags=frozenset({"*"})))
    assert services.catalog.get("a" * 16).envelope.record.documentation == "The first."
    services.close()


def test_one_of_many_wins(each_settings: Settings) -> None:
    """Of those who read the same and write at once, each against what it read, one does."""
    services = wiring.build(each_settings, migrate=False)
    first = services.writer.put(WRITER, "a" * 16, site("a"), ANY)
    tags = frozenset({f'"{first.found.etag.strip(chr(34))}"'})
    together = threading.Barrier(4)

    def put(number: int) -> Written | ErrdexError:
        together.wait()
        try:
            return services.writer.put(
                WRITER, "a" * 16, site("a", documentation=f"Number {number}."), Precondition(tags)
            )
        except Changed as error:
            return error

    with ThreadPoolExecutor(4) as pool:
        said = list(pool.map(put, range(4)))
    (winner,) = [one for one in said if isinstance(one, Written)]
    assert services.catalog.get("a" * 16) == winner.found
    services.close()


def test_what_is_read_may_lag_behind(settings: Settings, tmp_path: Path) -> None:
    """With a copy to read from that never catches up, a write still answers with, and looks at, what stands."""
    path = settings.database_url.removeprefix("sqlite:///")
    shutil.copyfile(path, tmp_path / "copy.db")
    services = wiring.build(
        settings.model_copy(update={"database_read_url": f"sqlite:///{tmp_path / 'copy.db'}"}), migrate=False
    )
    old = {"record": site("a"), "datasetVersion": "2026-01-01T00:00:00Z"}
    first = services.writer.put(WRITER, "a" * 16, old, ANY)
    assert first.added
    tag = Precondition(
        frozenset({first.found.etag if first.found.etag.startswith(chr(34)) else f'"{first.found.etag}"'})
    )
    second = services.writer.put(WRITER, "a" * 16, site("a", documentation="Two."), tag)
    assert (second.added, second.found.envelope.record.documentation) == (False, "Two.")
    with pytest.raises(Changed):
        services.writer.put(WRITER, "a" * 16, site("a", documentation="Three."), tag)
    with pytest.raises(Changed):
        services.writer.withdraw(WRITER, "a" * 16, tag)
    services.close()
