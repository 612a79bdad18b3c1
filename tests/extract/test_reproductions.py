"""Tests are linked to the one site whose message they expect, and to none where two could be meant."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.commands.learning import Taken, read_all
from app.domain.records import Envelope
from app.domain.templates import pattern_of_template
from app.extract.expected import Expectation
from app.extract.model import Origin
from app.extract.pool import Extraction
from app.extract.reproductions import MOST_TESTS, link_tests
from app.extract.targets.folders import folder
from app.extract.targets.model import Options
from tests.extract.making import make_checkout, make_tar, make_wheel

ORIGIN = Origin("acme/pool", "pool", "1.0", sha="ab" * 20)


def a_draft(message: str | None, error_class: str | None = "ValueError") -> dict[str, Any]:
    """What extraction gives of a site, as far as it matters here."""
    pattern = pattern_of_template(message) if message else None
    return {"record": {"messagePattern": pattern, "errorClass": error_class}, "errdex": {}}


def an_expectation(pattern: str, *classes: str, line: int = 7, test: str = "test_it") -> Expectation:
    """What a test expects."""
    return Expectation(classes or ("ValueError",), pattern, "tests/test_pool.py", line, test)


def linked(pattern: str, *messages: str, classes: tuple[str, ...] = ()) -> list[str]:
    """The messages of the sites that a test is linked to."""
    drafts = [a_draft(message) for message in messages]
    link_tests(drafts, [an_expectation(pattern, *classes)], ORIGIN)
    return [message for message, draft in zip(messages, drafts, strict=True) if draft["errdex"].get("facts")]


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("pool must not be empty", "pool must not be empty"),
        ("must not be empty", "pool must not be empty"),
        ("^pool must not be empty$", "pool must not be empty"),
        ("Must Not Be Empty", "pool must not be empty"),
        (r"pool 'a' is full, of 3 \(max\)", "pool {name!r} is full, of {size} (max)"),
        ("pool .* is full", "pool {name!r} is full, of {size}"),
        ("is full, of 3", "pool {name!r} is full, of {size}"),
        (r"pool \w+ is full|pool is gone", "pool {name!r} is full, of {size}"),
        (r"the (large|small) pool is full", "the large pool is full"),
        (r"the (?:large )?pool is full", "the large pool is full"),
        (r"pool is full\.? Wait", "pool is full. Wait"),
        (r"expected one of \[.+\], got", "expected one of {names}, got {name}"),
        ("the pool\n   is full", "the pool is full"),
        ("Größe des Vorrats fehlt", "Größe des Vorrats fehlt"),
    ],
)
def test_expressions_agree_with_the_messages_they_are_for(pattern: str, message: str) -> None:
    """Whole, in part, with values, with wildcards on both sides; other messages of the class do not disturb."""
    assert linked(pattern, "nothing can be shared out", message, "no such shard: {shard}") == [message]


@pytest.mark.parametrize(
    ("pattern", "messages"),
    [
        ("must not be empty", ["pool must not be empty", "name must not be empty"]),
        ("pool must not be empty", ["{name} must not be empty", "pool must not be empty"]),
        ("empty", ["pool must not be empty"]),
        ("be empty", ["pool must not be empty"]),
        (".*", ["pool must not be empty"]),
        ("anything that a variable could hold", ["{message}"]),
        ("pool must not be full", ["pool must not be empty"]),
        ("not be empty pool must", ["pool must not be empty"]),
        ("(?=pool)pool must not be empty", ["pool must not be empty"]),
        ("the pool of workers of the third shard is full", ["{name} is full"]),
        (r"pool must not be empty\.", ["pool must not be empty, nor full"]),
    ],
)
def test_no_link_is_better_than_a_wrong_one(pattern: str, messages: list[str]) -> None:
    """Two that could be meant, too little said, other words, other order."""
    assert linked(pattern, *messages) == []


def test_the_class_has_to_be_the_same() -> None:
    """One of those that the test names; modules do not count, a base class does not do."""
    drafts = [a_draft("pool must not be empty", name) for name in ("pool.PoolError", "KeyError", None)]
    result = link_tests(
        drafts,
        [
            an_expectation("must not be empty", "PoolError", "TypeError"),
            an_expectation("must not be empty", "Exception"),
            an_expectation("must not be empty", "PoolError", "KeyError"),
        ],
        ORIGIN,
    )
    assert [bool(draft["errdex"]) for draft in drafts] == [True, False, False]
    assert (result.expected, result.linked) == (3, 1)


def test_a_site_names_its_first_tests() -> None:
    """By file and line, each test once, with a link where the commit is known; other facts stay."""
    drafts = [a_draft("pool must not be empty")]
    drafts[0]["errdex"]["facts"] = {"doc": "If it is."}
    tests = [
        an_expectation("must not be empty", line=line, test=f"test_{line // 2}") for line in range(40, 10, -1)
    ]
    link_tests(drafts, tests, Origin("acme/pool", "pool", "1.0", sha="ab" * 20, prefix="python/"))
    facts = drafts[0]["errdex"]["facts"]
    assert facts["doc"] == "If it is."
    assert [one["lineNumber"] for one in facts["reproducedBy"]] == [11, 12, 14, 16, 18][:MOST_TESTS]
    assert facts["reproducedBy"][0] == {
        "filePath": "python/tests/test_pool.py",
        "lineNumber": 11,
        "test": "test_5",
        "url": f"https://github.com/acme/pool/blob/{'ab' * 20}/python/tests/test_pool.py#L11-L11",
    }
    drafts = [a_draft("pool must not be empty")]
    link_tests(drafts, tests[:1], Origin("pypi/pool", "pool", "1.0"))
    assert "url" not in drafts[0]["errdex"]["facts"]["reproducedBy"][0]


FILES = {
    "pyproject.toml": '[project]\nname = "pool"\nversion = "1.0"\n',
    "pool/__init__.py": "",
    "pool/main.py": 'def grow(by):\n    if by < 1:\n        raise ValueError(f"cannot grow by {by} workers")\n',
    "tests/test_main.py": (
        "import pytest\nfrom pool.main import grow\n\ndef test_zero():\n"
        '    with pytest.raises(ValueError, match="cannot grow by 0 workers"):\n        grow(0)\n'
        '    raise ValueError("a test raises this itself")\n'
    ),
}


def test_the_tests_of_a_target_are_evidence_only(tmp_path: Path) -> None:
    """They are read for what they expect, and none of their own raise sites is a record; in checkout, wheel and sdist."""
    sha = make_checkout(tmp_path / "pool", FILES, remote="https://github.com/acme/pool.git")
    wheel = make_wheel(
        tmp_path,
        {**FILES, "pool/tests/test_main.py": FILES["tests/test_main.py"]},
        name="pool-1.0-py3-none-any.whl",
    )
    sdist = make_tar(tmp_path / "pool-1.0.tar.gz", {f"pool-1.0/{name}": text for name, text in FILES.items()})
    for text, places in ((f"{tmp_path}/pool/", 1), (str(wheel), 2), (str(sdist), 1)):
        drafts: list[dict[str, Any]] = []

        def take(_target: Any, given: Any, drafts: list[dict[str, Any]] = drafts) -> Taken:
            drafts.extend(given)
            return Taken()

        run = read_all(
            [text], Options(tmp_path), environment=False, workers=1, show=lambda *_: None, take=take
        )
        (reading,) = run.readings
        (draft,) = drafts
        tests = draft["errdex"]["facts"]["reproducedBy"]
        assert [one["lineNumber"] for one in tests] == [5] * places
        assert reading.wire()["tests"] == {"expectAnError": places, "linked": places}
        assert reading.files == 2
        if reading.target.origin.sha is not None:
            assert tests[0]["url"] == f"https://github.com/acme/pool/blob/{sha}/tests/test_main.py#L5-L5"
        record = {**draft["record"], "id": "0" * 16}
        facts = Envelope.model_validate({"record": record, "errdex": draft["errdex"]}).errdex.facts
        assert facts is not None
        assert facts.reproduced_by[0].test == "test_zero"


def test_a_changed_test_has_no_link(tmp_path: Path) -> None:
    """Its lines are not those of the commit; the records keep theirs."""
    sha = make_checkout(tmp_path / "pool", FILES, remote="https://github.com/acme/pool.git")
    path = tmp_path / "pool/tests/test_main.py"
    path.write_text("# a line more\n" + path.read_text())
    drafts = list[dict[str, Any]]()

    def take(_target: Any, given: Any) -> Taken:
        drafts.extend(given)
        return Taken()

    read_all(
        [f"{tmp_path}/pool/"],
        Options(tmp_path),
        environment=False,
        workers=1,
        show=lambda *_: None,
        take=take,
    )
    (draft,) = drafts
    assert draft["record"]["analyzedSha"] == sha
    assert draft["errdex"]["facts"]["reproducedBy"] == [
        {"filePath": "tests/test_main.py", "lineNumber": 6, "test": "test_zero"}
    ]


def test_several_processes_say_the_same(tmp_path: Path) -> None:
    """Over a pool of workers as in one process."""
    filler = "".join(f"# {'x' * 100}\n" for _ in range(6_000))
    files = {f"tests/test_{number}.py": FILES["tests/test_main.py"] + filler for number in range(3)}
    make_checkout(tmp_path / "pool", {**FILES, **files})
    found = []
    for workers in (1, 2):
        target = folder("pool", tmp_path / "pool", Options(tmp_path))
        list(target.files())
        with Extraction(workers) as extraction:
            found.append(list(extraction.expectations(target.tests())))
    assert found[0] == found[1]
    assert len(found[0]) == 4
