"""The match service on a real database: the right record, honest silence, bounds, nothing of the paste kept."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from app.config import Settings
from app.domain.answer import MatchOptions, Tier
from app.errors import BadInput, PasteTooLarge
from app.services.wiring import Services, build
from tests.seeds import seeds
from tests.services.ingesting import a_file, a_record

DFLASH = "Currently DFLASH speculative decoding does not support dp attention."
DFLASH_ID = "af12c88f3c53cbd9"


@pytest.fixture
def services(each_settings: Settings) -> Iterator[Services]:
    """The services with the bundled records, on SQLite and on PostgreSQL."""
    built = build(each_settings)
    built.ingest.ingest(seeds())
    yield built
    built.close()


def with_records(settings: Settings, *records: dict[str, Any]) -> Services:
    """Services with these records."""
    built = build(settings)
    report = built.ingest.ingest([a_file(*records)])
    assert not report.faults
    return built


def site(number: int, message: str | None, pattern: str | None, **fields: Any) -> dict[str, Any]:
    """A record of a made-up package."""
    return a_record(
        number,
        errorMessage=message,
        messagePattern=pattern,
        slug="",
        filePath=fields.pop("filePath", "src/acme/pool.py"),
        repo=fields.pop("repo", "acme/acme"),
        **fields,
    )


def test_best_names_the_record_with_its_fix(services: Services) -> None:
    """A traceback gets its record, the reasons, the captures' places and related records."""
    answer = services.match.match(f"ValueError: {DFLASH}")
    best = answer.best_match()
    assert best is not None and answer.best is not None
    assert (best.id, best.tier, best.confidence) == (DFLASH_ID, Tier.EXACT, "high")
    assert best.solutions and best.example_fix
    assert best.span is not None
    assert (best.span.start_line, best.span.start_column, best.span.end_column) == (1, 13, 13 + len(DFLASH))
    assert {one.kind for one in best.evidence} == {"message", "class"}
    assert DFLASH_ID not in [one.id for one in answer.best.related]
    assert answer.revision > 0
    assert answer.dataset_version == "2026-08-28T06:17:29.519Z"


def test_bytes_text_and_gzip_are_one(services: Services) -> None:
    """The same paste in any wrapping has the same answer."""
    text = f"ValueError: {DFLASH}"
    answers = [
        services.match.match(paste).wire() | {"stats": None}
        for paste in (text, text.encode(), gzip.compress(text.encode()), text.encode("utf-16"))
    ]
    assert all(answer == answers[0] for answer in answers)


def test_limits(settings: Settings) -> None:
    """Over the limit the API's way is an error with the number, the CLI's way head and tail, and it says so."""
    services = build(settings.model_copy(update={"max_paste_bytes": 2000}))
    services.ingest.ingest(seeds())
    paste = "noise\n" * 1000 + f"ValueError: {DFLASH}\n"
    for data in (paste, paste.encode(), gzip.compress(paste.encode())):
        with pytest.raises(PasteTooLarge, match="2,000 bytes"):
            services.match.match(data)
        answer = services.match.match(data, clip=True)
        assert answer.truncated is not None and (answer.truncated.reason, answer.truncated.limit) == (
            "bytes",
            2000,
        )
        assert answer.best is not None and answer.best.id == DFLASH_ID
        assert answer.events[0].start_line == 1001
    for broken in (b"\x1f\x8b", gzip.compress(b"short")[:-9], b"\x1f\x8bnonsense"):
        with pytest.raises(BadInput, match="gzip"):
            services.match.match(broken)
    services.close()


def test_events_over_the_limit_are_told(settings: Settings) -> None:
    """More distinct errors than `max_events` are counted as cut, not dropped in silence."""
    services = build(settings.model_copy(update={"max_events": 5}))
    answer = services.match.match("\n".join(f"ValueError: number {index}" for index in range(9)))
    assert len(answer.events) == 5
    assert answer.truncated is not None and (answer.truncated.reason, answer.truncated.limit) == ("events", 5)
    services.close()


