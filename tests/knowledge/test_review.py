"""How the site of a reviewed record is found in its releases, and when its record is written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.extract.model import Origin
from app.services.learn_drafts import read_drafts
from tests.knowledge.form import Prose
from tests.knowledge.review import envelope_of_review
from tests.knowledge.reviews import Review
from tests.knowledge.sites import Release, Unclear, site_at

REPO = "sgl-project/sglang"
TOO_LONG, TOO_MANY, WARNED = "The prompt has {count} tokens", "{count} images are too many", "{reason}"
CHECK = "srt/checks.py check"


def a_site(message: str, line: int = 1, path: str = "sglang/srt/checks.py", **fields: Any) -> dict[str, Any]:
    """What learn derives of a raise site."""
    record = {
        "repo": REPO,
        "slug": "a",
        "errorClass": "ValueError",
        "errorMessage": message,
        "messagePattern": message,
        "filePath": path,
        "lineNumber": line,
    }
    return {"record": record | fields, "errdex": {"function": "check"}}


def a_release(*drafts: dict[str, Any], version: str = "0.5.19") -> Release:
    """A release that has these sites."""
    sites, faults = read_drafts(REPO, drafts)
    assert not faults
    return Release(Origin(repo=REPO, name="sglang", version=version), list(drafts), sites)


def a_prose(**fields: Any) -> Prose:
    """Prose for a site."""
    texts = {
        "documentation": "It is.",
        "trigger": "When.",
        "solutions": ("Do.", "Do not."),
        "tags": ("sglang",),
    }
    return Prose(**{"site": CHECK} | texts | fields)


SITES = a_release(a_site(TOO_LONG, 5), a_site(TOO_MANY, 9), a_site(TOO_MANY, 3, errorClass=None)).sites
CASES = [
    (a_prose(message="tokens"), 5),
    (a_prose(message="too many", site=f"{CHECK} 1"), 3),
    (a_prose(message="too many", site=f"{CHECK} 2"), 9),
    (a_prose(message="tokens", site=f"srt/checking.py check; {CHECK}"), 5),
]


@pytest.mark.parametrize(("prose", "line"), CASES)
def test_the_site_that_prose_names(prose: Prose, line: int) -> None:
    """By place, words of the message, number among equal ones, and an older place."""
    assert site_at(prose, SITES).envelope.record.line_number == line


@pytest.mark.parametrize("prose", [a_prose(), a_prose(message="too many"), a_prose(message="no such words")])
def test_prose_that_names_no_single_site(prose: Prose) -> None:
    """It is said how many fit."""
    with pytest.raises(Unclear, match="sites fit"):
        site_at(prose, SITES)


def a_review(prose: Prose, read: tuple[str, ...] = ("0.5.19", "0.5.23")) -> Review:
    """A file for a record."""
    return Review(Path("sglang/a.py"), "", read, prose, "# before\na\n# after\nb")


def test_the_record_has_the_facts_of_the_newer_release_and_both_places() -> None:
    """Nothing says that the fix was run."""
    older, newer = a_release(a_site(TOO_LONG, 5)), a_release(a_site(TOO_LONG, 8), version="0.5.23")
    envelope = envelope_of_review(a_review(a_prose()), [older, newer])
    assert (envelope.record.error_message, envelope.record.line_number) == (TOO_LONG, 8)
    assert [(one.version, one.line_number) for one in envelope.errdex.versions] == [
        ("0.5.19", 5),
        ("0.5.23", 8),
    ]
    assert envelope.errdex.provenance.reviewed == ["sglang==0.5.19", "sglang==0.5.23"]
    assert envelope.errdex.provenance.verified == []


def test_a_text_that_was_made_elsewhere_is_that_of_the_prose() -> None:
    """The site has none of its own."""
    release = a_release(a_site(WARNED))
    envelope = envelope_of_review(a_review(a_prose(message=TOO_LONG)), [release, release])
    assert envelope.record.error_message == TOO_LONG
    assert envelope.record.id == release.sites[0].key
    several = envelope_of_review(a_review(a_prose(message=TOO_LONG, several=True)), [release, release])
    assert several.record.id != release.sites[0].key


def test_releases_that_do_not_agree() -> None:
    """A site that says something else, or stands in another file, is another one; unless the file tells where it was."""
    older = a_release(a_site(TOO_LONG, path="sglang/srt/checking.py"))
    newer = a_release(a_site(TOO_LONG), version="0.5.23")
    moved = a_prose(site=f"{CHECK}; srt/checking.py check")
    assert envelope_of_review(a_review(moved), [older, newer]).record.file_path == "sglang/srt/checks.py"
    reworded = a_release(a_site("The prompt is too long"), version="0.5.23")
    with pytest.raises(Unclear, match="do not agree"):
        envelope_of_review(a_review(moved), [older, reworded])
    with pytest.raises(Unclear, match=r"sglang 0\.5\.19: 0 sites fit"):
        envelope_of_review(a_review(a_prose()), [older, newer])
