"""From sites to pastes: each sampled site in every kind of dress and damage, drawn alike in every run."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from bench.accuracy.damage import cut, logged, two_words_changed, wrapped
from bench.accuracy.packages import FOREIGN, PACKAGES
from bench.accuracy.sites import Site, Sites, words_in
from bench.accuracy.tracebacks import error_line, look, printed_class, traceback_of
from bench.accuracy.values import message_of

__all__ = ["KINDS", "Case", "Kind", "cases"]

_WORD = re.compile(r"[^\W\d_]{4,}")
_HALVES = {one.name: one.half for one in PACKAGES} | {
    name: ("calibration", "held out")[at % 2] for at, (name, _) in enumerate(FOREIGN)
}


@dataclass(frozen=True, slots=True)
class Kind:
    """A way in which errors get into a paste.

    Attributes:
        group: `whole`: all of the message is there; `damaged`; `bare`: the program prints no words of its own;
            `foreign` and `innocent`: no answer is right.
        about: what it is, for the table.
    """

    group: str
    about: str


KINDS = {
    "traceback": Kind("whole", "whole traceback, of the same release"),
    "drift": Kind("whole", "whole traceback, lines 1 to 80 off"),
    "older": Kind("whole", "whole traceback of an older release, worded the same"),
    "last-line": Kind("whole", "class and message, no frames"),
    "message": Kind("whole", "the message alone, no class"),
    "logged": Kind("whole", "in a line of a log"),
    "warning": Kind("whole", "as `warnings` prints it"),
    "truncated60": Kind("damaged", "class and the first 60 characters of the message"),
    "truncated80": Kind("damaged", "class and the first 80"),
    "truncated120": Kind("damaged", "class and the first 120"),
    "column80": Kind("damaged", "the line of class and message, cut at column 80"),
    "wrapped": Kind("damaged", "class and message, wrapped at 40 to 90, in mid-word"),
    "two-words": Kind("damaged", "class and message, two words changed"),
    "reworded": Kind("damaged", "class and message as an older release words it"),
    "tb-truncated": Kind("damaged", "traceback, its message cut at 60, 80 or 120 characters"),
    "tb-wrapped": Kind("damaged", "traceback, wrapped at 60 to 100"),
    "tb-two-words": Kind("damaged", "traceback, two words of the message changed"),
    "tb-reworded": Kind("damaged", "traceback of an older release that words it otherwise"),
    "bare": Kind("bare", "traceback whose message has no words of its own, or that has no message"),
    "foreign-tb": Kind("foreign", "traceback of a package that is not in the base"),
    "foreign-line": Kind("foreign", "class and message of one"),
    "foreign-message": Kind("foreign", "message alone of one"),
}


_WITH_FRAMES = frozenset(("traceback", "drift", "warning", "tb-truncated", "tb-wrapped", "tb-two-words"))


@dataclass(frozen=True, slots=True)
class Case:
    """A paste and what it is of.

    Attributes:
        wanted: id of the right record, "" where no answer is right.
        cluster: the pattern that it shares with others.
        words: of the template's own text.
        error_class: as far as the paste shows it; `message` as it stands there, without class and dressing.
    """

    kind: str
    package: str
    half: str
    wanted: str
    cluster: int | None
    words: int
    error_class: str | None
    message: str
    paste: str


def cases(
    sites: Sites, per_package: int, kinds: Collection[str], packages: Collection[str]
) -> Iterator[Case]:
    """Yield the cases: `per_package` sites of each package in all kinds that suit them."""
    for package in PACKAGES:
        name = package.name
        if name not in packages:
            continue
        own = sites.by_package[name]
        making = _Making(name, own, kinds)
        for site in _sampled([one for one in own if one.words], per_package, name):
            yield from making.of_site(site)
        if "older" in kinds:
            for site in _sampled(
                [one for one in sites.older[name] if one.words and _raises(one)], per_package, name
            ):
                yield making.case("older", site, _Text(site), making.traceback(_Text(site)))
        for site in _sampled([one for one in sites.reworded[name] if one.words], per_package, name):
            yield from making.reworded(site)
        if "bare" in kinds:
            for site in _sampled(
                [one for one in own if not one.words and _raises(one)], per_package // 2, name
            ):
                yield making.case("bare", site, _Text(site), making.traceback(_Text(site)))
    for name, _ in FOREIGN:
        if name in packages:
            making = _Making(name, sites.foreign[name], kinds)
            eligible = [one for one in sites.foreign[name] if one.words and _raises(one)]
            for site in _sampled(eligible, per_package, name):
                yield from making.foreign(site)


def _sampled(sites: Sequence[Site], count: int, seed: str) -> list[Site]:
    """Draw sites; a greater count keeps those of a smaller one."""
    shuffled = sorted(sites, key=lambda one: (one.module, one.line, one.template or ""))
    random.Random(seed).shuffle(shuffled)
    return shuffled[:count]


def _raises(site: Site) -> bool:
    name = site.error_class
    return name is not None and not name.endswith("Warning") and name != "SystemExit"


class _Text:
    """What a site prints, with the values of one occasion."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.seed = f"{site.package}:{site.module}:{site.line}"
        template = site.template
        said = message_of(template, random.Random(self.seed)) if template is not None else None
        self.line = error_line(site, said) if site.error_class else (said or "")
        shown = printed_class(site)
        self.message = self.line.removeprefix(f"{shown}: ") if shown and said else said or ""

    def with_message(self, changed: str | None) -> str | None:
        """Return the line with another message behind its class; None where there is none."""
        return None if changed is None else self.line[: len(self.line) - len(self.message)] + changed

    def chooser(self, kind: str) -> random.Random:
        return random.Random(f"{self.seed}:{kind}")


