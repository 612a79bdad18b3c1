"""What loggers, launchers, containers and platforms print before a line, and errors that logs show as reprs."""

import pytest

from app.domain.events import read
from tests.domain.pastes import Error, Row, check, frames_of

PLAIN = """\
Traceback (most recent call last):
  File "/srv/mill/run.py", line 12, in <module>
    main()
  File "/opt/v/lib/python3.11/site-packages/mill/stone.py", line 88, in turn
    raise GrainStuck(
mill.GrainStuck: stone 'b' cannot turn
"""
CHAINED = """\
Traceback (most recent call last):
  File "/srv/mill/cache.py", line 20, in get
    return self._d[key]
           ~~~~~~~^^^^^
KeyError: 'k9'

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "C:\\\\mill\\\\api.py", line 51, in fetch
    raise NoGrain(key) from error
mill.NoGrain: No grain named k9
"""

PREFIXES: list[tuple[str, str]] = [
    ("a rank", "[rank12]: {}"),
    ("a bare rank", "rank 3: {}"),
    ("MPI", "[1,0]<stderr>:{}"),
    ("torchrun", "[default0]:{}"),
    ("a process with its id", "(EngineCore_DP0 pid=77) {}"),
    ("a worker on a node", "(Mill.grind pid=61, ip=10.0.0.9) {}"),
    ("a process, level, place", "(Worker_TP0 pid=78) ERROR 02-03 04:05:06 [exec.py:4] {}"),
    ("level, date, place without a bracket", "ERROR 02-03 04:05:06 registry.py:27] {}"),
    ("a bracketed time", "[2031-02-03 04:05:06 TP1] {}"),
    ("a bracketed time alone", "[2031-02-03 04:05:06] {}"),
    ("compose", "mill-1  | {}"),
    ("a pod", "[pod/mill-0/stone] {}"),
    ("kubectl", "2031-02-03T04:05:06.123456789Z {}"),
    ("compose and kubectl", "mill-1  | 2031-02-03T04:05:06.123456789Z {}"),
    ("heroku", "2031-02-03T04:05:06.123456+00:00 app[web.1]: {}"),
    ("syslog", "Feb  3 04:05:06 host mill[77]: {}"),
    ("time and arrows", "2031-02-03 04:05:06.1  >> {}"),
    ("pipes", "2031-02-03 04:05:06 | ERROR | stderr | {}"),
    ("dashes", "2031-02-03 04:05:06,123 - mill.stone - ERROR - {}"),
    ("a task queue's worker", "[2031-02-03 04:05:06,1: ERROR/ForkPoolWorker-8] {}"),
    ("a scheduler", "[2031-02-03, 04:05:06 UTC] {{runner.py:18}} ERROR - {}"),
    ("root logger", "ERROR:mill.stone:{}"),
    ("Dapr", "== APP == {}"),
    ("build steps", "Step #5: Step #4: {}"),
    ("a step with its name", 'Step #2 - "test": {}'),
    ("GitHub", "2031-02-03T04:05:06.1234567Z ##[error]{}"),
    ("colours", "\x1b[31m{}\x1b[0m"),
    ("colours as a system's log writes them", "#033[1;31m{}#033[0m"),
    ("a rank in a container", "engine-1  | [rank0]: {}"),
    ("carriage returns", "{}\r"),
    ("written-out carriage returns", "{}^M"),
    ("carriage returns as a system's log writes them", "{}#015"),
    ("a quotation", "> {}"),
    ("a quotation in a quotation", "> > {}"),
    ("comments", "# {}"),
    ("comments of another language", "// {}"),
    ("an indented block", "    {}"),
    ("a tab", "\t{}"),
    ("no-break spaces", "\u00a0\u00a0{}"),
    ("a program and its host", "2031-02-03T04:05:06.1+01:00 host mill[7]: {}"),
    ("a container's stream", "2031-02-03T04:05:06.123456789Z stderr F {}"),
    ("a runner's stream", "2031-02-03T04:05:06.123456Z 01O {}"),
    ("an agent's time in a control sequence", "\x1b_bk;t=1700000000123\x07{}"),
]


