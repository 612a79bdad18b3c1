"""Errors that hang together: chains, exception groups, tracebacks from another process, validation errors."""

import pytest

from app.domain.events import read
from tests.domain.pastes import Error, Row, check

GROUP = """\
  + Exception Group Traceback (most recent call last):
  |   File "/e/harbour/serve.py", line 7, in __aexit__
  |     raise BaseExceptionGroup(
  | ExceptionGroup: unhandled errors in a TaskGroup (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "/e/harbour/mw.py", line 5, in call
    |     return await self.app()
    |   File "/e/harbour/crane.py", line 9, in lift
    |     raise CraneJam(f"crane {n} is stuck")
    | harbour.CraneJam: crane 4 is stuck
    +---------------- 2 ----------------
    | Traceback (most recent call last):
    |   File "/e/harbour/dock.py", line 3, in moor
    | RuntimeError: no reply was sent
    |   by the pilot
    +------------------------------------"""
GROUP_ERRORS = [
    Error(
        "ExceptionGroup",
        "unhandled errors in a TaskGroup (2 sub-exceptions)",
        (("/e/harbour/serve.py", 7, "__aexit__"),),
        role="wrapper",
    ),
    Error(
        "harbour.CraneJam",
        "crane 4 is stuck",
        (("/e/harbour/mw.py", 5, "call"), ("/e/harbour/crane.py", 9, "lift")),
        role="root",
    ),
    Error(
        "RuntimeError",
        "no reply was sent\n  by the pilot",
        (("/e/harbour/dock.py", 3, "moor"),),
        role="root",
    ),
]

NESTED = """\
Traceback (most recent call last):
  File "/e/a.py", line 2, in start
KeyError: 'pier'

During handling of the above exception, another exception occurred:

  + Exception Group Traceback (most recent call last):
  |   File "/e/b.py", line 7, in run
  | exceptiongroup.ExceptionGroup: outer (1 sub-exception)
  +-+---------------- 1 ----------------
    | Exception Group Traceback (most recent call last):
    |   File "/e/c.py", line 8, in inner
    | exceptiongroup.ExceptionGroup: inner (1 sub-exception)
    +-+---------------- 1 ----------------
      | Traceback (most recent call last):
      |   File "/e/d.py", line 9, in work
      | OSError: gone
      |
      | The above exception was the direct cause of the following exception:
      |
      | Traceback (most recent call last):
      |   File "/e/f.py", line 1, in work
      | harbour.LostShip: ship 3 is lost
      +------------------------------------"""

REMOTE = '''\
concurrent.futures.process._RemoteTraceback:
"""
Traceback (most recent call last):
  File "/usr/lib/python3.11/concurrent/futures/process.py", line 256, in _process_worker
    r = call_item.fn(*call_item.args)
  File "/srv/mill.py", line 4, in grind
    raise GrainError("grain 7 is wet")
mill.GrainError: grain 7 is wet
"""

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "/srv/main.py", line 9, in <module>
    future.result()
mill.GrainError: grain 7 is wet'''

