"""Answers of models, kept in a folder, so that the same question to the same model is paid for once."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from app.errors import BadInput
from app.services.chat import Message, Reply

__all__ = ["AnswerCache"]

_VERSION: Final = 1


class AnswerCache:
    """Keeps answers by model and conversation.

    Args:
        folder: made where it is missing, for its owner alone.
        model: whose answers they are.
    """

    def __init__(self, folder: Path, model: str) -> None:
        self._folder = folder
        self._model = model

    def get(self, messages: Sequence[Message]) -> Reply | None:
        """Return the answer that was given to a conversation; None where there is none that can be read."""
        try:
            value = json.loads(self._path(messages).read_bytes())
            used = value["used"]
            return Reply(
                str(value["text"]), bool(value["cut"]), (int(used[0]), int(used[1])) if used else None
            )
        except (OSError, ValueError, KeyError, TypeError, IndexError):
            return None

    def put(self, messages: Sequence[Message], reply: Reply) -> None:
        """Keep an answer; whole or not at all, however the program ends.

        Raises:
            BadInput: the folder cannot be written.
        """
        path = self._path(messages)
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent, prefix=".answer-")
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                json.dump(
                    {"model": self._model, "text": reply.text, "cut": reply.cut, "used": reply.used}, stream
                )
            Path(name).replace(path)
        except OSError as error:
            raise BadInput(
                f"The folder {str(self._folder)!r} for answers cannot be written: {error.strerror}. "
                "Name another one with --cache."
            ) from None

    def _path(self, messages: Sequence[Message]) -> Path:
        question = json.dumps([_VERSION, self._model, [[one["role"], one["content"]] for one in messages]])
        digest = hashlib.sha256(question.encode()).hexdigest()
        return self._folder / digest[:2] / f"{digest}.json"
