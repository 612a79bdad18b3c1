"""From hits to ranked matches: how much the wording, the class and the frames speak for each record.

What is seen becomes signals, each with its reason in words; `scoring` makes a probability of them.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass

from app.domain.answer import Difference, Evidence, Tier
from app.domain.classes import Kinship, kinship, named_before, same_class
from app.domain.evidence import Facts, Site
from app.domain.matching import Hit
from app.domain.patterns import MIN_SPECIFIC_WORDS, distinct_words
from app.domain.places import Place, Spot, find_spot
from app.domain.scoring import log_odds, probability
from app.domain.specificity import compiled_in, is_typed_report
from app.domain.wording import Weighing, weigh_message, weigh_place_alone, weigh_similarity

__all__ = ["OUTSIDE", "SURE", "Ranked", "rank"]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A record as an answer to an event. `hit` is None for the site tier.

    Attributes:
        order: sorts the best first.
        standing: equal for two records that nothing but their lines tells apart.
        drift: lines between the site and its frame; None where there is none.
        signals: what the score was made of.
        information: what the words say that agree, in nats.
    """

    site: Site
    tier: Tier
    score: float
    hit: Hit | None
    evidence: tuple[Evidence, ...]
    differs: tuple[Difference, ...]
    order: tuple[float, ...]
    standing: tuple[object, ...]
    drift: int | None
    signals: dict[str, float]
    information: float = 0.0


# A similar wording alone, or a place alone, is never enough for `best`: the ratio accepts 18 % of errors
# that are in no record.
_UNSUPPORTED_AT_MOST = 0.65
# The very statement raised it, and prints what it is given.
_ITS_STATEMENT_AT_MOST = 0.8
_LITERAL = re.compile("[\"']")
# Words below a first line that anybody's code can bring about, which make a message a library's own.
_FURTHER_WORDS = 4
# What everybody's code can bring about is a record's error only where it was raised at its place.
_EVERYDAY_AT_MOST = 0.25
_NEAR_LINES = 40
# Nats that the agreed words have to say where the class is printed as one of another package.
_FEW_WORDS = 18.0
_RAISED = re.compile(r"raise (?:\w+\.)*(\w+)")
# From here on the score says nothing more, and the log-odds sort.
SURE = 0.9
_PLACES = list(Place)
_KINDRED = frozenset([Kinship.SAME, Kinship.KIN])


