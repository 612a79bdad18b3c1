"""Runs proofs, each part in a process of its own; `python -m tests.knowledge.run_proofs MODULE…` prints JSON.

The modules are imported once, with the libraries that they break; every part then runs in a fork of that process, in an
empty folder, as the program `example.py` would. An exception that nobody catches is printed by the interpreter, as ever.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import os
import selectors
import signal
import sys
import tempfile
import time
import traceback
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

SECONDS = 30
_PROVEN = ("ID", "PROSE", "GUARD")


def main() -> None:
    """Run what the arguments name and print, for each module and part, exit code and output."""
    results: dict[str, dict[str, Any]] = {}
    for name in sys.argv[1:]:
        try:
            module = importlib.import_module(name)
        except Exception:  # noqa: BLE001 - whatever this release says, the other proofs go on
            failed = {"code": 1, "output": traceback.format_exc()}
            results[name] = {"before": failed, "after": failed}
            continue
        parts = {part: _part(module, part) for part in vars(module) if part.startswith(("before", "after"))}
        if hasattr(module, "handling"):
            parts["handling"] = lambda module=module: _handling(module)
        if hasattr(module, "validation") or hasattr(module, "GUARD"):
            parts["checks"] = lambda module=module: _checks(module)
        results[name] = {part: _forked(run) for part, run in parts.items()}
    json.dump(results, sys.stdout)


def _part(module: types.ModuleType, part: str) -> Callable[[], None]:
    """Return a function that runs the body of a function as a program, with its lines in a file."""
    lines = inspect.getsource(module).split("\n")
    (function,) = (
        node
        for node in ast.parse("\n".join(lines)).body
        if isinstance(node, ast.FunctionDef) and node.name == part
    )
    start = function.body[0]
    first = min([start.lineno, *(one.lineno for one in getattr(start, "decorator_list", ()))])
    last = function.body[-1].end_lineno

    indent = function.body[0].col_offset
    text = "\n".join(line[indent:] for line in lines[first - 1 : last]) + "\n"

    def _run() -> None:
        path = Path.cwd() / "example.py"
        path.write_text(text, encoding="utf-8")
        program = types.ModuleType("__main__")
        _prepare(module)
        program.__dict__.update(
            {name: value for name, value in vars(module).items() if not name.startswith("__")}
        )
        program.__file__ = str(path)
        sys.modules["__main__"] = program
        sys.path.insert(0, str(path.parent))
        sys.argv = [path.name]
        exec(compile(text, str(path), "exec"), program.__dict__)

    options = getattr(module, "PYTEST", None)
    return _run if options is None else lambda: _test(text, options)


def _prepare(module: types.ModuleType) -> None:
    """Let a module prepare what its programs stand on."""
    if hasattr(module, "prepare"):
        module.prepare()


def _handling(module: types.ModuleType) -> None:
    """Let a module meet its error."""
    _prepare(module)
    module.handling()


def _test(text: str, options: list[str]) -> None:
    """Let pytest run a text as the file of tests that it is, in a folder with nothing else."""
    import pytest

    path = Path("test_example.py")
    path.write_text(text, encoding="utf-8")
    raise SystemExit(int(pytest.main([path.name, "-p", "no:cacheprovider", *options])))


def _checks(module: types.ModuleType) -> None:
    """Let validation and guard judge what is good and what is bad."""
    _prepare(module)
    good, bad = module.good(), module.bad()
    if hasattr(module, "GUARD"):
        assert module.GUARD(*good) is True, "the guard refuses what is good"
        assert module.GUARD(*bad) is False, "the guard lets through what is bad"
    if hasattr(module, "validation"):
        module.validation(*good)
        try:
            module.validation(*bad)
        except BaseException:  # noqa: BLE001 - SystemExit is a way to refuse
            return
        raise AssertionError("the validation lets through what is bad")


def _forked(run: Callable[[], None]) -> dict[str, Any]:
    """Run a function in a process of its own; return its exit code and all that it printed."""
    reading, writing = os.pipe()
    with tempfile.TemporaryDirectory(prefix="errdex-") as folder:
        child = os.fork()
        if child == 0:
            os.close(reading)
            _child(run, writing, folder)
        os.close(writing)
        output = _read(reading, child)
        _, status = os.waitpid(child, 0)
    return {"code": os.waitstatus_to_exitcode(status), "output": output.decode(errors="replace")}


def _child(run: Callable[[], None], writing: int, folder: str) -> None:
    code = 1
    try:
        os.setsid()
        os.dup2(writing, 1)
        os.dup2(writing, 2)
        os.chdir(folder)
        try:
            run()
            code = 0
        except SystemExit as stop:
            if isinstance(stop.code, str):
                print(stop.code, file=sys.stderr)
            code = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
        except BaseException as error:  # noqa: BLE001 - whatever it is, it is printed
            at = error.__traceback__
            while at is not None and at.tb_frame.f_code.co_filename == __file__:
                at = at.tb_next
            sys.excepthook(type(error), error.with_traceback(at), at)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def _read(descriptor: int, child: int) -> bytes:
    """Read to the end; a child that takes too long is ended."""
    ends = time.monotonic() + SECONDS
    parts: list[bytes] = []
    with selectors.DefaultSelector() as selector, os.fdopen(descriptor, "rb", buffering=0) as stream:
        selector.register(stream, selectors.EVENT_READ)
        while True:
            if not selector.select(max(0.0, ends - time.monotonic())):
                os.killpg(child, signal.SIGKILL)
                return b"".join([*parts, f"\nended after {SECONDS} seconds\n".encode()])
            some = stream.read(65536)
            if not some:
                return b"".join(parts)
            parts.append(some)


if __name__ == "__main__":
    main()