ROWS: list[Row] = [
    ("an exception group", GROUP, GROUP_ERRORS),
    (
        "an exception group behind a container's prefix",
        "\n".join(f"api-1  | {line}" for line in GROUP.split("\n")),
        GROUP_ERRORS,
    ),
    (
        "an exception group behind a logger's prefix",
        "\n".join(f"2031-02-03 04:05:06 ERROR    {line}" for line in GROUP.split("\n")),
        GROUP_ERRORS,
    ),
    (
        "groups in groups, below a chain",
        NESTED,
        [
            Error("KeyError", "'pier'", (("/e/a.py", 2, "start"),), role="root"),
            Error(
                "exceptiongroup.ExceptionGroup",
                "outer (1 sub-exception)",
                (("/e/b.py", 7, "run"),),
                role="wrapper",
            ),
            Error(
                "exceptiongroup.ExceptionGroup",
                "inner (1 sub-exception)",
                (("/e/c.py", 8, "inner"),),
                role="wrapper",
            ),
            Error("OSError", "gone", (("/e/d.py", 9, "work"),), role="root"),
            Error("harbour.LostShip", "ship 3 is lost", (("/e/f.py", 1, "work"),), role="wrapper"),
        ],
    ),
    (
        "an exception group, cut at its start",
        GROUP[GROUP.index("    | Traceback") :],
        [Error(one.error_class, one.message, one.frames, role="root") for one in GROUP_ERRORS[1:]],
    ),
    (
        "a traceback from another process",
        REMOTE,
        [
            Error(
                "mill.GrainError",
                "grain 7 is wet",
                (
                    ("/usr/lib/python3.11/concurrent/futures/process.py", 256, "_process_worker"),
                    ("/srv/mill.py", 4, "grind"),
                ),
                role="root",
                lines=((3, 9),),
            ),
            Error(
                "mill.GrainError",
                "grain 7 is wet",
                (("/srv/main.py", 9, "<module>"),),
                role="wrapper",
                lines=((13, 17),),
            ),
        ],
    ),
    (
        "three in a chain",
        "\n\nThe above exception was the direct cause of the following exception:\n\n".join(
            f'Traceback (most recent call last):\n  File "/a/{name}.py", line {line}, in f\n{name}Error: no {name}'
            for line, name in ((1, "Sail"), (2, "Mast"), (3, "Ship"))
        ),
        [
            Error("SailError", "no Sail", (("/a/Sail.py", 1, "f"),), role="root"),
            Error("MastError", "no Mast", (("/a/Mast.py", 2, "f"),), role="wrapper"),
            Error("ShipError", "no Ship", (("/a/Ship.py", 3, "f"),), role="wrapper"),
        ],
    ),
    (
        "a chain that begins inside its first part",
        (
            "    return self._d[key]\nKeyError: 'k9'\n\nDuring handling of the above exception, another exception occurred:\n\n"
            'Traceback (most recent call last):\n  File "/a/api.py", line 51, in fetch\nharbour.LostShip: gone'
        ),
        [
            Error("KeyError", "'k9'", role="root"),
            Error("harbour.LostShip", "gone", (("/a/api.py", 51, "fetch"),), role="wrapper"),
        ],
    ),
    (
        "a validation error with what the validators raised",
        (
            'Traceback (most recent call last):\n  File "/srv/app.py", line 9, in boot\n    Plan(size=9)\n'
            "pydantic_core._pydantic_core.ValidationError: 2 validation errors for Plan\nsize\n"
            "  Value error, Total of 9 must be divisible by 2. [type=value_error, input_value=9, input_type=int]\n"
            "    For further information visit https://errors.example/v/value_error\n"
            "name\n  Assertion failed, name is blank [type=assertion_error, input_value='', input_type=str]"
        ),
        [
            Error(
                "pydantic_core._pydantic_core.ValidationError",
                (
                    "2 validation errors for Plan\nsize\n"
                    "  Value error, Total of 9 must be divisible by 2. [type=value_error, input_value=9, input_type=int]\n"
                    "    For further information visit https://errors.example/v/value_error\n"
                    "name\n  Assertion failed, name is blank [type=assertion_error, input_value='', input_type=str]"
                ),
                (("/srv/app.py", 9, "boot"),),
                role="wrapper",
            ),
            Error("ValueError", "Total of 9 must be divisible by 2.", role="root", lines=((6, 7),)),
            Error("AssertionError", "name is blank", role="root"),
        ],
    ),
    (
        "what a validator raised, alone",
        "Value error, Total of 9 must be divisible by 2.",
        [Error("ValueError", "Total of 9 must be divisible by 2.")],
    ),
    (
        "an actor's error that quotes the worker's traceback",
        (
            "ray.exceptions.RayTaskError(GrainError): ray::Mill.grind() (pid=77, ip=10.0.0.9)\n"
            '  File "/srv/mill.py", line 4, in grind\n    raise GrainError("wet")\nmill.GrainError: grain 7 is wet'
        ),
        [
            Error("ray.exceptions.RayTaskError(GrainError)", "ray::Mill.grind() (pid=77, ip=10.0.0.9)"),
            Error("mill.GrainError", "grain 7 is wet", (("/srv/mill.py", 4, "grind"),)),
        ],
    ),
]


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_reading(text: str, expected: list[Error]) -> None:
    """Class, message, frames, role, count and places are as told."""
    check(text, expected)


def test_heights_count_from_the_root_outwards() -> None:
    """The root of a chain has 0, and what wraps others one more than the highest of them."""
    assert [event.height for event in read(NESTED).events] == [0, 3, 2, 0, 1]
    assert len({event.chain for event in read(NESTED).events}) == 1
