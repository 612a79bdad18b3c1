"""What people do when they paste: marks round the text, prose right behind it, frames that lost a part."""

from __future__ import annotations

import pytest

from app.domain.events import read
from tests.domain.pastes import Error, Row, check

ROWS: list[Row] = [
    # Prose in a script without blanks.
    ("behind a word", "放风筝时出现ValueError: the line is torn", [Error("ValueError", "the line is torn")]),
    (
        "before a question",
        "出现kite.LineError: the line is torn.这是什么原因啊？",
        [Error("kite.LineError", "the line is torn.")],
    ),
    ("behind a comma", "ValueError: the line is torn，怎么办", [Error("ValueError", "the line is torn")]),
    ("behind a blank", "ValueError: the line is torn 请问怎么办", [Error("ValueError", "the line is torn")]),
    (
        "behind a word that asks",
        "请问ValueError: the line is torn",
        [Error("ValueError", "the line is torn")],
    ),
    (
        "a class with its parent behind a word",
        "错误sky.exc.TornError(kite.TornError): it is torn",
        [Error("sky.exc.TornError(kite.TornError)", "it is torn")],
    ),
    (
        "a class and a blank behind a word",
        "错误ValueError : the line is torn",
        [Error("ValueError", "the line is torn")],
    ),
    ("a wide colon", "错误信息：ValueError：no wind is left", [Error("ValueError", "no wind is left")]),
    ("a wide comma", "报错ValueError，no wind is left", [Error("ValueError", "no wind is left")]),
    ("a wide comma and prose", "报错ValueError，怎么办", []),
    ("in corner brackets", "放风筝时「ValueError: no wind」です", [Error("ValueError", "no wind")]),
    (
        "a name in that script stays",
        "ValueError: no kite '风筝.txt' in 'sky'",
        [Error("ValueError", "no kite '风筝.txt' in 'sky'")],
    ),
    (
        "a whole message in it stays",
        "ValueError: 风筝 3 断了，怎么办",
        [Error("ValueError", "风筝 3 断了，怎么办")],
    ),
    # A class that nothing but its module tells.
    (
        "a class known by its module",
        "it says kite.exceptions.BadSetUp: no sky is set",
        [Error("kite.exceptions.BadSetUp", "no sky is set")],
    ),
    (
        "the same, with digits and capitals in its module",
        "kite2.sky_core.exceptions.grpc.NotThereX: 404 no such kite",
        [Error("kite2.sky_core.exceptions.grpc.NotThereX", "404 no such kite")],
    ),
    (
        "emphasised by underscores",
        "_ValueError: cannot fly on a line with knots_",
        [Error("ValueError", "cannot fly on a line with knots")],
    ),
    (
        "emphasised, with its parent and blanks behind",
        "see _TornError(kite.LineError) : the line is torn_  ",
        [Error("TornError(kite.LineError)", "the line is torn")],
    ),
    # A class as its repr.
    (
        "the repr of a class",
        "Failed - <class 'kite.exc.LineTimeout'>: the line is slow",
        [Error("kite.exc.LineTimeout", "the line is slow")],
    ),
    (
        "the same in quotation marks",
        "a 500 due to \"Failed - <class 'kite.exc.LineTimeout'>: the line is slow\"",
        [Error("kite.exc.LineTimeout", "the line is slow")],
    ),
    ("Python 2's", "Error: <type 'exceptions.IOError'>: no line", [Error("IOError", "no line")]),
    (
        "a type in a message",
        "TypeError: 3 is <class 'int'>: not str",
        [Error("TypeError", "3 is <class 'int'>: not str")],
    ),
    (
        "a class in a message, without a colon behind it",
        "LineError: Knot <class 'kite.models.Knot'> is tied",
        [Error("LineError", "Knot <class 'kite.models.Knot'> is tied")],
    ),
    (
        "the same with one",
        "LineError: no knot of <class 'kite.models.BadKnotError'>: tied",
        [Error("LineError", "no knot of <class 'kite.models.BadKnotError'>: tied")],
    ),
    ("no class before it", "Knot <class 'kite.models.Knot'> is tied", []),
    # An element of a page.
    (
        "elements of a page",
        "<title>TypeError: cannot fly // Kite</title>\n<p class='msg'>\n",
        [Error("TypeError", "cannot fly // Kite")],
    ),
    # Marks.
    (
        "a fence in one line",
        "```File \"/srv/kite.py\", line 9, in fly raise LineError( kite.LineError: 0, bad='3'```",
        [Error("kite.LineError", "0, bad='3'", (("/srv/kite.py", 9, "fly"),))],
    ),
    (
        "code spans over lines",
        "`kite/wind.py:55: in kite.wind.Sky.blow\n    ???`\n`../lib/typing.py:852: in check\n    return f(x)`\n`E   TypeError: arg 1 is no sky`",
        [
            Error(
                "TypeError",
                "arg 1 is no sky",
                (("kite/wind.py", 55, "kite.wind.Sky.blow"), ("../lib/typing.py", 852, "check")),
            )
        ],
    ),
    (
        "a code span, and what is said below it",
        "`E   TypeError: arg 1 is no sky\nE   (it is a kite)`\nso what do I do now?",
        [Error("TypeError", "arg 1 is no sky\n(it is a kite)")],
    ),
    (
        "a code span of plain lines, and what is said below it",
        "`fly()\nValueError: no wind: none`\nand it is torn",
        [Error("ValueError", "no wind: none")],
    ),
    (
        "bold type over two lines",
        "**see sky.py\nkite.LineError: no line of 3 is left**\nwhy?",
        [Error("kite.LineError", "no line of 3 is left")],
    ),
    (
        "a power at the end",
        "kite.LineError: no such operator: **",
        [Error("kite.LineError", "no such operator: **")],
    ),
    # Frames.
    (
        "in a pane whose first line lacks its left side",
        "ValueError: no wind is left for the kites       │\n│                                               │",
        [Error("ValueError", "no wind is left for the kites")],
    ),
    (
        "the raising one left out",
        'Traceback (most recent call last):\n  File "/srv/fly.py", line 9, in main\n    fly()\n......\nValueError: no wind',
        [Error("ValueError", "no wind", (("/srv/fly.py", 9, "main"), ("…", None, None)))],
    ),
    (
        "the same, counted",
        'Traceback (most recent call last):\n  File "/srv/fly.py", line 9, in main\n    fly()\n  [4 hidden frames]\nValueError: no wind',
        [Error("ValueError", "no wind", (("/srv/fly.py", 9, "main"), ("…", None, None)))],
    ),
    (
        "one in the middle left out",
        'Traceback (most recent call last):\n  File "/srv/fly.py", line 9, in main\n    fly()\n  ...\n  File "/srv/sky.py", line 3, in blow\n    raise ValueError(x)\nValueError: no wind',
        [Error("ValueError", "no wind", (("/srv/fly.py", 9, "main"), ("/srv/sky.py", 3, "blow")))],
    ),
    (
        "lines of source left out, and frames that are one",
        'Traceback (most recent call last):\n  File "/srv/fly.py", line 9, in main\n    fly(\n    ...<3 lines>...\n    )\n  [Previous line repeated 9 more times]\nValueError: no wind',
        [Error("ValueError", "no wind", (("/srv/fly.py", 9, "main"),))],
    ),
    (
        "a module's name taken for a tag",
        'Traceback (most recent call last):\n  File "fly.py", line 9, in \n    main()\n  File "b.py", line 2, in g\n    x()\nValueError: no wind',
        [Error("ValueError", "no wind", (("fly.py", 9, None), ("b.py", 2, "g")))],
    ),
    (
        "the same without indentation",
        'Traceback (most recent call last):\nFile "fly.py", line 9, in \nFile "b.py", line 2, in g\nValueError: no wind',
        [Error("ValueError", "no wind", (("fly.py", 9, None), ("b.py", 2, "g")))],
    ),
    (
        "a frame cut to its line",
        "line 149, in find_wind\n    sky[1] = x\n    ~~~^^^\nValueError: no wind in it.",
        [Error("ValueError", "no wind in it.", (("…", 149, "find_wind"),))],
    ),
    # Lines that were one, and one that was several.
    (
        "a process's line that a terminal wrapped",
        (
            '(Wind pid=3)   File "/srv/kite/wind.py", line 9, in fly\n(Wind pid=3)     raise Torn(\n'
            "(Wind pid=3) kite.Torn: the line of the kite is torn at 7 of 9 me\ntres above the ground\n(Wind pid=4) up again"
        ),
        [
            Error(
                "kite.Torn",
                "the line of the kite is torn at 7 of 9 me",
                (("/srv/kite/wind.py", 9, "fly"),),
            )
        ],
    ),
    (
        "what another program says below each process's line",
        "".join(
            f"[rank{number}]: ValueError: the line of the kite is torn at 7 of 9 me\n{below}\n"
            for number, below in enumerate(["up again", "up again", "down", "gone"])
        ),
        [
            Error(
                "ValueError",
                "the line of the kite is torn at 7 of 9 me",
                count=4,
                lines=((1, 2), (3, 4), (5, 6), (7, 8)),
            )
        ],
    ),
    (
        "two errors in a line",
        "Got ValueError: no wind. kite.TornError: the line is torn. Why?",
        [Error("ValueError", "no wind."), Error("kite.TornError", "the line is torn. Why?")],
    ),
    (
        "two errors in a line, the first behind a tab",
        "ValueError: \tno wind. kite.TornError: the line is torn",
        [Error("ValueError", "no wind."), Error("kite.TornError", "the line is torn")],
    ),
    (
        "three errors in a line, and prose behind them",
        "ValueError: no wind! kite.TornError: the line is torn. OSError: the kite is gone.怎么办",
        [
            Error("ValueError", "no wind!"),
            Error("kite.TornError", "the line is torn."),
            Error("OSError", "the kite is gone."),
        ],
    ),
    (
        "an error that tells of another",
        "RuntimeError: no flight: ValueError: no wind",
        [Error("RuntimeError", "no flight: ValueError: no wind")],
    ),
    (
        "a chain in a line",
        "KeyError: 'wind' During handling of the above exception, another exception occurred: kite.TornError: no line",
        [Error("KeyError", "'wind'", role="root"), Error("kite.TornError", "no line", role="wrapper")],
    ),
    # The final line was not copied.
    (
        "cut behind the line that raises",
        '  File "/srv/kite/fly.py", line 9, in fly\n    blow()\n  File "/srv/kite/wind.py", line 2, in blow\n    raise WindError(\nkite.',
        [Error(None, None, (("/srv/kite/fly.py", 9, "fly"), ("/srv/kite/wind.py", 2, "blow")))],
    ),
    (
        "cut within the name that it raises",
        '  File "/srv/kite/fly.py", line 9, in fly\n    blow()\n  File "/srv/kite/wind.py", line 2, in blow\n    raise WindEr',
        [Error(None, None, (("/srv/kite/fly.py", 9, "fly"), ("/srv/kite/wind.py", 2, "blow")))],
    ),
    (
        "a notebook's frames without header and final line",
        (
            "File ~/sky/kite/fly.py:117, in fly(style)\n    115 for line in lines:\n--> 117         blow(line)\n\n"
            'File ~/sky/kite/wind.py:49, in Wind.blow(self, key)\n     47     self.rows\n---> 49     raise WindError(\n     50         f"{key}'
        ),
        [
            Error(
                None,
                None,
                (("~/sky/kite/fly.py", 117, "fly"), ("~/sky/kite/wind.py", 49, "Wind.blow")),
            )
        ],
    ),
    (
        "the class glued to the raise of a title",
        "raise WindError kite.exceptions.WindError: no wind is set",
        [Error("kite.exceptions.WindError", "no wind is set")],
    ),
    # A build's step and seconds.
    (
        "a step of an image's build",
        '#12 0.637   File "/srv/kite.py", line 9, in fly\n#12 0.64     raise Torn(x)\n#12 0.641 kite.Torn: line 3\n#13 0.7 DONE 0.1s',
        [Error("kite.Torn", "line 3", (("/srv/kite.py", 9, "fly"),))],
    ),
    # logfmt.
    (
        "class and message in logfmt",
        'ts=1 level=error exc_type=kite.Torn exc_message="line 3 is torn" part=sky',
        [Error("kite.Torn", "line 3 is torn")],
    ),
    (
        "an error in a text of logfmt",
        'level=error msg="gone: ValueError: x is \\"bad\\"" n=1',
        [Error("ValueError", 'x is "bad"')],
    ),
]

