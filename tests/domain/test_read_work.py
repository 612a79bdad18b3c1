"""How the work of reading grows: eightfold text may cost eight times as much, and never its square.

Other tests read one long text. These compare two lengths, so that a step which is repeated for every mark shows
on texts that a person would still wait for; what is measured is the process's own time.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import thread_time

import pytest

from app.domain.events import read
from bench.robustness.dressings import DRESSINGS

_TIMES = 8
_MOST = 3 * _TIMES
_CHARS = 8_000
_SHORT_SECONDS = 0.04
_MEASURED = 3

# What readers look for, as it stands in pastes: marks, words and beginnings of lines.
TOKENS = [
    # Classes, and what a class may stand in.
    "Error ", "errors.", "exc.a.", "a.", "A_", " _A", "_Error: a_ ", "x: ", "ValueError: ", "ValueError(", "<locals>.",
    "Error(a", "a. RuntimeError: b. ", '"ValueError: a" ', "<class 'a.", "ValueError('a", "Value error, a [type=", "a error: ",
    "Caused by: a.B", "raise A(", "kite.errors.Torn ", "[ValueError] a",
    # Scripts without blanks.
    "1 中中", "错误a", "中 ", "a。", ".  中", "，",
    # Headers, joining sentences, frames.
    "Traceback (most recent call last): ", "most recent call last", 'File "', 'File "a.py", line 1, in ', "/a", "../", "C:\\",
    "line 1, in f ", "a.py:1: in f ", "at a.b(", "a.py:1: UserWarning: a ", "~/a in b(", "---> 1 ", "#1 0.1 ",
    "During handling of the above exception, another exception occurred: ", "another exception occurred:",
    "Exception has occurred: ", "FAILED a.py::b - ", "E   ", "assert ", ">       ", "^^^ ", "... ", "… ", "more frames ",
    # Prefixes of processes, loggers and containers.
    "[rank0]: ", "[1,0]<stderr>:", "(W pid=1) ", "(W pid=1, ip=10.0.0.1) ", "web-1  | ", "2031-02-03 04:05:06 ", "ERROR ",
    "[core.py:9] ", "ERROR:a:", "== APP == ", "Step #1: ", "01O ", "stderr F ", "{a.py:1} ERROR - ",
    # Payloads.
    '{"msg": ', '{"a":', "{'a': ", "[", "(", "{", '\\"', "\\\\", "\\n", '"', "'", "b'", 'msg="', 'a="b" ', "a=", '"a", ', "u'a', ",
    # Boxes, groups, markup, colours.
    "│ ", "╭─", "| ", "+-+", "  | ", "`", "``` ", "` ", "**", "__", "_ ", "* ", "> ", ">", "# ", "// ", "<br>", "<a ", "&lt;", "&",
    "[a](http://", "</", "<", "\x1b[", "\x1b[0m", "[0;31m", "\\u001b[", "\x1b]", "^M", "\r", "\t", " ", "-----", "=====", ". ", ": ",
]  # fmt: skip

SHAPES: dict[str, Callable[[str], str]] = {
    "in a line": lambda text: text,
    "behind a class": lambda text: f"ValueError: {text}x",
    "before a class": lambda text: f"x {text}Error: y",
    "in a span": lambda text: f"`{text}\nfoo`",
    "behind quotation marks": lambda text: f'"{text}\nx: ',
}

# Lines of the whole paste, or what is more than a mark again and again.
TEXTS: dict[str, Callable[[int], str]] = {
    "headers": lambda n: "Traceback (most recent call last):\n" * (n // 35),
    "errors and blank lines": lambda n: "ValueError: x y z\n\n" * (n // 19),
    "paragraphs below an error": lambda n: "ValueError: x y z\n\n" + "para text here\n\n" * (n // 16),
    "different errors": lambda n: "".join(f"ValueError: {i} is bad, {i * 7}\n" for i in range(n // 26)),
    "one error, something else below": lambda n: "".join(
        f"ValueError: no wind in it\nup {i}\n" for i in range(n // 32)
    ),
    "cut copies": lambda n: "".join(f"ValueError: no wind in the {i}...\n" for i in range(n // 34)),
    "cut copies of one error": lambda n: (
        "ValueError: no wind in the whole sky\n\n"
        + "".join(
            f"FAILED t{i}.py::a - ValueError: {'no wind in the whole'[: 12 + i % 8]}...\n"
            for i in range(n // 45)
        )
    ),
    "pairs, and an escaped quotation mark": lambda n: '"a" ' + "a=b x " * (n // 6) + '\\"',
    "pairs in quotation marks": lambda n: '"a" ' + 'ValueError:  a="b" \\"' * (n // 21),
    "frames": lambda n: '  File "a.py", line 1, in\n' * (n // 26),
    "warnings": lambda n: "a.py:1: UserWarning: hi\n\n" * (n // 25),
    "warnings of paragraphs": lambda n: "a.py:1: UserWarning: hi\n\nThis is\n\n" * (n // 35),
    "one process's line, and another's": lambda n: (
        "[rank0]: ValueError: " + "x" * 60 + "\n" + ("y" * 60 + "\n") * (n // 61)
    ),
    "errors of processes, and wrapped rests": lambda n: (
        ("[rank0]: ValueError: " + "x" * 60 + "\n" + "y" * 60 + "\n") * (n // 142)
    ),
    "spans that never end": lambda n: "`a\n" * (n // 3),
    "spans of lines": lambda n: "`a\nValueError: b`\n" * (n // 18),
    "steps of a build": lambda n: "#12 0.123 ValueError: hi\n" * (n // 25),
    "groups": lambda n: "".join(
        "  " * min(depth, 40) + "| ExceptionGroup: a (1 sub-exception)\n" for depth in range(n // 100)
    ),
    "wide blanks": lambda n: "ValueError: a." + " " * n + "x",
    "words": lambda n: "ValueError: " + "ab " * (n // 3),
    "one letter": lambda n: "A" * n + ":",
    "a path": lambda n: "/a" * (n // 2) + ".py:1: in x",
    "bold": lambda n: "**a " + "b " * (n // 2) + "**",
}


def _errors(chars: int) -> str:
    return "\n".join(
        f'Traceback (most recent call last):\n  File "/srv/kite.py", line {i}, in fly\n    go({i})\nkite.Torn: line {i} is torn\n'
        for i in range(1 + chars // 100)
    )


@contextmanager
def _uncollected() -> Iterator[None]:
    """Keep the garbage collector out, as the match service does: its runs grow with all that the tests hold."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _seconds(text: str) -> float:
    started = thread_time()
    read(text)
    return thread_time() - started


