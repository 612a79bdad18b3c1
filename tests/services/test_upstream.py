"""What newer releases made of a check: told with the answer to a paste of an old version, from what was learned."""

from __future__ import annotations

from typing import Any

import pytest

from app.config import Settings
from app.db.engine import Database
from app.domain.answer import Match
from app.services.catalog import Catalog
from app.services.match import MatchService
from tests.services.ingesting import a_file, service
from tests.services.learning import a_draft, a_seed, learn

MESSAGE = "Currently fast mode does not support shared pools at all"
PASTE = """\
Traceback (most recent call last):
  File "/srv/app.py", line 3, in <module>
    pool.grow()
  File "/venv/lib/python3.11/site-packages/pool/balance.py", line {line}, in grow
    raise ValueError(
ValueError: {message}
"""


def draft(message: str = MESSAGE, *conditions: str, line: int = 10, **fields: Any) -> dict[str, Any]:
    """A site with its conditions."""
    one = a_draft(message, line, **fields)
    one["errdex"]["facts"] = {"conditions": list(conditions)}
    return one


def answer(database: Database, message: str = MESSAGE, line: int = 10) -> Match:
    """The best match of a paste of the old version."""
    settings = Settings(_env_file=None, database_url="sqlite:///unused.db")
    service = MatchService(database, settings, Catalog(database, settings))
    best = service.match(PASTE.format(message=message, line=line)).best_match()
    assert best is not None
    return best


def test_a_check_that_is_gone_leads(database: Database) -> None:
    """From which release on, that the function is still there, and that upgrading may lift it."""
    learn(database, "1.0", draft(MESSAGE, "shared"), draft("Pool {name} is full", "full", line=30))
    learn(database, "2.0", draft("Pool {name} is full", "full", line=30))
    match = answer(database)
    assert match.next_steps[0].kind == "lifted"
    assert match.next_steps[0].text == (
        "Gone upstream from 2.0 on: `Pool.grow` is still there without this check, which was there up to 1.0. "
        "Upgrading may lift it."
    )
    assert match.sighted is not None
    assert (match.sighted.version, match.sighted.same_line, match.sighted.state) == ("1.0", True, "gone")


def test_a_function_that_is_gone_too(database: Database) -> None:
    """Where nothing of the function is left, that is said."""
    learn(database, "1.0", draft(MESSAGE, "shared"))
    learn(database, "2.0", draft("Something else went wrong", "x", function="other"))
    assert "nor what raised it is there any more" in answer(database).next_steps[0].text


def test_a_check_that_was_narrowed_and_then_dropped(database: Database) -> None:
    """The chain of rewordings is followed to the release that dropped the last of them."""
    narrower = "Currently fast mode does not support shared pools at all on small machines"
    other = draft("Pool {name} is full", "full", line=30)
    learn(database, "1.0", draft(MESSAGE, "shared"), other)
    learn(database, "2.0", draft(narrower, "shared and small"), other)
    first = answer(database).next_steps[0]
    assert first.kind == "lifted"
    assert first.text.startswith("Relaxed upstream in 2.0: it is raised only where `small` holds too.")
    learn(database, "3.0", other)
    last = answer(database).next_steps[0]
    assert last.text.startswith(
        "Lifted upstream in 3.0, where the check is gone. It stood like this up to 1.0."
    )
    assert f"In 2.0 it reads “{narrower}” (when `shared and small`)." in last.text


@pytest.mark.parametrize("order", [("1.0", "2.0", "3.0"), ("3.0", "1.0", "2.0"), ("2.0", "3.0", "1.0")])
def test_a_check_that_stands_and_was_relaxed(database: Database, order: tuple[str, ...]) -> None:
    """The same message with more conditions is told to those whose version is older; in whatever order it was learned."""
    releases = {
        "1.0": draft(MESSAGE, "shared", line=10),
        "2.0": draft(MESSAGE, "shared", "not fast", line=500),
        "3.0": draft(MESSAGE, "shared", "not fast", line=900),
    }
    for version in order:
        learn(database, version, releases[version])
    old = answer(database, line=10)
    assert old.next_steps[0].text == (
        "Relaxed upstream in 2.0: it is raised only where `not fast` holds too. Upgrading may lift it."
    )
    assert all(step.kind != "lifted" for step in answer(database, line=500).next_steps)


def test_a_check_that_became_stricter_is_no_reason_to_upgrade(database: Database) -> None:
    """Nothing is said where a newer release refuses more, or just as much."""
    learn(database, "1.0", draft(MESSAGE, "shared", "not fast"))
    learn(database, "2.0", draft(MESSAGE, "shared", line=50))
    assert all(step.kind not in {"lifted", "changed"} for step in answer(database).next_steps)


def test_a_written_record_gets_the_step_beside_its_own_solutions(database: Database) -> None:
    """An ingested record keeps its prose; what releases made of it is told with it."""
    slug = "currently-fast-mode-does-not-support-shared-pools"
    seed = a_seed(errorMessage=MESSAGE, messagePattern=MESSAGE, slug=slug)
    service(database).ingest([a_file(seed)])
    learn(database, "1.0", draft(MESSAGE, "shared"), draft("Pool {name} is full", "full", line=30))
    learn(database, "2.0", draft("Pool {name} is full", "full", line=30))
    match = answer(database)
    assert match.solutions == ["Make it larger"]
    assert match.lifted is not None
    assert match.lifted.text.startswith("Gone upstream from 2.0 on")
