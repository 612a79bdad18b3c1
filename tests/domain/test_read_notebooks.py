"""Tracebacks whose source lines are numbered: notebooks, Rich's boxes, stack viewers."""

import pytest

from tests.domain.pastes import Error, Row, check

IPYTHON = """\
---------------------------------------------------------------------------
BadGrid                                   Traceback (most recent call last)
Cell In[4], line 2
      1 import lattice
----> 2 lattice.solve(grid, depth=3)

File ~/env/lib/python3.11/site-packages/lattice/core.py:33, in solve(grid, *, depth)
     31 if depth > 2:
     32     # ValueError: never shown
---> 33     raise BadGrid(f"Grid {grid} is too deep")
     34 return grid

BadGrid: Grid g7 is too deep"""
IPYTHON_FRAMES = (
    ("Cell In[4]", 2, None),
    ("~/env/lib/python3.11/site-packages/lattice/core.py", 33, "solve"),
)

RICH = """\
╭─────────────── Traceback (most recent call last) ────────────────╮
│ /srv/orchard/main.py:12 in <module>                              │
│                                                                  │
│    9 from orchard import tree                                    │
│ ❱ 12 tree.plant("oak")                                           │
│                                                                  │
│ /srv/venv/lib/python3.12/site-packages/orchard/fields/           │
│ seedlings/tree.py:140 in plant                                   │
│                                                                  │
│   139 │   │   if not self.rows:                                  │
│ ❱ 140 │   │   │   raise SoilError(                               │
│   141 │   │   │   │   f"No row left for {name}"                  │
│ ╭──────────────── locals ─────────────────╮                      │
│ │ name = 'oak'                            │                      │
│ ╰─────────────────────────────────────────╯                      │
╰──────────────────────────────────────────────────────────────────╯
SoilError: No row left for oak"""
RICH_FRAMES = (
    ("/srv/orchard/main.py", 12, "<module>"),
    ("/srv/venv/lib/python3.12/site-packages/orchard/fields/seedlings/tree.py", 140, "plant"),
)

