"""Answers made by hand, one of each kind, for the tests of all that renders a reply."""

from __future__ import annotations

from typing import Any

from app.domain.answer import (
    Answer,
    Best,
    Difference,
    EventAnswer,
    Evidence,
    Match,
    NearMiss,
    Tier,
    Truncated,
)

PUBLIC_URL = "https://errdex.example"
EVIL = (
    "```a``` <!channel> <@U123|x> @everyone @here *b* _i_ ~s~ `c` [t](https://evil.example) "
    "https://evil.example www.evil.example <script>alert(1)</script> <img src=x> & &amp; \u202etxt \x1b[31m \x00 \ud800 # h"
)

GROW = """\
    def grow(self, size: int) -> None:
        if self.closed:
            return
        if size > self.limit:
            raise CapacityError(
                f"Pool {name!r} cannot grow past {limit} slots"
            )"""


def a_match(**changes: Any) -> Match:
    """Return a whole match, with the given changes."""
    values: dict[str, Any] = {
        "id": "d7326ee57f8a95e6",
        "title": "Pool {name!r} cannot grow past {limit} slots",
        "slug": "pool-name-r-cannot-grow-past-limit-slots",
        "repo": "acme/pool",
        "error_class": "CapacityError",
        "error_message": "Pool {name!r} cannot grow past {limit} slots",
        "file_path": "src/acme/pool.py",
        "line_number": 88,
        "url": "/errors/acme/pool/pool-name-r-cannot-grow-past-limit-slots-d7326ee57f8a95e6",
        "tier": Tier.EXACT,
        "score": 0.98,
        "confidence": "high",
        "captures": {"name!r": "'blue'", "limit": "16"},
        "evidence": [
            Evidence(kind="message", detail="the whole message agrees"),
            Evidence(kind="line", detail="raised in line 91, the record has 88", agrees=False),
        ],
        "documentation": "A pool has a fixed number of slots.\n\nIt cannot take more.",
        "solutions": ["Raise `max_slots`", "Use two pools", "Wait for a slot", "Buy a bigger machine"],
        "example_fix": "# before\nPool(max_slots=16)\n# after\nPool(max_slots=32)",
        "provenance": "generated",
    }
    return Match(**{**values, **changes})


def an_event(**changes: Any) -> EventAnswer:
    """Return an event with one match, with the given changes."""
    values: dict[str, Any] = {
        "index": 0,
        "error_class": "acme.errors.CapacityError",
        "message": "Pool 'blue' cannot grow past 16 slots",
        "package": "acme",
        "start_line": 1,
        "end_line": 4,
        "lines": [(1, 4), (9, 12)],
        "count": 2,
        "status": "known",
        "matches": [a_match()],
    }
    return EventAnswer(**{**values, **changes})


def known() -> Answer:
    """One known error, and an unknown one beside it."""
    other = an_event(index=1, status="unknown", matches=[], count=1)
    return Answer(revision=1, events=[an_event(), other], best=Best(event=0, id="d7326ee57f8a95e6"))


def derived() -> Answer:
    """A known error whose record holds only what follows from the source."""
    match = a_match(
        documentation=None,
        solutions=[],
        example_fix=None,
        provenance="derived",
        trigger_scenarios="Raised in `Pool.grow` when `size > self.limit`, after `self.closed` was false.",
        source_code=GROW,
        source_code_start=84,
    )
    return Answer(revision=1, events=[an_event(matches=[match])], best=Best(event=0, id=match.id))


def ambiguous() -> Answer:
    """Two records that nothing tells apart, and a weaker one."""
    twin = a_match(
        id="af12c88f3c53cbd9",
        file_path="src/acme/ring.py",
        line_number=12,
        url="/errors/acme/pool/ring-af12c88f3c53cbd9",
    )
    weak = a_match(id="0123456789abcdef", tier=Tier.FUZZY, score=0.4, confidence="low")
    event = an_event(
        status="ambiguous", matches=[a_match(), twin, weak], count=1, hint="The frames would tell them apart."
    )
    return Answer(revision=1, events=[event], best=Best(event=0, id="d7326ee57f8a95e6", ambiguous=True))


def similar() -> Answer:
    """A record that is only worded alike, below the threshold."""
    match = a_match(tier=Tier.FUZZY, score=0.55, confidence="low", evidence=[], captures={})
    event = an_event(
        status="similar", matches=[match], count=1, hint="Compare the wording before you follow it."
    )
    return Answer(revision=1, events=[event])


def unknown() -> Answer:
    """An error that no record has, with a near miss, in a paste that was cut."""
    values = a_match(tier=Tier.SITE, score=0.3, confidence="low").model_dump(by_alias=False)
    near = NearMiss(
        **{**values, "differs": [Difference(kind="message", expected="cannot grow", found="cannot shrink")]}
    )
    event = an_event(
        status="unknown", matches=[], near_misses=[near], count=1, hint="No record agrees with this error."
    )
    return Answer(revision=1, events=[event], truncated=Truncated(reason="events", limit=200))


def other_package() -> Answer:
    """An error of a package that has no records."""
    event = an_event(
        status="package-not-in-base",
        package="zeta",
        matches=[],
        count=1,
        hint="This base has no records of zeta.",
    )
    return Answer(revision=1, events=[event])


def nothing() -> Answer:
    """A paste without any error."""
    return Answer(revision=1)


def hostile(scale: int = 1) -> Answer:
    """Markup, mentions, controls and sheer length in every text that a paste or a record can bring."""
    evil = EVIL * scale
    match = a_match(
        title=evil,
        error_class=evil,
        repo="acme/pool",
        file_path=evil,
        captures={f"{evil}{number}": evil for number in range(20)},
        evidence=[Evidence(kind="message", detail=evil)] * 20,
        documentation=evil,
        solutions=[evil] * 5,
        example_fix=evil,
        url="/errors/a b/<!channel>|x)(](https://evil.example)",
    )
    twins = [match.model_copy(update={"id": f"{number:016x}"}) for number in range(20)]
    event = an_event(
        error_class=evil, message=evil, matches=[match, *twins], status="ambiguous", hint=evil, package=evil
    )
    return Answer(
        revision=1,
        events=[event],
        best=Best(event=0, id=match.id, ambiguous=True),
        truncated=Truncated(reason="seconds", limit=20),
    )


def hostile_derived(scale: int = 1) -> Answer:
    """The same in the record of a target's source, which nobody has explained."""
    evil = EVIL * scale
    match = a_match(
        title=evil,
        documentation=None,
        solutions=[],
        example_fix=None,
        provenance="derived",
        trigger_scenarios=evil,
        captures={evil: evil},
        source_code=f"{evil}\n" * 20,
        source_code_start=80,
    )
    return Answer(revision=1, events=[an_event(matches=[match])], best=Best(event=0, id=match.id))


ALL = {
    "known": known,
    "derived": derived,
    "ambiguous": ambiguous,
    "similar": similar,
    "unknown": unknown,
    "other_package": other_package,
    "nothing": nothing,
}