def _growth(made: Callable[[int], str]) -> float:
    """Return how many times as long the long text takes; 0 where it takes less than any square of its marks could."""
    short, long = made(_CHARS), made(_TIMES * _CHARS)
    growth = 0.0
    with _uncollected():
        for _ in range(_MEASURED):
            if (seconds := _seconds(long)) < _SHORT_SECONDS:
                return 0
            growth = seconds / min(_seconds(short), _seconds(short))
            if growth < _MOST:
                break
    return growth


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("token", TOKENS)
def test_a_mark_again_and_again(token: str, shape: str) -> None:
    """One mark, as often as a line can hold it."""
    assert _growth(lambda chars: SHAPES[shape](token * (chars // len(token)))) < _MOST


@pytest.mark.parametrize("token", TOKENS)
def test_a_line_again_and_again(token: str) -> None:
    """One line, as often as a paste can hold it."""
    assert _growth(lambda chars: f"{token}x\n" * (chars // (len(token) + 2))) < _MOST


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_that_grows(name: str) -> None:
    """A text of which every part may belong to the one above."""
    assert _growth(TEXTS[name]) < _MOST


@pytest.mark.parametrize("name", DRESSINGS)
def test_a_log_of_errors(name: str) -> None:
    """Errors as a program, a platform or a person dresses them."""
    assert _growth(lambda chars: DRESSINGS[name](_errors(chars))) < _MOST
