"""Errors that a page or a tool reports: the message above the frames, or no Python class at all."""

import pytest

from tests.domain.pastes import Error, Row, check

ROWS: list[Row] = [
    (
        "the error line, then the traceback that ends with it",
        (
            "SetupError: key 'z' unknown\n(7 additional frame(s) were not displayed)\n...\n"
            "  File \"shop/views.py\", line 8, in get\n    x = load()\n\nSetupError: key 'z' unknown"
        ),
        [
            Error(
                "SetupError",
                "key 'z' unknown",
                (("shop/views.py", 8, "get"),),
                count=2,
                lines=((1, 2), (4, 8)),
            )
        ],
    ),
    (
        "the error line, then a traceback without its own",
        (
            "[ERROR] SetupError: key 'z' unknown\nTraceback (most recent call last):\n"
            '  File "/var/task/shop.py", line 3, in handler\n    raise SetupError("x")'
        ),
        [Error("SetupError", "key 'z' unknown", (("/var/task/shop.py", 3, "handler"),), lines=((1, 5),))],
    ),
    (
        "a function's log, tab-separated",
        (
            "[ERROR]\t2031-02-03T04:05:06.123Z\t0a1b2c3d-0000-4000-8000-0a1b2c3d4e5f\tSetupError: key 'z' unknown\n"
            'Traceback (most recent call last):\n  File "/var/task/shop.py", line 3, in handler\n    f()'
        ),
        [Error("SetupError", "key 'z' unknown", (("/var/task/shop.py", 3, "handler"),))],
    ),
    (
        "a tracker's notice, newest frame first",
        (
            "**bakery.errors.OvenCold** in **bakery/oven.py:12**\noven 2 is cold\n"
            "    bakery/oven.py:12 - heat        <- newest frame first\n    bakery/app.py:90 - boot\n"
        ),
        [
            Error(
                "bakery.errors.OvenCold",
                "oven 2 is cold",
                (("bakery/app.py", 90, "boot"), ("bakery/oven.py", 12, "heat")),
            )
        ],
    ),
    (
        "a tracker's notice with frames in words",
        "OvenCold in bakery/oven.py:12\noven 2 is cold\n\nbakery/oven.py in heat at line 12\nbakery/app.py in boot at line 90",
        [
            Error(
                "OvenCold",
                "oven 2 is cold",
                (("bakery/app.py", 90, "boot"), ("bakery/oven.py", 12, "heat")),
            )
        ],
    ),
    (
        "an editor's pop-up",
        "Exception has occurred: OvenCold\noven 2 is cold",
        [Error("OvenCold", "oven 2 is cold")],
    ),
    (
        "an editor's pop-up with frames, newest first",
        (
            "Exception has occurred: ValueError       (note: full exception trace is shown but execution is paused at: _run_module_as_main)\n"
            'oven 2 is cold\n  File "C:\\bakery\\oven.py", line 12, in heat\n    raise ValueError("oven 2 is cold")\n'
            '  File "C:\\bakery\\app.py", line 90, in <module>\n    heat()\nValueError: oven 2 is cold'
        ),
        [
            Error(
                "ValueError",
                "oven 2 is cold",
                ((r"C:\bakery\app.py", 90, "<module>"), (r"C:\bakery\oven.py", 12, "heat")),
                count=2,
            )
        ],
    ),
    (
        "an editor's pop-up with frames and no final line",
        (
            "Exception has occurred: OvenCold\noven 2 is cold\n"
            '  File "/bakery/oven.py", line 12, in heat\n    raise OvenCold(n)\n  File "/bakery/app.py", line 90, in <module>\n    heat()'
        ),
        [
            Error(
                "OvenCold",
                "oven 2 is cold",
                (("/bakery/app.py", 90, "<module>"), ("/bakery/oven.py", 12, "heat")),
            )
        ],
    ),
    (
        "Django's page, its head",
        (
            "FieldTrouble at /orders/7/\nCannot resolve word 'x' into column. Choices are: a, b\n"
            "Request Method:\tGET\nRequest URL:\thttp://localhost:8000/orders/7/\nDjango Version:\t5.0\n"
            "Exception Type:\tFieldTrouble\nException Value:\t\nCannot resolve word 'x' into column. Choices are: a, b\n"
            "Exception Location:\t/srv/shop/query.py, line 55, in resolve\nPython Version:\t3.11.2\n"
        ),
        [
            Error(
                "FieldTrouble",
                "Cannot resolve word 'x' into column. Choices are: a, b",
                (("/srv/shop/query.py", 55, "resolve"),),
                count=2,
            )
        ],
    ),
    (
        "Django's page, for copying",
        (
            "Environment:\n\nRequest Method: GET\nRequest URL: http://localhost:8000/orders/7/\n\nDjango Version: 5.0\n\n"
            'Traceback (most recent call last):\n  File "/srv/django/core/exception.py", line 34, in inner\n'
            "    response = get_response(request)\n               ^^^^^^^^^^^^^\n"
            '  File "/srv/shop/query.py", line 55, in resolve\n    raise FieldTrouble(\n\n'
            "Exception Type: FieldTrouble at /orders/7/\nException Value: Cannot resolve word 'x' into column."
        ),
        [
            Error(
                "FieldTrouble",
                "Cannot resolve word 'x' into column.",
                (("/srv/django/core/exception.py", 34, "inner"), ("/srv/shop/query.py", 55, "resolve")),
            )
        ],
    ),
    (
        "an installer's box",
        (
            "\n  SolveTrouble\n\n  Because shop needs oven (2), solving failed.\n\n"
            "  at ~/lib/python3.11/site-packages/dough/solver.py:24 in _solve\n"
            "      22│         try:\n    → 24│             raise SolveTrouble(e)\n      25│ \n"
        ),
        [
            Error(
                "SolveTrouble",
                "Because shop needs oven (2), solving failed.",
                (("~/lib/python3.11/site-packages/dough/solver.py", 24, "_solve"),),
            )
        ],
    ),
    (
        "a command line's usage error",
        "usage: bake [-h] [--slow] loaf\nbake: error: unrecognized arguments: --fast",
        [Error(None, "unrecognized arguments: --fast")],
    ),
    (
        "a subcommand's usage error",
        "usage: bake bread [-h]\nbake bread: error: argument --heat: invalid int value: 'hot'",
        [Error(None, "argument --heat: invalid int value: 'hot'")],
    ),
    (
        "a usage error with a bare word",
        "Error: No such option: --fast",
        [Error(None, "No such option: --fast")],
    ),
    ("a class in brackets", "[OvenError] oven 2 is cold", [Error("OvenError", "oven 2 is cold")]),
    (
        "a warning, its source below",
        "/srv/bakery/oven.py:12: UserWarning: oven 2 is cold\n  warnings.warn(\nall done",
        [Error("UserWarning", "oven 2 is cold", (("/srv/bakery/oven.py", 12, None),), lines=((1, 3),))],
    ),
    (
        "a warning on Windows, behind a prefix",
        "web-1  | C:\\bakery\\oven.py:12: DeprecationWarning: bake() is old\nweb-1  |   bake()",
        [Error("DeprecationWarning", "bake() is old", ((r"C:\bakery\oven.py", 12, None),))],
    ),
    (
        "a bare assert in a test",
        (
            "    def test_oven():\n        n = 3\n>       assert n == 4\nE       assert 3 == 4\n\ntests/test_oven.py:9: AssertionError"
        ),
        [Error("AssertionError", "assert 3 == 4", (("tests/test_oven.py", 9, "test_oven"),))],
    ),
    (
        "a test's long report",
        (
            "______________________ test_oven ______________________\n\n    def test_oven():\n>       heat('b')\n\n"
            "tests/test_oven.py:4: \n_ _ _ _ _ _ _ _ _ _ _ _ _ _ _\n\nname = 'b'\n\n    def heat(name):\n"
            '        """Heat.\n\n        Raises:\n            ValueError: never told\n        """\n'
            '>       raise OvenCold(f"oven {name} is cold")\nE       bakery.OvenCold: oven b is cold\n\n'
            "bakery/oven.py:33: OvenCold\n=================== short test summary info ====================\n"
            "FAILED tests/test_oven.py::test_oven - bakery.OvenCold: oven b is cold"
        ),
        [
            Error(
                "bakery.OvenCold",
                "oven b is cold",
                (("tests/test_oven.py", 4, "test_oven"), ("bakery/oven.py", 33, "heat")),
                count=2,
                lines=((18, 21), (22, 23)),
            )
        ],
    ),
    (
        "a build step's indented output",
        (
            "  × setup did not run successfully.\n  ╰─> [3 lines of output]\n      Traceback (most recent call last):\n"
            '        File "<string>", line 2, in <module>\n      bakery.SetupTrouble: need oven 12\n      [end of output]'
        ),
        [Error("bakery.SetupTrouble", "need oven 12", (("<string>", 2, "<module>"),))],
    ),
    (
        "an access log's line below",
        'Traceback (most recent call last):\n  File "/a.py", line 3, in f\nbakery.Oops: bad\n127.0.0.1 - - [03/Feb/2031 04:05:06] "GET /"',
        [Error("bakery.Oops", "bad", (("/a.py", 3, "f"),))],
    ),
    (
        "a class with a blank before its colon",
        "OvenError : oven 2 is cold",
        [Error("OvenError", "oven 2 is cold")],
    ),
    (
        "a class cut at its start",
        "alueError: loading oven failed",
        [Error("ValueError", "loading oven failed")],
    ),
    (
        "a class in bold type, its message over two lines, then the place",
        '**bakery.OvenError: oven must not be col\nd** (File "…/bakery/oven.py", line xxx, in xxx)',
        [Error("bakery.OvenError", "oven must not be col\nd")],
    ),
    (
        "a title with its kind in brackets",
        "[Bug] ValueError: loaf count must divide 12\n\nSteps: run `bake`",
        [Error("ValueError", "loaf count must divide 12")],
    ),
    (
        "an apostrophe inside a quoted error",
        "it says 'OSError: can't heat oven' now",
        [Error("OSError", "can't heat oven")],
    ),
]


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_reading(text: str, expected: list[Error]) -> None:
    """Class, message, frames, role, count and places are as told."""
    check(text, expected)
