"""Laws of undressing: it ends, does nothing twice, and gives back what was dressed."""

from __future__ import annotations

import string

from hypothesis import given, note
from hypothesis import strategies as st

from app.domain.events import read
from app.domain.prefixes import undress
from app.domain.text import Passage
from bench.robustness.dressings import DRESSINGS
from tests.domain.pastes import frames_of

PREFIXES = st.sampled_from(
    [
        "[rank0]: ",
        "(W pid=3, ip=10.0.0.1) ",
        "web-1  | ",
        "2031-02-03 04:05:06,123 ",
        "[2031-02-03 04:05:06 TP1] ",
        "Feb 03 04:05:06 host app[7]: ",
        "ERROR ",
        "ERROR:shop.web:",
        "[error    ] ",
        "[core.py:99] ",
        "shop.web - ",
        "stderr F ",
        "01O ",
        "E       ",
        "== APP == ",
        "| ",
    ]
)
TEXTS = st.sampled_from(
    ['  File "/a.py", line 3, in f', "    raise X(1)", "acme.Torn: no wind", "", "x - y", "12:30:00", "a"]
)


def _bare(lines: list[str]) -> list[str]:
    return [
        line.text for line in undress([(number, Passage.at(line, 0)) for number, line in enumerate(lines)])
    ]


@given(st.lists(st.tuples(st.lists(PREFIXES, max_size=3), TEXTS), max_size=4))
def test_what_is_undressed_has_nothing_more_to_take_off(rows: list[tuple[list[str], str]]) -> None:
    """Undressing twice is undressing once, for any prefixes in any order."""
    once = _bare(["".join(prefixes) + text for prefixes, text in rows])
    assert _bare(once) == once


@given(st.text())
def test_any_text_is_read_twice_alike(text: str) -> None:
    """No text raises, and the same text is the same paste."""
    first, second = read(text), read(text)
    assert first.events == second.events
    assert [block.passage for block in first.blocks] == [block.passage for block in second.blocks]


NAMES = st.text(string.ascii_lowercase, min_size=2, max_size=8)
WORDS = st.lists(
    st.one_of(
        NAMES,
        st.integers(0, 9999).map(str),
        NAMES.map(repr),
        st.sampled_from(["(got", "3)", "x=7,", "a/b.py"]),
    ),
    min_size=3,
    max_size=12,
).map(" ".join)
FRAMES = st.lists(
    st.tuples(NAMES.map("/srv/app/{}.py".format), st.integers(1, 9999), NAMES), min_size=1, max_size=4
)
CLASSES = st.tuples(NAMES, NAMES).map(lambda pair: f"{pair[0]}.{pair[1].title()}Error")
# Those that keep every line, and those that put all lines into one string.
_LINES = [
    "SGLang, every line", "vLLM engine", "one rank", "MPI", "Ray", "Dapr", "Docker Compose", "Kubernetes", "Heroku",
    "container runtime", "Buildkite", "Buildkite, raw", "GitLab", "pipes", "ANSI colours", "ANSI, escape lost",
    "carriage returns", "as it is",
]  # fmt: skip
_WHOLE = [
    "as it is",
    "quoted",
    "JSON log line",
    "JSON, line by line",
    "JSON in JSON",
    "string's repr in a line",
    "fence",
    "HTML-escaped",
    "amid a log",
]


@given(
    CLASSES,
    WORDS,
    FRAMES,
    st.tuples(st.sampled_from(_LINES), st.sampled_from(_LINES), st.sampled_from(_WHOLE)),
)
def test_what_was_dressed_is_read(
    error_class: str, message: str, frames: list[tuple[str, int, str]], dressings: tuple[str, str, str]
) -> None:
    """An error in one prefix, in another, in a payload: class, message and frames are what they were."""
    shown = "\n".join(
        f'  File "{file}", line {line}, in {function}\n    go()' for file, line, function in frames
    )
    text = f"Traceback (most recent call last):\n{shown}\n{error_class}: {message}"
    for name in dressings:
        text = DRESSINGS[name](text)
    note(text)
    (event,) = read(text).events
    assert event.error_class == error_class
    assert event.message is not None
    assert event.message.text == message
    assert frames_of(event) == tuple(frames)
