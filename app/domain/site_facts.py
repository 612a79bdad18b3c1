"""What the source says of a raise site beyond its message, kept so that a next step can be put together from it.

Everything is text of the source or a place in it, found when the source was read; nothing is written by a person
and nothing is guessed. Members without content are left out on the wire.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

from pydantic import Field

from app.domain.wire import Text, Wire

__all__ = [
    "Abstract",
    "Accepted",
    "Argument",
    "Attempt",
    "GuardFact",
    "Reproduction",
    "SetBy",
    "Setting",
    "SettingKind",
    "SiteFacts",
]

SettingKind = Literal["flag", "variable", "setting", "field"]


def _empty(value: object) -> bool:
    return not value


_Some: Any = partial(Field, exclude_if=_empty)  # a field that most sites have nothing for
_Texts: Any = partial(_Some, default_factory=list)


class GuardFact(Wire):
    """The condition that decides whether the site is reached."""

    text: Annotated[Text, Field(description="The condition as in the source.")]
    needs: Annotated[Text, Field(description="What has to hold so that it is not reached, in words.")]
    names: list[Text] = _Texts(description="Expressions in it that a message may show.")
    where: dict[Text, Text] = _Some(default_factory=dict, description="What local names in it stand for.")


class Accepted(Wire):
    """The values that a test lets pass."""

    of: Annotated[Text, Field(description="The expression that is tested.")]
    values: Annotated[list[Text], Field(description="As in the source: `'fast'`, `Mode.FAST`.")]
    more: int = _Some(default=0, ge=0, description="How many are left out.")


class Setting(Wire):
    """A flag, environment variable, setting or field of a configuration, and where it is defined."""

    name: Annotated[
        Text, Field(description="`--tp-size`, `ACME_MODE`, `ALLOWED_HOSTS`, `ServerArgs.tp_size`")
    ]
    kind: SettingKind
    condition: Text | None = _Some(
        default=None,
        description="What has to hold of the guard that reads it so that the site is not reached.",
    )
    default: Text | None = _Some(default=None)
    choices: list[Text] = _Texts()
    help: Text | None = _Some(default=None)
    file_path: Text | None = _Some(default=None)
    line_number: int | None = _Some(default=None, ge=1)


class Argument(Wire):
    """A parameter that the condition or the message speaks of."""

    name: Text
    of: Annotated[Text, Field(description="The function or class that takes it.")]
    default: Text | None = _Some(default=None)
    doc: Text | None = _Some(default=None)


class SetBy(Wire):
    """A function that gives an attribute its value, or puts items into a collection."""

    name: Text
    by: Text
    value: Text | None = _Some(default=None, description="None where it fills a collection.")


class Attempt(Wire):
    """What was tried when the site stands in an `except`."""

    code: Annotated[Text, Field(description="Of the `try`, on one line.")]
    error: Text | None = _Some(default=None, description="The exception types that are caught.")
    key: Text | None = _Some(default=None, description="What was looked up.")
    container: Text | None = _Some(default=None, description="Where it was looked up.")
    module: Text | None = _Some(default=None, description="What was imported.")


class Abstract(Wire):
    """A method that only raises, for subclasses to replace."""

    method: Text
    of: Text
    replaced_in: list[Text] = _Texts()


class Reproduction(Wire):
    """A test of the project that raises this error, and expects it."""

    file_path: Annotated[Text, Field(description="Of the test, in the repository.")]
    line_number: Annotated[int, Field(ge=1, description="Where the error is expected.")]
    test: Annotated[Text, Field(description="Qualified name of the test function.")]
    url: Text | None = _Some(
        default=None, pattern=r"^https?://", description="The line at the commit, where one is known."
    )


class SiteFacts(Wire):
    """The facts of one raise site."""

    conditions: list[Text] = _Texts(
        description="On the path, outermost first; `not (…)` where one must be false."
    )
    guard: GuardFact | None = _Some(default=None)
    accepted: Accepted | None = _Some(default=None)
    settings: list[Setting] = _Texts()
    arguments: list[Argument] = _Texts()
    set_by: list[SetBy] = _Texts()
    attempt: Attempt | None = _Some(default=None)
    module: Text | None = _Some(default=None, description="The module whose absence is the reason.")
    abstract: Abstract | None = _Some(default=None)
    values: dict[Text, Text] = _Some(
        default_factory=dict,
        description="What a captured value is, where its name in the template does not say so.",
    )
    doc: Text | None = _Some(default=None, description="What the docstring says of the class under Raises.")
    reproduced_by: list[Reproduction] = _Some(
        default_factory=list, description="Tests that expect it, at most five; of the newest version."
    )
