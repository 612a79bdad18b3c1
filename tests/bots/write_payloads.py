"""Writes the messages that the tests of the chat fronts expect: `python -m tests.bots.write_payloads`; look at the diff."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from app.bots import discord_messages, mattermost, slack_blocks
from app.bots.mattermost_people import people_buttons
from app.services.replies import reply_of
from app.services.reply_markdown import markdown
from tests.bots.signing import SECRET
from tests.services import answers

PAYLOADS = Path(__file__).parent / "payloads"


def messages(kind: str) -> dict[str, dict[str, Any]]:
    """What each front says to one kind of answer."""
    answer = answers.ALL[kind]()
    reply = reply_of(answer, public_url=answers.PUBLIC_URL)
    return {
        "slack": slack_blocks.message(reply, people=True),
        "discord": {"type": 4, "data": discord_messages.message(reply, people=True)},
        "mattermost": mattermost._rendered(reply, buttons=people_buttons(SECRET, answers.PUBLIC_URL)),
        "webhook": {
            "text": markdown(reply),
            "reply": reply.wire(),
            "best": answer.best.id if answer.best else None,
            "silent": answer.best is None,
        },
    }


def main() -> None:
    """Write all of them."""
    for kind in answers.ALL:
        for front, message in messages(kind).items():
            path = PAYLOADS / f"{front}_{kind}.json"
            path.write_text(json.dumps(message, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
