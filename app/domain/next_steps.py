"""Next steps put together from the facts of a site and the values and frames that were pasted. Pure.

Each sentence says what its facts say and no more. They stand beside what a person has written, never instead of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from rapidfuzz import fuzz, process

from app.domain.answer import Frame, NextStep
from app.domain.identity import module_path, package_of
from app.domain.site_facts import Accepted, Argument, SetBy, Setting, SiteFacts

__all__ = ["MAX_STEPS", "Pasted", "next_steps", "own_frame"]

MAX_STEPS: Final = 5
_VALUE_CHARS = 100
_MAX_VALUES = 4
_ALIKE = 70.0
_CONVERSION = re.compile(r"(?P<expression>.+?)\s*=?(?:![rsa])?(?::[^:\[\](){}]*)?(?:#\d+)?\Z", re.DOTALL)
_INSTALLED = re.compile(
    r"[/\\](?:site|dist)-packages[/\\]|[/\\]lib(?:64)?[/\\]python\d[\d.]*t?[/\\]|[/\\]Lib[/\\](?!.*site)"
)
_NO_FILE = re.compile(r"<(?:frozen|string|__array_function__|decorator|attrs|lambda|template)\b|<unknown>")
# To give such an argument hides the error and solves nothing.
_SILENCES = re.compile(r"\b(?:not )?\w*(?:silent|suppress|quiet|ignore_err)\w*\Z")
_KINDS = {
    "flag": "the flag",
    "variable": "the environment variable",
    "setting": "the setting",
    "field": "the field",
}


@dataclass(frozen=True, slots=True)
class Pasted:
    """What was pasted of an error, redacted.

    Attributes:
        captures: values of the message by the name in its template.
        frames: of the traceback, the raising one last.
        file_path: of the record.
    """

    captures: Mapping[str, str] = field(default_factory=dict)
    frames: Sequence[Frame] = ()
    file_path: str = ""


def next_steps(facts: SiteFacts | None, pasted: Pasted) -> list[NextStep]:
    """Return what a reader can do next, the surest first, at most five steps.

    Args:
        facts: of the site; None where its source was not read.
        pasted: values and frames; empty for a record by itself.
    """
    return list(islice(_Composer(facts or SiteFacts(), pasted).steps(), MAX_STEPS))


def own_frame(frames: Sequence[Frame], file_path: str) -> int | None:
    """Return the position of the user's own frame: the last one outside of what is installed and of the record's package."""
    package = package_of(module_path(file_path)) if file_path else ""
    for at in range(len(frames) - 1, -1, -1):
        file = frames[at].file.replace("\\", "/")
        if _INSTALLED.search(file) or _NO_FILE.match(file):
            continue
        if package and package in file.split("/")[:-1]:
            continue
        return at
    return None


def _step(kind: str, text: str, evidence: str | None = None) -> NextStep:
    return NextStep.model_validate({"kind": kind, "text": text, "evidence": evidence})


class _Composer:
    def __init__(self, facts: SiteFacts, pasted: Pasted) -> None:
        self._facts = facts
        self._pasted = pasted
        self._values = dict(self._captured())
        self._told: set[str] = set()

    def steps(self) -> Iterator[NextStep]:
        facts = self._facts
        if facts.module:
            yield self._install(facts.module)
        if facts.accepted is not None:
            yield self._accepted(facts.accepted)
        deciding = [
            one
            for one in facts.settings
            if one.condition and facts.guard and one.condition == facts.guard.needs
        ]
        for one in deciding[:1]:
            yield self._setting(one)
        if facts.attempt is not None and not facts.module:
            yield self._attempt()
        if (
            facts.guard is not None
            and not self._is_told(facts.guard.needs)
            and not _SILENCES.search(facts.guard.text)
        ):
            yield self._guard()
        if facts.set_by:
            yield self._set_by(facts.set_by)
        for one in [one for one in facts.settings if one not in deciding[:1]][:2]:
            yield self._setting(one)
        if facts.abstract is not None:
            yield self._override()
        documented = next((one for one in facts.arguments if one.doc), None)
        if documented is not None:
            yield self._argument(documented)
        caller = self._caller()
        if caller is not None:
            yield caller
        elif documented is None and facts.arguments:
            yield self._argument(facts.arguments[0])
        if facts.doc:
            yield _step("docstring", f"The docstring says of this error: {_sentence(facts.doc)}")

    # --- values ---------------------------------------------------------------------------------------

    def _captured(self) -> Iterator[tuple[str, str]]:
        """Yield the captured values by what they are in the source."""
        for name, value in self._pasted.captures.items():
            found = _CONVERSION.match(name) if len(name) <= _VALUE_CHARS else None
            expression = self._facts.values.get(name) or (found["expression"].strip() if found else name)
            if value and len(value) <= _VALUE_CHARS and not expression.isdigit():
                yield expression, " ".join(value.split())

    def _here(self, names: Sequence[str]) -> str:
        """Say which of these expressions had which value in the message."""
        told = []
        for expression, value in self._values.items():
            root = _unwrapped(expression)
            if any(name in {expression, root} or root.startswith((f"{name}.", f"{name}[")) for name in names):
                told.append(f"{_code(expression)} was {_code(value)}")
        return _listed(told[:_MAX_VALUES])

    def _is_told(self, words: str) -> bool:
        return words in self._told

    # --- steps ----------------------------------------------------------------------------------------

    def _install(self, module: str) -> NextStep:
        return _step(
            "install",
            f"The module {_code(module)} could not be imported: install the distribution that provides it, or one "
            "whose version has it, in the environment that runs this.",
            module,
        )

    def _accepted(self, accepted: Accepted) -> NextStep:
        values = ", ".join(_code(value) for value in accepted.values)
        more = f" and {accepted.more} more" if accepted.more else ""
        text = f"Use a value of {_code(accepted.of)} that is accepted: {values}{more}."
        guard = self._facts.guard
        if guard is not None and " / " not in guard.text and not guard.needs.startswith("either "):
            self._told.add(guard.needs)
        given = self._given(accepted.of)
        if given is not None:
            text += f" Here it was {_code(given)}{self._meant(given, accepted) or '.'}"
        return _step("accepted", text, guard.text if guard else None)

    def _given(self, of: str) -> str | None:
        for expression, value in self._values.items():
            if expression == of or _unwrapped(expression) == of:
                return value
        return None

    @staticmethod
    def _meant(given: str, accepted: Accepted) -> str:
        """Name the accepted text that is most like the given one, where one is."""
        texts = [value.strip("'\"") for value in accepted.values if value[:1] in "'\""]
        found = process.extractOne(given.strip("'\""), texts, scorer=fuzz.ratio, score_cutoff=_ALIKE)
        return f"; did you mean {_code(found[0])}?" if found and found[0] != given.strip("'\"") else ""

    def _guard(self) -> NextStep:
        guard = self._facts.guard
        assert guard is not None
        text = f"Make sure that {guard.needs}."
        if here := self._here(guard.names):
            text += f" Here {here}."
        for name, value in guard.where.items():
            text += f" {_code(name)} is {_code(value)}."
        return _step("guard", text, guard.text)

    def _attempt(self) -> NextStep:
        attempt = self._facts.attempt
        assert attempt is not None
        if attempt.key and attempt.container and attempt.error == "IndexError":
            text = f"{_code(attempt.container)} has too few items: none stands at {_code(attempt.key)}."
            return _step("lookup", text, attempt.code)
        if attempt.key and attempt.container:
            text = f"{_code(attempt.key)} has to be in {_code(attempt.container)}, and was not there."
            given = self._given(attempt.key)
            return _step("lookup", text + (f" Here it was {_code(given)}." if given else ""), attempt.code)
        caught = f" with {_code(attempt.error)}" if attempt.error else ""
        text = f"Make sure that this works, which failed{caught}: {_code(attempt.code)}."
        here = self._here(re.findall(r"[^\W\d][\w.]*", attempt.code))
        return _step("attempt", text + (f" Here {here}." if here else ""), attempt.code)

    def _set_by(self, setters: Sequence[SetBy]) -> NextStep:
        name = setters[0].name
        same = [one for one in setters if one.name == name]
        if same[0].value is None:
            by = _listed([_code(one.by) for one in same])
            return _step(
                "state",
                f"{_code(name)} is filled by {by}: what is missing has to be added there first.",
                name,
            )
        by = _listed([f"{_code(one.by)} (to {_code(one.value or '')})" for one in same])
        return _step("state", f"{_code(name)} is set by {by}: see whether and when that was called.", name)

    def _setting(self, setting: Setting) -> NextStep:
        place = f"{setting.file_path}:{setting.line_number}" if setting.file_path else None
        facts = [f"default {_code(setting.default)}"] if setting.default else []
        facts += [f"defined at {_code(place)}"] if place else []
        text = f"Check {_KINDS[setting.kind]} {_code(setting.name)}"
        text += f" ({', '.join(facts)})" if facts else ""
        if setting.condition and not self._is_told(setting.condition):
            self._told.add(setting.condition)
            text += f": the error does not come up when {setting.condition}"
        text += "."
        if setting.choices:
            text += f" It takes {', '.join(_code(one) for one in setting.choices)}."
        if setting.help:
            text += f" Its help says: {_sentence(setting.help)}"
        return _step("setting", text, place)

    def _override(self) -> NextStep:
        abstract = self._facts.abstract
        assert abstract is not None
        text = f"Define {_code(abstract.method)} in your subclass of {_code(abstract.of)}: the method there only raises."
        if abstract.replaced_in:
            text += f" {_listed([_code(one) for one in abstract.replaced_in])} can serve as an example."
        return _step("override", text, f"{abstract.of}.{abstract.method}")

    def _argument(self, argument: Argument) -> NextStep:
        default = f" (default {_code(argument.default)})" if argument.default else ""
        text = f"Look at what {_code(argument.of)} is given as {_code(argument.name)}{default}."
        if argument.doc:
            text += f" Its documentation says: {_sentence(argument.doc)}"
        return _step("argument", text, f"{argument.of}({argument.name})")

    def _caller(self) -> NextStep | None:
        frames = self._pasted.frames
        at = own_frame(frames, self._pasted.file_path)
        if at is None or (at == len(frames) - 1 and not self._facts.guard):
            return None
        frame = frames[at]
        place = f"{frame.file}:{frame.line}" if frame.line is not None else frame.file
        where = f" in {_code(frame.function)}" if frame.function and frame.function != "<module>" else ""
        text = f"In your own code, look at {_code(place)}{where}"
        called = frames[at + 1].function if at + 1 < len(frames) else None
        if called and not called.startswith("<"):
            special = called.rpartition(".")[2].startswith("__")
            text += ": the error comes out of " + (
                "what it makes" if special else f"its call of {_code(called)}"
            )
            names = [one.name for one in self._facts.arguments if _is_called(one.of, called)]
            if names:
                text += f"; check what it passes as {_listed([_code(name) for name in names])}"
        return _step("caller", text + ".", place)


def _is_called(of: str, function: str) -> bool:
    """Tell whether a function, or the class that a special method makes, is the one that takes an argument."""
    last, name = function.rpartition(".")[2], of.rpartition(".")[2]
    return name == last or (last in {"__init__", "__new__", "__call__"} and name[:1].isupper())


def _unwrapped(expression: str) -> str:
    """Return what is shown of a value: `mode` of `type(mode).__name__`, `repr(mode)`, `str(mode)`."""
    found = re.match(r"(?:type|repr|str|len|list|sorted)\((?P<inner>[^()]+)\)", expression)
    return (
        found["inner"]
        if found
        else re.sub(r"\.(?:value|name|__class__.*|__name__|__qualname__)\Z", "", expression)
    )


def _code(text: str) -> str:
    text = " ".join(text.split())
    return f"“{text}”" if "`" in text else f"`{text}`"


def _sentence(text: str) -> str:
    text = " ".join(text.split())
    return text if text.endswith((".", "…", "!", "?")) else f"{text}."


def _listed(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)
