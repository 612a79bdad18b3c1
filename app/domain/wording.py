"""How much the wording of an event and a record agree, tier by tier: signals, and their reasons in words."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.domain.answer import Difference, Evidence, EvidenceKind, Tier
from app.domain.evidence import Facts, Site
from app.domain.matching import Hit
from app.domain.patterns import distinct_words

__all__ = ["Weighing", "weigh_message", "weigh_place_alone", "weigh_similarity"]

# Nats of shared words that stand for a class or a frame, and the part of both sides' words, or of the record's, that they are.
_RARE_WORDS, _RARE_OVERLAP, _RARE_COVER = 18.0, 0.75, 0.9
_MIN_REWORDED = 0.3
# Nats of shared words from which on a message may be the beginning of a longer one.
_TELLING = 10.0
_THIN = 16.0
# Words of a shown line that tell something.
_FEW_SHOWN = 2
_LITTLE, _MUCH, _MOST = 12.0, 30.0, 90.0

_OTHER_MESSAGE = Difference(kind="message", expected="the record's message", found="another one")
_NO_LAST_LINE = Difference(kind="message", expected="the record's message", found="no last line")


@dataclass(slots=True)
class Weighing:
    """Signals and reasons as they come together."""

    signals: dict[str, float] = field(default_factory=dict)
    evidence: list[Evidence] = field(default_factory=list)
    differs: list[Difference] = field(default_factory=list)

    def see(self, signal: str, value: float = 1.0) -> None:
        """Add to a signal."""
        self.signals[signal] = self.signals.get(signal, 0.0) + value

    def tell(self, kind: EvidenceKind, detail: str, *, agrees: bool = True) -> None:
        """Give a reason in words."""
        self.evidence.append(Evidence(kind=kind, detail=detail, agrees=agrees))


def weigh_message(weighing: Weighing, hit: Hit, facts: Facts) -> float:
    """Weigh a pattern that stands in the message; return what the words that agreed say."""
    agreed = set(distinct_words([hit.candidate.template]))
    if hit.tier is Tier.TRUNCATED:
        agreed &= facts.words
    information = facts.rarity.information(agreed)
    _see_information(weighing, information)
    if hit.open_end:
        weighing.see("open end")
    length = hit.end - hit.start
    if length:
        held = sum(end - start for start, end in hit.groups if start >= 0) / length
        weighing.see("stretched", round(max(0.0, 2 * held - 1), 3))
    words = f"{hit.words} distinct word{'' if hit.words == 1 else 's'}"
    if hit.any_case:
        weighing.see("other case")
        words += ", in another case"
    details = {
        Tier.EXACT: f"the whole message matches the pattern ({words})",
        Tier.CONTAINED: f"the pattern stands inside the text ({words})",
        Tier.TRUNCATED: f"the text ends early, and agrees with the pattern up to there ({words})",
    }
    weighing.tell("message", details[hit.tier])
    return information


def _see_information(weighing: Weighing, information: float) -> None:
    weighing.see("information", min(information, _LITTLE))
    weighing.see("more information", min(max(information - _LITTLE, 0.0), _MUCH - _LITTLE))
    weighing.see("much information", min(max(information - _MUCH, 0.0), _MOST - _MUCH))


def weigh_similarity(weighing: Weighing, hit: Hit, facts: Facts) -> tuple[float, bool]:
    """Weigh a similar message; tell whether words alone are enough, for they are rare and nearly all the same."""
    rarity = facts.rarity
    assert hit.alignment is not None
    shares = hit.alignment.agreed
    own = distinct_words(shares)
    shared = sum(sorted(rarity.of(word) * shares[word] for word in own))
    missing = sum(sorted(rarity.of(word) * (1 - shares[word]) for word in own))
    further = rarity.information(distinct_words(hit.alignment.further))
    overlap = shared / max(shared + missing + further, 1.0)
    ratio = hit.ratio or 0.0
    _see_information(weighing, shared)
    weighing.see("little shared", round(max(0.0, _THIN - shared) / 8, 3))
    if hit.alignment.cut:
        weighing.see("cut short")
    weighing.see("ratio", ratio / 100)
    weighing.see("overlap", round(overlap, 3))
    weighing.see("missing words", round(min(missing, 24.0) / 8, 3))
    weighing.see("further words", round(min(further, 32.0) / 8, 3))
    if not facts.error_class and not facts.frames:
        weighing.see("similar alone")
    words = f"{hit.words} distinct word{'' if hit.words == 1 else 's'}"
    weighing.tell("words", f"the wording is {ratio:.0f} % alike, with {words} in common")
    lacking = sorted((word for word in own if shares[word] < 1), key=lambda word: (-rarity.of(word), word))
    if lacking:
        weighing.tell("words", f"the record also says: {', '.join(lacking[:6])}", agrees=False)
    weighing.differs.append(_OTHER_MESSAGE)
    cover = shared / max(shared + missing, 1.0)
    return shared, shared >= _RARE_WORDS and (overlap >= _RARE_OVERLAP or cover >= _RARE_COVER)


def weigh_place_alone(weighing: Weighing, site: Site, facts: Facts) -> tuple[float, bool]:
    """Weigh what is said at a place whose pattern does not stand in the message; tell whether it can be the one."""
    if site.wording == "variable":
        weighing.see("variable text")
        weighing.tell(
            "message",
            "the record's message is all variable, and can read like this"
            if facts.text
            else "the record's message is all variable",
        )
        return 0.0, True
    if site.wording == "none":
        if not facts.text:
            weighing.see("wordless")
            weighing.tell("message", "neither has a message")
            return 0.0, True
        # pytest explains an assertion that says nothing itself.
        if site.error_class != "AssertionError":
            weighing.see("talkative")
            weighing.differs.append(_OTHER_MESSAGE)
        return 0.0, site.error_class == "AssertionError"
    if not facts.text and not facts.error_class:
        weighing.see("cut away")
        weighing.differs.append(_NO_LAST_LINE)
        return _weigh_shown_words(weighing, site, facts)
    weighing.see("worded")
    weighing.differs.append(_OTHER_MESSAGE)
    if not facts.text:
        weighing.see("silent")
        return _weigh_shown_words(weighing, site, facts)
    shared = site.words & facts.words
    agreed = facts.rarity.information(shared)
    overlap = agreed / max(facts.rarity.information(site.words), 1.0)
    if agreed >= _TELLING:
        # The record may say more, as a later release does.
        overlap = max(overlap, agreed / max(facts.rarity.information(facts.words), 1.0))
    weighing.see("reworded", round(min(overlap, 1.0), 3))
    weighing.see("shared words", round(min(agreed, 24.0) / 8, 3))
    if shared:
        weighing.tell("words", f"words in common: {', '.join(sorted(shared)[:6])}")
    return agreed, overlap >= _MIN_REWORDED


def _weigh_shown_words(weighing: Weighing, site: Site, facts: Facts) -> tuple[float, bool]:
    """Weigh what the line that raises is shown to say, where the message itself is not there."""
    shown = set(distinct_words([facts.statement.says])) if facts.statement else set()
    if len(shown) < _FEW_SHOWN:
        return 0.0, False
    shared = shown & site.words
    if len(shared) < len(shown) - 1:  # the last word may be cut
        weighing.see("says otherwise")
        return 0.0, False
    agreed = facts.rarity.information(shared)
    weighing.see("says so", round(min(agreed, _LITTLE) / _LITTLE, 3))
    weighing.tell("words", f"the line that is shown there says: {', '.join(sorted(shared)[:6])}")
    return agreed, True
