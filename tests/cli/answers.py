"""Hand-made answers that show every part of what the command line has to draw."""

from __future__ import annotations

from typing import Any

from app.domain.answer import (
    Answer,
    Best,
    Difference,
    EventAnswer,
    Evidence,
    Frame,
    Match,
    MatchStats,
    NearMiss,
    Related,
    Tier,
    Truncated,
)

FILE = "/opt/serve/lib/python3.11/site-packages/sglang/srt/arg_groups/overrides.py"


def a_match(**changes: Any) -> Match:
    """A whole match, with the given changes."""
    values: dict[str, Any] = {
        "id": "d7326ee57f8a95e6",
        "title": "Kimi-K3 DCP + DSPARK currently requires SGLANG_RAGGED_VERIFY",
        "slug": "kimi-k3-dcp-dspark-currently-requires-sglang-ragg",
        "repo": "sgl-project/sglang",
        "error_class": "ValueError",
        "error_message": "Kimi-K3 DCP + DSPARK currently requires SGLANG_RAGGED_VERIFY_MODE=static; compact/cap-accept "
        "are not validated under DCP (got {ragged_mode.value!r}).",
        "file_path": "python/sglang/srt/arg_groups/overrides.py",
        "line_number": 633,
        "url": "/errors/sgl-project/sglang/kimi-k3-dcp-dspark-currently-requires-sglang-ragg-d7326ee57f8a95e6",
        "tier": Tier.EXACT,
        "score": 0.98,
        "confidence": "high",
        "captures": {"ragged_mode.value!r": "'cap_accept'"},
        "evidence": [
            Evidence(kind="message", detail="the whole message matches the pattern"),
            Evidence(kind="class", detail="ValueError, as in the record"),
            Evidence(kind="frame", detail="raised in sglang/srt/arg_groups/overrides.py, _kimi_k3_overrides"),
            Evidence(kind="line", detail="line 641, the record has 633", agrees=False),
        ],
        "documentation": "Raised in the Kimi-K3 model overrides when decode context parallelism (DCP) is combined with "
        "the DSPARK speculative algorithm while the ragged verify mode is anything but static.",
        "trigger_scenarios": "Launching with --speculative-algorithm DSPARK and --dcp-size above 1.",
        "solutions": [
            (
                "Set SGLANG_RAGGED_VERIFY_MODE=static before launching the server, and make sure that every worker "
                "process of the deployment sees the variable"
            ),
            "Disable DCP",
        ],
        "example_fix": "# before\npython -m sglang.launch_server --model-path moonshotai/Kimi-K3 --dcp-size 4 "
        "--speculative-algorithm DSPARK --tp 8\n# after\nexport SGLANG_RAGGED_VERIFY_MODE=static",
        "provenance": "generated",
    }
    return Match(**{**values, **changes})


def a_near_miss(**changes: Any) -> NearMiss:
    """A near miss made of the same match."""
    values = a_match(tier=Tier.SITE, score=0.3, confidence="low").model_dump(by_alias=False)
    differs = [
        Difference(kind="message", expected="requires a fixed 1 + num_spec", found="requires two tokens")
    ]
    return NearMiss(**{**values, "differs": differs, **changes})


def an_event(**changes: Any) -> EventAnswer:
    """An event with one match."""
    values: dict[str, Any] = {
        "index": 0,
        "error_class": "ValueError",
        "message": "Kimi-K3 DCP + DSPARK currently requires SGLANG_RAGGED_VERIFY_MODE=static; compact/cap-accept "
        "are not validated under DCP (got 'cap_accept').",
        "package": "sglang",
        "start_line": 40,
        "end_line": 44,
        "lines": [(40, 44), (71, 75)],
        "count": 8,
        "frames": [Frame(file=FILE, line=641, function="_kimi_k3_overrides")],
        "status": "known",
        "matches": [a_match()],
    }
    return EventAnswer(**{**values, **changes})


RELATED = Related(
    id="9dc9da1ff5ab745f",
    title="DSpARK KDA MTP requires a fixed 1 + num_spec dense tokens pe",
    slug="dspark-kda-mtp-requires",
    repo="sgl-project/sglang",
    error_class="ValueError",
    file_path="python/sglang/srt/layers/kda.py",
    url="/errors/sgl-project/sglang/dspark-kda-mtp-requires-9dc9da1ff5ab745f",
    reason="same kind of mistake: unsupported-feature-combination",
)
HINT = "The package httpx has no records here. To add them: errdex learn httpx"


def known() -> Answer:
    """One known error, an unknown one that follows from it, and related records."""
    wrapper = an_event(
        index=1,
        error_class="RuntimeError",
        message="Engine core died",
        count=1,
        role="wrapper",
        start_line=50,
        end_line=51,
        lines=[(50, 51)],
        frames=[],
        status="unknown",
        hint="The records of sglang have no such message.",
        matches=[],
    )
    return Answer(
        revision=3,
        dataset_version="2026-08-28T06:17:29.519Z",
        events=[an_event(role="root"), wrapper],
        best=Best(event=0, id="d7326ee57f8a95e6", related=[RELATED]),
        stats=MatchStats(lines=80, candidates=12, verified=3, elapsed_ms=4.2),
    )


def ambiguous() -> Answer:
    """Two records of one message that nothing tells apart, and a weaker one."""
    other = a_match(
        id="af12c88f3c53cbd9", file_path="python/sglang/srt/other.py", solutions=["Remove the flag"]
    )
    weak = a_match(id="0123456789abcdef", tier=Tier.FUZZY, score=0.4, confidence="low")
    event = an_event(status="ambiguous", matches=[a_match(), other, weak], count=1)
    return Answer(revision=3, events=[event], best=Best(event=0, id="d7326ee57f8a95e6", ambiguous=True))


def unknown() -> Answer:
    """An unknown error with a near miss, and one of a package that is not in the base."""
    first = an_event(
        status="unknown",
        hint="The message differs from every record.",
        matches=[],
        near_misses=[a_near_miss()],
        count=1,
    )
    second = an_event(index=1, error_class="ReadTimeout", message="", package="httpx", matches=[], count=1)
    second = second.model_copy(update={"status": "package-not-in-base", "hint": HINT})
    return Answer(
        revision=3, events=[first, second], truncated=Truncated(reason="too many events", limit=200)
    )


def hostile() -> Answer:
    """Control characters wherever a paste or record can put them."""
    evil = "a\x1b]8;;http://evil\x07b\x9b31m\u202ec\x00\r\nnext\rlast [bold]x[/bold] :smile:"
    match = a_match(
        captures={evil: evil},
        documentation=evil,
        solutions=[evil],
        example_fix=evil,
        evidence=[Evidence(kind="message", detail=evil)],
        error_message=evil,
    )
    event = an_event(message=evil, frames=[Frame(file=evil, line=1, function=evil)], matches=[match])
    related = RELATED.model_copy(update={"title": evil, "reason": evil})
    return Answer(revision=1, events=[event], best=Best(event=0, id=match.id, related=[related]))
