"""From findings to ranked records: fetches what ranking compares, and says which record is the answer, if any."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sqlmodel import Session

from app.db import lookup, tally
from app.db.lookup import SiteRow
from app.domain.answer import BEST_FROM, Best, Difference, MatchOptions, Tier
from app.domain.classes import Kinship, kinship
from app.domain.events import Event
from app.domain.evidence import Site, wording_of
from app.domain.grammar import TRACEBACK
from app.domain.identity import module_path, package_of
from app.domain.matching import Hit
from app.domain.patterns import distinct_words
from app.domain.places import function_agrees, path_suffixes
from app.domain.ranking import Ranked, rank
from app.domain.rarity import Rarity, class_rarity
from app.domain.rivals import MATCH_FROM, capped, inseparable, levelled, weighed_against_each_other
from app.domain.surroundings import Surroundings
from app.domain.text import Source
from app.domain.unknown import LOCAL_REPO
from app.services.findings import Finding

__all__ = ["SOURCE_CODE", "Ranking", "best_of", "rank_findings"]

_MAX_SITES_OF_A_FILE = 50
_MAX_OTHERS_OF_A_FILE = 3
_LINES_BETWEEN = 1
_HOLDS_TRACEBACK = re.compile(rf"{TRACEBACK.pattern}|^[ \t]*Traceback:", re.MULTILINE)
_MAX_RIVALS = 12
_LESS = 0.001
# A line that is no error by itself is not told for what is hardly like it.
_NEAR_FROM = 0.1
SOURCE_CODE = Difference(
    kind="message", expected="a line that a program printed", found="a line of source code"
)


@dataclass(slots=True)
class Ranking:
    """A finding with its records ranked, best first."""

    finding: Finding
    matches: list[Ranked] = field(default_factory=list)
    near: list[Ranked] = field(default_factory=list)
    packages: tuple[str, ...] = ()
    stubs: tuple[str, ...] = ()  # ids of local records that stand behind a real one of this error

    @property
    def event(self) -> Event:
        """The event."""
        return self.finding.event

    @property
    def clears(self) -> bool:
        """Whether the first match is sure enough to be the answer's `best`."""
        return bool(self.matches) and self.matches[0].score >= BEST_FROM

    @property
    def ambiguous(self) -> bool:
        """Whether nothing separates the first two records."""
        rivals = len(self.matches) - len(self.stubs)
        return rivals > 1 and inseparable(self.matches[0], self.matches[1])


def rank_findings(
    session: Session, findings: Sequence[Finding], options: MatchOptions, source: Source
) -> list[Ranking]:
    """Rank the records of every finding; findings without any are kept where they are parsed errors.

    Args:
        session: of a read.
        findings: of one paste.
        options: repo and versions of the caller.
        source: the paste.
    """
    pattern_ids = {hit.candidate.pattern_id for finding in findings for hit in finding.hits}
    members = lookup.sites_of(session, pattern_ids, options.repo)
    places = {
        path
        for finding in findings
        if finding.event.raising_frame is not None
        for path in path_suffixes(finding.event.raising_frame.file)
    }
    at_place = lookup.sites_at(session, places, options.repo) if places else {}
    rows = [row for group in (*members.values(), *at_place.values()) for row in group]
    judge = _Judge(session, findings, rows, options, source)
    return [judge.rank(finding, members, at_place) for finding in findings]


