"""Facets of records in memory, against counting them one by one."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from app.domain.facets import FACETS, Table, number_of

Row = tuple[str, str, str | None, str | None, str, int]

_ids = st.integers(0, 2**64 - 1).map(lambda number: f"{number:016x}")
_rows = st.lists(
    st.tuples(
        _ids,
        st.sampled_from(["a/one", "b/two", "C/three"]),
        st.sampled_from(["ValueError", "TypeError", None]),
        st.sampled_from(["kind", "other", None]),
        st.sampled_from(["error", "warning"]),
        st.integers(0, 5),
    ),
    max_size=40,
    unique_by=lambda row: row[0],
)
_filters = st.fixed_dictionaries(
    {},
    optional={
        "repo": st.sampled_from(["a/one", "no/such"]),
        "errorClass": st.sampled_from(["ValueError", "no"]),
        "tag": st.sampled_from(["x", "y", "no"]),
        "backgroundTag": st.just("kind"),
        "severity": st.just("error"),
    },
)


def _values(row: Row, tags: list[tuple[str, str]], name: str) -> list[str]:
    if name == "tag":
        return [tag for tag, record_id in tags if record_id == row[0]]
    value = row[{"repo": 1, "errorClass": 2, "backgroundTag": 3, "severity": 4}[name]]
    assert not isinstance(value, int)
    return [] if value is None else [value]


@given(rows=_rows, filters=_filters, data=st.data())
def test_it_counts_what_one_counts_by_hand(
    rows: list[Row], filters: dict[str, str], data: st.DataObject
) -> None:
    """Records that meet the filters, in the order of lists, and the values of every facet."""
    tags = [
        (tag, row[0]) for row in rows for tag in sorted(data.draw(st.sets(st.sampled_from(["x", "y", "z"]))))
    ]
    table = Table(
        rows, [*tags, ("x", "f" * 15 + "e")] if "f" * 15 + "e" not in {row[0] for row in rows} else tags
    )
    chosen = data.draw(st.none() | st.sets(st.sampled_from([row[0] for row in rows]))) if rows else None
    among = None if chosen is None else table.positions(map(number_of, chosen))
    ordered = sorted(rows, key=lambda row: (row[1], row[0]))

    def meeting(wanted: dict[str, str]) -> list[Row]:
        return [
            row
            for row in ordered
            if (chosen is None or row[0] in chosen)
            and all(value in _values(row, tags, name) for name, value in wanted.items())
        ]

    assert len(table) == len(rows)
    assert [table.id_at(at) for at in sorted(table.meeting(filters, among))] == [
        row[0] for row in meeting(filters)
    ]
    for facet in table.facets(filters, among):
        others = {name: value for name, value in filters.items() if name != facet.name}
        expected = Counter(value for row in meeting(others) for value in _values(row, tags, facet.name))
        if facet.name in filters:
            expected.setdefault(filters[facet.name], 0)
        assert {value.name: value.count for value in facet.values} == expected
        assert facet.more == 0
        assert [value.name for value in facet.values if value.chosen] == [
            filters[name] for name in FACETS if name == facet.name and name in filters
        ]


@given(rows=_rows, data=st.data())
def test_rank_is_weight_then_title_then_id(rows: list[Row], data: st.DataObject) -> None:
    """The first so many of the order that sorting gives."""
    table = Table(rows, [])
    lengths = {row[0]: row[5] for row in rows}
    weights = (
        data.draw(st.dictionaries(st.sampled_from(range(len(rows))), st.integers(0, 30))) if rows else {}
    )
    expected = sorted(weights, key=lambda at: (-weights[at], lengths[table.id_at(at)], table.id_at(at)))
    first = data.draw(st.integers(1, 50))
    assert table.by_rank(weights, first) == expected[:first]


@given(rows=_rows)
def test_positions_are_found_by_id(rows: list[Row]) -> None:
    """Both ways; an id that is not listed is passed over."""
    table = Table(rows, [])
    for row in rows:
        at = table.position(row[0])
        assert at is not None
        assert table.id_at(at) == row[0]
    missing = next(
        f"{number:016x}"
        for number in range(len(rows) + 1)
        if f"{number:016x}" not in {row[0] for row in rows}
    )
    assert table.position(missing) is None
    assert table.positions([number_of(missing)]) == set()


def test_numbers_are_those_of_64_bits() -> None:
    """As SQLite counts rows: the upper half of the ids is negative."""
    assert [number_of(text) for text in ("0" * 16, "7" + "f" * 15, "8" + "0" * 15, "f" * 16)] == [
        0,
        2**63 - 1,
        -(2**63),
        -1,
    ]


def test_only_the_most_used_are_listed() -> None:
    """Ten of them; the others are counted, and a chosen one stands first."""
    rows: list[Row] = [(f"{at:016x}", f"a/{at // 2:02}", None, None, "error", 1) for at in range(30)]
    facet = next(one for one in Table(rows, []).facets({}) if one.name == "repo")
    assert ([value.name for value in facet.values], facet.more) == ([f"a/{at:02}" for at in range(10)], 5)
    facet = next(one for one in Table(rows, []).facets({"repo": "a/14"}) if one.name == "repo")
    assert (facet.values[0].name, facet.values[0].chosen, facet.more) == ("a/14", True, 5)
