"""Errors inside strings: JSON logs, HTTP error bodies, notebooks' files, dict reprs, escaped and doubly escaped text."""

import json
from dataclasses import replace

import pytest

from app.domain.events import read
from tests.domain.pastes import Error, Row, check

TRACEBACK = (
    'Traceback (most recent call last):\n  File "/srv/ferry/run.py", line 7, in main\n    load(path)\n'
    '  File "/srv/ferry/io.py", line 9, in load\n    raise BadRow(f"row {n}")\nferry.errors.BadRow: row 3 has no "key"'
)
FRAMES = (("/srv/ferry/run.py", 7, "main"), ("/srv/ferry/io.py", 9, "load"))
BAD_ROW = Error("ferry.errors.BadRow", 'row 3 has no "key"', FRAMES)

EXC_INFO_LINES = {
    "levelname": "CRITICAL",
    "message": "Uncaught exception",
    "exc_info": [
        "Traceback (most recent call last):",
        'File "/srv/ferry/run.py", line 7, in main\n    load(path)',
        'File "/srv/ferry/io.py", line 9, in load\n    raise BadRow(f"row {n}")',
        'ferry.errors.BadRow: row 3 has no "key"',
    ],
}
NOTEBOOK_OUTPUT = {
    "output_type": "error",
    "ename": "BadRow",
    "evalue": "row 3 has no key",
    "traceback": [
        "\x1b[0;31m---------------------------------------------------------------------------\x1b[0m",
        "\x1b[0;31mBadRow\x1b[0m                                    Traceback (most recent call last)",
        "Cell \x1b[0;32mIn[4], line 2\x1b[0m\n\x1b[1;32m      1\x1b[0m \x1b[38;5;28;01mimport\x1b[39;00m ferry\n\x1b[0;32m----> 2\x1b[0m load()",
        "File \x1b[0;32m~/env/ferry/io.py:9\x1b[0m, in \x1b[0;36mload\x1b[0;34m()\x1b[0m\n\x1b[0;32m----> 9\x1b[0m     raise BadRow",
        "\x1b[0;31mBadRow\x1b[0m: row 3 has no key",
    ],
}
NOTEBOOK_ERROR = Error(
    "BadRow", "row 3 has no key", (("Cell In[4]", 2, None), ("~/env/ferry/io.py", 9, "load")), count=2
)

