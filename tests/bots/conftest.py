"""The whole application with both chat fronts on; and the same over a match service that gives one answer."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from pydantic import SecretStr
from starlette.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from app.bots.discord import Discord, discord
from app.bots.signatures import now
from app.bots.slack_place import Slack, slack
from app.config import Settings
from app.domain.answer import Answer, MatchOptions
from app.main import create_app
from app.services import wiring
from app.services.match import MatchService
from tests.bots.fake_slack import TOKEN, FakeSlack
from tests.bots.signing import DISCORD_KEY, SECRET
from tests.seeds import seeds
from tests.services.answers import PUBLIC_URL
from tests.serving import other_server

AT = 1_900_000_000.0
PATIENT = Discord(patience_seconds=60)  # a busy machine is no reason for another answer

Answering = Callable[[Callable[[str | bytes, MatchOptions | None], Answer]], None]


@pytest.fixture(scope="session")
def loaded_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite database with the bundled records; copy it, never write to it."""
    path = tmp_path_factory.mktemp("bots") / "errdex.db"
    services = wiring.build(Settings(_env_file=None, database_url=f"sqlite:///{path}"))
    services.ingest.ingest(seeds(), source=None, prune=False, dry_run=False, strict=False, skip_bad=False)
    services.close()
    return path


@pytest.fixture
def bot_settings(loaded_file: Path, tmp_path: Path) -> Settings:
    """Settings with both secrets set, over this test's own copy of the bundled records."""
    path = tmp_path / "bots.db"
    shutil.copyfile(loaded_file, path)
    return Settings(
        _env_file=None,
        database_url=f"sqlite:///{path}",
        public_url=PUBLIC_URL,
        slack_signing_secret=SECRET,
        webhook_secret=SECRET,
        discord_public_key=DISCORD_KEY.verify_key.encode().hex(),
        mattermost_token=SECRET,
        max_bot_body_bytes=64 * 1024,
        max_paste_bytes=16 * 1024,
    )


@pytest.fixture
def app(bot_settings: Settings) -> FastAPI:
    """The application, not started, with a clock that shows `AT`."""
    app = create_app(bot_settings)
    app.dependency_overrides[now] = lambda: AT
    app.dependency_overrides[discord] = lambda: PATIENT
    return app


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    """A client of the started application; an exception of the server is a 500, as it is for others."""
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


class OneAnswer(MatchService):
    """Answers every paste in the same way."""

    def __init__(self, answer: Callable[[str | bytes, MatchOptions | None], Answer]) -> None:
        self._answer = answer

    def match(self, paste: str | bytes, options: MatchOptions | None = None, *, clip: bool = False) -> Answer:
        """Return the answer."""
        assert not clip
        return self._answer(paste, options)


@pytest.fixture
def answering(app: FastAPI, client: TestClient) -> Answering:
    """A function that puts a match service of the test's own in place of the real one."""

    def _set(answer: Callable[[str | bytes, MatchOptions | None], Answer]) -> None:
        app.state.services = dataclasses.replace(app.state.services, match=OneAnswer(answer))

    return _set


class AfterAnswer:
    """The application, with something that happens once it has answered a request, and before what follows is done."""

    def __init__(self, app: FastAPI, then: Callable[[], None]) -> None:
        self._app = app
        self._then = then

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""

        async def sent(message: Message) -> None:
            await send(message)
            if message["type"] == "http.response.body":
                self._then()

        await self._app(scope, receive, sent)


@pytest.fixture
def platform(app: FastAPI, client: TestClient) -> Iterator[FakeSlack]:
    """A Slack of the test's own; the app has a bot token."""
    fake = FakeSlack()
    with other_server(fake.respond) as address:
        fake.address = address
        place = Slack(api_url=f"{address}/api/", file_origins=(address,), later_origins=(address,))
        app.dependency_overrides[slack] = lambda: place
        services = app.state.services
        settings = services.settings.model_copy(update={"slack_bot_token": SecretStr(TOKEN)})
        app.state.services = dataclasses.replace(services, settings=settings)
        yield fake
