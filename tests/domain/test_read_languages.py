"""Stack traces of JavaScript, Java and .NET: class, message, frames, and the cause as the root."""

import pytest

from app.domain.events import read
from tests.domain.pastes import Error, Row, check

JAVA = """\
2031-02-03 04:05:06 ERROR main c.a.Boot - start failed
org.quarry.PitException: pit 3 is flooded
	at org.quarry.Pit.dig(Pit.java:88)
	at org.quarry.app/org.quarry.Main.run(Main.java:12) ~[quarry.jar:1.2]
	at java.base/java.lang.Thread.run(Thread.java:833)
	... 2 common frames omitted
Caused by: java.io.IOException: no pump
	at org.quarry.Pump.start(Pump.java:40)
	at org.quarry.Pump.<init>(Unknown Source)
	... 12 more
Caused by: org.quarry.NoFuel: tank is empty
	at org.quarry.Tank.drain(Tank.java:7)
"""

ROWS: list[Row] = [
    (
        "Java, with causes",
        JAVA,
        [
            Error(
                "org.quarry.PitException",
                "pit 3 is flooded",
                (
                    ("Thread.java", 833, "java.lang.Thread.run"),
                    ("Main.java", 12, "org.quarry.Main.run"),
                    ("Pit.java", 88, "org.quarry.Pit.dig"),
                ),
                role="wrapper",
            ),
            Error(
                "java.io.IOException",
                "no pump",
                (
                    ("Unknown Source", None, "org.quarry.Pump.<init>"),
                    ("Pump.java", 40, "org.quarry.Pump.start"),
                ),
                role="wrapper",
            ),
            Error(
                "org.quarry.NoFuel",
                "tank is empty",
                (("Tank.java", 7, "org.quarry.Tank.drain"),),
                role="root",
                lines=((11, 13),),
            ),
        ],
    ),
    (
        "Java, in a thread, message over two lines, no line break at the end",
        'Exception in thread "main" java.lang.IllegalStateException: bad state\n  of the pit\n\tat a.B.c(B.java:1)',
        [Error("java.lang.IllegalStateException", "bad state\n  of the pit", (("B.java", 1, "a.B.c"),))],
    ),
    (
        "Java without a message",
        "java.lang.NullPointerException\n\tat a.B.c(B.java:1)\n\tat a.B.main(B.java:9)",
        [
            Error(
                "java.lang.NullPointerException",
                None,
                (("B.java", 9, "a.B.main"), ("B.java", 1, "a.B.c")),
            )
        ],
    ),
    (
        "JavaScript on a server",
        (
            "TypeError: Cannot read properties of undefined (reading 'id')\n    at Pit.dig (/srv/quarry/pit.js:88:13)\n"
            "    at async Promise.all (index 0)\n    at /srv/quarry/main.js:12:3\n    at node:internal/main/run_main_module:28:49\n\nNode.js v20.1.0"
        ),
        [
            Error(
                "TypeError",
                "Cannot read properties of undefined (reading 'id')",
                (
                    ("node:internal/main/run_main_module", 28, None),
                    ("/srv/quarry/main.js", 12, None),
                    ("/srv/quarry/pit.js", 88, "Pit.dig"),
                ),
            )
        ],
    ),
    (
        "JavaScript in a browser",
        "Uncaught RangeError: depth 9 is too deep\n    at dig (https://quarry.example/app.js:3:4)\n    at HTMLButtonElement.<anonymous> (https://quarry.example/app.js:9:1)",
        [
            Error(
                "RangeError",
                "depth 9 is too deep",
                (
                    ("https://quarry.example/app.js", 9, "HTMLButtonElement.<anonymous>"),
                    ("https://quarry.example/app.js", 3, "dig"),
                ),
            )
        ],
    ),
    (
        "JavaScript with the bare class",
        "Error: no pump\n    at start (C:\\quarry\\pump.js:40:9)",
        [Error("Error", "no pump", ((r"C:\quarry\pump.js", 40, "start"),))],
    ),
    (
        ".NET",
        "System.ArgumentException: pit 3 is flooded\n   at Quarry.Pit.Dig(Int32 n) in C:\\src\\Pit.cs:line 88\n   at Quarry.Main.Run()",
        [Error("System.ArgumentException", "pit 3 is flooded", ((r"C:\src\Pit.cs", 88, "Quarry.Pit.Dig"),))],
    ),
    (
        "JavaScript, a class that says not that it is an error's, below the line that throws",
        "/srv/quarry/pit.js:3\n  throw new TooDeep(`depth ${depth} is too deep`);\n  ^\n\nTooDeep: depth 9 is too deep\n    at dig (/srv/quarry/pit.js:3:9)\n    at /srv/quarry/main.js:12:3",
        [
            Error(
                "TooDeep",
                "depth 9 is too deep",
                (("/srv/quarry/main.js", 12, None), ("/srv/quarry/pit.js", 3, "dig")),
            )
        ],
    ),
    (
        "Java, a nested class",
        'Exception in thread "main" Quarry$TooDeep: depth 9\n\tat Quarry.dig(Quarry.java:3)',
        [Error("Quarry$TooDeep", "depth 9", (("Quarry.java", 3, "Quarry.dig"),))],
    ),
    (
        "Rust",
        "thread 'main' panicked at src/pit.rs:14:10:\ndepth 9 is too deep\nnote: run with `RUST_BACKTRACE=1`",
        [Error("panic", "depth 9 is too deep", (("src/pit.rs", 14, None),))],
    ),
    (
        "older Rust, with frames",
        (
            "thread 'digger' panicked at 'depth 9 is too deep', src/pit.rs:14:10\nstack backtrace:\n"
            "   0: rust_begin_unwind\n             at /rustc/9fc6/library/std/src/panicking.rs:665:5\n"
            "   1: quarry::dig\n             at ./src/pit.rs:14:10\n   2: quarry::main\n             at ./src/main.rs:3:5"
        ),
        [
            Error(
                "panic",
                "depth 9 is too deep",
                (("./src/main.rs", 3, "quarry::main"), ("./src/pit.rs", 14, "quarry::dig")),
            )
        ],
    ),
    (
        "Go",
        (
            "panic: depth 9 is too deep [recovered]\n\tpanic: depth 9 is too deep\n\ngoroutine 18 [running]:\n"
            "panic({0x50, 0xc0})\n\t/usr/local/go/src/runtime/panic.go:770 +0x132\n"
            "quarry.(*Pit).Dig(0xc00, 0x9)\n\t/srv/quarry/pit.go:88 +0x1d\nmain.main()\n\t/srv/quarry/main.go:12 +0x85\nexit status 2"
        ),
        [
            Error(
                "panic",
                "depth 9 is too deep",
                (("/srv/quarry/main.go", 12, "main.main"), ("/srv/quarry/pit.go", 88, "quarry.(*Pit).Dig")),
            )
        ],
    ),
    (
        "C++",
        "terminate called after throwing an instance of 'std::out_of_range'\n  what():  depth 9\nAborted (core dumped)",
        [Error("std::out_of_range", "depth 9")],
    ),
    (
        "Ruby",
        "/srv/pit.rb:33:in `dig': depth 9 is too deep (Quarry::TooDeep)\n\tfrom /srv/main.rb:12:in `<main>'",
        [
            Error(
                "Quarry::TooDeep",
                "depth 9 is too deep",
                (("/srv/main.rb", 12, "<main>"), ("/srv/pit.rb", 33, "dig")),
            )
        ],
    ),
    (
        "PHP",
        "PHP Fatal error:  Uncaught Quarry\\TooDeep: depth 9 in /srv/pit.php:33\nStack trace:\n#0 /srv/main.php(12): dig('9')\n#1 {main}",
        [Error("Quarry\\TooDeep", "depth 9", (("/srv/main.php", 12, "dig"), ("/srv/pit.php", 33, None)))],
    ),
]


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_reading(text: str, expected: list[Error]) -> None:
    """Class, message, frames, role, count and places are as told."""
    check(text, expected)


def test_the_cause_is_the_root() -> None:
    """Java prints the outermost error first; heights count from the cause."""
    assert [event.height for event in read(JAVA).events] == [2, 1, 0]