TRACE = 'Traceback (most recent call last):\n  File "/v/site-packages/acme/{file}", line {line}, in {function}\n    x\n{final}'


def test_a_cluster_is_told_apart_or_shown(settings: Settings) -> None:
    """Two sites of one message: the frame decides, the class decides, and without either both are shown."""
    services = with_records(
        settings,
        site(1, "no such shard here", "no such shard here", lineNumber=10),
        site(2, "no such shard here", "no such shard here", lineNumber=99, filePath="src/acme/ring.py"),
        site(
            3, "no such shard here", "no such shard here", errorClass="KeyError", filePath="src/acme/map.py"
        ),
    )
    framed = TRACE.format(file="ring.py", line=97, function="go", final="ValueError: no such shard here")
    cases = [
        (framed, 2, False),
        ("KeyError: no such shard here", 3, False),
        ("ValueError: no such shard here", 1, True),
    ]
    for text, number, ambiguous in cases:
        answer = services.match.match(text)
        assert answer.best is not None
        assert (answer.best.id, answer.best.ambiguous) == (f"{number:016x}", ambiguous)
        assert answer.events[0].status == ("ambiguous" if ambiguous else "known")
        assert len(answer.events[0].matches) == 3
    assert "tells them apart" in (services.match.match("ValueError: no such shard here").events[0].hint or "")
    services.close()


def test_generic_patterns_do_not_win(settings: Settings) -> None:
    """A pattern that matches everything is no answer, and a specific one beats it wherever both match."""
    services = with_records(
        settings,
        site(1, "{message}", "(.*)"),
        site(2, "invalid {value}", "invalid (.*)"),
        site(
            3,
            "invalid shard count {count} for the pool",
            "invalid shard count (.*?) for the pool",
            lineNumber=50,
        ),
    )
    assert services.match.match("ValueError: invalid literal").best is None
    assert services.match.match("INFO: started, invalid cache was dropped").events == []
    answer = services.match.match("ValueError: invalid shard count 3 for the pool")
    assert answer.best is not None and answer.best.id == f"{3:016x}"
    assert answer.best_match() is not None and answer.best_match().captures == {"count": "3"}  # type: ignore[union-attr]
    services.close()


def test_records_without_text_are_found_by_their_place(settings: Settings) -> None:
    """A bare raise, and a record whose pattern no engine takes, answer by file, class and line."""
    services = with_records(
        settings,
        site(1, None, None, errorClass="EmptyPool", lineNumber=30),
        site(2, "never {x} again", "never (?!a) again", lineNumber=70),
    )
    bare = services.match.match(
        TRACE.format(file="pool.py", line=30, function="take", final="acme.errors.EmptyPool")
    )
    assert bare.best is not None and (bare.best.id, bare.best_match().tier) == (f"{1:016x}", "site")  # type: ignore[union-attr]
    assert bare.events[0].status == "known"
    unusable = services.match.match(
        TRACE.format(file="pool.py", line=70, function="take", final="ValueError: never b again")
    )
    assert unusable.best is not None and unusable.best.id == f"{2:016x}"
    services.close()


CUT_AWAY = """\
Traceback (most recent call last):
  File "/srv/fly.py", line 3, in <module>
    main()
  File "/opt/lib/python3.11/site-packages/sglang/srt/arg_groups/overrides.py", line {line}, in f
    {source}
"""


@pytest.mark.parametrize(
    ("line", "source", "is_best"),
    [
        (633, "raise ValueError(", True),
        (634, "raise ValueError(", False),
        (633, "raise KeyError(", False),
        (633, "return g(", False),
    ],
)
def test_a_traceback_without_its_last_line(services: Services, line: int, source: str, is_best: bool) -> None:
    """Where the copy ended with the frames, the very line of a site that shows its raise names the record."""
    answer = services.match.match(CUT_AWAY.format(line=line, source=source))
    assert (answer.best.id if answer.best else None) == ("d7326ee57f8a95e6" if is_best else None)


