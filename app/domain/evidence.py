"""What is known of an event and of a record when the two are compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from app.domain.answer import Frame
from app.domain.patterns import distinct_words
from app.domain.raising import Statement
from app.domain.rarity import Rarity
from app.domain.templates import parse_template

__all__ = ["Facts", "Site", "Wording", "wording_of"]


def _none() -> Mapping[str, str]:
    return MappingProxyType({})


# Whether a record's message has words of its own, is all variable, or is not there: `raise StopIteration`.
Wording = Literal["words", "variable", "none"]


@dataclass(frozen=True, slots=True)
class Site:
    """What is known of a record's raise site.

    Attributes:
        words: those of its message that do not vary.
        wording: what kind of message it has.
        class_rarity: what the name of its class says, in nats; 0 where nothing is known.
        statement: its line of source, where it was looked up.
    """

    id: str
    repo: str
    error_class: str | None
    module_path: str
    line_number: int
    function: str | None
    versions: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()
    wording: Wording = "words"
    class_rarity: float = 0.0
    statement: str = ""

    @property
    def package(self) -> str:
        """The package that the site is in."""
        return self.module_path.partition("/")[0]


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of the event.

    Attributes:
        frames: the one that raised last.
        versions: package to version, as the caller or the paste names them.
        text: the message; empty where there is none.
        words: its distinct words of meaning.
        everyday: it reads like the interpreter's own.
        compiled: packages whose compiled parts raise such a message.
        statement: the source that was echoed for the frame that raised.
        file_known: the base has records of the file that raised.
        named: packages that the paste speaks of.
        alone: the paste is this message and nothing else.
        rarity: of words in the base.
    """

    error_class: str | None
    frames: tuple[Frame, ...] = ()
    versions: Mapping[str, str] = field(default_factory=_none)
    text: str = ""
    words: frozenset[str] = frozenset()
    everyday: bool = False
    compiled: frozenset[str] = frozenset()
    statement: Statement | None = None
    file_known: bool = False
    named: frozenset[str] = frozenset()
    alone: bool = False
    rarity: Rarity = field(default_factory=Rarity)


@lru_cache(maxsize=4096)
def wording_of(error_message: str | None) -> tuple[Wording, frozenset[str]]:
    """Return what kind of message a template is, and the words in it that do not vary."""
    if error_message is None:
        return "none", frozenset()
    literals = [part for part in parse_template(error_message) if isinstance(part, str)]
    words = frozenset(distinct_words(literals))
    return ("words" if words else "variable"), words
