"""An answer as SARIF 2.1.0, for code scanning and editors: a rule per record, a result per recognised error."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import quote

from app import __version__
from app.domain.answer import Answer, EventAnswer, Match
from app.services.places import Place, place_of
from app.services.replies import reply_of
from app.services.reply_markdown import markdown
from app.services.single import alone, recognised
from app.services.visible import one_line, shortened, visible

__all__ = ["sarif"]

_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS: Final = {"high": "error", "medium": "warning", "low": "note"}
_MAX_NAME_CHARS: Final = 200
_MAX_TEXT_CHARS: Final = 1_000
_MAX_HELP_CHARS: Final = 8_000


def sarif(answer: Answer, *, log: str, folder: str, exists: Callable[[str], bool]) -> dict[str, Any]:
    """Return the SARIF log.

    Args:
        answer: what was found.
        log: relative path or name of the text that was matched; where a result belongs that has no place in the code.
        folder: absolute path of the reader's code.
        exists: tells whether a relative path is a file there.
    """
    rules: dict[str, dict[str, Any]] = {}
    results = []
    for event in answer.events:
        if not recognised(event):
            continue
        match = event.matches[0]
        rules.setdefault(match.id, _rule(answer, event, match))
        index = list(rules).index(match.id)
        place = place_of(event, folder=folder, exists=exists) or Place(log, event.start_line)
        results.append(_result(event, match, index, place))
    driver: dict[str, Any] = {"name": "errdex", "version": __version__, "rules": list(rules.values())}
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    }


def _rule(answer: Answer, event: EventAnswer, match: Match) -> dict[str, Any]:
    reply = reply_of(alone(answer, event), public_url=None)
    rule: dict[str, Any] = {
        "id": match.id,
        "name": shortened(one_line(match.error_class or "Error"), _MAX_NAME_CHARS),
        "shortDescription": {"text": shortened(one_line(match.title), _MAX_NAME_CHARS)},
        "fullDescription": {"text": _text(match.documentation or match.trigger_scenarios or match.title)},
        "help": {
            "text": _text("\n".join(match.solutions) or match.title),
            "markdown": markdown(reply, _MAX_HELP_CHARS),
        },
    }
    if match.url.startswith(("http://", "https://")):
        rule["helpUri"] = quote(match.url, safe="/:?#@!$&'()*+,;=%-._~")
    return rule


def _result(event: EventAnswer, match: Match, index: int, place: Place) -> dict[str, Any]:
    message = ": ".join(part for part in (event.error_class, event.message or match.title) if part)
    known = hashlib.sha256(f"{match.id}\n{place.path}".encode("utf-8", "surrogatepass")).hexdigest()
    return {
        "ruleId": match.id,
        "ruleIndex": index,
        "level": _LEVELS[match.confidence],
        "message": {"text": _text(message)},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": quote(place.path.encode("utf-8", "replace"))},
                    "region": {"startLine": max(1, place.line)},
                }
            }
        ],
        "partialFingerprints": {"errdex/v1": known[:32]},
        "properties": {"tier": match.tier.value, "score": match.score, "confidence": match.confidence},
    }


def _text(text: str) -> str:
    return shortened(visible(text), _MAX_TEXT_CHARS)