def told(text: str) -> list[object]:
    """All that a prefix must not change."""
    return [
        (
            event.error_class,
            event.message.text if event.message else None,
            frames_of(event),
            event.role,
            event.count,
            event.places,
        )
        for event in read(text).events
    ]


@pytest.mark.parametrize("prefix", [row[1] for row in PREFIXES], ids=[row[0] for row in PREFIXES])
@pytest.mark.parametrize("text", [PLAIN, CHAINED], ids=["plain", "chained"])
def test_a_prefix_changes_nothing(prefix: str, text: str) -> None:
    """What stands before each line leaves class, message, frames, roles and places as they are."""
    dressed = "\n".join(prefix.format(line) for line in text.rstrip("\n").split("\n"))
    assert told(dressed) == told(text.rstrip("\n"))


ROWS: list[Row] = [
    (
        "a repr in a worker's log",
        "[2031-02-03 04:05:06,1: ERROR/ForkPoolWorker-8] Task t.grind[1f] raised unexpected: ValueError('bad id')",
        [Error("ValueError", "bad id")],
    ),
    (
        "the same with its traceback",
        (
            "[2031-02-03 04:05:06,1: ERROR/ForkPoolWorker-8] Task t.grind[1f] raised unexpected: ValueError('bad id')\n"
            'Traceback (most recent call last):\n  File "/srv/mill/tasks.py", line 3, in grind\n    f()\nValueError: bad id'
        ),
        [Error("ValueError", "bad id", (("/srv/mill/tasks.py", 3, "grind"),), count=2)],
    ),
    (
        "never retrieved",
        (
            "ERROR:asyncio:Task exception was never retrieved\n"
            "future: <Task finished name='Task-3' coro=<grind() done, defined at /srv/mill.py:3> exception=RuntimeError('closed',)>"
        ),
        [Error("RuntimeError", "closed")],
    ),
    (
        "never retrieved, with its traceback",
        (
            'Task exception was never retrieved\nfuture: <Task finished coro=<grind() done> exception=mill.GrainError("it\'s wet")>\n'
            'Traceback (most recent call last):\n  File "/srv/mill.py", line 3, in grind\nmill.GrainError: it\'s wet'
        ),
        [Error("mill.GrainError", "it's wet", (("/srv/mill.py", 3, "grind"),), count=2)],
    ),
    (
        "an error that quotes another one's repr",
        "mill.LoopError: Loop is dead. Original: ValueError('bad id')",
        [Error("mill.LoopError", "Loop is dead. Original: ValueError('bad id')")],
    ),
    (
        "the next record is no part of the message",
        (
            "2031-02-03 04:05:06 ERROR Traceback (most recent call last):\n"
            '2031-02-03 04:05:06 ERROR   File "/srv/mill.py", line 3, in grind\n'
            "2031-02-03 04:05:06 ERROR mill.GrainError: wet\n2031-02-03 04:05:07 INFO stopping\n"
            "2031-02-03 04:05:07 ERROR giving up"
        ),
        [Error("mill.GrainError", "wet", (("/srv/mill.py", 3, "grind"),), lines=((1, 4),))],
    ),
    (
        "a message over several lines of one record",
        (
            "(Worker pid=3) ERROR 02-03 04:05:06 [exec.py:4] Traceback (most recent call last):\n"
            '(Worker pid=3) ERROR 02-03 04:05:06 [exec.py:4]   File "/srv/mill.py", line 3, in grind\n'
            "(Worker pid=3) ERROR 02-03 04:05:06 [exec.py:4] mill.GrainError: wet grain:\n"
            "(Worker pid=3) ERROR 02-03 04:05:06 [exec.py:4]   in sack 7"
        ),
        [Error("mill.GrainError", "wet grain:\n  in sack 7", (("/srv/mill.py", 3, "grind"),))],
    ),
    (
        "two processes interleaved, one behind the other",
        (
            "(W pid=1) Traceback (most recent call last):\n(W pid=2) Traceback (most recent call last):\n"
            '(W pid=1)   File "/a.py", line 2, in f\n(W pid=2)   File "/b.py", line 3, in g\n'
            "(W pid=2) OSError: two\n(W pid=1) OSError: one"
        ),
        [
            Error("OSError", "one", (("/a.py", 2, "f"),)),
            Error("OSError", "two", (("/b.py", 3, "g"),)),
        ],
    ),
    (
        "a record of another system's logger, in logfmt",
        'level=error ts=2031-02-03 err="ValueError: bad split" pid=7',
        [Error("ValueError", "bad split")],
    ),
    (
        "a container's log that cuts lines",
        (
            "2031-02-03T04:05:06.1Z stderr F Traceback (most recent call last):\n"
            '2031-02-03T04:05:06.2Z stderr P   File "/srv/mill/st\n2031-02-03T04:05:06.2Z stdout F served 7\n'
            '2031-02-03T04:05:06.3Z stderr F one.py", line 88, in turn\n'
            "2031-02-03T04:05:06.4Z stderr P mill.GrainError: stone 'b' can\n2031-02-03T04:05:06.5Z stderr F not turn"
        ),
        [Error("mill.GrainError", "stone 'b' cannot turn", (("/srv/mill/stone.py", 88, "turn"),))],
    ),
    (
        "two programs in one platform's log",
        (
            "2031-02-03T04:05:06.1+00:00 app[web.1]: mill.GrainError: stuck\n"
            "2031-02-03T04:05:06.2+00:00 heroku[web.1]: Process exited with status 1"
        ),
        [Error("mill.GrainError", "stuck")],
    ),
    (
        "two processes of a journal, interleaved",
        (
            "Feb 03 04:05:06 host mill[7]: Traceback (most recent call last):\nFeb 03 04:05:06 host mill[8]: Traceback (most recent call last):\n"
            'Feb 03 04:05:06 host mill[7]:   File "a.py", line 2, in f\nFeb 03 04:05:06 host mill[8]:   File "a.py", line 2, in f\n'
            "Feb 03 04:05:06 host mill[7]: OSError: gone\nFeb 03 04:05:06 host mill[8]: OSError: gone\n"
            "Feb 03 04:05:06 host systemd[1]: mill.service: exited"
        ),
        [Error("OSError", "gone", (("a.py", 2, "f"),), count=2)],
    ),
    (
        "a server's log with process ids",
        "[2031-02-03 04:05:06 +0000] [33] [ERROR] mill.GrainError: stuck\n[2031-02-03 04:05:06 +0000] [33] [INFO] Worker exiting",
        [Error("mill.GrainError", "stuck")],
    ),
    (
        "Rich's log handler, message and place in columns",
        (
            "[04:05:06] ERROR    GrainError: the stone of mill b cannot      stone.py:88\n"
            "                    turn any more                                          \n"
            "           INFO     next                                        stone.py:90"
        ),
        [Error("GrainError", "the stone of mill b cannot\n                    turn any more")],
    ),
    (
        "a lone error, and a log that goes on",
        "ValueError: got T=17\nserver is going down\nagain\nValueError: got T=17\nserver is back",
        [Error("ValueError", "got T=17", count=2)],
    ),
    (
        "a sentence that quotes two errors",
        'First `TypeError: no stone` and then "OSError: no grain", both at once',
        [Error("TypeError", "no stone"), Error("OSError", "no grain")],
    ),
    (
        "an escaped value of a logger's pair",
        'time=2031-02-03T04:05:06Z level=error msg="grind failed" err="ValueError: no \\"b\\" stone" mill=7',
        [Error("ValueError", 'no "b" stone')],
    ),
    (
        "an error's repr, quoted, behind a name",
        "Key: grind-1\nException: \"ValueError('no stone')\"",
        [Error("ValueError", "no stone")],
    ),
    (
        "a cell of a table",
        "| step | error |\n| --- | --- |\n| load | ValueError: no stone |",
        [Error("ValueError", "no stone")],
    ),
    (
        "frames below the error and a header of their own",
        'ValueError: no stone\nTraceback:\n\nFile "a.py", line 2, in f\n    go()',
        [Error("ValueError", "no stone", (("a.py", 2, "f"),))],
    ),
    (
        "what a shell says when the program is gone",
        'Traceback (most recent call last):\n  File "a.py", line 2, in f\nOSError: gone\nPS C:\\mill>',
        [Error("OSError", "gone", (("a.py", 2, "f"),))],
    ),
]


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_reading(text: str, expected: list[Error]) -> None:
    """Class, message, frames, role, count and places are as told."""
    check(text, expected)
