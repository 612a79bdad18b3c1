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
    # Frames.
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
                "the line of the kite is torn at 7 of 9 me\ntres above the ground",
                (("/srv/kite/wind.py", 9, "fly"),),
            )
        ],
    ),
    (
        "two errors in a line",
        "Got ValueError: no wind. kite.TornError: the line is torn. Why?",
        [Error("ValueError", "no wind."), Error("kite.TornError", "the line is torn. Why?")],
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
