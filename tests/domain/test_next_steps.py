"""Next steps from facts and a paste: each kind says what its facts say, values stand beside what is needed."""

from __future__ import annotations

from typing import Any

import pytest

from app.domain.answer import Frame
from app.domain.next_steps import MAX_STEPS, Pasted, next_steps, own_frame
from app.domain.site_facts import SiteFacts

GUARD = {"text": "T % N != 0", "needs": "`T % N == 0`", "names": ["T", "N"]}
LIB = "/venv/lib/python3.11/site-packages/acme/core.py"
FRAMES = (
    Frame(file="/srv/shop/main.py", line=3, function="<module>"),
    Frame(file="/srv/shop/jobs.py", line=42, function="nightly"),
    Frame(file=LIB, line=10, function="run"),
    Frame(file=LIB, line=99, function="_check"),
)


def steps(
    facts: dict[str, Any], captures: dict[str, str] | None = None, frames: tuple[Frame, ...] = ()
) -> dict[str, str]:
    """The texts by kind, the first of each."""
    pasted = Pasted(captures or {}, frames, "acme/core.py")
    found = next_steps(SiteFacts.model_validate(facts), pasted)
    return {step.kind: step.text for step in reversed(found)}


CASES: list[tuple[dict[str, Any], dict[str, str], str, str]] = [
    (
        {"guard": GUARD},
        {"T": "17", "N": "4"},
        "guard",
        "Make sure that `T % N == 0`. Here `T` was `17` and `N` was `4`.",
    ),
    (
        {"guard": GUARD},
        {"T!r": "17", "N:d": "4"},
        "guard",
        "Make sure that `T % N == 0`. Here `T` was `17` and `N` was `4`.",
    ),
    ({"guard": GUARD}, {"seed": "17"}, "guard", "Make sure that `T % N == 0`."),
    (
        {
            "guard": {"text": "count > most", "needs": "`count <= most`", "names": ["count", "most"]},
            "values": {"1": "count", "2": "most"},
        },
        {"1": "9", "2": "8"},
        "guard",
        "Make sure that `count <= most`. Here `count` was `9` and `most` was `8`.",
    ),
    (
        {
            "guard": {
                "text": "left",
                "needs": "`left` is empty or false",
                "names": ["left"],
                "where": {"left": "set(given) - set(known)"},
            }
        },
        {},
        "guard",
        "Make sure that `left` is empty or false. `left` is `set(given) - set(known)`.",
    ),
    (
        {
            "guard": {"text": "mode not in MODES", "needs": "`mode` is in `MODES`", "names": ["mode"]},
            "accepted": {"of": "mode", "values": ["'fast'", "'slow'"], "more": 1},
        },
        {"mode!r": "'fsat'"},
        "accepted",
        "Use a value of `mode` that is accepted: `'fast'`, `'slow'` and 1 more. Here it was `'fsat'`; did you mean `fast`?",
    ),
    (
        {
            "guard": {"text": "x", "needs": "`cfg.dp` is false", "names": []},
            "settings": [
                {
                    "name": "--dp",
                    "kind": "flag",
                    "condition": "`cfg.dp` is false",
                    "default": "False",
                    "filePath": "acme/cli.py",
                    "lineNumber": 7,
                    "help": "Spread the data",
                }
            ],
        },
        {},
        "setting",
        (
            "Check the flag `--dp` (default `False`, defined at `acme/cli.py:7`): the error does not come up when `cfg.dp` "
            "is false. Its help says: Spread the data."
        ),
    ),
    (
        {"settings": [{"name": "ACME_MODE", "kind": "variable"}]},
        {},
        "setting",
        "Check the environment variable `ACME_MODE`.",
    ),
    (
        {
            "attempt": {
                "code": "one = self.known[key]",
                "error": "KeyError",
                "key": "key",
                "container": "self.known",
            }
        },
        {"key!r": "'a'"},
        "lookup",
        "`key` has to be in `self.known`, and was not there. Here it was `'a'`.",
    ),
    (
        {"attempt": {"code": "value = int(text)", "error": "ValueError"}},
        {"text": "1o"},
        "attempt",
        "Make sure that this works, which failed with `ValueError`: `value = int(text)`. Here `text` was `1o`.",
    ),
    (
        {"attempt": {"code": "import numpy", "error": "ImportError", "module": "numpy"}, "module": "numpy"},
        {},
        "install",
        (
            "The module `numpy` could not be imported: install the distribution that provides it, or one whose version "
            "has it, in the environment that runs this."
        ),
    ),
    (
        {"setBy": [{"name": "self._open", "by": "Pool.open", "value": "True"}]},
        {},
        "state",
        "`self._open` is set by `Pool.open` (to `True`): see whether and when that was called.",
    ),
    (
        {"setBy": [{"name": "self.known", "by": "Pool.add"}, {"name": "self.known", "by": "Pool.load"}]},
        {},
        "state",
        "`self.known` is filled by `Pool.add` and `Pool.load`: what is missing has to be added there first.",
    ),
    (
        {"abstract": {"method": "read", "of": "Store", "replacedIn": ["FileStore"]}},
        {},
        "override",
        "Define `read` in your subclass of `Store`: the method there only raises. `FileStore` can serve as an example.",
    ),
    (
        {"arguments": [{"name": "size", "of": "Pool.grow", "default": "1", "doc": "Items to add"}]},
        {},
        "argument",
        "Look at what `Pool.grow` is given as `size` (default `1`). Its documentation says: Items to add.",
    ),
    ({"doc": "If it is full"}, {}, "docstring", "The docstring says of this error: If it is full."),
]