ROWS: list[Row] = [
    ("a JSON log line", json.dumps({"level": "error", "exc_info": TRACEBACK}), [BAD_ROW]),
    ("one with a list of lines", json.dumps(EXC_INFO_LINES), [BAD_ROW]),
    ("the same, indented", json.dumps(EXC_INFO_LINES, indent=2), [BAD_ROW]),
    (
        "the same, indented, with carriage returns",
        json.dumps(EXC_INFO_LINES, indent=4).replace("\n", "\r\n"),
        [BAD_ROW],
    ),
    (
        "one object for each printed line",
        "\n".join(
            json.dumps({"log": line + "\n", "stream": "stderr", "time": "2031-02-03T04:05:06Z"})
            for line in TRACEBACK.split("\n")
        ),
        [BAD_ROW],
    ),
    (
        "two records of one logger",
        "\n".join(
            json.dumps({"level": level, "msg": text})
            for level, text in (
                ("error", "start: ValueError: bad split"),
                ("info", "trying again"),
                ("error", "start: OSError: no pier"),
            )
        ),
        [Error("ValueError", "bad split"), Error("OSError", "no pier")],
    ),
    ("JSON in JSON", json.dumps({"log": json.dumps({"exc": TRACEBACK})}), [BAD_ROW]),
    (
        "JSON in JSON in JSON",
        json.dumps({"a": json.dumps({"log": json.dumps({"exc": TRACEBACK})})}),
        [BAD_ROW],
    ),
    ("an escaped object, cut", json.dumps(json.dumps({"exc": TRACEBACK}))[1:-1], [BAD_ROW]),
    ("a repr of the text in a log line", f"worker said {TRACEBACK!r} and left", [BAD_ROW]),
    (
        "an object cut within its text",
        json.dumps({"exc": TRACEBACK})[:-12],
        [Error("ferry.errors.BadRow", "row 3 has", FRAMES)],
    ),
    ("a notebook's output", json.dumps(NOTEBOOK_OUTPUT, indent=1), [NOTEBOOK_ERROR]),
    ("a notebook's output in one line", json.dumps(NOTEBOOK_OUTPUT), [replace(NOTEBOOK_ERROR, count=1)]),
    (
        "class and message as members",
        '{"status": "FAILURE", "result": {"exc_type": "NotKnown", "exc_message": ["job_a"], "exc_module": "ferry.errors"}}',
        [Error("NotKnown", "job_a")],
    ),
    (
        "a function's answer, frames as a list",
        json.dumps(
            {
                "errorMessage": "row 3 has no key",
                "errorType": "BadRow",
                "requestId": "0b",
                "stackTrace": [
                    '  File "/var/task/run.py", line 7, in main\n    load(path)\n',
                    '  File "/var/task/io.py", line 9, in load\n    raise BadRow(n)\n',
                ],
            }
        ),
        [
            Error(
                "BadRow",
                "row 3 has no key",
                (("/var/task/run.py", 7, "main"), ("/var/task/io.py", 9, "load")),
            )
        ],
    ),
    (
        "a tracker's members",
        '{"exception": {"values": [{"type": "RowError", "value": "row 3 has no key"}]}}',
        [Error("RowError", "row 3 has no key")],
    ),
    (
        "an error's name with its message",
        '{"error": "KeyError", "message": "no row 3"}',
        [Error("KeyError", "no row 3")],
    ),
    (
        "the class before an HTTP error's dict",
        "client.BadRequestError: Error code: 400 - {'object': 'error', 'message': \"Input has 9 items.\", 'code': 400}",
        [
            Error(
                "client.BadRequestError",
                "Error code: 400 - {'object': 'error', 'message': \"Input has 9 items.\", 'code': 400}",
            )
        ],
    ),
    (
        "a class in an HTTP error's text",
        '{"detail": "ValueError: Input has 9 items, limit is 4."}',
        [Error("ValueError", "Input has 9 items, limit is 4.")],
    ),
    (
        "frames as objects",
        json.dumps(
            {
                "event": "failed",
                "exception": [
                    {
                        "exc_type": "BadRow",
                        "exc_value": "row 3 has no key",
                        "frames": [
                            {
                                "filename": "/srv/run.py",
                                "lineno": 7,
                                "name": "main",
                                "locals": {"x": "OSError: 3"},
                            },
                            {"filename": "/srv/io.py", "lineno": 9, "name": "load"},
                        ],
                    }
                ],
            }
        ),
        [Error("BadRow", "row 3 has no key", (("/srv/run.py", 7, "main"), ("/srv/io.py", 9, "load")))],
    ),
    (
        "a tracker's event, indented",
        json.dumps(
            {
                "exception": {
                    "values": [
                        {
                            "type": "BadRow",
                            "value": "row 3 has no key",
                            "stacktrace": {
                                "frames": [
                                    {
                                        "filename": "ferry/io.py",
                                        "function": "load",
                                        "lineno": 9,
                                        "context_line": "raise BadRow",
                                    }
                                ]
                            },
                        }
                    ]
                }
            },
            indent=2,
        ),
        [Error("BadRow", "row 3 has no key", (("ferry/io.py", 9, "load"),))],
    ),
    (
        "prefixes within the text",
        json.dumps(
            {"log": "".join(f"(W pid=6) {line}\n" for line in TRACEBACK.split("\n")), "stream": "stderr"}
        ),
        [BAD_ROW],
    ),
]

# Texts that are matched line by line: the `type` of an HTTP body is the API's, not a Python class.
BODIES = [
    (
        '{"object":"error","message":"Input has 9 items, limit is 4.","type":"BadRequestError","code":400}',
        True,
    ),
    (
        "Error code: 400 - {'object': 'error', 'message': \"Input has 9 items, limit is 4.\", 'code': 400}",
        True,
    ),
    (
        'curl says {"error": {"message": "Input has 9 items, limit is 4.", "type": "invalid_request_error"}}',
        False,
    ),
    (
        '{"detail": [{"loc": ["body"], "msg": "Input has 9 items, limit is 4.", "type": "value_error"}]}',
        False,
    ),
    (
        '{\n  "object": "error",\n  "message": "Input has 9 items, limit is 4.",\n  "type": "BadRequestError"\n}',
        False,
    ),
]


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_reading(text: str, expected: list[Error]) -> None:
    """Class, message, frames, role, count and places are as told."""
    check(text, expected)


@pytest.mark.parametrize(("text", "error_level"), BODIES)
def test_the_message_of_an_http_body_is_a_line_of_its_own(text: str, error_level: bool) -> None:
    """It is no event by itself, and stands in the text to be matched, where it stood in the paste."""
    paste = read(text)
    assert not paste.events
    told = next(
        block for block in paste.blocks if block.passage.text.strip() == "Input has 9 items, limit is 4."
    )
    assert text[told.passage.origin(0) :].startswith("Input has 9")
    if error_level:
        assert told.lines[0].error_level
