"""What is run, and what must be read from its output: known from the programs, not from the reader."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

__all__ = ["SPECS", "Expected", "Spec"]

NEW = ("3.11", "3.13")
ALL = ("3.6", "3.7", "3.8", "3.9", "3.10", "3.11", "3.12", "3.13")


@dataclass(frozen=True, slots=True)
class Expected:
    """An error of the output; `site` is the mark of the line that raises it, in the program's source."""

    error_class: str | None
    message: str | None
    site: str | None = None
    role: str = "only"
    count: int = 1


@dataclass(frozen=True, slots=True)
class Spec:
    """A run: a command whose first word names an interpreter or tool, and the errors that it prints, in text order."""

    name: str
    command: tuple[str, ...]
    errors: tuple[Expected, ...]
    pythons: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)


def _hot(load: str, cone: int, **more: object) -> Expected:
    message = f"cone {cone} is above the limit of 10 for {load!r}"
    return Expected("kiln.TooHot", message, "kiln.py:fire", **more)  # type: ignore[arg-type]


def _glaze(name: str, **more: object) -> Expected:
    message = f"No glaze {name!r} in the cabinet, known are: celadon, shino"
    return Expected("kiln.GlazeMissing", message, "kiln.py:glaze", **more)  # type: ignore[arg-type]


def _bare(expected: Expected) -> Expected:
    """Return the error as printers show it that leave the module out."""
    return Expected(
        (expected.error_class or "").rsplit(".", 1)[-1],
        expected.message,
        expected.site,
        expected.role,
        expected.count,
    )


_DURING = (_glaze("tenmoku", role="root"), _hot("vase", 12, role="wrapper"))
_CAUSE = (
    _glaze("tenmoku", role="root"),
    Expected("kiln.KilnError", "cannot fire vase", "kiln3.py:fire_from", role="wrapper"),
)
_SHELF = Expected(
    "kiln.KilnError", "the shelf is full:\n  7 pots stand on it\n  remove one first", "kiln.py:shelve"
)
_UNWEIGHED = Expected("AssertionError", None, "kiln.py:weigh")
# Each is told again in the summary, but for the bare assert.
_TESTED = (_hot("bowl", 12, count=2), _DURING[0], _hot("vase", 12, role="wrapper", count=2), _UNWEIGHED)
_COMPARED_BRIEFLY = Expected("AssertionError", "assert [1, 3] == [3, 1]", "suite.py:compared")
_COMPARED = replace(
    _COMPARED_BRIEFLY,
    message="assert [1, 3] == [3, 1]\n\n  At index 0 diff: 1 != 3\n  Use -v to get more diff",
)
_TWICE = (_hot("bowl", 12, count=2),)