class _Judge:
    """What all findings of a paste are ranked by."""

    def __init__(
        self,
        session: Session,
        findings: Sequence[Finding],
        rows: Sequence[SiteRow],
        options: MatchOptions,
        source: Source,
    ) -> None:
        self._session = session
        self._statements: dict[str, str] = {}
        packages = {package_of(row.module_path) for row in rows}
        self._surroundings = Surroundings(source, packages, options.versions)
        self._sightings = self._sightings_of(session, rows)
        self._rarity = _rarity(session, findings, rows)
        classes = {row.error_class.rpartition(".")[2] for row in rows if row.error_class}
        counted = tally.counts(session, tally.CLASS, {row.error_class for row in rows if row.error_class})
        total = tally.count(session, tally.RECORDS)
        self._classes = {name: class_rarity(name, counted.get(name, 0), total) for name in classes}

    def _sightings_of(self, session: Session, rows: Iterable[SiteRow]) -> Mapping[str, tuple[str, ...]]:
        """Read the versions of the records of packages whose version is known."""
        versions = self._surroundings.versions
        wanted: dict[str, list[str]] = {}
        for row in rows:
            package = package_of(row.module_path)
            if package in versions or row.repo in versions:
                wanted.setdefault(f"{row.pattern_id} {row.module_path}", []).append(row.id)
        ids = [record_id for group in wanted.values() for record_id in group[:_MAX_SITES_OF_A_FILE]]
        return {
            record_id: tuple(
                sighting["version"] for sighting in json.loads(row.extension).get("versions", ())
            )
            for record_id, row in (lookup.documents(session, ids).items() if ids else ())
        }

    def rank(
        self,
        finding: Finding,
        members: Mapping[int, list[SiteRow]],
        at_place: Mapping[str, list[SiteRow]],
    ) -> Ranking:
        """Rank the records of one finding."""
        event = finding.event
        at_raise = _nearest(event, at_place)
        facts = replace(self._surroundings.facts(event, self._rarity), file_known=bool(at_raise))
        cut = {hit.candidate.pattern_id for hit in finding.hits if hit.tier is Tier.TRUNCATED}
        ranked: dict[str, Ranked] = {}
        rows: dict[str, SiteRow] = {}

        def consider(hit: Hit | None, row: SiteRow) -> None:
            new = rank(hit, self._site(row), facts, alone=len(cut) == 1)
            known = ranked.get(row.id)
            if known is None or new.order < known.order:
                ranked[row.id] = new
                rows[row.id] = row

        for hit in finding.hits:
            for row in members.get(hit.candidate.pattern_id, ()):
                consider(hit, row)
        real = (one for one in ranked.values() if one.site.repo != LOCAL_REPO)
        best = min(real, key=lambda one: one.order, default=None)
        if best is None or best.score < BEST_FROM or "raised here" not in best.signals:
            for row in at_raise:
                consider(None, row)
        if facts.statement is not None and facts.statement.kind == "raise":
            rivals = [one for one in ranked.values() if "raised here" in one.signals]
            if len(rivals) > 1:
                self._read_statements(rivals)
                for one in rivals:
                    ranked[one.site.id] = rank(
                        one.hit, self._site(rows[one.site.id]), facts, alone=len(cut) == 1
                    )
        ranked, stubs = _apart(ranked)
        ordered = sorted(ranked.values(), key=lambda one: (one.order, one.site.repo, one.site.id))
        ranking = Ranking(finding, packages=_packages(event))
        if finding.code:
            ranking.near = [replace(one, differs=(SOURCE_CODE, *one.differs)) for one in (*ordered, *stubs)]
        else:
            ranking.matches = levelled([one for one in ordered if one.score >= MATCH_FROM])
            if stubs:
                below = (
                    min(one.score for one in ranking.matches) - _LESS
                )  # the fronts read rivals by equal scores
                behind = [capped(one, round(below, 3)) for one in stubs if one.score >= MATCH_FROM]
                ranking.stubs = tuple(one.site.id for one in behind)
                ranking.matches += behind
            least = 0.0 if event.in_traceback or event.error_class else _NEAR_FROM
            ranking.near = [
                one
                for one in (*ordered, *stubs)
                if one.score < MATCH_FROM and (one.score >= least or one.tier is not Tier.FUZZY)
            ]
        return ranking

    def _read_statements(self, rivals: Iterable[Ranked]) -> None:
        """Read the lines of source of the best of those that could have been raised at one place."""
        best = sorted(rivals, key=lambda one: (one.order, one.site.id))[:_MAX_RIVALS]
        ids = [one.site.id for one in best if one.site.id not in self._statements]
        for record_id, row in lookup.documents(self._session, ids).items() if ids else ():
            record = json.loads(row.document)
            lines = (record.get("sourceCode") or "").split("\n")
            at = (record.get("lineNumber") or 0) - (record.get("sourceCodeStart") or 0)
            self._statements[record_id] = lines[at] if 0 <= at < len(lines) else ""

    def _site(self, row: SiteRow) -> Site:
        wording, words = wording_of(row.error_message)
        return Site(
            id=row.id,
            repo=row.repo,
            error_class=row.error_class,
            module_path=row.module_path,
            line_number=row.line_number,
            function=row.function,
            versions=self._sightings.get(row.id, ()),
            words=words,
            wording=wording,
            class_rarity=self._classes.get(row.error_class.rpartition(".")[2], 0.0)
            if row.error_class
            else 0.0,
            statement=self._statements.get(row.id, ""),
        )


