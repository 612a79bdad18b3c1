"""What the copy broke: lines joined, wrapped, cut, marked up, escaped for the web."""

import html

import pytest

from tests.domain.pastes import Error, Row, check

PLAIN = """\
Traceback (most recent call last):
  File "/srv/kite/fly.py", line 12, in <module>
    main()
  File "/srv/kite/__init__.py", line 88, in __init__
    raise LineTorn(
kite.LineTorn: line "b" is torn at 7 > 5"""
FRAMES = (("/srv/kite/fly.py", 12, "<module>"), ("/srv/kite/__init__.py", 88, "__init__"))
TORN = Error("kite.LineTorn", 'line "b" is torn at 7 > 5', FRAMES)

ROWS: list[Row] = [
    (
        "emphasised by underscores",
        "then it says\n\n_WindError: no wind in kite_dir today_\n\nin the log",
        [Error("WindError", "no wind in kite_dir today")],
    ),
    (
        "the raise and the error glued into a title",
        "raise kite_exc.LineTorn( kite.exc.LineTornError: the line of <Kite at 0x3263> is torn (see htt",
        [Error("kite.exc.LineTornError", "the line of <Kite at 0x3263> is torn (see htt")],
    ),
    (
        "the same without a blank",
        "raise LineTorn(msg.format(name=self.name))kite.exc.LineTornError: the line is torn",
        [Error("kite.exc.LineTornError", "the line is torn")],
    ),
    ("a class that a call names is no error", 'raise LineTorn("ValueError: the line is torn")', []),
    (
        "line breaks lost, a process's mark between",
        '(W pid=3) Traceback (most recent call last): (W pid=3) File "/a.py", line 2, in f (W pid=3) ValueError: x is bad',
        [Error("ValueError", "x is bad", (("/a.py", 2, "f"),))],
    ),
    (
        "line breaks lost, source between",
        (
            'Traceback (most recent call last): File "/srv/kite/fly.py", line 12, in <module> main() '
            'File "/srv/kite/wind.py", line 88, in blow raise WindError("ValueError: x") kite.WindError: no wind today'
        ),
        [
            Error(
                "kite.WindError",
                "no wind today",
                (("/srv/kite/fly.py", 12, "<module>"), ("/srv/kite/wind.py", 88, "blow")),
            )
        ],
    ),
    (
        "line breaks lost, a call left open",
        'Traceback (most recent call last): File "a.py", line 2, in f raise ValueError( ValueError: no wind',
        [Error("ValueError", "no wind", (("a.py", 2, "f"),))],
    ),
    (
        "line breaks lost in a chain",
        (
            "Traceback (most recent call last): File \"a.py\", line 2, in f d[k] KeyError: 'k9' "
            "During handling of the above exception, another exception occurred: "
            'Traceback (most recent call last): File "b.py", line 3, in g raise OSError("x") OSError: no wind'
        ),
        [
            Error("KeyError", "'k9'", (("a.py", 2, "f"),), role="root"),
            Error("OSError", "no wind", (("b.py", 3, "g"),), role="wrapper"),
        ],
    ),
    (
        "a quotation, wrapped, with bold type for underscores",
        '> File "/srv/kite/conf.py", \n> line 17, in **init** raise \n> LineTorn("key must not be empty")',
        [Error(None, None, (("/srv/kite/conf.py", 17, "__init__"),))],
    ),
    (
        "frames wrapped within their path",
        (
            'Traceback (most recent call last):\n  File "/opt/v/lib/python3.11/site-pack\nages/kite/wind.py", line 88, in blow\n'
            '    raise OSError("x")\nOSError: no wind'
        ),
        [Error("OSError", "no wind", (("/opt/v/lib/python3.11/site-packages/kite/wind.py", 88, "blow"),))],
    ),
    (
        "frames and header wrapped between words",
        'Traceback (most recent\ncall last):\n  File "/srv/wind.py", line\n88, in blow\n    go()\nOSError: no wind',
        [Error("OSError", "no wind", (("/srv/wind.py", 88, "blow"),))],
    ),
    (
        "a message wrapped in mid-word stays as pasted",
        'Traceback (most recent call last):\n  File "/srv/wind.py", line 88, in blow\nOSError: there is no wi\nnd today',
        [Error("OSError", "there is no wi\nnd today", (("/srv/wind.py", 88, "blow"),))],
    ),
    (
        "indentation lost",
        "\n".join(line.strip() for line in PLAIN.split("\n")),
        [TORN],
    ),
    ("in a fence", f"It fails:\n```\n{PLAIN}\n```\nWhy?", [TORN]),
    (
        "in a fence with a language, message next to it",
        f"```pytb\n{PLAIN}```",
        [Error(TORN.error_class, f"{TORN.message}```", FRAMES)],
    ),
    ("escaped for the web", html.escape(PLAIN), [TORN]),
    ("with line breaks as tags", "<p>" + html.escape(PLAIN).replace("\n", "<br>") + "</p>", [TORN]),
    ("with line breaks as tags and line feeds", html.escape(PLAIN).replace("\n", "<br/>\n"), [TORN]),
    (
        "bold lines",
        "\n".join(f"**{line}**" if not line.startswith("    ") else line for line in PLAIN.split("\n")),
        [TORN],
    ),
    (
        "each line as code",
        "\n".join(f"`{line}`" for line in PLAIN.split("\n") if not line.startswith("    ")),
        [TORN],
    ),
    (
        "underscores as bold type",
        PLAIN.replace("__init__", "**init**"),
        [TORN],
    ),
    (
        "smart quotation marks",
        PLAIN.replace('File "', "File “").replace('", line', "”, line"),
        [TORN],
    ),
    (
        "quotation marks of paths lost",
        "Traceback (most recent call last):\n  File /srv/kite/wind.py, line 88, in blow\n    go()\nOSError: no wind",
        [Error("OSError", "no wind", (("/srv/kite/wind.py", 88, "blow"),))],
    ),
    (
        "no-break spaces and a zero-width mark",
        PLAIN.replace("    ", "\u00a0\u00a0\u00a0\u00a0").replace("kite.Line", "kite.\u200bLine"),
        [TORN],
    ),
    ("carriage returns alone", PLAIN.replace("\n", "\r"), [TORN]),
    (
        "frames left out",
        (
            'Traceback (most recent call last):\n  File "/srv/kite/fly.py", line 12, in <module>\n    main()\n  ...\n'
            '  [... 12 frames omitted ...]\n  File "/srv/kite/__init__.py", line 88, in __init__\n    raise LineTorn(\nkite.LineTorn: torn'
        ),
        [Error("kite.LineTorn", "torn", FRAMES)],
    ),
    (
        "line numbers blacked out",
        'Traceback (most recent call last):\n  File "/srv/kite/wind.py", line xxx, in blow\nOSError: no wind',
        [Error("OSError", "no wind", (("/srv/kite/wind.py", None, "blow"),))],
    ),
    (
        "Windows paths, carriage returns, and cut at both ends",
        'ite\\wind.py", line 88, in blow\r\n    go()\r\n  File "D:\\v\\Lib\\site-packages\\kite\\gale.py", line 3, in gust\r\n    raise OSErr',
        [
            Error(
                None,
                None,
                (("ite\\wind.py", 88, "blow"), ("D:\\v\\Lib\\site-packages\\kite\\gale.py", 3, "gust")),
            )
        ],
    ),
    (
        "no blank line between a chain's parts, in a quotation",
        (
            "> Traceback (most recent call last):\n>   File \"a.py\", line 2, in f\n> KeyError: 'k9'\n"
            "> During handling of the above exception, another exception occurred:\n> Traceback (most recent call last):\n"
            '>   File "b.py", line 3, in g\n> OSError: no wind\n\nCan you help?'
        ),
        [
            Error("KeyError", "'k9'", (("a.py", 2, "f"),), role="root"),
            Error("OSError", "no wind", (("b.py", 3, "g"),), role="wrapper"),
        ],
    ),
    (
        "Python 2",
        (
            'Traceback (most recent call last):\n  File "fly.py", line 12, in <module>\n    main()\n'
            "  File \"wind.py\", line 3, in blow\n    raise WindTrouble, u'no wind'\nWindTrouble: no wind"
        ),
        [Error("WindTrouble", "no wind", (("fly.py", 12, "<module>"), ("wind.py", 3, "blow")))],
    ),
    (
        "a crash that lists the newest call first",
        (
            "Current thread 0x00007f (most recent call first):\n"
            '  File "/srv/wind.py", line 88 in blow\n  File "/srv/fly.py", line 12 in <module>\n'
        ),
        [Error(None, None, (("/srv/fly.py", 12, "<module>"), ("/srv/wind.py", 88, "blow")))],
    ),
    (
        "a class defined in a function",
        'Traceback (most recent call last):\n  File "/srv/wind.py", line 88, in blow\n__main__.f.<locals>.Gale: strong',
        [Error("__main__.f.<locals>.Gale", "strong", (("/srv/wind.py", 88, "blow"),))],
    ),
    (
        "many blank lines inside",
        PLAIN.replace("    raise", "\n\n\n    raise").replace("kite.Line", "\n\nkite.Line"),
        [TORN],
    ),
    (
        "wrapped within words of frames, functions and source",
        (
            "Traceback (most recent call last):\n"
            '  File "/opt/v/lib/python3.11/site-packages/kite/wind.py", li\nne 88, in blow\n'
            '  File "/opt/v/lib/python3.11/site-packages/kite/gale.py", line 9, in stro\nngest\n'
            '    raise TooStrong("a gale is no wind for a kite of paper, so w\nait: please")\nTooStrong: a gale'
        ),
        [
            Error(
                "TooStrong",
                "a gale",
                (
                    ("/opt/v/lib/python3.11/site-packages/kite/wind.py", 88, "blow"),
                    ("/opt/v/lib/python3.11/site-packages/kite/gale.py", 9, "strongest"),
                ),
            )
        ],
    ),
    (
        "wrapped behind the word File",
        'Traceback (most recent call last):\n  File\n"/opt/kite/wind.py"\n, line 88, in blow\n    go()\nOSError: no wind',
        [Error("OSError", "no wind", (("/opt/kite/wind.py", 88, "blow"),))],
    ),
    (
        "line breaks lost without a blank in their place",
        (
            'Traceback (most recent call last):  File "a.py", line 2, in f    raise errorTooStrongError: a gale'
        ),
        [Error("TooStrongError", "a gale", (("a.py", 2, "f"),))],
    ),
    (
        "the last two lines of a traceback, a class that only its source names",
        '    raise TooStrong(\n        "a gale"\n    )\nTooStrong: a gale',
        [Error("TooStrong", "a gale")],
    ),
    (
        "a class right above its frames",
        '[ERROR] TooStrong: a gale\nTraceback (most recent call last):\n  File "a.py", line 2, in f\n    go()',
        [Error("TooStrong", "a gale", (("a.py", 2, "f"),))],
    ),
    (
        "each line as code, indentation inside",
        "\n".join(f"`{line}`" for line in PLAIN.split("\n")),
        [TORN],
    ),
]


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_reading(text: str, expected: list[Error]) -> None:
    """Class, message, frames, role, count and places are as told."""
    check(text, expected)