SPECS: list[Spec] = [
    Spec("plain", ("python", "plain.py"), (_hot("bowl", 12),), ("2.7", *ALL)),
    Spec("during", ("python", "during.py"), _DURING, ("3.6", "3.9", "3.11", "3.13")),
    Spec("cause", ("python", "cause.py"), _CAUSE, ("3.6", "3.9", "3.11", "3.13")),
    Spec("asserted", ("python", "asserted.py"), (_UNWEIGHED,), ("2.7", "3.8", "3.11", "3.13")),
    Spec("over-lines", ("python", "over_lines.py"), (_SHELF,), ("2.7", "3.9", "3.13")),
    Spec("recursion", ("python", "recursion.py"), (_hot("deep", 14),), ("2.7", "3.6", "3.11", "3.13")),
    Spec(
        "syntax",
        ("python", "broken.py"),
        (Expected("SyntaxError", "invalid syntax", "glazes.conf.py:1"),),
        ("3.8", "3.11", "3.13"),
    ),
    Spec(
        "notes",
        ("python", "notes.py"),
        (
            Expected(
                "kiln.TooHot",
                "cone 12 is above the limit of 10 for 'bowl'\nfired by the night shift\nsee the log of kiln 4",
                "kiln.py:fire",
            ),
        ),
        NEW,
    ),
    Spec("thread", ("python", "thread.py"), (_hot("cup", 12),), ("3.8", "3.11", "3.13")),
    Spec("thread", ("python", "thread.py"), (_bare(_hot("cup", 12)),), ("2.7",)),
    Spec("process", ("python", "process.py"), (_hot("cup", 12),), ("3.8", "3.11", "3.13")),
    Spec(
        "pool",
        ("python", "pool.py"),
        (
            _hot("bowl-3", 11, role="root"),
            Expected("kiln.TooHot", "cone 11 is above the limit of 10 for 'bowl-3'", None, role="wrapper"),
        ),
        ("3.8", "3.11", "3.13"),
    ),
    Spec("futures-threads", ("python", "futures_threads.py"), (_hot("jar", 15),), ("3.8", "3.11", "3.13")),
    Spec(
        "futures-processes",
        ("python", "futures_processes.py"),
        (
            _hot("jar", 15, role="root"),
            Expected("kiln.TooHot", "cone 15 is above the limit of 10 for 'jar'", None, role="wrapper"),
        ),
        ("3.8", "3.11", "3.13"),
    ),
    Spec(
        "task-group",
        ("python", "task_group.py"),
        (
            Expected(
                "ExceptionGroup", "unhandled errors in a TaskGroup (2 sub-exceptions)", None, role="wrapper"
            ),
            _hot("bowl", 12, role="root"),
            _glaze("raku", role="root"),
        ),
        NEW,
    ),
    Spec(
        "nested-groups",
        ("python", "nested_groups.py"),
        (
            Expected("ExceptionGroup", "two shelves (2 sub-exceptions)", None, role="wrapper"),
            _hot("bowl", 12, role="root"),
            Expected("ExceptionGroup", "second shelf (1 sub-exception)", None, role="wrapper"),
            _glaze("raku", role="root"),
        ),
        NEW,
    ),
    Spec("never-retrieved", ("python", "never_retrieved.py"), (_hot("bowl", 12),), ("3.8", "3.11", "3.13")),
    Spec("ignored", ("python", "ignored.py"), (_hot("leftover", 13),), ("3.8", "3.11", "3.13")),
    *(
        Spec(f"logging-{name}", ("python", "logged.py", name), _TWICE, ("3.11",))
        for name in ("basic", "dashes", "brackets", "pipes", "source")
    ),
    Spec("json-logger", ("tools", "json_logged.py"), (_hot("bowl", 12),)),
    *(
        Spec(f"structlog-{name}", ("tools", "structlogged.py", name), (_hot("bowl", 12),))
        for name in ("console", "console-colours", "json", "logfmt", "keyvalue")
    ),
    Spec("structlog-dict", ("tools", "structlogged.py", "dict"), (_bare(_hot("bowl", 12)),)),
    *(
        Spec(f"loguru-{name}", ("tools", "logurued.py", name), (_hot("bowl", 12),))
        for name in ("plain", "bare", "colours", "json")
    ),
    Spec("stackprinter", ("tools", "stackprinted.py"), (_bare(_hot("bowl", 12)),)),
    *(
        Spec(f"rich-{width}", ("tools", "riched.py", str(width), "bare", "fire"), (_bare(_hot("bowl", 12)),))
        for width in (60, 80, 120)
    ),
    Spec("rich-locals", ("tools", "riched.py", "90", "locals", "fire"), (_bare(_hot("bowl", 12)),)),
    Spec("rich-chain", ("tools", "riched.py", "90", "bare", "chain"), tuple(_bare(one) for one in _CAUSE)),
    Spec(
        "rich-logging",
        ("tools", "rich_logged.py"),
        (_bare(_hot("bowl", 12)),),
    ),
    Spec("celery-propagates", ("tools", "celeried.py", "propagates"), (_hot("bowl", 12),)),
    Spec("celery-result", ("tools", "celeried.py", "result"), (_hot("bowl", 12),)),
    Spec("uvicorn", ("tools", "served.py"), (_hot("bowl", 12),)),
    *(
        Spec(
            f"pytest-{style}",
            ("tools", "-m", "pytest", "-p", "no:cacheprovider", f"--tb={style}", "-q", "suite.py"),
            errors,
        )
        for style, errors in {
            "long": (*_TESTED, _COMPARED),
            "short": (*_TESTED, _COMPARED),
            "native": (*_TESTED, _COMPARED_BRIEFLY),
            "line": (
                _TESTED[0],
                replace(_TESTED[1], site=None),
                *_TESTED[2:],
                replace(_COMPARED_BRIEFLY, site=None),
            ),
            "no": (replace(_hot("bowl", 12), site=None), replace(_hot("vase", 12), site=None)),
        }.items()
    ),
    Spec(
        "unittest", ("python", "unit.py"), (_hot("bowl", 12), _glaze("raku"), _glaze("ash")), ("3.8", "3.13")
    ),
    Spec("doctest", ("python", "documented.py"), (_hot("bowl", 12),), ("3.8", "3.13")),
    Spec(
        "ipython",
        ("ipython", "--no-banner", "--colors=NoColor", "--no-confirm-exit", "session.ipy"),
        (_bare(_hot("bowl", 12)),),
    ),
    Spec(
        "click",
        ("tools", "clicked.py"),
        (Expected(None, "Invalid value for 'CONE': 12 is not in the range 1<=x<=10."),),
    ),
    Spec(
        "typer",
        ("tools", "typered.py", "12"),
        (_bare(_hot("bowl", 12)),),
        environment={"TERM": "dumb", "COLUMNS": "100"},
    ),
    Spec(
        "argparse",
        ("python", "argued.py"),
        (Expected(None, "argument --cone: invalid int value: 'hot'"),),
        ("3.8", "3.13"),
    ),
    Spec("django", ("tools", "djangoed.py"), (_bare(_hot("bowl", 12, count=2)),)),
    Spec(
        "warning",
        ("python", "warned.py"),
        (Expected("DeprecationWarning", "cone numbers above 10 will be refused", "warned.py:fire"),),
        ("3.8", "3.13"),
    ),
    Spec(
        "node",
        ("node", "kiln.js"),
        (Expected("TooHot", "cone 12 is above the limit of 10 for bowl", "kiln.js:fire"),),
    ),
    Spec(
        "node-cause",
        ("node", "kiln.js", "chain"),
        (
            Expected("Error", "cannot fire vase", "kiln.js:chain", role="wrapper"),
            Expected("TypeError", "Cannot read properties of null (reading 'map')", None, role="root"),
        ),
    ),
    Spec(
        "node-promise",
        ("node", "kiln.js", "promise"),
        (Expected("TooHot", "cone 12 is too hot", "kiln.js:promise"),),
    ),
    Spec(
        "java",
        ("java", "Kiln.java"),
        (
            Expected("Kiln$TooHot", "cannot fire vase", "Kiln.java:fire", role="wrapper"),
            Expected(
                "java.lang.IllegalArgumentException",
                "No glaze tenmoku in the cabinet",
                "Kiln.java:glaze",
                role="root",
            ),
        ),
    ),
    Spec(
        "rust", ("rust", "kiln.rs"), (Expected("panic", "cone 12 is above the limit of 10", "kiln.rs:fire"),)
    ),
    Spec(
        "rust-backtrace",
        ("rust", "kiln.rs"),
        (Expected("panic", "cone 12 is above the limit of 10", "kiln.rs:fire"),),
        environment={"RUST_BACKTRACE": "1"},
    ),
    Spec("cpp", ("cpp", "kiln.cpp"), (Expected("std::out_of_range", "cone 12 is above the limit of 10"),)),
]