def _apart(ranked: Mapping[str, Ranked]) -> tuple[dict[str, Ranked], list[Ranked]]:
    """Weigh records against each other; where a real one is sure enough, what notes left of the error is no rival.

    Returns:
        What was weighed, and the local records that were left out of it, best first.
    """
    local = [one for one in ranked.values() if one.site.repo == LOCAL_REPO]
    if local:
        weighed = weighed_against_each_other(
            {record_id: one for record_id, one in ranked.items() if one.site.repo != LOCAL_REPO}
        )
        if any(one.score >= BEST_FROM for one in weighed.values()):
            return weighed, sorted(local, key=lambda one: (one.order, one.site.id))
    return weighed_against_each_other(ranked), []


def _rarity(session: Session, findings: Sequence[Finding], rows: Sequence[SiteRow]) -> Rarity:
    """Read how rare the words are that texts and records have."""
    words: set[str] = set()
    for finding in findings:
        if finding.event.message is not None and (finding.hits or finding.event.frames):
            words.update(distinct_words([finding.event.message.text]))
        words.update(word for hit in finding.hits for word in distinct_words([hit.candidate.template]))
    for message in {row.error_message for row in rows}:
        words |= wording_of(message)[1]
    known = lookup.known_words(session, words)
    return Rarity({word: one.patterns for word, one in known.items()}, lookup.pattern_count(session))


def _nearest(event: Event, at_place: Mapping[str, list[SiteRow]]) -> list[SiteRow]:
    """Return the records of the raising frame's file, nearest to its line: those of the error's class, and a few others.

    Where the paste ends before the class those of the frame's function stand in for them.
    """
    frame = event.raising_frame
    if frame is None:
        return []
    rows = [row for path in path_suffixes(frame.file) for row in at_place.get(path, ())]
    line = frame.line
    if line is not None:
        rows.sort(key=lambda row: (abs(row.line_number - line), row.id))
    alike: list[SiteRow] = []
    others: list[SiteRow] = []
    for row in rows:
        near = (
            _is_class(event.error_class, row.error_class)
            if event.error_class
            else bool(function_agrees(frame, row.function))
        )
        (alike if near else others).append(row)
    return [*alike[:_MAX_SITES_OF_A_FILE], *others[:_MAX_OTHERS_OF_A_FILE]]


def _is_class(pasted: str | None, recorded: str | None) -> bool:
    return bool(pasted and recorded) and kinship(str(pasted), str(recorded)) is Kinship.SAME


def _packages(event: Event) -> tuple[str, ...]:
    """Name the packages that the error may be of, most likely first: where it was raised, then its class's."""
    names: list[str] = []
    for frame in reversed(event.frames[-1:]):
        path = frame.file.replace("\\", "/")
        if "-packages/" in path:
            names.append(package_of(module_path(path)))
        else:
            names.extend(package_of(suffix) for suffix in path_suffixes(path) if "/" in suffix)
    if event.error_class and "." in event.error_class:
        names.append(event.error_class.split(".", 1)[0])
    return tuple(dict.fromkeys(name for name in names if name not in {"builtins", "__main__", ""}))


def best_of(rankings: Sequence[Ranking]) -> Best | None:
    """Return the first event that clears the threshold: chains in text order, each from its root outwards.

    A line that announces a traceback (`worker failed to start.`) is no answer where what was raised has none.
    """
    first: dict[int, int] = {}
    for index, ranking in enumerate(rankings):
        first.setdefault(ranking.event.chain, index)

    def order(index: int) -> tuple[int, int, int]:
        event = rankings[index].event
        return (first[event.chain] if event.chain else index, event.height, index)

    for index in sorted(range(len(rankings)), key=order):
        ranking = rankings[index]
        if ranking.clears and not _announces(rankings, index):
            return Best(event=index, id=ranking.matches[0].site.id, ambiguous=ranking.ambiguous)
    return None


def _announces(rankings: Sequence[Ranking], index: int) -> bool:
    """Tell whether an event is a logged line with a traceback in it, or right below it: that is what it speaks of."""
    event = rankings[index].event
    if event.in_traceback or event.frames or event.error_class:
        return False
    if event.message is not None and _HOLDS_TRACEBACK.search(event.message.text):
        return True
    if rankings[index].matches and rankings[index].matches[0].site.error_class:
        return False  # it is the message of what was raised
    if index + 1 == len(rankings):
        return False
    below = rankings[index + 1].event
    return below.in_traceback and below.places[0][0] <= event.places[0][1] + _LINES_BETWEEN