def rank(hit: Hit | None, site: Site, facts: Facts, *, alone: bool = False) -> Ranked:
    """Weigh one record against the event.

    Args:
        hit: its pattern's, None where only the place can agree.
        site: of the record.
        facts: of the event.
        alone: of all patterns only this one agrees with the cut text.
    """
    tier = hit.tier if hit else Tier.SITE
    weighing = Weighing()
    weighing.see(tier.value)
    spot = find_spot(facts.frames, site.module_path, site.function, site.line_number)
    everyday = facts.everyday and not _says_more(hit, facts)
    if everyday or (hit and hit.candidate.generic and hit.candidate.words >= MIN_SPECIFIC_WORDS):
        weighing.see("everyday")
        weighing.tell("message", "anybody's code can bring such a message about", agrees=False)
    inside = hit is not None and tier is not Tier.EXACT and hit.start > 0 and not hit.any_case
    if hit is None:
        agreed, supported = weigh_place_alone(weighing, site, facts)
    elif tier is Tier.FUZZY:
        agreed, supported = weigh_similarity(weighing, hit, facts)
    else:
        agreed, supported = weigh_message(weighing, hit, facts), True
        if alone and tier is Tier.TRUNCATED:
            weighing.see("the only one")
    if hit is not None:
        _weigh_position(weighing, hit, site, facts)
    kin = _weigh_class(weighing, site, _class_of(hit, facts), inside=inside)
    _weigh_compiled(weighing, hit, site, facts, kin)
    _weigh_frames(weighing, site, facts, spot, inside=inside or kin is Kinship.CARRIER)
    _weigh_statement(weighing, site, facts, spot, at_site=hit is None)
    if tier is Tier.FUZZY and (kin is Kinship.SAME or kin is Kinship.OTHER or "logged" in weighing.signals):
        weighing.see("similar class", 1.0 if kin is Kinship.SAME else -1.0)
    version_agrees = _weigh_versions(weighing, site, facts)
    if "silent" in weighing.signals and spot.place is Place.RAISED and spot.function and _raises(facts, site):
        weighing.see("said by the place")
        supported = kin is Kinship.SAME
    if "cut away" in weighing.signals and _raises(facts, site):
        weighing.see("class shown")
    if "class of another package" in weighing.signals and spot.frame is None and agreed < _FEW_WORDS:
        supported = False
    odds = log_odds(weighing.signals)
    score = min(
        probability(odds), _at_most(weighing, tier, kin, site, spot, facts=facts, supported=supported)
    )
    agreed = round(agreed, 3)
    chars = len(hit.candidate.template) if hit else 0
    ratio = (hit.ratio or 0.0) if hit else 0.0
    standing = (
        tier,
        agreed,
        ratio,
        kin,
        spot.place,
        spot.function,
        spot.whole,
        "same statement" in weighing.signals,
        version_agrees,
        site.package in facts.named,
    )
    return Ranked(
        site=site,
        tier=tier,
        score=score,
        hit=hit,
        evidence=tuple(weighing.evidence),
        differs=tuple(weighing.differs),
        order=(
            -score if score < SURE else -SURE,
            -round(odds, 3),
            -agreed,
            -float(chars),
            -ratio,
            float(_PLACES.index(spot.place)),
            float(spot.drift if spot.drift is not None else 10**6),
            -float(version_agrees),
        ),
        standing=standing,
        drift=spot.drift,
        signals=weighing.signals,
        information=agreed,
    )


def _says_more(hit: Hit | None, facts: Facts) -> bool:
    """Tell whether a pattern agrees with more than an everyday first line: with words that stand below it."""
    if hit is None or hit.tier is Tier.FUZZY:
        return False
    first = facts.text.strip().partition("\n")[0]
    further = set(distinct_words([hit.candidate.template])) - set(distinct_words([first]))
    return len(further & facts.words) >= _FURTHER_WORDS


def _at_most(
    weighing: Weighing,
    tier: Tier,
    kin: Kinship | None,
    site: Site,
    spot: Spot,
    *,
    facts: Facts,
    supported: bool,
) -> float:
    """Return the most that a record can score: what is only alike, or only at its place, needs something beside it."""
    seen = weighing.signals
    if "everyday" in seen and not _raised_there(spot, facts):
        return _EVERYDAY_AT_MOST
    if tier is Tier.FUZZY:
        there = spot.place is Place.RAISED and spot.whole
        supported = there if kin is Kinship.OTHER else supported or kin in _KINDRED or spot.whole
    elif tier is Tier.SITE:
        shown = "class shown" in seen
        just_there = spot.drift == 0 and spot.function is not False and "statement raises" in seen
        just_there = just_there or bool(shown and spot.function and spot.whole)
        supported = (
            (supported or just_there) and (kin is Kinship.SAME or shown) and spot.place is Place.RAISED
        )
    if "class of another package" in seen and tier is Tier.FUZZY and spot.frame is None:
        supported = False
    if supported:
        return 1.0
    same = "same statement" in seen and kin is Kinship.SAME and bool(spot.function)
    passed = same and tier in {Tier.SITE, Tier.FUZZY} and not _LITERAL.search(site.statement)
    return _ITS_STATEMENT_AT_MOST if passed else _UNSUPPORTED_AT_MOST


def _raised_there(spot: Spot, facts: Facts) -> bool:
    """Tell whether the frame that raised is at the site, and shows nothing that speaks against it."""
    if spot.place is not Place.RAISED or not spot.whole or spot.function is False:
        return False
    return facts.statement is None or facts.statement.kind == "raise"


