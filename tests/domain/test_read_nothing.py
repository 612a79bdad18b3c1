"""Text that tells no error: logs, questions, source code, commands, other tools' output."""

import pytest

from app.domain.events import read

SOURCE = '''\
import kite

class Line:
    """A line.

    Raises:
        ValueError: If the line is torn.
        kite.WindError: Without wind.
    """

    def pull(self, force):
        # KeyError: never seen
        message = "ValueError: not printed"
        if force > 5:
            print("OSError: not printed")
            raise ValueError(
                "RuntimeError: not printed"
            )
        try:
            self.go()
        except (KeyError, ValueError) as error:
            logger.error("WindError: %s", error)
            return ValueError("never raised")
'''

TEXTS = [
    ("source", SOURCE),
    ("source in a fence", f"Here is my code:\n```python\n{SOURCE}```\n"),
    (
        "a docstring's section",
        "    Raises:\n        ValueError: If the line is torn.\n        TypeError: Else.\n",
    ),
    ("a field list", ":raises ValueError: if the line is torn"),
    ("a raise with its text", 'raise kite.WindError("no wind") from None'),
    ("a diff", '-    raise ValueError("old")\n+    raise ValueError("new: OSError: x")'),
    ("an except clause", "try:\n    go()\nexcept ValueError: pass"),
    ("a test's code", 'with pytest.raises(ValueError, match="ValueError: x"):\n    go()'),
    ("an assignment", 'text = "ValueError: bad"'),
    ("a comment behind code", "go()  # ValueError: bad"),
    ("a repr in code", 'error = ValueError("bad")\nmock.side_effect = OSError("x")\nreturn KeyError("k")'),
    (
        "a start-up log",
        (
            "2031-02-03 04:05:06 INFO server: Started server process [7]\nINFO:     Waiting for application startup.\n"
            "2031-02-03 04:05:07,1 - mill - WARNING - cache is cold\n[2031-02-03 04:05:08] loading 3 shards in 2 s\n"
            "Failed: 0\nTimeout: 30\nMissing: none\nExit: 0\nWarning count 3\nRequired: yes"
        ),
    ),
    ("a question", "How do I catch a ValueError in kite? I read about KeyError and TypeError too."),
    ("a command", "$ pip install kite\n>>> import kite\nC:\\> kite --version"),
    ("a table", "| name | value |\n| --- | --- |\n| a | 3 |\n| b | 4 |"),
    ("a box of a program", "╭──────────╮\n│ Welcome! │\n╰──────────╯"),
    ("a tree of files", "kite\n├── wind.py\n│   └── x\n└── fly.py"),
    (
        "a JSON answer",
        '{"status": "ok", "errors": [], "type": "list", "data": [{"name": "a", "error": null}]}',
    ),
    ("a configuration", "timeout: 30\nretries: 3\non_error: stop\nlastError: null"),
    ("quoted prose", "> I think so\n> too, in my file line 3\nyes"),
    ("progress", "10%|#         | 1/10 [00:01<00:09]\r100%|##########| 10/10 [00:10<00:00]"),
    ("places in prose", "see kite/wind.py in blow, and fly.py:12 - main, at line 3"),
    ("an HTML page", "<html><body><p>All is well</p><br></body></html>"),
    ("a compiler's note", "kite.c:12:3: warning: unused variable 'x' [-Wunused-variable]"),
    ("a handler named in a sentence", "do not write `except Exception: pass`, and say why"),
    (
        "a server's answer",
        'Internal Server Error: /orders/\n[03/Feb/2031 04:05:06] "GET /orders/ HTTP/1.1" 500 145',
    ),
    ("a header alone", "Traceback (most recent call last):"),
    (
        "a header of another kind",
        "Exception raised from check at x.cpp:43 (most recent call first):\nframe #0: f + 0x9",
    ),
    (
        "the place of a doctest's example",
        'File "/srv/doc.py", line 3, in doc.load\nFailed example:\n    load()\nExpected:\n    1\nGot:\n    2',
    ),
    ("key and value members", '{"name": "timeout", "type": "integer", "value": "3"}'),
]


@pytest.mark.parametrize("text", [row[1] for row in TEXTS], ids=[row[0] for row in TEXTS])
def test_no_event(text: str) -> None:
    """Nothing here is an error that a program printed."""
    assert read(text).events == ()


def test_source_is_kept_apart() -> None:
    """Pasted source is in blocks that are marked, so that a record's message quoted in it is no match."""
    blocks = read(SOURCE).blocks
    quoting = [block for block in blocks if "not printed" in block.passage.text]
    assert quoting
    assert all(block.code for block in quoting)
