"""From findings to the answer: rank the records of each event, say how sure it is, and put it into the public shape."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlmodel import Session

from app.db import lookup
from app.db.lookup import Document, SiteRow
from app.domain.answer import (
    BEST_FROM,
    Best,
    Difference,
    EventAnswer,
    Frame,
    Match,
    MatchOptions,
    NearMiss,
    Span,
    Status,
    Tier,
    confidence_of,
)
from app.domain.events import Event
from app.domain.identity import module_path, package_of, record_url
from app.domain.matching import Hit
from app.domain.patterns import compile_pattern, distinct_words
from app.domain.ranking import Facts, Ranked, Site, inseparable, path_suffixes, rank
from app.domain.records import Record
from app.domain.text import Passage, Source
from app.services.findings import Finding
from app.services.masking import Masking

__all__ = ["Answering", "Ranking"]

# Below this a record is no answer at all, only a near miss.
_MATCH_FROM = 0.3
_NEAR_MISSES = 3
_MAX_CONSIDERED = 50
_MAX_SITES_OF_A_FILE = 50
_SOURCE_CODE = Difference(
    kind="message", expected="a line that a program printed", found="a line of source code"
)


@dataclass(slots=True)
class Ranking:
    """A finding with its records ranked, best first."""

    finding: Finding
    matches: list[Ranked] = field(default_factory=list)
    near: list[Ranked] = field(default_factory=list)
    packages: tuple[str, ...] = ()

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
        return len(self.matches) > 1 and inseparable(self.matches[0], self.matches[1])


class Answering:
    """Ranks and renders the findings of one paste, through one read session."""

    def __init__(
        self, session: Session, options: MatchOptions, source: Source, public_url: str | None
    ) -> None:
        self._session = session
        self._options = options
        self._source = source
        self._masking = Masking(source)
        self._public_url = public_url

    # --- ranking ------------------------------------------------------------------------------

    def rank(self, findings: Sequence[Finding]) -> list[Ranking]:
        """Rank the records of every finding; findings without any are kept where they are parsed errors."""
        pattern_ids = {hit.candidate.pattern_id for finding in findings for hit in finding.hits}
        members = lookup.sites_of(self._session, pattern_ids, self._options.repo)
        places = {
            path
            for finding in findings
            if not _has_message_hit(finding) and finding.event.raising_frame
            for path in path_suffixes(finding.event.raising_frame.file)
        }
        at_place = lookup.sites_at(self._session, places, self._options.repo) if places else {}
        versions = self._versions(members.values())
        return [self._rank(finding, members, at_place, versions) for finding in findings]

    def _versions(self, rows: Iterable[Sequence[SiteRow]]) -> Mapping[str, tuple[str, ...]]:
        """Read the versions of the records, where the caller named versions to compare them with."""
        if not self._options.versions:
            return {}
        ids = [row.id for group in rows for row in group[:_MAX_SITES_OF_A_FILE]]
        return {
            record_id: tuple(
                sighting["version"] for sighting in json.loads(row.extension).get("versions", ())
            )
            for record_id, row in lookup.documents(self._session, ids).items()
        }

    def _rank(
        self,
        finding: Finding,
        members: Mapping[int, list[SiteRow]],
        at_place: Mapping[str, list[SiteRow]],
        versions: Mapping[str, tuple[str, ...]],
    ) -> Ranking:
        event = finding.event
        text = event.message.text if event.message else ""
        facts = Facts(
            error_class=event.error_class,
            frames=event.frames,
            versions=self._options.versions,
            words=frozenset(distinct_words([text])),
        )
        ranked: dict[str, Ranked] = {}

        def consider(hit: Hit | None, row: SiteRow) -> None:
            site = _site(row, versions.get(row.id, ()))
            new = rank(hit, site, facts)
            known = ranked.get(row.id)
            if known is None or new.order < known.order:
                ranked[row.id] = new

        for hit in finding.hits:
            for row in members.get(hit.candidate.pattern_id, ()):
                consider(hit, row)
        frame = event.raising_frame
        if frame is not None and not _has_message_hit(finding):
            for row in _nearest(frame, at_place):
                if row.id not in ranked or ranked[row.id].score < BEST_FROM:
                    consider(None, row)
        ordered = sorted(ranked.values(), key=lambda one: (one.order, one.site.repo, one.site.id))
        ranking = Ranking(finding, packages=_packages(event))
        if finding.code:
            ranking.near = [replace(one, differs=(_SOURCE_CODE, *one.differs)) for one in ordered]
        else:
            ranking.matches = [one for one in ordered if one.score >= _MATCH_FROM]
            ranking.near = [one for one in ordered if one.score < _MATCH_FROM]
        return ranking

    # --- rendering ----------------------------------------------------------------------------

    def render(self, rankings: Sequence[Ranking]) -> list[EventAnswer]:
        """Put ranked events into the public shape."""
        limit = self._options.limit
        wanted = {
            one.site.id
            for ranking in rankings
            for one in (*ranking.matches[:limit], *ranking.near[:_NEAR_MISSES], *self._considered(ranking))
        }
        rows = lookup.documents(self._session, wanted)
        known = lookup.known_packages(self._session, {name for one in rankings for name in one.packages})
        return [self._event(index, ranking, rows, known) for index, ranking in enumerate(rankings)]

    def _considered(self, ranking: Ranking) -> list[Ranked]:
        return [*ranking.matches, *ranking.near][:_MAX_CONSIDERED] if self._options.explain else []

    def _event(
        self, index: int, ranking: Ranking, rows: Mapping[str, Document], known: set[str]
    ) -> EventAnswer:
        event = ranking.event
        limit = self._options.limit
        status, package = _status(ranking, known)
        shown = [(one, rows[one.site.id]) for one in ranking.matches[:limit]]
        considered = [self._near_miss(one, event, rows[one.site.id]) for one in self._considered(ranking)]
        return EventAnswer(
            index=index,
            error_class=event.error_class,
            message=self._masking.passage(event.message) if event.message else None,
            package=package,
            start_line=event.places[0][0],
            end_line=event.places[0][1],
            lines=list(event.places),
            count=event.count,
            role=event.role,
            frames=self._frames(event.frames),
            status=status,
            hint=_hint(
                status, event, package, near=bool(ranking.matches or ranking.near), code=ranking.finding.code
            ),
            matches=[_with_code(Match(**self._match(one, event, row)), row) for one, row in shown],
            near_misses=[
                self._near_miss(one, event, rows[one.site.id]) for one in ranking.near[:_NEAR_MISSES]
            ],
            considered=considered if self._options.explain else None,
        )

    def _frames(self, frames: Sequence[Frame]) -> list[Frame]:
        files = self._masking.texts([frame.file for frame in frames])
        return [frame.model_copy(update={"file": file}) for frame, file in zip(frames, files, strict=True)]

    def _near_miss(self, one: Ranked, event: Event, row: Document) -> NearMiss:
        message = self._masking.passage(event.message) if event.message else ""
        differs = [
            difference.model_copy(update={"expected": row.error_message or "", "found": message})
            if difference.kind == "message" and difference is not _SOURCE_CODE
            else difference
            for difference in one.differs
        ]
        return NearMiss(**self._match(one, event, row), differs=differs)

    def _match(self, one: Ranked, event: Event, row: Document) -> dict[str, Any]:
        record = Record.model_validate_json(row.document)
        provenance = json.loads(row.extension).get("provenance", {}).get("kind", "unknown")
        return {
            "id": record.id,
            "title": row.title,
            "slug": record.slug,
            "repo": record.repo,
            "error_class": record.error_class,
            "error_message": record.error_message,
            "file_path": record.file_path,
            "line_number": record.line_number,
            "url": record_url(record, self._public_url),
            "dataset_version": row.dataset_version,
            "tier": one.tier,
            "score": one.score,
            "confidence": confidence_of(one.score),
            "captures": self._captures(one.hit, event.message, record.error_message),
            "evidence": list(one.evidence),
            "span": self._span(one.hit, event.message),
            "documentation": record.documentation,
            "trigger_scenarios": record.trigger_scenarios,
            "solutions": record.solutions,
            "example_fix": record.example_fix,
            "provenance": provenance,
        }

    def _captures(self, hit: Hit | None, message: Passage | None, template: str | None) -> dict[str, str]:
        if hit is None or message is None or not hit.groups:
            return {}
        names = compile_pattern(hit.candidate.pattern).capture_names(template)
        return {
            name: self._masking.passage(message.cut(start, end)) if end > start else ""
            for name, (start, end) in zip(names, hit.groups, strict=True)
            if start >= 0
        }

    def _span(self, hit: Hit | None, message: Passage | None) -> Span | None:
        if hit is None or message is None or hit.end <= hit.start:
            return None
        start = self._source.locate(message.origin(hit.start))
        end = self._source.locate(message.end_origin(hit.end))
        return Span(start_line=start[0], start_column=start[1], end_line=end[0], end_column=end[1])


def best_of(rankings: Sequence[Ranking]) -> Best | None:
    """Return the first event that clears the threshold: chains in text order, each from its root outwards."""
    first: dict[int, int] = {}
    for index, ranking in enumerate(rankings):
        first.setdefault(ranking.event.chain, index)

    def order(index: int) -> tuple[int, int, int]:
        event = rankings[index].event
        return (first[event.chain] if event.chain else index, event.height, index)

    for index in sorted(range(len(rankings)), key=order):
        ranking = rankings[index]
        if ranking.clears:
            return Best(event=index, id=ranking.matches[0].site.id, ambiguous=ranking.ambiguous)
    return None


def _with_code(match: Match, row: Document) -> Match:
    """Add the source where the record explains nothing: it is what there is to show."""
    if match.explained:
        return match
    record = Record.model_validate_json(row.document)
    source = {"source_code": record.source_code, "source_code_start": record.source_code_start}
    return match.model_copy(update=source)


def _has_message_hit(finding: Finding) -> bool:
    return any(hit.tier is not Tier.FUZZY for hit in finding.hits)


def _site(row: SiteRow, versions: tuple[str, ...]) -> Site:
    return Site(
        id=row.id,
        repo=row.repo,
        error_class=row.error_class,
        module_path=row.module_path,
        line_number=row.line_number,
        function=row.function,
        versions=versions,
        words=frozenset(distinct_words([row.error_message])) if row.error_message else frozenset(),
    )


def _nearest(frame: Frame, at_place: Mapping[str, list[SiteRow]]) -> list[SiteRow]:
    """Return the records of the frame's file that stand nearest to its line."""
    rows = [row for path in path_suffixes(frame.file) for row in at_place.get(path, ())]
    line = frame.line
    if line is not None:
        rows.sort(key=lambda row: (abs(row.line_number - line), row.id))
    return rows[:_MAX_SITES_OF_A_FILE]


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