def _raises(facts: Facts, site: Site) -> bool:
    """Tell whether the line that is shown raises what the record's site raises."""
    if facts.statement is None or not site.error_class:
        return False
    if facts.statement.text.startswith("assert"):
        return site.error_class == "AssertionError"
    raised = _RAISED.match(facts.statement.text)
    return raised is not None and same_class(raised.group(1), site.error_class.rpartition(".")[2])


def _weigh_compiled(
    weighing: Weighing, hit: Hit | None, site: Site, facts: Facts, kin: Kinship | None
) -> None:
    """Hold against a record that compiled code says the same, in its own package or another one."""
    if kin is Kinship.SAME and "class of its package" in weighing.signals:
        return  # a class of its own tells whose it is, whatever the text is like
    part = hit is not None and hit.tier in {Tier.CONTAINED, Tier.TRUNCATED}
    packages = compiled_in(facts.text[hit.start :]) if part and hit else facts.compiled
    if hit is not None and not hit.start and hit.tier is not Tier.FUZZY and is_typed_report(facts.text):
        packages = packages | {"pydantic_core"}
    own = site.package in packages and kin is not Kinship.OTHER
    if packages and (not own or (hit is not None and hit.tier in {Tier.FUZZY, Tier.TRUNCATED})):
        weighing.see("everyday")
        said = " and ".join(sorted(packages))
        weighing.tell("message", f"compiled code of {said} says this, too", agrees=False)


# --- class, frames, versions ----------------------------------------------------------------------


def _class_of(hit: Hit | None, facts: Facts) -> str | None:
    """Return the class that a message names right before a hit inside it, else the event's."""
    inside = hit is not None and hit.tier is not Tier.EXACT and hit.start > 0
    named = named_before(facts.text, hit.start, any_case=hit.any_case) if hit and inside else None
    return named or facts.error_class


def _weigh_position(weighing: Weighing, hit: Hit, site: Site, facts: Facts) -> None:
    """Weigh where in the text a pattern stands: it is all of the paste, it ends it, a class stands before it."""
    if hit.tier is Tier.EXACT and facts.alone and not facts.error_class and not hit.candidate.generic:
        weighing.see("alone")
    if hit.tier is Tier.CONTAINED and not facts.text[hit.end :].strip(" \t\r\n.!`'\"*_)]"):
        weighing.see("to the end")
        named = named_before(facts.text, hit.start, any_case=hit.any_case)
        if named and site.error_class and kinship(named, site.error_class) is Kinship.SAME:
            weighing.see("announced")


def _weigh_class(weighing: Weighing, site: Site, pasted: str | None, *, inside: bool) -> Kinship | None:
    recorded = site.error_class
    if not recorded:
        if pasted:
            weighing.see("logged")
        return None
    if not pasted:
        weighing.see("class missing")
        return None
    kin = kinship(pasted, recorded)
    if kin is Kinship.SAME:
        weighing.see("class")
        weighing.see("class rarity", round(site.class_rarity, 3))
        weighing.tell("class", f"the class is {recorded}")
        _weigh_module(weighing, site, pasted)
    elif kin is Kinship.KIN:
        weighing.see("class kin")
        weighing.tell("class", f"the class is {pasted}, a relative of {recorded}")
    elif kin is Kinship.CARRIER:
        weighing.tell("class", f"the class is {pasted}, which carries the text of other errors")
    elif kin is Kinship.OTHER:
        weighing.see("class differs inside" if inside else "class differs")
        weighing.tell("class", f"the class is {pasted}, not {recorded}", agrees=False)
    if kin in {Kinship.CARRIER, Kinship.OTHER} and _package_of(pasted) == _name(site.package):
        weighing.see("class of its package")  # a kind of the record's, more often than one of another package
    if kin not in {Kinship.SAME, None}:
        weighing.differs.append(Difference(kind="class", expected=recorded, found=pasted))
    return kin


# Packages that give older interpreters a class of newer ones.
_BACKPORTS = frozenset(["exceptiongroup", "typing_extensions", "async_timeout"])


