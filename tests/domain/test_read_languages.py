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
]


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_reading(text: str, expected: list[Error]) -> None:
    """Class, message, frames, role, count and places are as told."""
    check(text, expected)


def test_the_cause_is_the_root() -> None:
    """Java prints the outermost error first; heights count from the cause."""
    assert [event.height for event in read(JAVA).events] == [2, 1, 0]