def _status(ranking: Ranking, known: set[str]) -> tuple[Status, str | None]:
    event = ranking.event
    installed = "-packages/" in event.frames[-1].file.replace("\\", "/") if event.frames else False
    package = next((name for name in ranking.packages if name in known), None)
    if package is None and ranking.packages:
        named_by_class = event.error_class is not None and "." in event.error_class
        if installed:
            package = ranking.packages[0]
        elif named_by_class and ranking.packages[-1] == str(event.error_class).split(".", 1)[0]:
            package = ranking.packages[-1]
    if ranking.matches and ranking.clears:
        top = ranking.matches[0]
        if top.tier in {Tier.FUZZY, Tier.SITE}:
            return "similar", package or package_of(top.site.module_path)
        return "ambiguous" if ranking.ambiguous else "known", package or package_of(top.site.module_path)
    if ranking.matches:
        return "similar", package
    if package is not None and package not in known:
        return "package-not-in-base", package
    return "unknown", package


def _hint(status: Status, event: Event, package: str | None, *, near: bool, code: bool) -> str | None:
    if code:
        return "This is source code, not what a program printed: a record's raise site is quoted here."
    if status == "ambiguous":
        return "Several records have this message, and nothing in the paste tells them apart. The frames above it would."
    if status == "similar":
        return "Nothing agrees with the whole message; what is listed is similar. Compare the wording before you follow it."
    if status == "package-not-in-base":
        return f"This base has no records of {package}. Add some with `errdex ingest PATH`."
    if status != "unknown":
        return None
    missing = [
        name
        for name, there in (
            ("its class", event.error_class),
            ("its message", event.message),
            ("its frames", event.frames),
        )
        if not there
    ]
    where = f"{package} is in this base, but no record" if package else "No record"
    closest = "; the nearest are listed with what differs" if near else ""
    more = (
        f" The paste has not {' nor '.join(missing)}: with more of the output the answer may be there."
        if missing
        else ""
    )
    return f"{where} agrees with this error{closest}.{more}"