TEXTS = [
    ("bold in code", "`**no wind in the whole sky today**`", ["no wind in the whole sky today"]),
    ("bold inside", "**no `wind` in the whole sky**", ["**no `wind` in the whole sky**"]),
    ("a command", "`fly --far`", ["`fly --far`"]),
    ("code over lines that is no output", "`x = 1\ny = 2`", ["`x = 1\ny = 2`"]),
    ("a fence's language", "```console\nno wind\n```\nnone", ["no wind", "none"]),
    ("an object behind a mark", '`b\'{"error":"no wind at all"}\\n\'`', ["no wind at all"]),
    (
        "logfmt",
        'time="2031-02-03T04:05:06Z" level=error msg="cannot fly 3 of 9" path="/x" err="no wind"',
        ["cannot fly 3 of 9", "no wind"],
    ),
    ("pairs that are no log", 'size=3 name="a b" x=y', ['size=3 name="a b" x=y']),
]


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_reading(text: str, expected: list[Error]) -> None:
    """Each paste gives the events that a person sees in it."""
    check(text, expected)


@pytest.mark.parametrize(("text", "blocks"), [row[1:] for row in TEXTS], ids=[row[0] for row in TEXTS])
def test_text_that_is_no_error(text: str, blocks: list[str]) -> None:
    """Marks, fences and pairs go; what was said stays, to be matched line by line."""
    paste = read(text)
    assert [block.passage.text for block in paste.blocks] == blocks
    assert not paste.events
