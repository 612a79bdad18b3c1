"""Laws of reading: no text raises, every place is right, work is in proportion to the text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.events import read

LINES = st.sampled_from(
    [
        "Traceback (most recent call last):",
        "ValueError                                Traceback (most recent call last)",
        '  File "/a/b.py", line 3, in f',
        'File "/a/b.py", line 3, in f raise X( ValueError: x',
        '  File "/a/b',
        "File ~/a/b.py:33, in load(path, *, strict)",
        "~/a/b.py in load(path)",
        "---> 33     raise ValueError('x')",
        "     31 if strict:",
        "╭──── Traceback (most recent call last) ────╮",
        "│ /a/b.py:42 in fetch                       │",
        "│ ❱ 42 │   │   raise OSError(               │",
        "╰───────────────────────────────────────────╯",
        "  + Exception Group Traceback (most recent call last):",
        '  |   File "/a/b.py", line 3, in f',
        "  | ExceptionGroup: two (2 sub-exceptions)",
        "  +-+---------------- 1 ----------------",
        "    | Traceback (most recent call last):",
        "    | RuntimeError: x",
        "    +------------------------------------",
        "During handling of the above exception, another exception occurred:",
        "another exception occurred:",
        "Exception has occurred: X",
        "Exception Type: X at /a",
        "Exception Value: y",
        "X at /a/",
        "Request Method: GET",
        "  SolveTrouble",
        "  at ~/a/b.py:24 in _solve",
        "**a.X** in **a/b.py:12**",
        "    a/b.py:12 - load",
        "java.lang.XException: y",
        "\tat a.b.C.d(C.java:1)",
        "Caused by: a.Y: z",
        "    at f (/a/b.js:3:4)",
        "bake: error: x",
        "  Value error, x [type=value_error]",
        "pydantic.ValidationError: 1 validation error",
        "/a/b.py:12: UserWarning: x",
        "  warnings.warn(",
        "raised unexpected: ValueError('bad id')",
        '{"exc_info": [',
        '"Traceback (most recent call last):",',
        "]}",
        '{"exc_type": "X", "exc_message": ["y"]}',
        '{"log": "{\\"exc\\": \\"Traceback (most recent call last):\\\\n',
        "{'message': \"x\", 'error': 'ValueError'}",
        "> ",
        "> ValueError: x",
        "# Traceback (most recent call last):",
        "File &quot;a&quot;<br>ValueError: &lt;x&gt;",
        "(W pid=3) Traceback (most recent call last): (W pid=3) ValueError: x",
        "def f():",
        "    Raises:",
        '"""',
        "E       assert 3 == 4",
        "a.py:9: AssertionError",
        "",
    ]
)


@given(st.lists(LINES, max_size=25), st.sampled_from(["{}", "[rank0]: {}", "web-1 | {}", "> {}", "│ {} │"]))
def test_any_mixture_of_layouts_is_read(lines: list[str], prefix: str) -> None:
    """Parts of every layout in any order are read, twice alike, and each place lies in the text."""
    text = "\n".join(prefix.format(line) for line in lines)
    paste = read(text)
    assert read(text).events == paste.events
    for event in paste.events:
        assert event.height >= 0
        assert all(1 <= first < end <= len(lines) + 1 for first, end in event.places)
        if event.message is not None:
            length = len(event.message.text)
            assert all(0 <= event.message.origin(position) < len(text) for position in range(length))


@given(st.text(alphabet="ab1 \n\t\"'\\{}[]()<>|+-│╭╰❱*#&;:,.=FileTracbk", max_size=200))
def test_marks_in_any_order_are_read(text: str) -> None:
    """Quotation marks, brackets, borders and escapes in any order raise nothing."""
    for event in read(text).events:
        assert event.places


@pytest.mark.parametrize(
    "text",
    [
        "(" + "a" * 100_000 + ")",
        "(" + "a " * 100_000 + ")",
        'File "a", line 1, in ' + " " * 100_000 + "x",
        "{'" * 100_000,
        '{"a":' * 100_000,
        "ValueError: " * 50_000,
        'File "' * 100_000,
        'File "/a/b.py", line 1, in f x ' * 5_000,
        "[a](http://" * 50_000,
        "^M" * 100_000,
        "A" * 200_000 + ":",
        "a." * 100_000,
        "**a: " * 50_000,
        '"Traceback (most recent call last):\\n' + '\\"' * 100_000,
        'Traceback (most recent call last):\n  File "a", line 1, in f\n' + "\n" * 50_000 + "x",
        "".join(
            "  " * min(depth, 200) + "| Traceback (most recent call last):\n" for depth in range(1, 1000)
        ),
    ],
    ids=lambda text: text[:24].strip(),
)
def test_one_mark_again_and_again_is_read_in_one_pass(text: str) -> None:
    """Each of these would take minutes, were any step repeated for every mark."""
    assert read(text).source.raw == text