ROWS: list[Row] = [
    ("IPython", IPYTHON, [Error("BadGrid", "Grid g7 is too deep", IPYTHON_FRAMES, lines=((2, 14),))]),
    (
        "IPython with carriage returns",
        IPYTHON.replace("\n", "\r\n"),
        [Error("BadGrid", "Grid g7 is too deep", IPYTHON_FRAMES, lines=((2, 14),))],
    ),
    (
        "IPython in colour",
        IPYTHON.replace("BadGrid", "\x1b[0;31mBadGrid\x1b[0m").replace("---> 33", "\x1b[0;32m---> 33\x1b[0m"),
        [Error("BadGrid", "Grid g7 is too deep", IPYTHON_FRAMES)],
    ),
    (
        "IPython, colours without their escape character",
        IPYTHON.replace("BadGrid", "[0;31mBadGrid[0m"),
        [Error("BadGrid", "Grid g7 is too deep", IPYTHON_FRAMES)],
    ),
    (
        "IPython, older, behind text",
        (
            "My notebook stops with\n\nKeyError                                  Traceback (most recent call last)\n"
            "<ipython-input-7-0a1b2c3d4e5f> in <module>\n      1 t = load()\n----> 2 t.pick('oak')\n\n"
            "~/miniconda3/lib/python3.8/site-packages/orchard/tree.py in pick(self, name, **kw)\n"
            "    101         try:\n--> 102             return self._d[name]\n    103         finally:\n\n"
            "KeyError: 'oak'\n\nAny idea?"
        ),
        [
            Error(
                "KeyError",
                "'oak'",
                (
                    ("<ipython-input-7-0a1b2c3d4e5f>", 2, "<module>"),
                    ("~/miniconda3/lib/python3.8/site-packages/orchard/tree.py", 102, "pick"),
                ),
                lines=((3, 14),),
            )
        ],
    ),
    (
        "IPython, cell line in the function's name, a frame hidden",
        (
            "LookupFailed                              Traceback (most recent call last)\nInput In [12], in <cell line: 3>()\n"
            "      1 x = 1\n----> 3 go(x)\n\n    [... skipping hidden 1 frame]\n\nFile D:\\lab\\orchard\\api.py:51, in go(x)\n"
            '---> 51     raise LookupFailed("no entry")\n\nLookupFailed: no entry'
        ),
        [
            Error(
                "LookupFailed",
                "no entry",
                (("Cell In [12]", 3, "<cell line: 3>"), (r"D:\lab\orchard\api.py", 51, "go")),
            )
        ],
    ),
    (
        "IPython, chained",
        (
            "KeyError                                  Traceback (most recent call last)\n"
            "File /a/cache.py:20, in get(self, k)\n---> 20 return self.d[k]\n\nKeyError: 'k9'\n\n"
            "During handling of the above exception, another exception occurred:\n\n"
            "LookupFailed                              Traceback (most recent call last)\nCell In[1], line 1\n"
            "----> 1 fetch('k9')\n\nFile /a/api.py:51, in fetch(key)\n---> 51 raise LookupFailed(key)\n\nLookupFailed: No entry named k9"
        ),
        [
            Error("KeyError", "'k9'", (("/a/cache.py", 20, "get"),), role="root"),
            Error(
                "LookupFailed",
                "No entry named k9",
                (("Cell In[1]", 1, None), ("/a/api.py", 51, "fetch")),
                role="wrapper",
            ),
        ],
    ),
    (
        "Colab, with its note below",
        (
            "ImportError                               Traceback (most recent call last)\n"
            "<ipython-input-3-5d> in <cell line: 1>()\n----> 1 import orchard\n\n3 frames\n"
            "[/usr/local/lib/python3.10/dist-packages/orchard/__init__.py](https://localhost:8080/#) in <module>\n"
            "      7 if not ok:\n----> 8     raise ImportError('orchard needs zlib 9')\n\nImportError: orchard needs zlib 9\n\n"
            "---------------------------------------------------------------------------\nNOTE: If your import is failing, see below.\n"
        ),
        [
            Error(
                "ImportError",
                "orchard needs zlib 9",
                (
                    ("<ipython-input-3-5d>", 1, "<cell line: 1>"),
                    ("/usr/local/lib/python3.10/dist-packages/orchard/__init__.py", 8, "<module>"),
                ),
            )
        ],
    ),
    (
        "VS Code, line numbers as links, message over two lines",
        (
            "RowError                                  Traceback (most recent call last)\n"
            "Cell In[2], line 1\n----> [1](vscode-notebook-cell:?execution_count=2&line=1) read('a')\n\n"
            "File c:\\Users\\me\\env\\Lib\\site-packages\\orchard\\io.py:33, in read(path)\n"
            "     [32](file:///c:/Users/me/env/Lib/site-packages/orchard/io.py:32) if bad:\n"
            "---> [33](file:///c:/Users/me/env/Lib/site-packages/orchard/io.py:33)     raise RowError(text)\n\n"
            "RowError: row 3 has no key:\n  id, name\n"
        ),
        [
            Error(
                "RowError",
                "row 3 has no key:\n  id, name",
                (
                    ("Cell In[2]", 1, None),
                    (r"c:\Users\me\env\Lib\site-packages\orchard\io.py", 33, "read"),
                ),
            )
        ],
    ),
    (
        "notebook traceback cut at its start",
        (
            "~/env/orchard/tree.py in pick(self)\n    101         try:\n--> 102             raise OSError('gone')\n\n"
            "OSError: gone"
        ),
        [Error("OSError", "gone", (("~/env/orchard/tree.py", 102, "pick"),))],
    ),
    (
        "notebook traceback cut at its end",
        IPYTHON[: IPYTHON.index("\n\nBadGrid:")],
        [Error("BadGrid", None, IPYTHON_FRAMES)],
    ),
    (
        "a bare assert in a notebook",
        (
            "AssertionError                            Traceback (most recent call last)\nCell In[9], line 1\n"
            "----> 1 assert False\n\nAssertionError: "
        ),
        [Error("AssertionError", None, (("Cell In[9]", 1, None),))],
    ),
    (
        "a syntax error in a cell",
        "  Cell In[3], line 1\n    x = = 1\n        ^\nSyntaxError: invalid syntax",
        [Error("SyntaxError", "invalid syntax", (("Cell In[3]", 1, None),))],
    ),
    ("Rich", RICH, [Error("SoilError", "No row left for oak", RICH_FRAMES, lines=((1, 18),))]),
    (
        "Rich behind a container's prefix",
        "\n".join(f"web-1  | {line}" for line in RICH.split("\n")),
        [Error("SoilError", "No row left for oak", RICH_FRAMES)],
    ),
    (
        "Rich in the column of its own log handler",
        "[04:05:06] ERROR    planting failed                 main.py:12\n"
        + "\n".join(" " * 20 + line for line in RICH.split("\n")),
        [Error("SoilError", "No row left for oak", RICH_FRAMES)],
    ),
    (
        "Rich on a narrow terminal, chained, message wrapped",
        (
            "╭─ Traceback (most recent call last) ─╮\n│ /srv/orchard/cache.py:20 in         │\n│ get_or_make                         │\n"
            "│                                     │\n│ ❱ 20 │   return self.d[k]           │\n╰─────────────────────────────────────╯\n"
            "KeyError: 'k9'\n\nDuring handling of the above exception,\nanother exception occurred:\n\n"
            "╭─ Traceback (most recent call last) ─╮\n│ /srv/orchard/very/long/path/of/mo   │\n│ dules/api.py:51 in fetch            │\n"
            "│                                     │\n│ ❱ 51 │   raise LookupFailed(        │\n╰─────────────────────────────────────╯\n"
            "LookupFailed: No entry named k9 in the\norchard"
        ),
        [
            Error("KeyError", "'k9'", (("/srv/orchard/cache.py", 20, "get_or_make"),), role="root"),
            Error(
                "LookupFailed",
                "No entry named k9 in the\norchard",
                (("/srv/orchard/very/long/path/of/modules/api.py", 51, "fetch"),),
                role="wrapper",
            ),
        ],
    ),
    (
        "Rich on a terminal without box characters",
        (
            "+------- Traceback (most recent call last) -------+\n| C:\\lab\\orchard\\hub.py:42 in fetch                |\n"
            "|                                                |\n| > 42 |   |   raise OSError(                      |\n"
            "+------------------------------------------------+\nOSError: oak has no file named map.json"
        ),
        [Error("OSError", "oak has no file named map.json", ((r"C:\lab\orchard\hub.py", 42, "fetch"),))],
    ),
    (
        "Rich, copied from the middle of the box",
        "\n".join(RICH.split("\n")[6:]),
        [
            Error(
                "SoilError",
                "No row left for oak",
                (("/srv/venv/lib/python3.12/site-packages/orchard/fields/seedlings/tree.py", 140, "plant"),),
            )
        ],
    ),
    (
        "a plain traceback in a terminal pane",
        (
            "┌──────────────────────────────────────────┐\n│ $ orchard run                            │\n"
            "│ Traceback (most recent call last):       │\n"
            '│   File "/srv/a.py", line 3, in f         │\n│     raise OSError("gone")                │\n'
            "│ OSError: gone                            │\n└──────────────────────────────────────────┘"
        ),
        [Error("OSError", "gone", (("/srv/a.py", 3, "f"),))],
    ),
    (
        "a stack viewer's numbered source and values",
        (
            'File "/srv/demo.py", line 12, in prune\n    9    def prune(tree):\n    10       # a comment\n'
            '--> 12       return tree.cut("x")\n    ..................................................\n'
            "     tree = <Tree at 0x7f>\n    ..................................................\n\n"
            'File "/srv/tree.py", line 7, in cut\n--> 7        raise TypeError(name)\n\nTypeError: cannot cut x'
        ),
        [
            Error(
                "TypeError",
                "cannot cut x",
                (("/srv/demo.py", 12, "prune"), ("/srv/tree.py", 7, "cut")),
            )
        ],
    ),
    (
        "values annotated below the source",
        (
            "2031-02-03 04:05:06.123 | ERROR    | orchard.cli:run:18 - no device found\n"
            'Traceback (most recent call last):\n\n> File "/srv/orchard/cli.py", line 9, in run\n    go(cfg, "ValueError: x")\n'
            "    │  └ {'a': 1}\n    └ <function go at 0x7f>\n\n"
            "  File \"/srv/orchard/dev.py\", line 4, in go\n    raise DeviceLost(cfg)\n          │          └ {'a': 1}\n"
            "          └ <class 'orchard.DeviceLost'>\n\norchard.DeviceLost: no device for {'a': 1}"
        ),
        [
            Error(
                "orchard.DeviceLost",
                "no device for {'a': 1}",
                (("/srv/orchard/cli.py", 9, "run"), ("/srv/orchard/dev.py", 4, "go")),
            )
        ],
    ),
    (
        "locals below the source",
        (
            'Traceback (most recent call last):\n  File "/srv/a.py", line 3, in f\n    g(x)\n    x = 3\n    msg = "ValueError: no"\n'
            '  File "/srv/b.py", line 4, in g\n    raise OSError(x)\n    x = 3\nOSError: 3'
        ),
        [Error("OSError", "3", (("/srv/a.py", 3, "f"), ("/srv/b.py", 4, "g")))],
    ),
]


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_reading(text: str, expected: list[Error]) -> None:
    """Class, message, frames, role, count and places are as told."""
    check(text, expected)
