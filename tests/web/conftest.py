"""A whole application over a real database that holds the bundled records."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.config import Settings
from app.main import create_app
from tests.contract.openapi_files import with_bundled_records
from tests.web.browser import Pages, launched

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="session")
def loaded_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite database with the bundled records; copy it, never write to it."""
    settings = with_bundled_records(tmp_path_factory.mktemp("loaded"))
    return Path(settings.database_url.removeprefix("sqlite:///"))


@pytest.fixture
def loaded(loaded_file: Path, tmp_path: Path) -> Settings:
    """Settings whose database is this test's own copy with the bundled records."""
    path = tmp_path / "loaded.db"
    shutil.copyfile(loaded_file, path)
    return Settings(_env_file=None, database_url=f"sqlite:///{path}")


@pytest.fixture
def app(loaded: Settings) -> FastAPI:
    """The application over the bundled records, not started."""
    return create_app(loaded)


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    """A client of the started application; an exception of the server is a 500, as it is for others."""
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    with launched() as browser:
        yield browser


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """A function that opens a page; at the end nothing may have been complained about or fetched from elsewhere."""
    pages = Pages(browser)
    yield pages.open
    pages.close()
