"""Message texts: what a program prints, with holes where values stand.

A text knows which of its parts are literal, so that its pattern is right also where a literal looks like an
interpolation (`{2}` in a plain string). The template is what is printed, each hole as it stands in the source.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from app.domain.patterns import own_message_matches
from app.domain.templates import escape, pattern_of_template
from app.extract.fields import Hole, Part, format_parts, given_to, hole_of, percent_parts
from app.extract.source import clean

__all__ = ["MAX_ALTERNATIVES", "Text", "bind", "distinct", "joined"]

MAX_ALTERNATIVES: Final = 12  # texts of one site
_MAX_TEXT_CHARS = 8_000  # of one template, and a third of what a pattern may have
_UNSTORABLE = re.compile("([\x00\ud800-\udfff]+)")
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_NAMED_CONVERSION = re.compile(r"%\([A-Za-z_]\w*\)[srd]")
_NAMED_FIELD = re.compile(r"\{[A-Za-z_]\w*\}")
_NOTHING: Mapping[str, str] = {}
_MARK = "\x00"  # stands for a hole while a string method is applied; literals never hold it


@dataclass(frozen=True, slots=True)
class Text:
    """Parts of a message; literals are neither empty nor neighbours."""

    parts: tuple[Part, ...] = ()

    @staticmethod
    def of(parts: Iterable[Part]) -> Text:
        """Build a text; a very long one is cut, and ends in a hole."""
        kept: list[Part] = []
        room = _MAX_TEXT_CHARS
        for part in _storable(parts):
            size = len(part if isinstance(part, str) else part.source)
            if size > room:
                kept.append(Hole("…", conversion=None))
                break
            room -= size
            if isinstance(part, str) and kept and isinstance(kept[-1], str):
                kept[-1] += part
            elif part:
                kept.append(part)
        return Text(tuple(kept))

    @staticmethod
    def hole(expression: str, value: str = "") -> Text:
        """Build the text of a value that is not known; `value` is what gives it where that is not the expression itself."""
        return Text((replace(hole_of(expression), value=value),))

    @property
    def printed(self) -> str:
        """The text as it is printed, holes as they stand in the source."""
        return "".join(part if isinstance(part, str) else part.source for part in self.parts)

    @property
    def template(self) -> str:
        """The errorMessage: the text as it is printed, so that it agrees with its own pattern.

        Braces that are printed round a hole are doubled, as they are in an f-string, where the holes could
        not be read back otherwise.
        """
        plain = self.printed
        pattern = self.pattern
        if "{{" not in plain or pattern_of_template(plain) == pattern:
            return plain
        doubled = "".join(
            part.replace("{", "{{").replace("}", "}}") if isinstance(part, str) else part.source
            for part in self.parts
        )
        reads_back = pattern_of_template(doubled) == pattern and own_message_matches(pattern, doubled)
        return doubled if reads_back else plain

    @property
    def pattern(self) -> str:
        """The messagePattern: literals escaped, a hole `(.*?)`, one at the end `(.*)`."""
        last = len(self.parts) - 1
        return "".join(
            escape(part) if isinstance(part, str) else "(.*)" if index == last else "(.*?)"
            for index, part in enumerate(self.parts)
        )

    @property
    def words(self) -> int:
        """How many words its literals have; a text without any says nothing by itself."""
        return sum(len(_LETTERS.findall(part)) for part in self.parts if isinstance(part, str))

    @property
    def prose(self) -> bool:
        """Whether it is more than a name: it has a blank, or holes beside words."""
        return bool(self.words) and (bool(self.holes) or " " in self.printed.strip())

    @property
    def blank(self) -> bool:
        """Whether nothing is printed."""
        return not self.printed.strip()

    @property
    def holes(self) -> tuple[Hole, ...]:
        """The holes in order."""
        return tuple(part for part in self.parts if isinstance(part, Hole))

    @property
    def only_hole(self) -> Hole | None:
        """The hole, where the text is nothing but one."""
        return self.parts[0] if len(self.parts) == 1 and isinstance(self.parts[0], Hole) else None

    def percent(self, positional: Sequence[str] = (), named: Mapping[str, str] = _NOTHING) -> Text:
        """Apply `%`: conversions become holes for the expressions on its right."""
        return self._expanded(percent_parts, positional, named)

    def format(self, positional: Sequence[str] = (), named: Mapping[str, str] = _NOTHING) -> Text:
        """Apply `str.format`: fields become holes for the expressions of its arguments."""
        return self._expanded(format_parts, positional, named)

    def completed(self) -> Text:
        """Put holes where a class that got values beside the text puts them: `%(name)s`, `{name}`."""
        text = self.percent() if _NAMED_CONVERSION.search(self.printed) else self
        return (
            text.format()
            if _NAMED_FIELD.search("".join(part for part in text.parts if isinstance(part, str)))
            else text
        )

    def _expanded(
        self,
        split: Callable[[str], list[Part]],
        positional: Sequence[str] = (),
        named: Mapping[str, str] = _NOTHING,
    ) -> Text:
        if not any(isinstance(part, Hole) for part in self.parts):
            split_parts = [piece for part in self.parts if isinstance(part, str) for piece in split(part)]
            return Text.of(given_to(split_parts, positional, named))
        return Text.of(
            piece for part in self.parts for piece in (split(part) if isinstance(part, str) else [part])
        )

    def changed(self, change: Callable[[str], str]) -> Text:
        """Apply a method of strings to the literals, holes kept in their places."""
        pieces = change("".join(part if isinstance(part, str) else _MARK for part in self.parts)).split(_MARK)
        holes = self.holes
        if len(pieces) != len(holes) + 1:
            return self
        parts: list[Part] = [pieces[0]]
        for hole, piece in zip(holes, pieces[1:], strict=True):
            parts += [hole, piece]
        return Text.of(parts)

    def dedented(self) -> Text:
        """Apply `textwrap.dedent`."""
        return self.changed(textwrap.dedent)


def joined(pieces: Sequence[Sequence[Text]]) -> list[Text]:
    """Concatenate pieces of which each may be one of several texts."""
    result = [Text()]
    for piece in pieces:
        result = [
            Text.of((*left.parts, *right.parts)) for left, right in product(result, piece[:MAX_ALTERNATIVES])
        ][:MAX_ALTERNATIVES]
    return result


def bind(text: Text, values: Mapping[str, Sequence[Text]]) -> list[Text]:
    """Put texts into the holes of their names; a hole stays where the value is not known, or is reshaped.

    Args:
        text: of a class or function, holes named after its parameters.
        values: texts by the expression of a hole (`name`, `self.name`).
    """
    pieces: list[Sequence[Text]] = []
    for part in text.parts:
        pieces.append([Text((part,))])
        if not isinstance(part, Hole) or part.conversion is None:
            continue
        found = list(values.get(part.gives, ()))
        if part.value and not part.expression:
            # The argument of an operation: a number or name that a class starts with says little of what is printed.
            found = [one for one in found if one.words > 1]
        if part.conversion:
            found = [shown for one in found if (shown := _as_repr(one)) is not None]
        elif not text.only_hole:
            found = [one for one in found if one.words or not one.holes]
        if found:
            pieces[-1] = found
    return joined(pieces)


def _as_repr(text: Text) -> Text | None:
    """Return a text as `!r` prints it; None where the marks that it chooses are not sure."""
    if len(text.parts) == 1 and isinstance(text.parts[0], str):
        return Text((repr(text.parts[0]),))
    literals = "".join(part for part in text.parts if isinstance(part, str))
    if not literals or repr(literals) != f"'{literals}'":
        return None
    return Text.of(["'", *text.parts, "'"])


def distinct(texts: Iterable[Text]) -> list[Text]:
    """Drop repeats, and texts that say nothing where others say something."""
    kept = list(dict.fromkeys(texts))
    telling = [text for text in kept if text.words]
    return (telling or kept)[:MAX_ALTERNATIVES]


def _storable(parts: Iterable[Part]) -> Iterable[Part]:
    """Put a hole where a literal has what no store can keep."""
    for part in parts:
        if not isinstance(part, str):
            yield (
                part if part.source.isascii() else Hole(clean(part.source), part.expression, part.conversion)
            )
        elif part.isascii() and "\x00" not in part:
            yield part
        else:
            for index, piece in enumerate(_UNSTORABLE.split(part)):
                yield Hole("\ufffd", conversion=None) if index % 2 else piece