@pytest.mark.parametrize(
    ("text", "status", "package"),
    [
        (
            TRACE.format(file="x.py", line=1, function="f", final="KeyError: 'a'"),
            "package-not-in-base",
            "acme",
        ),
        (
            TRACE.format(file="x.py", line=1, function="f", final="KeyError: 'a'").replace(
                "acme", "sglang/srt"
            ),
            "unknown",
            "sglang",
        ),
        ("acme.errors.Odd: x", "package-not-in-base", "acme"),
        ("acme.errors.OddError: x", "package-not-in-base", "acme"),
        ("ValueError: x", "unknown", None),
    ],
)
def test_unknown_errors_are_told_apart(
    services: Services, text: str, status: str, package: str | None
) -> None:
    """An error without a record says whether its package is in the base."""
    answer = services.match.match(text)
    assert answer.best is None
    if answer.events:
        assert (answer.events[0].status, answer.events[0].package) == (status, package)
        assert answer.events[0].hint


@pytest.mark.parametrize(
    ("before", "versions", "command"),
    [
        ("", {}, "errdex learn acme"),
        ("acme==1.2.3\n", {}, "errdex learn acme==1.2.3"),
        ("acme==1.2.3\n", {"acme": "1.4"}, "errdex learn acme==1.4"),
    ],
)
def test_a_package_that_is_not_in_the_base_can_be_learned(
    services: Services, before: str, versions: dict[str, str], command: str
) -> None:
    """The hint names the command that brings it in, at the version that the paste or the caller gives."""
    text = before + TRACE.format(file="x.py", line=1, function="f", final="KeyError: 'a'")
    event = services.match.match(text, MatchOptions(versions=versions)).events[-1]
    assert event.hint is not None and f"`{command}`" in event.hint


def test_repo_and_limit(settings: Settings) -> None:
    """`repo` leaves other repositories out, `limit` bounds the list."""
    services = with_records(
        settings,
        *(
            site(number, "no such shard here", "no such shard here", lineNumber=number)
            for number in range(1, 9)
        ),
        site(20, "no such shard here", "no such shard here", repo="other/fork"),
    )
    text = "ValueError: no such shard here"
    assert len(services.match.match(text, MatchOptions(limit=3)).events[0].matches) == 3
    only = services.match.match(text, MatchOptions(repo="other/fork"))
    assert [one.repo for one in only.events[0].matches] == ["other/fork"]
    assert only.best is not None and not only.best.ambiguous
    services.close()


def test_versions_separate_a_cluster(settings: Settings) -> None:
    """The caller's installed version prefers the site that was seen in it."""
    services = build(settings)
    one, two = (
        site(number, "no such shard here", "no such shard here", lineNumber=number) for number in (1, 2)
    )
    services.ingest.ingest(
        [
            a_file(
                {"record": one, "errdex": {"versions": [{"version": "1.0"}]}},
                {"record": two, "errdex": {"versions": [{"version": "2.0"}]}},
            )
        ]
    )
    answer = services.match.match("ValueError: no such shard here", MatchOptions(versions={"acme": "2.0"}))
    assert answer.best is not None and (answer.best.id, answer.best.ambiguous) == (f"{2:016x}", False)
    services.close()


def test_explain_lists_what_was_considered(services: Services) -> None:
    """With `explain` every candidate and its evidence is in the answer; without it there is none."""
    text = f"TypeError: {DFLASH}"
    plain = services.match.match(text)
    assert plain.events[0].considered is None
    assert "considered" not in plain.wire()["events"][0]
    considered = services.match.match(text, MatchOptions(explain=True)).events[0].considered
    assert considered is not None and considered[0].id == DFLASH_ID
    assert considered[0].differs[0].model_dump() == {
        "kind": "class",
        "expected": "ValueError",
        "found": "TypeError",
    }


