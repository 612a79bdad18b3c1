"""From findings to the answer: rank the records of each event, say how sure it is, and put it into the public shape."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlmodel import Session

from app.db import lookup
from app.db.lookup import Document
from app.domain.answer import (
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
from app.domain.distributions import learn_target
from app.domain.events import Event
from app.domain.identity import package_of, record_url
from app.domain.matching import Hit
from app.domain.patterns import compile_pattern
from app.domain.ranking import Ranked
from app.domain.records import Record
from app.domain.specificity import is_everyday
from app.domain.text import Passage, Source
from app.services.findings import Finding
from app.services.masking import Masking
from app.services.next_steps import with_next_steps
from app.services.rankings import SOURCE_CODE, Ranking, rank_findings
from app.services.upstream import with_upstream

__all__ = ["Answering"]

_NEAR_MISSES = 3
_MAX_CONSIDERED = 50


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
        self._commands: dict[str | None, str] = {}

    def rank(self, findings: Sequence[Finding]) -> list[Ranking]:
        """Rank the records of every finding; findings without any are kept where they are parsed errors."""
        return rank_findings(self._session, findings, self._options, self._source)

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
        frames = self._frames(event.frames)
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
            frames=frames,
            status=status,
            hint=_hint(
                status,
                event,
                package,
                learn=self._learn(package) if status == "package-not-in-base" else None,
                near=bool(ranking.matches or ranking.near),
                worded=bool(ranking.matches) and ranking.matches[0].tier not in {Tier.FUZZY, Tier.SITE},
                code=ranking.finding.code,
            ),
            matches=[
                self._with_steps(_with_code(Match(**self._match(one, event, row)), row), row, frames)
                for one, row in shown
            ],
            near_misses=[
                self._near_miss(one, event, rows[one.site.id]) for one in ranking.near[:_NEAR_MISSES]
            ],
            considered=considered if self._options.explain else None,
        )

    def _learn(self, package: str | None) -> str:
        """Return the command that brings a package into the base."""
        if package not in self._commands:
            target = learn_target(package, self._options.versions, self._source.raw) if package else None
            self._commands[package] = f"errdex learn {target}" if target else "errdex learn"
        return self._commands[package]

    def _with_steps(self, match: Match, row: Document, frames: Sequence[Frame]) -> Match:
        stepped = with_next_steps(match, row.extension, frames)
        return with_upstream(self._session, stepped, row.extension, frames)

    def _frames(self, frames: Sequence[Frame]) -> list[Frame]:
        files = self._masking.texts([frame.file for frame in frames])
        return [frame.model_copy(update={"file": file}) for frame, file in zip(frames, files, strict=True)]

    def _near_miss(self, one: Ranked, event: Event, row: Document) -> NearMiss:
        message = self._masking.passage(event.message) if event.message else ""
        differs = [
            difference.model_copy(update={"expected": row.error_message or "", "found": message})
            if difference.kind == "message" and difference is not SOURCE_CODE
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


def _with_code(match: Match, row: Document) -> Match:
    """Add the source where the record explains nothing: it is what there is to show."""
    if match.explained:
        return match
    record = Record.model_validate_json(row.document)
    source = {"source_code": record.source_code, "source_code_start": record.source_code_start}
    return match.model_copy(update=source)


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
        if top.tier is Tier.FUZZY or (top.tier is Tier.SITE and top.site.wording == "words"):
            return "similar", package or package_of(top.site.module_path)
        return "ambiguous" if ranking.ambiguous else "known", package or package_of(top.site.module_path)
    if ranking.matches:
        return "similar", package
    if package is not None and package not in known:
        return "package-not-in-base", package
    return "unknown", package


def _hint(
    status: Status,
    event: Event,
    package: str | None,
    *,
    learn: str | None,
    near: bool,
    worded: bool,
    code: bool,
) -> str | None:
    if code:
        return "This is source code, not what a program printed: a record's raise site is quoted here."
    if status == "ambiguous":
        return "Several records have this message, and nothing in the paste tells them apart. The frames above it would."
    if status == "similar" and worded:
        return "What is listed is worded like this, which says too little to be sure. The frames above it would tell more."
    if status == "similar":
        return "Nothing agrees with the whole message; what is listed is similar. Compare the wording before you follow it."
    if status == "package-not-in-base":
        return f"This base has no records of {package}. Build them from its source with `{learn}`."
    if status != "unknown":
        return None
    if event.message is not None and is_everyday(event.message.text):
        return (
            "The interpreter or the system gives this message to any program: the frame that raised it says to which. "
            "No record's place is there."
        )
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
