"""The slow, obvious way to match: every pattern against every text. The index must give the same hits."""

from collections import Counter
from dataclasses import replace

from app.domain.answer import BEST_FROM, Tier
from app.domain.events import Event, read
from app.domain.evidence import Facts, Site, wording_of
from app.domain.fuzzy import similar
from app.domain.identity import module_path
from app.domain.keys import GRAM, Anchor, grams_of, text_keys, words_of
from app.domain.matching import Candidate, Hit, find_all, find_truncated
from app.domain.patterns import analyse
from app.domain.places import frame_agreement
from app.domain.ranking import Ranked, rank
from app.domain.rarity import Rarity, class_rarity
from app.domain.records import Envelope
from app.domain.rivals import weighed_against_each_other
from app.domain.surroundings import Surroundings


def candidate(pattern_id: int, pattern: str) -> Candidate:
    """Make a candidate as ingest would store it."""
    facts = analyse(pattern)
    return Candidate(pattern_id, pattern, facts.template, facts.words, facts.generic)


def full_scan(text: str, patterns: list[str], *, repeats: bool = False) -> set[int]:
    """Return the ids of all patterns that stand in the text and have letters to be found by."""
    everything = [candidate(index, pattern) for index, pattern in enumerate(patterns)]
    searchable = [one for one in everything if analyse(one.pattern).anchors]
    return {hit.candidate.pattern_id for hit in find_all(text, searchable, repeats=repeats)}


def by_keys(text: str, patterns: list[str], *, repeats: bool = False, option: int = 0) -> set[int]:
    """Return the ids that the look-up keys of the text lead to, verified; of each anchor one option is stored."""
    found = [
        candidate(index, pattern)
        for index, pattern in enumerate(patterns)
        if any(is_key_of(text, anchor, option) for anchor in analyse(pattern).anchors)
    ]
    return {hit.candidate.pattern_id for hit in find_all(text, found, repeats=repeats)}


def is_key_of(text: str, anchor: Anchor, option: int) -> bool:
    """Tell whether a text is looked up by one of the options of an anchor."""
    words = words_of(text)
    keys = grams_of(words) if anchor.kind == GRAM else text_keys(words)
    return anchor.options[option % len(anchor.options)] in keys


def answer_by_full_scan(text: str, records: list[Envelope]) -> list[list[str]]:
    """Return the ids of each event's matches in order, by trying every record on every text; events without any are left out."""
    patterns = {
        one.record.message_pattern: one.record.message_pattern
        for one in records
        if one.record.message_pattern
    }
    candidates = [candidate(index, pattern) for index, pattern in enumerate(sorted(patterns))]
    words = Counter(word for pattern in patterns for word in analyse(pattern).vocabulary)
    rarity = Rarity(words, len(patterns))
    classes = Counter(one.record.error_class for one in records)
    sites = [(one, _site(one, classes, len(records))) for one in records]
    paste = read(text)
    around = Surroundings(paste.source, {site.package for _, site in sites}, {})
    found: list[tuple[tuple[int, int], list[str]]] = []
    for event in paste.events:
        message = event.message.text if event.message else ""
        hits = find_all(message, candidates)
        if all(hit.candidate.generic for hit in hits):
            hits += find_truncated(message, candidates) or similar(message, candidates)
        found.append((event.places[0], _ranked(hits, sites, around.facts(event, rarity))))
    for block in paste.blocks:
        passage = block.passage
        hits = [] if block.code else find_all(passage.text, candidates, repeats=True)
        place = (block.lines[0].number, 0)
        event = Event(None, passage, (), (place,), "only", 0, in_traceback=False, complete=True)
        found.append((place, _ranked(hits, sites, around.facts(event, rarity))))
    return [ids for _, ids in sorted(found) if ids]


def _site(one: Envelope, classes: Counter[str | None], records: int) -> Site:
    record = one.record
    name = record.error_class
    wording, words = wording_of(record.error_message)
    return Site(
        record.id,
        record.repo,
        name,
        module_path(record.file_path),
        record.line_number,
        one.errdex.function,
        words=words,
        wording=wording,
        class_rarity=class_rarity(name, classes[name], records) if name else 0.0,
    )


def _ranked(hits: list[Hit], sites: list[tuple[Envelope, Site]], facts: Facts) -> list[str]:
    raising = facts.frames[-1] if facts.frames else None
    here = [site for _, site in sites if raising and frame_agreement(raising, site.module_path)]
    facts = replace(facts, file_known=bool(here))
    cut = {hit.candidate.pattern_id for hit in hits if hit.tier is Tier.TRUNCATED}
    best: dict[str, Ranked] = {}

    def consider(one: Ranked) -> None:
        known = best.get(one.site.id)
        if known is None or one.order < known.order:
            best[one.site.id] = one

    for hit in hits:
        for one, site in sites:
            if one.record.message_pattern == hit.candidate.pattern:
                consider(rank(hit, site, facts, alone=len(cut) == 1))
    first = min(best.values(), key=lambda one: one.order, default=None)
    if first is None or first.score < BEST_FROM or "raised here" not in first.signals:
        for site in here:
            consider(rank(None, site, facts))
    found = list(weighed_against_each_other(best).values())
    found.sort(key=lambda one: (one.order, one.site.repo, one.site.id))
    return [one.site.id for one in found if one.score >= 0.3]
