"""A large file of JSON Lines, checked piece by piece on all cores: at no time is more than a few pieces of it in memory as records."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import partial

from app.domain.faults import Fault
from app.domain.lines import LineText
from app.domain.reading import Draft, read_lines, same_content
from app.extract.pool import Workers
from app.services.drafting import no_such_record
from app.services.units import Entry, Rules, Seen, Unit, check_lines, lost

__all__ = ["LinesFile", "NeedsWholeError"]

PIECE_CHARS = 1_500_000
# Starting processes takes about as long as checking this much.
SHARED_CHARS = 4_000_000


class NeedsWholeError(Exception):
    """A record has no id, and only all lines together tell what it is."""


class LinesFile:
    """The file on its way through a check.

    Args:
        text: all of it.
        rules: how it is checked.
        size: of the file in bytes.
        workers: that check it.

    Attributes:
        faults: that were found so far; sorted by line at the end of `units`.
        ids: of all records so far that could be read.
        good: how many good records there were.
        lines: how many lines the file has.
        unknown: lines of partial records that have nothing to change.
    """

    def __init__(self, text: LineText, rules: Rules, size: int, workers: Workers) -> None:
        self.name = rules.name
        self.size = size
        self.faults: list[Fault] = []
        self.ids: set[str] = set()
        self.good = 0
        self.lines = text.text.count("\n")
        self.unknown: set[int] = set()
        self._text = text
        self._rules = rules
        self._workers = workers
        self._items = 0
        self._waiting: deque[tuple[int, LineText]] = deque()
        self._piece = text
        self._start = 0
        self._lines: list[str] | None = None
        self._whole: set[str] = set()
        self._open: set[str] = set()
        self._odd: list[Fault] = []
        self._repeats: list[Fault] = []
        self._first: dict[str, Seen] = {}

    @property
    def warnings(self) -> list[Fault]:
        """What is odd so far."""
        return [*self._odd, *self._repeats]

    @property
    def faulty(self) -> int:
        """How many records have a fault."""
        return len({fault.index for fault in self.faults if fault.index is not None or self._items})

    def units(self, *, forms: bool) -> Iterator[Unit]:
        """Yield what each piece gave, in their order; until the next one `draft` reads its lines.

        Args:
            forms: make the records ready to be written.

        Raises:
            NeedsWholeError: see there.
        """
        rules = self._rules._replace(forms=forms)
        shared = len(self._text.text) >= SHARED_CHARS
        found = self._workers.each(
            self._pieces(), partial(check_lines, rules=rules), partial(lost, rules=rules), shared=shared
        )
        for unit in found:
            self._start, self._piece = self._waiting.popleft()
            self._lines = None
            if unit is None:
                raise NeedsWholeError
            yield unit
        self.faults.sort(key=lambda fault: fault.index or 0)

    def take(self, unit: Unit, known: AbstractSet[str]) -> None:
        """Take in what the unit at hand gave.

        Args:
            unit: the one that `units` yielded last.
            known: ids that a record has which is there before this file, for the partial records of the unit.
        """
        self._items += unit.items
        self.faults.extend(unit.faults)
        self._odd.extend(unit.warnings)
        for one in unit.seen:
            good = one.good
            if one.whole:
                if one.good:
                    self._whole.add(one.record_id)
            else:
                if one.record_id not in self._whole and one.record_id not in known:
                    self._open.add(one.record_id)
                if one.record_id in self._open:
                    good = False
                    self.unknown.add(one.line)
                    self.faults.append(no_such_record(self.name, one.record_id, one.line, "line"))
            if good:
                self.good += 1
                self.ids.add(one.record_id)
            self._compare(one)

    def partial_ids(self, unit: Unit) -> set[str]:
        """Return the ids of partial records of a unit that nothing before it in the file has."""
        return {one.record_id for one in unit.seen if not one.whole} - self._whole

    def draft(self, entry: Entry) -> Draft:
        """Read the line of an entry of the unit at hand again."""
        if self._lines is None:
            self._lines = self._piece.text.split("\n")
        line = LineText(self._lines[entry.line - self._piece.first], entry.line)
        reading = read_lines(line, self.name, self._rules.limits)
        assert reading is not None
        return reading.envelopes[0]

    def _compare(self, one: Seen) -> None:
        """Note where a record stands, and warn where the file has had the id with other content."""
        placed = one._replace(start=self._start + one.start, end=self._start + one.end)
        first = self._first.setdefault(one.record_id, placed)
        if first is placed or not one.whole:
            return
        text = self._text.text
        if not same_content(text[first.start : first.end], text[placed.start : placed.end]):
            problem = f"is the id of line {first.line} too, with other content"
            advice = "Keep one of the two; the later one wins."
            self._repeats.append(Fault(self.name, one.line, one.record_id, "id", "", problem, advice, "line"))

    def _pieces(self) -> Iterator[list[LineText]]:
        start = 0
        for piece in self._text.pieces(PIECE_CHARS):
            self._waiting.append((start, piece))
            start += len(piece.text)
            yield [piece]
