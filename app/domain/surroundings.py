"""What a paste tells beside its errors: packages and versions that it names, and the source shown where one was raised."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from app.domain.classes import leading_class
from app.domain.events import Event
from app.domain.evidence import Facts
from app.domain.patterns import distinct_words
from app.domain.raising import Statement, echoed_statement
from app.domain.rarity import Rarity
from app.domain.specificity import compiled_in, is_everyday
from app.domain.text import Source

__all__ = ["Surroundings"]

# Packages and versions are looked for in this many characters, from the beginning and from the end.
_NAMED_WITHIN = 100_000
_MAX_COPIES_READ = 3
_JOINED_BEFORE = re.compile(r"[\w-]")
_GOES_ON = re.compile(r"\w|-[^\W\d]")
_VERSION = re.compile(r"(?:\[[^\]\n]{0,80}\])?(?: ?==? ?|-|:? +(?:version:?)? *v?)(\d+(?:\.\d+){1,3}\w*)")


class Surroundings:
    """Turns the events of one paste into what ranking compares.

    Args:
        source: the paste.
        packages: those that could be named in it.
        stated: package or repo to version, as the caller gives them; they count more than what the paste says.
    """

    def __init__(self, source: Source, packages: Iterable[str], stated: Mapping[str, str]) -> None:
        self._source = source
        raw = source.raw
        if len(raw) > 2 * _NAMED_WITHIN:
            raw = raw[:_NAMED_WITHIN] + "\n" + raw[-_NAMED_WITHIN:]
        self._text = raw.casefold()
        self._words = len(raw.split())
        self.named = frozenset(name for name in packages if next(self._named_at(name), None) is not None)
        self.versions: Mapping[str, str] = {**self._versions(), **stated}

    def facts(self, event: Event, rarity: Rarity) -> Facts:
        """Return what is known of an event."""
        text = event.message.text if event.message else ""
        return Facts(
            error_class=event.error_class or leading_class(text),
            frames=event.frames,
            versions=self.versions,
            text=text,
            words=frozenset(distinct_words([text])),
            everyday=is_everyday(text),
            compiled=compiled_in(text),
            statement=self._statement(event),
            named=self.named,
            alone=len(text.split()) >= self._words,
            rarity=rarity,
        )

    def _statement(self, event: Event) -> Statement | None:
        frame = event.raising_frame
        if frame is None:
            return None
        for first, end in event.places[:_MAX_COPIES_READ]:
            if found := echoed_statement(self._source.raw_lines(first, end), frame):
                return found
        return None

    def _named_at(self, package: str) -> Iterator[int]:
        """Yield where the name of a package ends, each time that it stands as a word."""
        name = package.casefold()
        position = self._text.find(name)
        while position >= 0:
            end = position + len(name)
            if not _JOINED_BEFORE.match(self._text[max(0, position - 1) : position]) and not _GOES_ON.match(
                self._text, end
            ):
                yield end
            position = self._text.find(name, end)

    def _versions(self) -> dict[str, str]:
        """Return the version that stands behind a package's name, where it is one: `acme==1.2`, `Acme Version: 1.2`."""
        found: dict[str, str] = {}
        for package in sorted(self.named):
            spellings = {package, package.replace("_", "-")}
            places = [end for spelling in sorted(spellings) for end in self._named_at(spelling)]
            versions = {
                version.group(1) for end in places if (version := _VERSION.match(self._text, end)) is not None
            }
            if len(versions) == 1:
                found[package] = versions.pop()
        return found
