"""A site as a draft of a record: fields by rule, prose left open, no id."""

from __future__ import annotations

import pytest

from app.domain.identity import title_of
from app.domain.records import Envelope
from app.extract.model import Origin, SourceFile
from app.extract.records import draft
from app.extract.sites import read_sites

SHA = "0123456789abcdef0123456789abcdef01234567"
SOURCE = b'''"""Pools."""


class Pool:
    def grow(self, size):
        if size < 1:
            raise ValueError(f"cannot grow {self.name!r} by {size}.")
        raise NotImplementedError
'''
SITES = read_sites(SourceFile("acme/pool.py", SOURCE)).sites
CHECKOUT = Origin("acme/pools", "acme", "1.2", sha=SHA, license="MIT", prefix="python/")
RELEASE = Origin("pypi/acme", "acme", "1.2")
FOLDER = Origin("local/acme", "acme", None)


def test_fields_of_a_checkout() -> None:
    """Everything factual follows from source and origin; the prose that nobody wrote is null."""
    made = draft(SITES[0], "acme/pool.py", CHECKOUT)
    record = made["record"]
    assert "id" not in record
    assert {
        name: record[name] for name in ("repo", "slug", "errorMessage", "messagePattern", "errorClass")
    } == {
        "repo": "acme/pools",
        "slug": "cannot-grow-self-name-r-by-size",
        "errorMessage": "cannot grow {self.name!r} by {size}.",
        "messagePattern": r"cannot grow (.*?) by (.*?)\.",
        "errorClass": "ValueError",
    }
    assert (record["filePath"], record["lineNumber"], record["severity"]) == (
        "python/acme/pool.py",
        7,
        "error",
    )
    assert (record["sourceCodeStart"], record["sourceCodeEnd"]) == (1, 8)
    assert record["sourceCode"] == SOURCE.decode().rstrip("\n")
    assert record["analyzedSha"] == SHA
    assert record["githubUrl"] == f"https://github.com/acme/pools/blob/{SHA}/python/acme/pool.py#L1-L8"
    assert "`size < 1`" in record["triggerScenarios"]
    for name in (
        "documentation",
        "commonSituations",
        "exampleFix",
        "handlingStrategy",
        "preventionTips",
        "analyzedAt",
    ):
        assert record[name] is None
    assert record["solutions"] == []
    assert made["errdex"] == {
        "function": "Pool.grow",
        "license": "MIT",
        "source": "acme 1.2",
        "provenance": {"kind": "derived", "verified": []},
        "versions": [{"version": "1.2", "sha": SHA, "filePath": "python/acme/pool.py", "lineNumber": 7}],
        "facts": {
            "conditions": ["size < 1"],
            "guard": {"text": "size < 1", "needs": "`size >= 1`", "names": ["size"]},
            "arguments": [{"name": "size", "of": "Pool.grow"}],
        },
    }


@pytest.mark.parametrize("origin", [CHECKOUT, RELEASE, FOLDER], ids=["checkout", "release", "folder"])
@pytest.mark.parametrize("site", SITES, ids=["text", "no text"])
def test_drafts_are_valid_records(site: object, origin: Origin) -> None:
    """With an id, a draft passes the schema; a site without a text is named after class and function."""
    made = draft(site, "acme/pool.py", origin)  # type: ignore[arg-type]
    envelope = Envelope.model_validate({**made, "record": {**made["record"], "id": "0" * 16}})
    if envelope.record.error_message is None:
        assert envelope.record.message_pattern is None
        assert envelope.record.slug == "notimplementederror-in-pool-grow"
        assert title_of(envelope.record, envelope.errdex.function) == "NotImplementedError in Pool.grow"


def test_without_a_commit_there_is_no_link() -> None:
    """A release gives no link and no sha; a folder without a version gives no version either."""
    release = draft(SITES[0], "acme/pool.py", RELEASE)
    assert (release["record"]["githubUrl"], release["record"]["analyzedSha"]) == (None, None)
    assert release["errdex"]["versions"][0]["sha"] is None
    folder = draft(SITES[0], "acme/pool.py", FOLDER)
    assert folder["errdex"]["versions"] == []
    assert folder["errdex"]["source"] == "acme"