def test_withdrawn_records_are_in_no_answer(settings: Settings) -> None:
    """A record that its source no longer has is not matched."""
    services = build(settings)
    services.ingest.ingest(seeds(), source="seeds")
    services.ingest.ingest([a_file(a_record(1))], source="seeds", prune=True)
    assert services.match.match(f"ValueError: {DFLASH}").best is None
    services.close()


def test_what_is_echoed_is_redacted(settings: Settings) -> None:
    """A secret in a message, a capture or a path of a frame is masked, also where it stands without its name."""
    services = with_records(
        settings,
        site(1, "cannot log in to the shard at {url}", "cannot log in to the shard at (.*)"),
        site(
            2,
            "bad option line password={value} was given",
            "bad option line password=(.*?) was given",
            lineNumber=60,
        ),
    )
    for text in (
        "ValueError: cannot log in to the shard at https://bob:hunter2hunter2@db/x",
        "ValueError: bad option line password=hunter2hunter2 was given",
        '{"exc": "ValueError: bad option line password=hunter2hunter2 was given"}',
        '  File "https://bob:hunter2hunter2@h/acme/pool.py", line 3, in f\nValueError: cannot log in to the shard at x',
    ):
        answer = services.match.match(text, MatchOptions(explain=True))
        assert answer.best is not None
        assert "hunter2" not in str(answer.wire())
    services.close()


def test_nothing_of_the_paste_is_kept(settings: Settings, capfd: pytest.CaptureFixture[str]) -> None:
    """After a match the database holds no word of it, and nothing was printed."""
    services = build(settings)
    services.ingest.ingest(seeds())
    services.match.match(f"canary8731 ValueError: {DFLASH} canary8731")
    services.close()
    folder = Path(settings.database_url.removeprefix("sqlite:///")).parent
    for file in folder.iterdir():
        assert b"canary8731" not in file.read_bytes()
    assert "canary8731" not in "".join(capfd.readouterr())


def test_the_answer_does_not_depend_on_record_order(settings: Settings, tmp_path: Path) -> None:
    """Records written in another order give the same answer."""
    records = [
        site(number, "no such shard here", "no such shard here", lineNumber=10 + number % 3)
        for number in range(1, 7)
    ]
    answers = []
    for index, ordered in enumerate((records, records[::-1])):
        other = settings.model_copy(update={"database_url": f"sqlite:///{tmp_path / f'order{index}.db'}"})
        services = with_records(other, *ordered)
        answers.append(services.match.match("ValueError: no such shard here").wire() | {"stats": None})
        services.close()
    assert answers[0] == answers[1]


@hypothesis_settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None
)
@given(
    st.binary(max_size=400) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass"))
)
def test_any_bytes_get_an_answer(one_base: Services, data: bytes) -> None:
    """No bytes make a match fail, but broken gzip, which is named."""
    if data.startswith(b"\x1f\x8b"):
        with pytest.raises(BadInput, match="gzip"):
            one_base.match.match(data)
    else:
        assert one_base.match.match(data).stats.lines >= 0


@pytest.fixture(scope="module")
def one_base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """Services with the bundled records, shared by the examples of a property."""
    path = tmp_path_factory.mktemp("base") / "errdex.db"
    built = build(Settings(_env_file=None, database_url=f"sqlite:///{path}"))
    built.ingest.ingest(seeds())
    yield built
    built.close()


@pytest.mark.parametrize(
    "text",
    [
        "\ud800",
        "[" * 200_000,
        "\x00" * 1000,
        "\x1b[" * 5000,
        "(" * 50_000,
        "Traceback (most recent call last):\n" * 9000,
        "x" * 1_000_000,
    ],
)
def test_hostile_text_gets_an_answer(one_base: Services, text: str) -> None:
    """Text made to break a reader is answered."""
    assert one_base.match.match(text).best is None
