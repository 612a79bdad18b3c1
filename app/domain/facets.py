"""Records by what they are filtered by, held in memory: which ones meet a search, and how many have each value. Pure.

Positions count the records by repository and id, so that a list of positions in order is a list as it is browsed.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import Final, cast

__all__ = ["FACETS", "Facet", "FacetValue", "Table", "number_of"]

FACETS: Final = ("repo", "errorClass", "tag", "backgroundTag", "severity")
_VALUES_SHOWN = 10
_IDS = 2**64


@dataclass(frozen=True, slots=True)
class FacetValue:
    """A value with the number of records that have it beside all that else is asked for."""

    name: str
    count: int
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Facet:
    """One thing to filter by; `more` counts the values that are left out."""

    name: str
    values: tuple[FacetValue, ...]
    more: int = 0


def number_of(record_id: str) -> int:
    """Return an id as the signed number of 64 bits that it is in a full-text index."""
    number = int(record_id, 16)
    return number - _IDS if number >= _IDS // 2 else number


class Table:
    """All records of one revision, in about 350 bytes each.

    Args:
        rows: id, repo, class, kind of mistake, severity and length of the title of each record, read once.
        tags: tag and record id, read once; those of records that are not in `rows` are passed over.
    """

    def __init__(
        self,
        rows: Iterable[tuple[str, str, str | None, str | None, str, int]],
        tags: Iterable[tuple[str, str]],
    ) -> None:
        ids, lengths = array("q"), array("i")
        columns = {name: _Column() for name in ("repo", "errorClass", "backgroundTag", "severity")}
        repo, error_class, kind, severity = columns.values()
        for record_id, of_repo, of_class, of_kind, of_severity, length in rows:
            ids.append(number_of(record_id))
            repo.append(of_repo)
            error_class.append(of_class)
            kind.append(of_kind)
            severity.append(of_severity)
            lengths.append(length)
        repo_ranks = repo.ranks()
        order = sorted(range(len(ids)), key=lambda at: (repo_ranks[at], ids[at] % _IDS))
        self._ids = array("q", map(ids.__getitem__, order))
        self._columns = {name: column.ordered(order) for name, column in columns.items()}
        self._at = {number: at for at, number in enumerate(self._ids)}
        # Among records that weigh the same, the shorter title comes first, then the id.
        by_title = sorted(order, key=lambda at: (lengths[at], ids[at] % _IDS))
        self._by_title = array("i", (self._at[ids[at]] for at in by_title))
        self._places = array("i", bytes(array("i").itemsize * len(ids)))
        for place, position in enumerate(self._by_title):
            self._places[position] = place
        self._tagged: dict[str, array[int]] = {}
        for tag, record_id in tags:
            found = self._at.get(number_of(record_id))
            if found is not None:
                if tag not in self._tagged:
                    self._tagged[tag] = array("i")
                self._tagged[tag].append(found)
        self._unfiltered: list[Facet] | None = None

    def __len__(self) -> int:
        return len(self._ids)

    def id_at(self, position: int) -> str:
        """Return the id of the record at a position."""
        return f"{self._ids[position] % _IDS:016x}"

    def position(self, record_id: str) -> int | None:
        """Return where a record stands; None where it is not listed."""
        return self._at.get(number_of(record_id))

    def positions(self, numbers: Iterable[int]) -> set[int]:
        """Return where the records with these ids, as numbers, stand; one that is not listed is passed over."""
        found = set(map(self._at.get, numbers))
        found.discard(None)
        return cast("set[int]", found)

    def meeting(self, filters: Mapping[str, str], among: set[int] | None = None) -> Collection[int]:
        """Return the positions that have all of these values.

        Args:
            filters: facet to value.
            among: positions to look at; None for all.
        """
        parts = [self._having(name, value) for name, value in filters.items()]
        if among is not None:
            parts.append(among)
        if not parts:
            return range(len(self._ids))
        return set.intersection(*sorted(parts, key=len))

    def by_rank(self, weights: Mapping[int, int], first: int) -> list[int]:
        """Return the first positions by what they weigh, most first; then the shorter title, then the id."""
        size, places = len(self._ids), self._places
        keys = (places[at] - weight * size for at, weight in weights.items())
        return [self._by_title[key % size] for key in nsmallest(first, keys)]

    def facets(self, filters: Mapping[str, str], among: set[int] | None = None) -> list[Facet]:
        """Count the values of every facet, most used first, then by name; a chosen one stands first.

        A facet that is filtered by counts as if it were not, so that its other values can be changed to.
        """
        if not filters and among is None:
            if self._unfiltered is None:
                self._unfiltered = self._facets({}, None)
            return self._unfiltered
        return self._facets(filters, among)

    def _facets(self, filters: Mapping[str, str], among: set[int] | None) -> list[Facet]:
        common = self.meeting(filters, among)
        found: list[Facet] = []
        for name in FACETS:
            others = {key: value for key, value in filters.items() if key != name}
            positions = common if name not in filters else self.meeting(others, among)
            counts = self._counts(name, positions)
            chosen = filters.get(name)
            ordered = sorted(counts.items(), key=lambda item: (item[0] != chosen, -item[1], item[0]))
            if chosen is not None and chosen not in counts:
                ordered.insert(0, (chosen, 0))
            values = [FacetValue(value, count, value == chosen) for value, count in ordered[:_VALUES_SHOWN]]
            found.append(Facet(name, tuple(values), len(ordered) - len(values)))
        return found

    def _having(self, name: str, value: str) -> set[int]:
        if name == "tag":
            return set(self._tagged.get(value, ()))
        return self._columns[name].having(value)

    def _counts(self, name: str, positions: Collection[int]) -> dict[str, int]:
        if name != "tag":
            return self._columns[name].counts(positions)
        if len(positions) == len(self._ids):
            return {tag: len(having) for tag, having in self._tagged.items()}
        among = positions if isinstance(positions, set) else set(positions)
        counts = ((tag, sum(map(among.__contains__, having))) for tag, having in self._tagged.items())
        return {tag: count for tag, count in counts if count}


class _Column:
    """One value a record, as a number."""

    def __init__(self) -> None:
        self._numbers: dict[str | None, int] = {}
        self._cells = array("i")

    def append(self, value: str | None) -> None:
        self._cells.append(self._numbers.setdefault(value, len(self._numbers)))

    def ranks(self) -> list[int]:
        """Return for each cell the rank of its value among all, in alphabetical order."""
        rank = {number: at for at, (_, number) in enumerate(sorted(self._numbers.items(), key=_by_name))}
        return [rank[cell] for cell in self._cells]

    def ordered(self, order: Sequence[int]) -> _Column:
        """Put the cells into an order."""
        self._cells = array("i", map(self._cells.__getitem__, order))
        return self

    def having(self, value: str) -> set[int]:
        number = self._numbers.get(value)
        if number is None:
            return set()
        return {at for at, cell in enumerate(self._cells) if cell == number}

    def counts(self, positions: Collection[int]) -> dict[str, int]:
        cells: Sequence[int] = self._cells
        whole = len(positions) == len(cells)
        counted = Counter(cells if whole else map(cells.__getitem__, positions))
        names = list(self._numbers)
        named = ((names[number], count) for number, count in counted.items())
        return {name: count for name, count in named if name is not None}


def _by_name(item: tuple[str | None, int]) -> str:
    return item[0] or ""
