"""Fixtures of the services' tests: all that use a database use one of each kind in turn."""

from __future__ import annotations

import pytest

from app.db.engine import Database


@pytest.fixture
def database(each_database: Database) -> Database:
    """The database of this test, on SQLite and on PostgreSQL in turn."""
    return each_database
