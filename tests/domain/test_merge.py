"""The rules of merging, on their own."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.identity import site_key
from app.domain.merge import (
    Change,
    Site,
    changes_between,
    content_hash,
    dumps,
    is_made_of,
    match_sites,
    merge_extension,
    merge_partial,
    newest,
    template_key,
    version_of,
)

SITE = Site("1" * 16, "a/b", "b/c.py", None, "ValueError", "Pool is full", 10)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (None, "0001-01-01"),
        ("2026-08-01", "2026-08-01T00:00:00.000000001Z"),
        ("2026-08-01T00:00:00Z", "2026-08-01T00:01"),
        ("2026-08-01T02:00:00+02:30", "2026-08-01T00:00:00Z"),
        ("2026-08-01T00:00:00,5Z", "2026-08-01T00:00:00.500000001Z"),
        ("2026-08-01 23:59:59-0100", "2026-08-02T01:00Z"),
    ],
)
def test_versions_are_compared_as_moments(older: str | None, newer: str) -> None:
    """Zones, fractions to the nanosecond and short forms included; none is oldest."""
    assert version_of(older) < version_of(newer)
    assert newest([newer, older, None]) == newer
    assert newest([older, newer]) == newer


@pytest.mark.parametrize("text", ["2026-02-30", "2026-13-01T00:00Z", "2026-01-01T25:00Z", "soon"])
def test_a_time_outside_the_calendar_is_an_error(text: str) -> None:
    """It cannot be compared with anything."""
    with pytest.raises(ValueError, match=r"."):
        version_of(text)


def test_the_newest_of_nothing_is_nothing() -> None:
    """No version, no newest."""
    assert newest([None, None]) is None


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_json_reads_back_as_it_was(value: Any) -> None:
    """Values, types and the order of members."""
    back = json.loads(dumps(value))
    assert repr(back) == repr(value)


def test_a_number_that_json_has_not_is_refused() -> None:
    """No NaN gets into the store."""
    with pytest.raises(ValueError, match="JSON"):
        dumps(float("nan"))


def test_the_hash_covers_every_part() -> None:
    """A change in any one of the four changes it, and parts do not run into each other."""
    parts: list[tuple[str, str, str, str | None]] = [
        ("d", "e", "x", "v"),
        ("D", "e", "x", "v"),
        ("d", "E", "x", "v"),
        ("d", "e", "X", "v"),
        ("d", "e", "x", None),
        ("de", "", "x", "v"),
        ("d", "ex", "", "v"),
    ]
    assert len({content_hash(*one) for one in parts}) == len(parts)


def test_a_partial_record_leaves_the_id_and_ignores_nulls() -> None:
    """It changes what it brings."""
    assert merge_partial({"id": "1", "a": 1, "b": 2}, {"id": "2", "a": None, "b": 3, "c": 4}) == {
        "id": "1",
        "a": 1,
        "b": 3,
        "c": 4,
    }


def test_the_extension_keeps_what_was_not_brought() -> None:
    """Aliases add up without the record's own id; a withdrawal ends unless it is brought."""
    stored = {"function": "f", "aliases": ["2", "3"], "withdrawnAt": "t"}
    merged = merge_extension(
        stored, {"function": None, "aliases": ["3", "4"]}, aliases=["1", "5"], own_id="1"
    )
    assert merged == {"function": "f", "aliases": ["2", "3", "4", "5"], "withdrawnAt": None}
    assert merge_extension(stored, {"withdrawnAt": "u"}, aliases=[], own_id="1")["withdrawnAt"] == "u"


def test_changes_name_the_field_and_both_values() -> None:
    """As JSON, shortened; a change of type counts, an equal value does not."""
    before = {"a": 1, "b": "x" * 100, "c": 1, "gone": []}
    after = {"a": 1, "b": "y", "c": True, "new": None}
    found = changes_between(before, after, "errdex.")
    assert [change.field for change in found] == ["errdex.b", "errdex.c", "errdex.gone"]
    assert found[0] == Change("errdex.b", '"' + "x" * 78 + "…", '"y"')
    assert found[1] == Change("errdex.c", "1", "true")


def test_an_id_that_is_made_of_the_site_is_known_as_such() -> None:
    """Of any of the first ordinals."""
    made = site_key("a/b", "b/c.py", None, "ValueError", "Pool is full", 3)[:16]
    assert is_made_of(SITE._replace(record_id=made))
    assert not is_made_of(SITE)


def test_the_template_key_is_of_repo_class_and_message() -> None:
    """And tells null from empty."""
    keys = {template_key("a/b", None, None), template_key("a/b", "", None), template_key("a/b", None, "")}
    assert len(keys) == 3


NEW = SITE._replace(record_id="2" * 16, id_given=False)
A, B = "a" * 40, "b" * 40


