"""What is tried for the events of a paste: how much of it, and what stands when the time is up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import thread_time

import pytest

from app.config import Settings
from app.domain.answer import Tier
from app.domain.events import read
from app.domain.matching import Candidate
from app.domain.templates import pattern_of_template
from app.services.candidates import Candidates
from app.services.findings import Finding, Work, find_in_events
from app.services.wiring import Services, build
from tests.services.ingesting import a_file, a_record

WIND = "Kite {name!r} has no wind in the {place} valley, use the winch or wait for tomorrow morning"
SAID = WIND.replace("{name!r}", "'a'").replace("{place}", "green")
WHOLE = f"WindError: {SAID}"
CUT = "WindError: Kite 'b' has no wind in the green valley, use the winch or wait"
RETYPED = f"WindError: {SAID.upper()}"
UNKNOWN = "WindError: nobody knows kite {}, which is {} fathoms long"


@pytest.fixture
def services(settings: Settings) -> Iterator[Services]:
    """Services with a record of a made-up package."""
    built = build(settings)
    record = a_record(1, errorMessage=WIND, messagePattern=pattern_of_template(WIND), errorClass="WindError")
    assert not built.ingest.ingest([a_file(record)]).faults
    yield built
    built.close()


class Counted(Candidates):
    """Candidates that count how often they are asked."""

    asked = 0

    def containing(self, texts: Sequence[str], *, lines: bool = False) -> list[list[Candidate]]:
        """Count, and answer."""
        self.asked += 1
        return super().containing(texts, lines=lines)


@dataclass(slots=True)
class Steps(Work):
    """Work whose time is up when it was asked for so many times."""

    left: int = 0

    def may_go_on(self) -> bool:
        """Count down."""
        self.left -= 1
        self.out_of_time = self.out_of_time or self.left < 0
        return not self.out_of_time


def _found(services: Services, text: str, work: Work) -> tuple[list[Finding], int]:
    with services.database.read() as session:
        candidates = Counted(session)
        return find_in_events(read(text), candidates, work), candidates.asked


def _tiers(findings: Sequence[Finding]) -> list[list[Tier]]:
    return [[hit.tier for hit in finding.hits] for finding in findings]


def _unknown(count: int) -> list[str]:
    return [UNKNOWN.format(f"k{number}", number) for number in range(count)]


@pytest.mark.parametrize(
    ("steps", "tiers"),
    [
        (0, [[Tier.EXACT], [], [], []]),
        (2, [[Tier.EXACT], [], [], []]),
        (3, [[Tier.EXACT], [Tier.TRUNCATED], [], []]),
        (9, [[Tier.EXACT], [Tier.TRUNCATED], [], [Tier.TRUNCATED]]),
    ],
)
def test_when_the_time_is_up_what_was_found_stands(
    services: Services, steps: int, tiers: list[list[Tier]]
) -> None:
    """Whole messages are found in any case; of cut ones as many as there is time for, and the work says so."""
    text = "\n\n".join([WHOLE, CUT, *_unknown(1), CUT.replace("'b'", "'c'")])
    work = Steps(max_fuzzy=10, deadline=0, left=steps)
    findings, _ = _found(services, text, work)
    assert _tiers(findings) == tiers
    assert work.out_of_time == (steps < 9)


def test_a_person_is_told_that_the_time_was_up(settings: Settings) -> None:
    """The answer names the limit, and has what was found until then."""
    built = build(settings.model_copy(update={"match_timeout_seconds": 1e-9}))
    record = a_record(1, errorMessage=WIND, messagePattern=pattern_of_template(WIND), errorClass="WindError")
    built.ingest.ingest([a_file(record)])
    answer = built.match.match(f"{WHOLE}\n\n{CUT}")
    built.close()
    assert answer.truncated is not None
    assert answer.truncated.reason == "seconds"
    assert answer.events[0].matches[0].tier is Tier.EXACT


def test_a_message_in_another_case_is_found_among_others(services: Services) -> None:
    """It is not cut, so that no later look at the same pattern counts."""
    findings, _ = _found(services, "\n\n".join([*_unknown(3), RETYPED]), Work(10, float("inf")))
    assert [finding.hits[0].any_case for finding in findings if finding.hits] == [True]
    assert [len(finding.hits) for finding in findings] == [0, 0, 0, 1]


@pytest.mark.parametrize(("count", "asked"), [(2, 3), (18, 3), (30, 2)])
def test_the_base_is_asked_for_all_events_at_once(services: Services, count: int, asked: int) -> None:
    """However many there are; a log, which nobody retypes, is not looked at in another case."""
    findings, asked_for = _found(services, "\n\n".join(_unknown(count)), Work(0, float("inf")))
    assert len(findings) == count
    assert asked_for == asked


def test_a_line_that_repeats_a_thousand_times_costs_a_thousand_lines(services: Services) -> None:
    """The places of all copies are put together once, and not again for every copy."""

    def seconds(count: int) -> float:
        started = thread_time()
        (event,) = services.match.match(f"it says {SAID}\n\n" * count).events
        assert event.count == count
        return thread_time() - started

    assert any(seconds(8_000) / min(seconds(1_000), seconds(1_000)) < 24 for _ in range(3))
