"""Access tokens: shown once, kept as a digest, and of no use once revoked."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from app.db.engine import Database
from app.errors import BadInput, NeedsToken
from app.services.access import AccessService


def test_a_token_is_what_it_was_made_as(database: Database) -> None:
    """It gives its name and scope; the database does not hold it."""
    access = AccessService(database)
    token = access.new("ci")
    boss = access.new("boss", "maintain")
    assert (access.check(token).name, access.check(token).maintains) == ("ci", False)
    assert (access.check(boss).name, access.check(boss).maintains) == ("boss", True)
    with database.read() as session:
        rows = session.execute(text("SELECT * FROM access_token")).all()
    assert token not in repr(rows)
    assert [one.name for one in access.listed()] == ["boss", "ci"]


def test_a_revoked_token_is_none(database: Database) -> None:
    """Neither the token nor its name can be used again."""
    access = AccessService(database)
    token = access.new("ci")
    access.revoke("ci")
    access.revoke("ci")
    with pytest.raises(NeedsToken):
        access.check(token)
    with pytest.raises(BadInput, match="or was"):
        access.new("ci")
    assert access.listed()[0].revoked_at


@pytest.mark.parametrize(
    "token", ["", "errdex_", "errdex_" + "A" * 43, "errdex_" + "é" * 43, "x" * 100_000, "\x00", "\ud800"]
)
def test_what_is_no_token(database: Database, token: str) -> None:
    """Anything else is refused in the same words."""
    AccessService(database).new("ci")
    with pytest.raises(NeedsToken, match="not one of this server's"):
        AccessService(database).check(token)


@pytest.mark.parametrize("name", ["", "-a", "a b", "a" * 65, "é", "a\n"])
def test_names_that_are_refused(database: Database, name: str) -> None:
    """A name has letters and digits, since it is shown with what is written."""
    with pytest.raises(BadInput, match="name of a token"):
        AccessService(database).new(name)
    with pytest.raises(BadInput, match="no token"):
        AccessService(database).revoke("nobody")