def _weigh_module(weighing: Weighing, site: Site, pasted: str) -> None:
    """Weigh the package that a class is printed with: a package mostly raises its own."""
    package = _package_of(pasted)
    if not package or package in sys.stdlib_module_names or package in _BACKPORTS:
        return
    if package == _name(site.package):
        weighing.see("class of its package")
    else:
        weighing.see("class of another package")
        weighing.tell("class", f"the class is of {package}, not of {site.package}", agrees=False)


def _package_of(pasted: str) -> str:
    """Return the package that a class is printed with, "" where it is printed with none."""
    package, dot, _ = pasted.partition(".")
    return package if dot else ""


def _name(package: str) -> str:
    return package.replace("-", "_")  # the folder of a project may have a hyphen


OUTSIDE = {
    Place.PACKAGE: "package raised",
    Place.AROUND: "package around",
    Place.UNSURE: "raised elsewhere",
    Place.OWN: "raised in own code",
    Place.OTHER: "raised in another package",
}


def _weigh_frames(weighing: Weighing, site: Site, facts: Facts, spot: Spot, *, inside: bool) -> None:
    if spot.place is Place.UNKNOWN:
        return
    if spot.frame is None:
        weighing.tell("frame", f"no frame is in {site.module_path}", agrees=False)
        weighing.differs.append(
            Difference(kind="frame", expected=site.module_path, found=facts.frames[-1].file)
        )
        if _is_warning(site):
            return  # it is shown at the place of whoever is warned
        weighing.see(OUTSIDE[spot.place])
        if facts.file_known and spot.place in {Place.PACKAGE, Place.AROUND}:
            weighing.see("not in the known file")
        if inside and spot.place is not Place.PACKAGE:
            weighing.see("elsewhere inside")
        return
    raised = spot.place is Place.RAISED
    where = "raised in" if raised else "a frame is in"
    name = f", function {spot.frame.function}" if spot.function else ""
    weighing.tell("frame", f"{where} {site.module_path}{name}")
    weighing.see("raised here" if raised else "passed here")
    if raised and spot.function is not None:
        weighing.see("raised in its function" if spot.function else "raised in another function")
    if spot.drift is None:
        return
    line = spot.frame.line
    if spot.drift == 0:
        weighing.see("same line")
        weighing.tell("line", f"line {site.line_number}, the same")
    elif spot.drift <= _NEAR_LINES:
        weighing.see("near line")
        weighing.tell("line", f"line {line}, near {site.line_number}")
    elif raised:
        weighing.see("far line")
        weighing.tell("line", f"line {line}, not {site.line_number}", agrees=bool(spot.function))


def _is_warning(site: Site) -> bool:
    return site.error_class is not None and site.error_class.endswith("Warning")


def _weigh_statement(weighing: Weighing, site: Site, facts: Facts, spot: Spot, *, at_site: bool) -> None:
    if facts.statement is None or spot.place is not Place.RAISED or _is_warning(site):
        return
    if facts.statement.kind == "raise":
        weighing.see("statement raises")
        weighing.tell("frame", "the line that is shown there raises")
        if site.statement and _same_code(site.statement, facts.statement.text):
            weighing.see("same statement")
            weighing.tell("line", "the line that is shown there is the record's own")
        return
    weighing.see("statement calls")
    if at_site:
        weighing.see("nothing raised")
    weighing.tell("frame", "the line that is shown there raises nothing", agrees=False)


def _same_code(recorded: str, shown: str) -> bool:
    """Compare two lines of code; one that only opens a call is the same at every other place."""
    one, other = ("".join(text.split()) for text in (recorded, shown))
    return one == other and not one.endswith("(")


def _weigh_versions(weighing: Weighing, site: Site, facts: Facts) -> bool:
    if site.package in facts.named:
        weighing.see("package named")
    installed = facts.versions.get(site.package) or facts.versions.get(site.repo)
    if installed is None or installed not in site.versions:
        return False
    weighing.see("version")
    weighing.tell("version", f"{site.package} {installed} has this site")
    return True