class _Making:
    """Makes the cases of one package."""

    def __init__(self, package: str, sites: Sequence[Site], kinds: Collection[str]) -> None:
        self._package = package
        self._kinds = kinds
        self._raising = [one for one in sites if _raises(one)]
        self._vocabulary = sorted({word for one in sites for word in _WORD.findall(one.template or "")})

    def of_site(self, site: Site) -> Iterator[Case]:
        """Yield the cases of a site of the base."""
        text = _Text(site)
        makers: dict[str, Callable[[random.Random], str | None]] = {
            "message": lambda _: text.message,
            "logged": lambda chooser: logged(
                text.line if chooser.random() < 0.5 else text.message, site.module, chooser
            ),
            "truncated60": lambda _: text.with_message(cut(text.message, 60)),
            "truncated80": lambda _: text.with_message(cut(text.message, 80)),
            "truncated120": lambda _: text.with_message(cut(text.message, 120)),
            "column80": lambda _: cut(text.line, 80),
            "wrapped": lambda chooser: wrapped(text.line, chooser.randint(40, 90)),
            "two-words": lambda chooser: self._changed(text, chooser),
        }
        if _raises(site):
            makers |= {
                "last-line": lambda _: text.line,
                "traceback": lambda _: self.traceback(text),
                "drift": lambda chooser: self.traceback(
                    text, drift=chooser.randint(1, 80) * chooser.choice((1, -1))
                ),
                "tb-truncated": lambda chooser: self._with(
                    text, text.with_message(cut(text.message, chooser.choice((60, 80, 120))))
                ),
                "tb-wrapped": lambda chooser: self._wrapped(text, chooser),
                "tb-two-words": lambda chooser: self._with(text, self._changed(text, chooser)),
            }
        elif site.error_class and site.error_class.endswith("Warning"):
            makers["warning"] = lambda chooser: _warning(text, chooser)
        for kind, make in makers.items():
            if kind in self._kinds and (kind in _WITH_FRAMES or not site.pythons_own):
                paste = make(text.chooser(kind))
                if paste is not None and paste.strip():
                    yield self.case(kind, site, text, paste)

    def reworded(self, site: Site) -> Iterator[Case]:
        """Yield the cases of a site of an older release whose record says it otherwise."""
        text = _Text(site)
        if "reworded" in self._kinds and not site.elsewhere:
            yield self.case("reworded", site, text, text.line)
        if "tb-reworded" in self._kinds and _raises(site):
            yield self.case("tb-reworded", site, text, self.traceback(text))

    def foreign(self, site: Site) -> Iterator[Case]:
        """Yield the cases of a site that the base does not have."""
        text = _Text(site)
        for kind, paste in (
            ("foreign-tb", self.traceback(text)),
            ("foreign-line", text.line),
            ("foreign-message", text.message),
        ):
            if kind in self._kinds and paste.strip():
                yield self.case(kind, site, text, paste)

    def traceback(self, text: _Text, last: str | None = None, *, drift: int = 0) -> str:
        """Return a traceback that ends in the text, or in `last`."""
        chooser = text.chooser("machine")
        machine = look(chooser, self._package)
        others = self._raising or [text.site]
        return traceback_of(
            text.site, text.line if last is None else last, others, chooser, machine, drift=drift
        )

    def case(self, kind: str, site: Site, text: _Text, paste: str) -> Case:
        """Say what a paste is of."""
        shown = site.error_class if printed_class(site) and (printed_class(site) or "") in paste else None
        words = words_in(site.template)
        said = _said(text, paste)
        return Case(
            kind, self._package, _HALVES[self._package], site.id, site.cluster, words, shown, said, paste
        )

    def _with(self, text: _Text, last: str | None) -> str | None:
        return None if last is None else self.traceback(text, last)

    def _wrapped(self, text: _Text, chooser: random.Random) -> str | None:
        return wrapped(self.traceback(text), chooser.randint(60, 100))

    def _changed(self, text: _Text, chooser: random.Random) -> str | None:
        """Change two words of the message; the class is left as it is."""
        return text.with_message(two_words_changed(text.message, self._vocabulary, chooser))


def _said(text: _Text, paste: str) -> str:
    """Return the message as the paste has it: what follows the class, else all of a paste without frames."""
    if text.message and text.message in paste:
        return text.message
    shown = printed_class(text.site)
    if shown and f"{shown}: " in paste:
        return paste.rpartition(f"{shown}: ")[2]
    return paste.rpartition("\n  File ")[2].partition("\n")[2] if "\n  File " in paste else paste


def _warning(text: _Text, chooser: random.Random) -> str:
    machine = look(chooser, text.site.package)
    source = text.site.line_text(text.site.line).strip()
    place = f"{machine.path(text.site.module)}:{text.site.line}"
    return f"{place}: {text.line}\n  {source}" if source else f"{place}: {text.line}"