@pytest.mark.parametrize(("facts", "captures", "kind", "text"), CASES)
def test_each_kind_says_what_its_facts_say(
    facts: dict[str, Any], captures: dict[str, str], kind: str, text: str
) -> None:
    """A kind of fact gives a sentence, with the values of the message where they belong."""
    assert steps(facts, captures)[kind] == text


def test_accepted_values_stand_for_the_guard() -> None:
    """Where a list of accepted values says it all, the condition is not repeated."""
    guard = {"text": "mode not in ('a',)", "needs": "`mode` is 'a'", "names": ["mode"]}
    assert set(steps({"guard": guard, "accepted": {"of": "mode", "values": ["'a'"]}})) == {"accepted"}


@pytest.mark.parametrize(
    ("frames", "at"),
    [
        (FRAMES, 1),
        (FRAMES[2:], None),
        ((), None),
        ((Frame(file="/usr/lib/python3.11/json/decoder.py", line=1), FRAMES[2]), None),
        (
            (
                Frame(file="C:\\shop\\jobs.py", line=1),
                Frame(file="C:\\venv\\Lib\\site-packages\\acme\\core.py"),
            ),
            0,
        ),
        ((Frame(file="/work/acme/core.py", line=1), Frame(file="<frozen runpy>", line=9)), None),
        ((Frame(file="Cell In[3]", line=1), FRAMES[2]), 0),
    ],
)
def test_the_own_frame_is_the_last_outside_of_what_is_installed(
    frames: tuple[Frame, ...], at: int | None
) -> None:
    """Neither installed packages, nor the standard library, nor the record's own package are the user's code."""
    assert own_frame(frames, "acme/core.py") == at


def test_the_caller_is_named_with_what_it_passes() -> None:
    """The user's own frame is a step of its own, with the argument that the check speaks of."""
    facts = {"guard": GUARD, "arguments": [{"name": "T", "of": "run"}]}
    assert steps(facts, {}, FRAMES)["caller"] == (
        "In your own code, look at `/srv/shop/jobs.py:42` in `nightly`: the error comes out of its call of `run`; "
        "check what it passes as `T`."
    )


def test_without_facts_only_the_caller_is_known() -> None:
    """A record whose source was never read gives no more than the place in the user's code; without frames nothing."""
    assert [step.kind for step in next_steps(None, Pasted(frames=FRAMES, file_path="acme/core.py"))] == [
        "caller"
    ]
    assert next_steps(None, Pasted()) == []


def test_no_more_than_five_steps() -> None:
    """Facts of every kind still give a list that can be read."""
    every: dict[str, Any] = {}
    for facts, *_ in CASES:
        every.update(facts)
    found = next_steps(SiteFacts.model_validate(every), Pasted(frames=FRAMES))
    assert len(found) == MAX_STEPS
    assert all(step.derived for step in found)
