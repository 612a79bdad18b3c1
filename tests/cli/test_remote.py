"""`--remote`: the same answers from a server, and clear words where there is none."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from typer.testing import CliRunner

from app.cli import app
from app.commands.remote import RemoteMatch, fitted
from app.config import Settings
from app.domain.answer import MatchOptions
from app.errors import BadInput
from app.main import create_app
from app.services.outgoing import OutgoingFailed, fetch, send
from tests.cli.test_commands import KNOWN, MESSAGE
from tests.serving import Respond, other_server, running_server, saying


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[str]:
    """Address of an errdex that serves the bundled records, with a small limit."""
    settings = Settings(_env_file=None, database_url=database, max_paste_bytes=20_000)
    with running_server(create_app(settings)) as address:
        yield address


def ran(*arguments: str, stdin: bytes = b"") -> Any:
    """A command in this process."""
    return CliRunner().invoke(app, list(arguments), input=stdin)


@pytest.mark.parametrize(
    "extra", [[], ["--json"], ["--explain"], ["--limit", "1"], ["--repo", "sgl-project/sglang"]]
)
def test_the_same_answer(server: str, database: str, extra: list[str]) -> None:
    """A server's answer is drawn as one from the database here; only links are whole addresses."""
    paste = f"{MESSAGE}\nKeyError: 'x'\n".encode()
    here = ran("--database", database, "match", *extra, stdin=paste)
    there = ran("match", "--remote", f"{server}/", *extra, stdin=paste)
    assert there.exit_code == here.exit_code == 0, there.output
    if "--json" in extra:
        answers = [json.loads(one.stdout) for one in (here, there)]
        assert [[match["id"] for match in event["matches"]] for event in answers[0]["events"]] == [
            [match["id"] for match in event["matches"]] for event in answers[1]["events"]
        ]
        return
    shown = [
        [
            line
            for line in one.stdout.splitlines()
            if not line.startswith(("More ", "Page ")) and " ms;" not in line
        ]
        for one in (here, there)
    ]
    assert shown[0] == shown[1]
    assert f"Page     {server}/errors/" in there.stdout


def test_nothing_known_and_the_exit_code(server: str) -> None:
    """Without a match the exit code is 1, as it is without a server."""
    assert ran("match", "--remote", server, stdin=b"KeyError: 'x'\n").exit_code == 1


def test_a_paste_over_the_servers_limit_keeps_head_and_tail(server: str) -> None:
    """What the server refuses as too large is sent again within its limit, and said to be cut."""
    paste = b"line\n" * 10_000 + MESSAGE.encode()
    done = ran("match", "--remote", server, "--json", stdin=paste)
    answer = json.loads(done.stdout)
    assert answer["best"]["id"] == KNOWN
    assert answer["truncated"] == {"reason": "bytes", "limit": 20_000}
    assert answer["events"][0]["startLine"] == 10_001


@pytest.mark.parametrize("line", [b"\n", b"x\n", b"four\n", b"a line as they often are in a log\n", b"x"])
@pytest.mark.parametrize("limit", [1024, 5000, 99_999, 100_000, 200_000])
def test_what_is_sent_fits(line: bytes, limit: int) -> None:
    """Whatever the lines are like, what is sent is no longer than the limit, and has the end of the paste."""
    paste = line * (100_000 // len(line)) + b"the end"
    sent = fitted(paste, limit)
    assert len(sent) <= limit
    assert sent.endswith(b"the end")
    assert len(paste) > limit or sent == paste


def test_run_asks_the_server(server: str) -> None:
    """`run` and `watch` take the option, too."""
    done = ran("watch", "--once", "--remote", server, __file__)
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("address", ["errdex.example", "ftp://x", "http://", "http://x/?q=1", "http://[", ""])
def test_an_address_that_is_none(address: str) -> None:
    """Something else than an http address is refused before anything is read."""
    for command in (["match"], ["watch", "--once", __file__], ["run", "--", "true"]):
        done = ran(command[0], "--remote", address, *command[1:])
        assert done.exit_code == 2
        assert "--remote takes the address" in done.stderr


def test_server_and_database_together(database: str) -> None:
    """Only one of them can answer."""
    done = ran("--database", database, "match", "--remote", "http://127.0.0.1:1", stdin=b"x")
    assert done.exit_code == 2
    assert "give one of them" in done.stderr


def test_nobody_there() -> None:
    """A server that cannot be reached is named, with the reason; a secret in the address is not."""
    done = ran("match", "--remote", "http://127.0.0.1:1/secret", stdin=b"KeyError: 1")
    assert done.exit_code == 4
    assert done.stderr == "errdex: 127.0.0.1 cannot be reached: connection refused.\n"


@pytest.mark.parametrize(
    ("respond", "kind", "words"),
    [
        (saying(200, b"<html>"), OutgoingFailed, "no JSON"),
        (saying(200, b'{"a": 1}'), OutgoingFailed, "is it an errdex of this version"),
        (saying(200, b"[" * 100_000), OutgoingFailed, "no JSON"),
        (saying(404, b"<html>"), OutgoingFailed, "it is no errdex"),
        (saying(302, b"", Location="http://127.0.0.1:1/"), OutgoingFailed, "answered 302"),
        (saying(500, b'{"title": "Oops"}'), OutgoingFailed, "answered 500: Oops"),
        (saying(422, b'{"detail": "bad \\u001b[31mrepo"}'), BadInput, "bad \\x1b[31mrepo"),
        (saying(413, b'{"limit": "x"}'), OutgoingFailed, "answered 413"),
    ],
)
def test_answers_that_are_none(respond: Respond, kind: type[Exception], words: str) -> None:
    """Whatever another server says is one clear error."""
    with other_server(respond) as address, pytest.raises(kind) as raised:
        RemoteMatch(address, 1_000_000).match(b"KeyError: 1", MatchOptions())
    assert words in str(raised.value)


def test_what_is_fetched_is_bounded() -> None:
    """An answer over the limit is not read to its end."""
    with other_server(saying(200, b"x" * 5000)) as address:
        assert fetch(address, 5000).body == b"x" * 5000
        with pytest.raises(OutgoingFailed, match=r"longer than 4,999 bytes"):
            fetch(address, 4999)


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://127.0.0.1/x", "javascript:1", "//x"])
def test_other_schemes_are_never_opened(url: str) -> None:
    """Only http and https are."""
    with pytest.raises(OutgoingFailed, match="http"):
        send("GET", url, None, {})
