"""Which sites of several releases are one error."""

from __future__ import annotations

import pytest

from app.domain.lineage import Anchor, Release, Sighted, fates, lineages

RELEASES = [Release("pool", version) for version in ("1.0", "1.1", "1.2", "1.3")]


def _sites(history: list[str]) -> list[Sighted]:
    """Sites of one template: a letter for each place where it stands in a release."""
    return [
        Sighted(release, letter, "t", True, f"pool/{letter}.py", "f", "ValueError", 0, 10)
        for release, letters in enumerate(history)
        for letter in letters
    ]


def _found(history: list[str]) -> set[str]:
    found = lineages(_sites(history), RELEASES[: len(history)], [])
    return {"".join(sorted(one.keys)) for one in found}


@pytest.mark.parametrize(
    ("history", "expected"),
    [
        (["a", "a"], {"a"}),
        (["a", "b"], {"ab"}),
        (["a", "", "b"], {"ab"}),
        (["a", "b", "c"], {"abc"}),
        (["a", "b", "a"], {"ab"}),
        (["a", "ab", "b"], {"a", "b"}),
        (["a", "b", "bc", "c"], {"ab", "c"}),
        (["a", "b", "c", "ac"], {"ab", "c"}),
        (["ab", "cd"], {"a", "b", "c", "d"}),
        (["a", "cd", "b"], {"ab", "c", "d"}),
    ],
)
def test_a_template_that_stands_at_one_place_in_two_releases_moved(
    history: list[str], expected: set[str]
) -> None:
    """But for places that some release has side by side."""
    assert _found(history) == expected


def test_equal_places_are_one_in_all_distributions_and_moves_are_not() -> None:
    """Another distribution of the repo is another code base."""
    releases = [Release("pool", "1.0"), Release("extra", "2.0")]
    assert len(lineages(_sites(["a", "a"]), releases, [])) == 1
    assert len(lineages(_sites(["a", "b"]), releases, [])) == 2


def test_the_fate_is_what_the_newest_release_says() -> None:
    """A release without any site is one, too."""
    found = lineages(_sites(["a", "b"]), RELEASES[:3], [])
    assert [fate.state for fate in fates(found, RELEASES[:3], lambda _one: None)] == ["gone"]
    assert [fate.state for fate in fates(found, RELEASES[:2], lambda _one: None)] == ["moved"]


@pytest.mark.parametrize(
    ("record_id", "aliases", "module", "line", "expected"),
    [
        ("b", (), "pool/a.py", 10, "b"),
        ("x", ("b",), "pool/a.py", 10, "a"),
        ("x", ("b",), "pool/z.py", 10, "b"),
        ("x", (), "pool/a.py", 99, "a"),
        ("x", (), "pool/z.py", 10, None),
    ],
)
def test_an_ingested_record_is_given_to_one_lineage(
    record_id: str, aliases: tuple[str, ...], module: str, line: int, expected: str | None
) -> None:
    """By its id, then by its place, then by an alias."""
    anchor = Anchor(record_id, frozenset(aliases), ("t",), True, module, None, line)
    found = lineages(_sites(["ab"]), RELEASES[:1], [anchor])
    assert [key for one in found if one.anchor for key in one.keys] == ([expected] if expected else [])
