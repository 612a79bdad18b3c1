"""An error as the printers of the world lay it out: interpreters, notebooks, test runners, trackers, loggers."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable

from bench.robustness.sites import Call, Error

__all__ = ["LAYOUTS", "Layout", "plain"]

Layout = Callable[[Error], str]

_HEADER = "Traceback (most recent call last):"
_OTHER = "Traceback (most recent call last):\n  File \"/srv/shop/cache.py\", line 20, in get\n    return self._kept[key]\nKeyError: 'k9'"


def _frame(call: Call) -> str:
    return f'  File "{call.file}", line {call.line}, in {call.function}'


def _frames(error: Error) -> str:
    return "\n".join(f"{_frame(call)}\n    {call.source}" for call in error.calls)


def plain(error: Error) -> str:
    """Return the traceback as CPython prints it."""
    return f"{_HEADER}\n{_frames(error)}\n{error.final}"


def _carets(error: Error) -> str:
    lines = [_HEADER]
    for call in error.calls:
        lines += [_frame(call), f"    {call.source}", "    " + "^" * len(call.source)]
    return "\n".join([*lines, error.final])


def _sourceless(error: Error) -> str:
    return "\n".join([_HEADER, *(_frame(call) for call in error.calls), error.final])


def _call_over_lines(error: Error) -> str:
    *outer, raising = error.calls
    lines = [_HEADER]
    for call in outer:
        lines += [_frame(call), f"    {call.source}", "    ~~~~^^^^^^"]
    lines += [
        _frame(raising),
        "    raise self._failure(",
        '        "first part of the text"',
        "        ...<2 lines>...",
        "    )",
    ]
    return "\n".join([*lines, error.final])


def _after_another(error: Error) -> str:
    return (
        f"{_OTHER}\n\nDuring handling of the above exception, another exception occurred:\n\n{plain(error)}"
    )


def _cause(error: Error) -> str:
    outer = f'{_HEADER}\n  File "/srv/shop/main.py", line 20, in run\n    raise ShopFailure("no order") from error\nshop.ShopFailure: no order'
    return (
        f"{plain(error)}\n\nThe above exception was the direct cause of the following exception:\n\n{outer}"
    )


def _group(error: Error) -> str:
    inner = textwrap.indent(plain(error), "    | ")
    return (
        "  + Exception Group Traceback (most recent call last):\n"
        '  |   File "/srv/shop/main.py", line 31, in <module>\n  |     asyncio.run(main())\n'
        "  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)\n"
        f"  +-+---------------- 1 ----------------\n{inner}\n    +------------------------------------"
    )


def _repeated_line(error: Error) -> str:
    first, *others = error.calls
    lines = [_HEADER, *[_frame(first), f"    {first.source}"] * 3, "  [Previous line repeated 12 more times]"]
    for call in others:
        lines += [_frame(call), f"    {call.source}"]
    return "\n".join([*lines, error.final])


def _thread(error: Error) -> str:
    return f"Exception in thread Thread-3 (run):\n{plain(error)}"


def _never_retrieved(error: Error) -> str:
    task = f"future: <Task finished name='Task-7' coro=<run() done> exception={error.error_class}({error.message!r})>"
    return f"Task exception was never retrieved\n{task}\n{plain(error)}"


def _remote(error: Error) -> str:
    outer = (
        f'{_HEADER}\n  File "/srv/shop/main.py", line 9, in <module>\n    pool.map(run, work)\n{error.final}'
    )
    return (
        f'multiprocessing.pool.RemoteTraceback: \n"""\n{plain(error)}\n"""\n\n'
        f"The above exception was the direct cause of the following exception:\n\n{outer}"
    )


def _notebook(error: Error) -> str:
    *_, raising = error.calls
    head = f"{error.error_class:<42}Traceback (most recent call last)"
    return (
        f"{'-' * 75}\n{head}\nCell In[4], line 2\n      1 import shop\n----> 2 shop.place()\n\n"
        f"File {raising.file}:{raising.line}, in {raising.function}(self, order)\n     {raising.line - 1} if order:\n"
        f"---> {raising.line}     {raising.source}\n\n{error.final}"
    )


def _old_notebook(error: Error) -> str:
    *_, raising = error.calls
    head = f"{error.error_class:<42}Traceback (most recent call last)"
    return (
        f"{'-' * 75}\n{head}\n<ipython-input-4-0a1b2c3d> in <module>\n----> 1 shop.place()\n\n"
        f"{raising.file} in {raising.function}(self, order)\n     {raising.line - 1}         if order:\n"
        f"---> {raising.line}             {raising.source}\n\n{error.final}"
    )


def _colab(error: Error) -> str:
    *_, raising = error.calls
    link = f"[{raising.file}](https://localhost:8080/#) in {raising.function}(self, order)"
    return (
        f"{'-' * 75}\n{error.error_class:<42}Traceback (most recent call last)\n"
        "[<ipython-input-4-0a1b2c3d>](https://localhost:8080/#) in <cell line: 1>()\n----> 1 shop.place()\n\n8 frames\n"
        f"{link}\n---> {raising.line}             {raising.source}\n\n{error.final}"
    )


def _rich(error: Error) -> str:
    width = 98
    rows = []
    for call in error.calls:
        place = f"{call.file}:{call.line} in {call.function}"
        rows += textwrap.wrap(place, width - 2, break_on_hyphens=False)
        rows += ["", f"❱ {call.line} │   │   {call.source}"[: width - 2], ""]
    top = f"╭{' Traceback (most recent call last) ':─^{width}}╮"
    body = "\n".join(f"│ {row:<{width - 2}} │" for row in rows)
    return f"{top}\n{body}\n╰{'─' * width}╯\n{error.final}"


def _rich_narrow(error: Error) -> str:
    width = 58
    rows = []
    for call in error.calls:
        place = f"{call.file}:{call.line} in {call.function}"
        rows += [
            *textwrap.wrap(place, width - 2, break_on_hyphens=False),
            "",
            f"❱ {call.line} │   {call.source}"[: width - 2],
            "",
        ]
    top = f"╭{' Traceback (most recent call last) ':─^{width}}╮"
    body = "\n".join(f"│ {row:<{width - 2}} │" for row in rows)
    return f"{top}\n{body}\n╰{'─' * width}╯\n" + "\n".join(textwrap.wrap(error.final, 60))


def _pytest_long(error: Error) -> str:
    *_, raising = error.calls
    marked = "\n".join(f"E       {line}" for line in error.final.split("\n"))
    name = error.error_class.rsplit(".", 1)[-1]
    return (
        "=================================== FAILURES ===================================\n"
        "__________________________________ test_place __________________________________\n\n"
        "    def test_place():\n>       place(None)\n\ntests/test_orders.py:7: \n"
        "_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ \n\n"
        f"    def {raising.function}(self, order):\n>       {raising.source}\n{marked}\n\n{raising.file}:{raising.line}: {name}\n"
        "=========================== short test summary info ============================\n"
        f"FAILED tests/test_orders.py::test_place - {error.final[:60]}...\n1 failed in 0.12s"
    )


def _pytest_short(error: Error) -> str:
    frames = "\n".join(
        f"{call.file}:{call.line}: in {call.function}\n    {call.source}" for call in error.calls
    )
    return f"{frames}\nE   {error.final}"


def _pytest_summary(error: Error) -> str:
    return f"FAILED tests/test_orders.py::test_place - {error.final}"


def _unittest(error: Error) -> str:
    return (
        f"{'=' * 70}\nERROR: test_place (tests.test_orders.TestOrders)\n{'-' * 70}\n{plain(error)}\n\n{'-' * 70}\n"
        "Ran 1 test in 0.001s\n\nFAILED (errors=1)"
    )


def _doctest(error: Error) -> str:
    inner = textwrap.indent(plain(error), "    ")
    return (
        f'{"*" * 70}\nFile "/srv/shop/orders.py", line 3, in orders.place\nFailed example:\n    place(None)\n'
        f"Exception raised:\n{inner}\n{'*' * 70}\n1 items had failures:"
    )


def _loguru(error: Error) -> str:
    lines = [
        "2031-02-03 04:05:06.123 | ERROR    | shop.main:run:18 - An error has been caught in function 'run'",
        _HEADER,
    ]
    for call in error.calls:
        lines += [
            "",
            _frame(call),
            f"    {call.source}",
            "    │    └ {'a': 1}",
            "    └ <function run at 0x7f>",
        ]
    return "\n".join([*lines, "", error.final])


def _stack_viewer(error: Error) -> str:
    parts = [
        f'File "{call.file}", line {call.line}, in {call.function}\n    {call.line - 1}  def {call.function}():\n'
        f"--> {call.line}      {call.source}\n    ......................................\n     order = None\n    ......................................\n"
        for call in error.calls
    ]
    return "\n".join([*parts, error.final])


def _logged(error: Error) -> str:
    return f"2031-02-03 04:05:06,123 - shop.orders - ERROR - order failed\n{plain(error)}\n2031-02-03 04:05:07,001 - shop.orders - INFO - next order"


def _root_logged(error: Error) -> str:
    return f"ERROR:shop.orders:order failed\n{plain(error)}\nINFO:shop.orders:next order"


def _celery(error: Error) -> str:
    name = error.error_class.rsplit(".", 1)[-1]
    head = f"[2031-02-03 04:05:06,1: ERROR/ForkPoolWorker-8] Task shop.place[8b1b0e2e-6a33] raised unexpected: {name}({error.message!r})"
    return f"{head}\n{plain(error)}"


def _repr_alone(error: Error) -> str:
    name = error.error_class.rsplit(".", 1)[-1]
    return f"[2031-02-03 04:05:06,1: ERROR/ForkPoolWorker-8] Task shop.place[8b1b0e2e-6a33] raised unexpected: {name}({error.message!r})"


def _airflow(error: Error) -> str:
    return f"[2031-02-03, 04:05:06 UTC] {{taskinstance.py:1824}} ERROR - Task failed with exception\n{plain(error)}"


def _structlog(error: Error) -> str:
    return f"2031-02-03 04:05:06 [error    ] order failed                   [shop.orders] order=7\n{plain(error)}"


def _server(error: Error) -> str:
    return (
        'INFO:     127.0.0.1:51234 - "POST /orders HTTP/1.1" 500 Internal Server Error\n'
        f"ERROR:    Exception in ASGI application\n{plain(error)}\nINFO:     Shutting down"
    )


def _tracker(error: Error) -> str:
    frames = "\n".join(f"    {call.file}:{call.line} - {call.function}" for call in reversed(error.calls))
    *_, raising = error.calls
    return f"**{error.error_class}** in **{raising.file}:{raising.line}**\n{error.message}\n{frames}"


def _message_first(error: Error) -> str:
    return f"{error.final}\n(7 additional frame(s) were not displayed)\n...\n{_frames(error)}"


def _lambda(error: Error) -> str:
    return f"[ERROR] {error.final}\nTraceback (most recent call last):\n{_frames(error)}"


def _popup(error: Error) -> str:
    return f"Exception has occurred: {error.error_class}\n{error.message}\n{_frames(error)}"


def _debug_page(error: Error) -> str:
    *_, raising = error.calls
    return (
        f"{error.error_class.rsplit('.', 1)[-1]} at /orders/7/\n{error.message}\nRequest Method:\tGET\nRequest URL:\thttp://localhost:8000/orders/7/\n"
        f"Django Version:\t5.2\nException Type:\t{error.error_class.rsplit('.', 1)[-1]}\nException Value:\t\n{error.message}\n"
        f"Exception Location:\t{raising.file}, line {raising.line}, in {raising.function}\nPython Version:\t3.11.7"
    )


def _dict_frames(error: Error) -> str:
    frames = [{"filename": call.file, "lineno": call.line, "name": call.function} for call in error.calls]
    exception = {
        "exc_type": error.error_class,
        "exc_value": error.message,
        "syntax_error": None,
        "frames": frames,
    }
    return json.dumps({"event": "order failed", "level": "error", "exception": [exception]})


def _tracker_event(error: Error) -> str:
    frames = [
        {
            "filename": call.file,
            "function": call.function,
            "lineno": call.line,
            "context_line": call.source,
            "in_app": True,
        }
        for call in error.calls
    ]
    value = {"type": error.error_class, "value": error.message, "stacktrace": {"frames": frames}}
    return json.dumps({"level": "error", "exception": {"values": [value]}}, indent=2)


def _function_answer(error: Error) -> str:
    trace = [f"{_frame(call)}\n    {call.source}\n" for call in error.calls]
    return json.dumps(
        {"errorMessage": error.message, "errorType": error.error_class, "stackTrace": trace}, indent=2
    )


def _task_state(error: Error) -> str:
    result = {"exc_type": error.error_class, "exc_message": [error.message], "exc_module": "shop"}
    return json.dumps({"status": "FAILURE", "result": result, "task_id": "8b1b0e2e"})


def _notebook_file(error: Error) -> str:
    *_, raising = error.calls
    lines = [
        f"\x1b[0;31m{error.error_class}\x1b[0m                       Traceback (most recent call last)",
        f"File \x1b[0;32m{raising.file}:{raising.line}\x1b[0m, in \x1b[0;36m{raising.function}\x1b[0;34m()\x1b[0m\n\x1b[0;32m---> {raising.line}\x1b[0m {raising.source}",
        f"\x1b[0;31m{error.error_class}\x1b[0m: {error.message}",
    ]
    return json.dumps(
        {"output_type": "error", "ename": error.error_class, "evalue": error.message, "traceback": lines},
        indent=1,
    )


LAYOUTS: dict[str, Layout] = {
    "CPython": plain,
    "with carets": _carets,
    "without source lines": _sourceless,
    "a call over several lines": _call_over_lines,
    "during handling of another": _after_another,
    "direct cause of another": _cause,
    "exception group": _group,
    "repeated lines": _repeated_line,
    "in a thread": _thread,
    "asyncio, never retrieved": _never_retrieved,
    "multiprocessing, remote": _remote,
    "IPython": _notebook,
    "older IPython": _old_notebook,
    "Colab": _colab,
    "Rich": _rich,
    "Rich, narrow": _rich_narrow,
    "pytest, long": _pytest_long,
    "pytest, short": _pytest_short,
    "pytest, summary line": _pytest_summary,
    "unittest": _unittest,
    "doctest": _doctest,
    "loguru": _loguru,
    "stack viewer": _stack_viewer,
    "logging": _logged,
    "logging, basic format": _root_logged,
    "Celery": _celery,
    "Celery, log line alone": _repr_alone,
    "Airflow": _airflow,
    "structlog, console": _structlog,
    "ASGI server": _server,
    "tracker, newest first": _tracker,
    "message above the frames": _message_first,
    "AWS Lambda": _lambda,
    "editor's pop-up": _popup,
    "Django's debug page": _debug_page,
    "JSON, frames as objects": _dict_frames,
    "JSON, tracker's event": _tracker_event,
    "JSON, function's answer": _function_answer,
    "JSON, task state": _task_state,
    "JSON, notebook": _notebook_file,
}
