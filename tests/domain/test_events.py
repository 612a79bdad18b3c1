"""A paste is read as events: each distinct error once, with class, message, frames, role and places."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.events import Event, read

TRACEBACK = """\
Traceback (most recent call last):
  File "/srv/run.py", line 12, in <module>
    main()
  File "/opt/site-packages/acme/pool.py", line 88, in grow
    raise CapacityError(
acme.errors.CapacityError: Pool 'blue' cannot grow past 16 slots
"""
CHAINED = """\
Traceback (most recent call last):
  File "/a/acme/cache.py", line 20, in get
    return self._d[key]
KeyError: 'k9'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/a/acme/api.py", line 51, in fetch
    raise LookupFailed(f"No entry named {key}")
acme.api.LookupFailed: No entry named k9
"""


def told(event: Event) -> tuple[str | None, str | None, str, int]:
    """Class, message, role, count: what most cases are about."""
    return event.error_class, event.message.text if event.message else None, event.role, event.count


CASES: list[tuple[str, str, list[tuple[str | None, str | None, str, int]]]] = [
    ("plain", TRACEBACK, [("acme.errors.CapacityError", "Pool 'blue' cannot grow past 16 slots", "only", 1)]),
    ("last line alone", "ValueError: bad split", [("ValueError", "bad split", "only", 1)]),
    (
        "chained",
        CHAINED,
        [("KeyError", "'k9'", "root", 1), ("acme.api.LookupFailed", "No entry named k9", "wrapper", 1)],
    ),
    (
        "chained, blank lines lost",
        CHAINED.replace("\n\n", "\n"),
        [("KeyError", "'k9'", "root", 1), ("acme.api.LookupFailed", "No entry named k9", "wrapper", 1)],
    ),
    (
        "carets and a call over several lines",
        (
            'Traceback (most recent call last):\n  File "/a/b.py", line 3, in f\n    g(\n    ~^\n        1,\n        ^^\n'
            "    )\n    ^\nRuntimeError: no room"
        ),
        [("RuntimeError", "no room", "only", 1)],
    ),
    (
        "frames without source",
        'Traceback (most recent call last):\n  File "/a/b.py", line 3, in f\n  File "/a/c.py", line 4, in g\nOSError: gone',
        [("OSError", "gone", "only", 1)],
    ),
    (
        "starts in the middle",
        '    main()\n  File "/a/b.py", line 3, in f\n    x\nOSError: gone',
        [("OSError", "gone", "only", 1)],
    ),
    (
        "starts in a path",
        '...lib/acme/reader.py", line 301, in _check\n    raise ValueError("x")\nValueError: header row is mis',
        [("ValueError", "header row is mis", "only", 1)],
    ),
    (
        "stops before the final line",
        'Traceback (most recent call last):\n  File "/a/b.py", line 3, in f\n    x',
        [(None, None, "only", 1)],
    ),
    (
        "a class without text",
        'Traceback (most recent call last):\n  File "/a/b.py", line 3, in f\n    assert x\nAssertionError\n',
        [("AssertionError", None, "only", 1)],
    ),
    (
        "a message over several lines, and output behind a blank line",
        'Traceback (most recent call last):\n  File "/a/b.py", line 3, in f\n    x\nRuntimeError: first\n  second\nthird\n\nDone.',
        [("RuntimeError", "first\n  second\nthird", "only", 1)],
    ),
    (
        "a syntax error",
        '  File "/a/b.py", line 3\n    x = = 1\n        ^\nSyntaxError: invalid syntax',
        [("SyntaxError", "invalid syntax", "only", 1)],
    ),
    (
        "a repeated frame",
        (
            'Traceback (most recent call last):\n  File "/a/b.py", line 3, in f\n    f()\n'
            "  [Previous line repeated 996 more times]\nRecursionError: maximum recursion depth exceeded"
        ),
        [("RecursionError", "maximum recursion depth exceeded", "only", 1)],
    ),
    (
        "two log records",
        (
            "2031-04-05 06:07:08 ERROR boot: RuntimeError: no room\n2031-04-05 06:07:09 INFO trying again\n"
            "2031-04-05 06:07:12 ERROR boot: ValueError: bad split"
        ),
        [("RuntimeError", "no room", "only", 1), ("ValueError", "bad split", "only", 1)],
    ),
    (
        "retries",
        "ERROR x: ValueError: bad split\nERROR x: ValueError: bad split\nERROR x: ValueError: bad split",
        [("ValueError", "bad split", "only", 3)],
    ),
    (
        "wrapped at a width",
        "ValueError: shard count must\ndivide 12 and\nbe even",
        [("ValueError", "shard count must\ndivide 12 and\nbe even", "only", 1)],
    ),
    (
        "quoted in a sentence",
        'I get a "ValueError: bad split" when I start it.',
        [("ValueError", "bad split", "only", 1)],
    ),
    ("in backquotes", "since then `OSError: gone` appears", [("OSError", "gone", "only", 1)]),
    ("source is no error", '    raise ValueError("ValueError: bad split")', []),
    ("a statement over lines is no error", 'raise OSError(\n    "ValueError: bad split"\n)', []),
    ("no error", "INFO:     Application startup complete.\nWhat is a ValueError?", []),
    (
        "pytest, short",
        (
            "tests/test_a.py:7: in test_a\n    load('x')\n/env/acme/io.py:33: in load\n    raise exc.NoRow(\n"
            "E   acme.exc.NoRow: no row matched\n"
        ),
        [("acme.exc.NoRow", "no row matched", "only", 1)],
    ),
    (
        "pytest, long, with its summary",
        (
            ">       raise exc.NoRow(\nE       acme.exc.NoRow: no row matched at all\n\n/env/acme/io.py:33: NoRow\n"
            "FAILED tests/test_a.py::test_a - acme.exc.NoRow: no row matched..."
        ),
        [("acme.exc.NoRow", "no row matched at all", "only", 2)],
    ),
]


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in CASES], ids=[row[0] for row in CASES])
def test_reading(text: str, expected: list[tuple[str | None, str | None, str, int]]) -> None:
    """Each distinct error is one event, in text order."""
    assert [told(event) for event in read(text).events] == expected


def test_frames_and_places() -> None:
    """Frames carry file, line and function; places are raw lines, the end exclusive."""
    (event,) = read("noise\n" + TRACEBACK + "more\n").events
    assert [(frame.file, frame.line, frame.function) for frame in event.frames] == [
        ("/srv/run.py", 12, "<module>"),
        ("/opt/site-packages/acme/pool.py", 88, "grow"),
    ]
    assert event.places == ((2, 9),)


DRESSINGS: list[tuple[str, str]] = [
    ("rank", "[rank3]: {}"),
    ("MPI", "[1,0]<stderr>:{}"),
    ("docker compose", "web-1     | {}"),
    ("Kubernetes time", "2031-02-03T04:05:06.123456789Z {}"),
    ("vLLM process", "(EngineCore_DP0 pid=77) ERROR 02-03 04:05:06 [core.py:99] {}"),
    ("ray worker", "(WorkerDict pid=61, ip=10.0.0.9) {}"),
    ("logging", "2031-02-03 04:05:06 | ERROR | stderr | {}"),
    ("Dapr", "== APP == {}"),
    ("build steps", "Step #5: Step #4: {}"),
    ("actions", "2031-02-03T04:05:06.1234567Z ##[error]{}"),
    ("colours", "\x1b[31m{}\x1b[0m"),
    ("two at once", "engine-1  | [rank0]: {}"),
]


@pytest.mark.parametrize("pattern", [row[1] for row in DRESSINGS], ids=[row[0] for row in DRESSINGS])
@pytest.mark.parametrize("text", [TRACEBACK, CHAINED], ids=["plain", "chained"])
def test_dressing_changes_nothing(pattern: str, text: str) -> None:
    """What a logger or container puts before each line leaves class, message, frames and roles as they are."""
    dressed = "\n".join(pattern.format(line) for line in text.rstrip("\n").split("\n"))
    plain, read_back = read(text).events, read(dressed).events
    assert [(told(event), event.frames) for event in read_back] == [
        (told(event), event.frames) for event in plain
    ]


def test_interleaved_processes_are_parted() -> None:
    """Lines of several ranks, mixed, give one event with a count."""
    lines = TRACEBACK.rstrip("\n").split("\n")
    mixed = "\n".join(f"[rank{rank}]: {line}" for line in lines for rank in range(4))
    (event,) = read(mixed).events
    assert told(event) == ("acme.errors.CapacityError", "Pool 'blue' cannot grow past 16 slots", "only", 4)
    assert len(event.frames) == 2


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"level": "error", "msg": "start failed", "exc_info": TRACEBACK}),
        "web-1 | " + json.dumps({"exception": TRACEBACK}),
        json.dumps({"exception": TRACEBACK}, indent=2),
        json.dumps({"exception": TRACEBACK})[:-12],
        "log line with " + json.dumps(TRACEBACK).strip('"'),
    ],
    ids=["object", "behind a prefix", "pretty", "cut", "in a string"],
)
def test_one_level_of_strings_is_read(text: str) -> None:
    """A traceback inside a JSON string is read, and its places are in the raw text."""
    paste = read(text)
    event = next(event for event in paste.events if event.in_traceback)
    assert event.error_class == "acme.errors.CapacityError"
    assert event.message is not None
    start = event.message.origin(0)
    assert text[start : start + 11] == "Pool 'blue'"


@given(st.text(max_size=300) | st.binary(max_size=300).map(lambda data: data.decode("utf-8", "replace")))
def test_any_text_is_read(text: str) -> None:
    """Reading never raises, and every place is a line of the text."""
    paste = read(text)
    for event in paste.events:
        for first, end in event.places:
            assert 1 <= first < end <= text.count("\n") + 2


FRAGMENTS = st.sampled_from(
    [
        "Traceback (most recent call last):",
        '  File "/a/b.py", line 3, in f',
        "    raise ValueError(",
        "ValueError: bad",
        "acme.E: x",
        "",
        "During handling of the above exception, another exception occurred:",
        "E   ValueError: bad",
        '{"msg": "Traceback (most recent call last):\\n  File \\"x\\", line 1',
        "[rank0]: ",
        "2031-02-03 04:05:06 ERROR x",
        "/a/b.py:3: in f",
        "    ^^^^",
        "FAILED t.py::t - ValueError: ba...",
    ]
)


@given(st.lists(FRAGMENTS, max_size=25))
def test_any_mixture_of_lines_is_read(lines: list[str]) -> None:
    """Parts of tracebacks in any order are read, each error line once at least."""
    paste = read("\n".join(lines))
    counted = sum(event.count for event in paste.events)
    assert counted <= len(lines) * 2
    assert read("\n".join(lines)).events == paste.events


def test_reading_takes_steps_in_proportion_to_the_text() -> None:
    """Ten thousand copies of an error are one event, and a recursion of ten thousand frames keeps its ends."""
    (event,) = read("Traceback (most recent call last):\nValueError: bad\n" * 10_000).events
    assert event.count == 10_000
    assert read("Traceback (most recent call last):\n" * 10_000).events == ()
    frames = "".join(f'  File "/a/b.py", line {number}, in f\n    f()\n' for number in range(1, 10_001))
    (event,) = read(f"Traceback (most recent call last):\n{frames}RecursionError: too deep").events
    assert (event.frames[0].line, event.frames[-1].line, len(event.frames)) == (1, 10_000, 200)
