"""A reply as a Slack message: Block Kit within Slack's limits, in which no pasted or record text does anything.

Prose stands in `plain_text` objects, which know no markup. Code stands in `mrkdwn` between triple backticks; there,
as everywhere, `&`, `<` and `>` are escaped, so that `<!channel>` and links stay letters. Bold labels and the link to the
record are the only markup, and both are ours.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, TypeAlias
from urllib.parse import quote

from app.bots.pressed import Shown, note_target
from app.domain.answer import DERIVED_STEPS
from app.services.replies import Candidate, Reply
from app.services.visible import one_line, shortened, shortened_code, visible

__all__ = [
    "ADD_NOTE",
    "MAX_BLOCKS",
    "MAX_HEADER_CHARS",
    "MAX_MESSAGE_CHARS",
    "MAX_SECTION_CHARS",
    "SHARE",
    "SOLVED",
    "WRONG",
    "message",
    "notice",
    "plain",
]

Block: TypeAlias = dict[str, Any]

SHARE: Final = "share"
SOLVED: Final = "solved"
WRONG: Final = "wrong"
ADD_NOTE: Final = "add_note"
MAX_HEADER_CHARS: Final = 150
MAX_BUTTON_CHARS: Final = 75
MAX_SECTION_CHARS: Final = 3_000
MAX_BLOCKS: Final = 50
MAX_MESSAGE_CHARS: Final = 12_000

_PASTED_CHARS: Final = 1_000
_PROSE_CHARS: Final = 1_200
_STEP_CHARS: Final = 600
_FIX_CHARS: Final = 2_500
_VALUES_CHARS: Final = 1_000
_LINE_CHARS: Final = 300
_URL_CHARS: Final = 1_000
_ENTITIES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_ZERO_WIDTH_SPACE: Final = "\u200b"


def message(reply: Reply, *, share: bool = False, people: bool = False) -> dict[str, Any]:
    """Return the JSON of an ephemeral message; what matters least is left out where it would grow too long.

    Args:
        reply: what to say.
        share: add a button that shows the record, and nothing of the paste, to the whole channel.
        people: add buttons for feedback, and with `share`, where dialogs open, one that adds a note.
    """
    headline = _fit(one_line(reply.headline), MAX_HEADER_CHARS)
    cut = _context("There is more than fits into a message.")
    buttons = _buttons(reply, share=share, people=people)
    room = MAX_MESSAGE_CHARS - _size(_ephemeral(headline, [cut, *buttons]))
    blocks: list[Block] = []
    for block in _blocks(reply):
        room -= _size(block)
        if room < 0 or len(blocks) == MAX_BLOCKS - 1 - len(buttons):
            blocks.append(cut)
            break
        blocks.append(block)
    return _ephemeral(headline, [*blocks, *buttons])


def _buttons(reply: Reply, *, share: bool, people: bool) -> list[Block]:
    buttons: list[dict[str, Any]] = []
    if reply.record_id and people:
        value = Shown(reply.record_id, reply.tier, reply.score).value()
        buttons += [_button(SOLVED, value, "Solved it"), _button(WRONG, value, "Wrong")]
    target = note_target(reply)
    if target and people and share:
        buttons.append(_button(ADD_NOTE, target, "Add what fixed it"))
    if reply.record_id and share:
        buttons.append(_button(SHARE, reply.record_id, "Share the record"))
    return [{"type": "actions", "elements": buttons}] if buttons else []


def _button(action: str, value: str, label: str) -> dict[str, Any]:
    return {
        "type": "button",
        "action_id": action,
        "value": value,
        "text": plain(label, MAX_BUTTON_CHARS),
    }


def notice(text: str) -> dict[str, Any]:
    """Return the JSON of an ephemeral message with one paragraph of our own words."""
    return _ephemeral(_fit(visible(text), MAX_SECTION_CHARS), [_prose(text, MAX_SECTION_CHARS)])


def _ephemeral(text: str, blocks: list[Block]) -> dict[str, Any]:
    return {
        "response_type": "ephemeral",
        "text": text,
        "mrkdwn": False,
        "parse": "none",
        "unfurl_links": False,
        "unfurl_media": False,
        "blocks": blocks,
    }


def _blocks(reply: Reply) -> Iterator[Block]:
    """Yield the blocks, what matters most first."""
    yield {"type": "header", "text": plain(one_line(reply.headline), MAX_HEADER_CHARS)}
    if reply.message:
        yield _code(
            f"{reply.error_class}: {reply.message}" if reply.error_class else reply.message, _PASTED_CHARS
        )
    if reply.record_id:
        yield _record(reply.record_id, reply.link)
        yield _context(*(words for words in (reply.repo, reply.where, reply.how) if words))
    bare = bool(reply.when or reply.code)
    if reply.lifted:
        yield _prose(reply.lifted, _STEP_CHARS)
    if bare:
        yield from _derived(reply)
        yield from _facts(reply)
    if reply.meaning:
        yield _label("What it means")
        yield _prose(reply.meaning, _PROSE_CHARS)
    if reply.next_steps:
        yield _label("Next steps" if len(reply.next_steps) > 1 else "Next step")
        yield from (
            _prose(f"{number}. {step}", _STEP_CHARS) for number, step in enumerate(reply.next_steps, 1)
        )
    if reply.fix:
        yield _label("Example fix")
        yield _code(reply.fix, _FIX_CHARS)
    if not bare:
        yield from _derived(reply)
    if reply.people:
        yield _label("Notes from people")
        for one in reply.people:
            yield _prose(one.text, _STEP_CHARS)
            yield _context(one.byline)
    yield from _candidates(reply)
    if reply.hint:
        yield _prose(reply.hint, _PROSE_CHARS)
    if not bare:
        yield from _values(reply)
    if reply.why:
        yield _context("Why: " + "; ".join(reply.why))
    if more := _more(reply):
        yield _context(*more)


def _derived(reply: Reply) -> Iterator[Block]:
    """What follows from source and paste, beside what somebody has written."""
    if reply.derived_steps:
        yield _label(DERIVED_STEPS)
        yield from (_prose(f"• {step}", _STEP_CHARS) for step in reply.derived_steps)


def _facts(reply: Reply) -> Iterator[Block]:
    """What the source says of a record that nobody has explained."""
    if reply.when:
        yield _label("When it happens")
        yield _prose(reply.when, _PROSE_CHARS)
    yield from _values(reply)
    if reply.code:
        yield _label("Code")
        yield _code(reply.code, _FIX_CHARS)


def _values(reply: Reply) -> Iterator[Block]:
    if reply.captures:
        yield _label("Values in the message")
        yield _code(
            "\n".join(f"{one_line(name)} = {one_line(value)}" for name, value in reply.captures.items()),
            _VALUES_CHARS,
        )


def _candidates(reply: Reply) -> Iterator[Block]:
    if not reply.candidates:
        return
    yield _label("Just as likely" if reply.status == "ambiguous" else "Nearest records")
    for candidate in reply.candidates:
        yield _record(candidate.id, candidate.link)
        yield _context(
            _name(candidate), f"{candidate.repo} {candidate.where}", candidate.how, *candidate.differs
        )


def _name(candidate: Candidate) -> str:
    return f"{candidate.error_class}: {candidate.title}" if candidate.error_class else candidate.title


def _more(reply: Reply) -> list[str]:
    words = []
    if reply.count > 1:
        words.append(f"It stands {reply.count:,} times in the text.")
    if reply.more_matches:
        words.append(f"{reply.more_matches:,} more {'match' if reply.more_matches == 1 else 'matches'}.")
    if reply.more_events:
        words.append(
            f"{reply.more_events:,} other {'error' if reply.more_events == 1 else 'errors'} in the text."
        )
    return [*words, *reply.notes]


def _record(record_id: str, url: str | None) -> Block:
    """Link the record where its address is a whole one; elsewhere name it."""
    name = _escaped(one_line(record_id))
    if url and url.startswith(("http://", "https://")):
        target = quote(url, safe="/:?#@!$&+,;=%-._~()")
        if len(target) <= _URL_CHARS:
            return _mrkdwn(f"<{_escaped(target)}|Record {name}>")
    return _mrkdwn(f"Record `{name}`")


def _label(text: str) -> Block:
    return _mrkdwn(f"*{text}*")


def _mrkdwn(text: str) -> Block:
    """Our own markup; `verbatim` keeps Slack from turning names and addresses in it into links."""
    return {"type": "section", "text": {"type": "mrkdwn", "text": text, "verbatim": True}}


def _code(code: str, max_chars: int) -> Block:
    """Write code between triple backticks; zero-width spaces part backticks that would end it."""
    inert = re.sub(
        "`{2,}", lambda run: _ZERO_WIDTH_SPACE.join(run[0]), visible(shortened_code(code, max_chars))
    )
    return _mrkdwn(f"```\n{_fit(inert, MAX_SECTION_CHARS - 8)}\n```")


def _prose(text: str, max_chars: int) -> Block:
    return {"type": "section", "text": plain(shortened(text, max_chars), MAX_SECTION_CHARS)}


def _context(*texts: str) -> Block:
    return {"type": "context", "elements": [plain(one_line(text), _LINE_CHARS) for text in texts[:10]]}


def plain(text: str, max_chars: int) -> dict[str, Any]:
    """Return a text object in which nothing is markup."""
    # Slack refuses a text object without text.
    return {"type": "plain_text", "text": _fit(visible(text).strip(), max_chars) or "…", "emoji": False}


def _escaped(text: str) -> str:
    return "".join(_ENTITIES.get(char, char) for char in text)


def _fit(text: str, max_chars: int) -> str:
    """Escape a text and cut it so that the escaped form has at most `max_chars`, counted in UTF-16 as Slack does."""
    whole = _escaped(text)
    if _units(whole) <= max_chars:
        return whole
    room = max_chars - 1
    parts: list[str] = []
    for char in text:
        part = _ENTITIES.get(char, char)
        room -= _units(part)
        if room < 0:
            break
        parts.append(part)
    return "".join(parts).rstrip() + "…"


def _units(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


def _size(block: Block) -> int:
    return _units(json.dumps(block, ensure_ascii=False)) + 2