@pytest.mark.parametrize(
    ("known", "new", "same"),
    [
        (SITE, NEW, True),
        (SITE, NEW._replace(id_given=True), True),
        (SITE, NEW._replace(line=20), True),
        (SITE, NEW._replace(line=20, id_given=True), False),
        (SITE._replace(id_given=False), NEW._replace(line=20, id_given=True), True),
        (SITE._replace(sha=A), NEW._replace(line=20, sha=A), False),
        (SITE._replace(sha=A), NEW._replace(line=20, sha=A[:10]), False),
        (SITE._replace(sha=A), NEW._replace(line=20, sha=B), True),
        (SITE._replace(sha=A), NEW._replace(line=10, sha=B, id_given=True), False),
        (SITE._replace(version="2026-01-01"), NEW._replace(line=20, version="2026-01-01T00:00Z"), False),
        (SITE._replace(version="2026-01-01"), NEW._replace(line=20, version="2026-02-01"), True),
        (SITE._replace(function="f"), NEW._replace(line=20), True),
        (SITE._replace(function="f"), NEW._replace(line=20, function="g"), False),
        (SITE._replace(function="f"), NEW._replace(line=10, function="g"), False),
        (SITE, NEW._replace(module_path="b/d.py"), False),  # two places, and no sign of two versions
        (SITE._replace(sha=A), NEW._replace(module_path="b/d.py", sha=B), True),
        (SITE._replace(sha=A), NEW._replace(module_path="b/d.py", sha=A), False),
        (SITE._replace(version="2026-01-01"), NEW._replace(module_path="b/d.py"), True),
        (SITE._replace(function="f", sha=A), NEW._replace(module_path="b/d.py", function="g", sha=B), True),
    ],
)
def test_one_place_on_each_side(known: Site, new: Site, same: bool) -> None:
    """The table of what counts as the same site."""
    assert match_sites([known], [new]) == ({new.record_id: known.record_id} if same else {})


NO_TEXT = SITE._replace(error_message=None)


@pytest.mark.parametrize(
    ("known", "new", "same"),
    [
        (NO_TEXT._replace(function="f"), NO_TEXT._replace(record_id="2" * 16, function="f", line=20), True),
        (NO_TEXT, NO_TEXT._replace(record_id="2" * 16, function="f", line=20), False),
        (NO_TEXT, NO_TEXT._replace(record_id="2" * 16, line=20), False),
        (NO_TEXT, NO_TEXT._replace(record_id="2" * 16, function="f"), True),
        (NO_TEXT._replace(sha=A), NO_TEXT._replace(record_id="2" * 16, module_path="b/d.py", sha=B), False),
    ],
)
def test_a_site_without_text_is_known_by_its_function_or_line(known: Site, new: Site, same: bool) -> None:
    """The class alone says nothing."""
    new = new._replace(id_given=False)
    assert match_sites([known], [new]) == ({new.record_id: known.record_id} if same else {})


def test_several_equal_sites_need_equal_numbers() -> None:
    """Two of two are paired by line; two of three are not, but those at the very same line are."""
    known = [SITE._replace(record_id=f"k{number}", line=number * 10, sha=A) for number in (1, 2, 3)]
    new = [NEW._replace(record_id=f"n{number}", line=number * 10 + 7, sha=B) for number in (3, 1, 2)]
    assert match_sites(known, new) == {"n1": "k1", "n2": "k2", "n3": "k3"}
    assert match_sites(known, new[:2]) == {}
    same_line = new[0]._replace(line=20, sha=None)
    assert match_sites(known, [same_line, new[1]]) == {"n3": "k2"}


SITES = st.builds(
    Site,
    st.just(""),
    st.just("a/b"),
    st.sampled_from(["m/a.py", "m/b.py"]),
    st.sampled_from([None, "f", "g"]),
    st.just("ValueError"),
    st.sampled_from([None, "text"]),
    st.integers(1, 4),
    st.booleans(),
    st.sampled_from([None, A, B]),
    st.sampled_from([None, "2026-01-01", "2026-02-01"]),
)


@given(
    st.lists(SITES, max_size=5), st.lists(SITES, max_size=5), st.sampled_from([None, "text"]), st.randoms()
)
def test_matching_is_one_to_one(known: list[Site], new: list[Site], message: str | None, random: Any) -> None:
    """No known site is given away twice, nothing is made up, and no order plays a part."""
    known = [site._replace(record_id=f"k{at}", error_message=message) for at, site in enumerate(known)]
    new = [site._replace(record_id=f"n{at}", error_message=message) for at, site in enumerate(new)]
    found = match_sites(known, new)
    assert set(found) <= {site.record_id for site in new}
    assert set(found.values()) <= {site.record_id for site in known}
    assert len(set(found.values())) == len(found)
    assert match_sites(random.sample(known, len(known)), random.sample(new, len(new))) == found
