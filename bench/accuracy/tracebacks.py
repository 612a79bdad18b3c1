"""Tracebacks as CPython prints them: frames of a program of the user's, of the package, and the one that raises."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from bench.accuracy.sites import Site

__all__ = ["Look", "error_line", "look", "printed_class", "traceback_of"]

_PROGRAMS = (
    ("/home/mira/forecast/train.py", ("main()", "fit(load(args.data), args)", "return step(frame, config)")),
    (
        "/app/shop/orders/views.py",
        ("response = build(request)", "order = create_order(form)", "order.save()"),
    ),
    (
        "/workspace/serve.py",
        ("run(parse(sys.argv[1:]))", "engine = start(args)", "out = engine.answer(prompt)"),
    ),
    (
        "C:\\Users\\tom\\work\\report.py",
        ("main()", "table = monthly(path)", "return summary(table, by=keys)"),
    ),
    (
        "/home/ines/notebooks/clean.py",
        ("df = prepare(raw)", "return tidy(df)", "out = tidy_column(df, name)"),
    ),
)
_FUNCTIONS = ("main", "run", "load", "fit", "build", "handle", "prepare")
_NO_CALL = re.compile(r"(?:raise|def|class|if|elif|for|while|with|except|assert|@|#)\b|[@#\"']")
_CALL = re.compile(r"(?:return |[\w.\[\], ]+ = )?(?:await |self\.)?\w[\w.]*\(.*\)?")


@dataclass(frozen=True, slots=True)
class Look:
    """How one machine prints: the interpreter, where packages are installed, whether sources can be read."""

    minor: int
    packages: str
    program: tuple[str, tuple[str, ...]]
    sources: bool

    def path(self, module: str) -> str:
        """Return the path of a module's file."""
        return self.packages + (module.replace("/", "\\") if "\\" in self.packages else module)


def look(chooser: random.Random, package: str) -> Look:
    """Draw a machine."""
    minor = chooser.choice((9, 10, 10, 11, 11, 12, 12, 13))
    program = chooser.choice(_PROGRAMS)
    if "\\" in program[0]:
        packages = f"C:\\Users\\tom\\AppData\\Local\\Programs\\Python\\Python3{minor}\\Lib\\site-packages\\"
    else:
        roots = [
            f"/home/mira/.venv/lib/python3.{minor}/site-packages/",
            f"/usr/local/lib/python3.{minor}/dist-packages/",
            f"/usr/local/lib/python3.{minor}/site-packages/",
            f"/opt/conda/envs/work/lib/python3.{minor}/site-packages/",
        ]
        if package == "sglang":
            roots.append("/sgl-workspace/sglang/python/")
        packages = chooser.choice(roots)
    return Look(minor, packages, program, chooser.random() < 0.93)


def printed_class(site: Site) -> str | None:
    """Return the class as a traceback names it, with its module unless it is a built-in one."""
    if site.error_class is None:
        return None
    name = site.error_class
    return f"{site.defined_in}.{name}" if site.defined_in and "." not in name else name


def error_line(site: Site, message: str | None) -> str:
    """Return the last part of a traceback: class and message; a KeyError prints the message's repr."""
    name = printed_class(site) or "Exception"
    if message is None:
        return name
    if name == "KeyError":
        message = repr(message)
    elif site.error_class == "ValidationError" and site.defined_in == "django.core.exceptions":
        message = repr([message])
    elif site.error_class == "HTTPException" and site.http_status:
        message = f"{site.http_status}: {message}"
    return f"{name}: {message}" if message else name


def traceback_of(
    site: Site, last: str, others: Sequence[Site], chooser: random.Random, machine: Look, *, drift: int = 0
) -> str:
    """Return a whole traceback.

    Args:
        site: the one that raises.
        last: class and message.
        others: sites of the same package, which the frames between are taken from.
        chooser: draws the frames.
        machine: see `Look`.
        drift: lines between where the record has the site and where it stands on that machine.
    """
    lines = ["Traceback (most recent call last):"]
    file, texts = machine.program
    for depth in range(chooser.randint(1, len(texts))):
        function = "<module>" if depth == 0 else chooser.choice(_FUNCTIONS)
        lines += _frame(file, 12 + 23 * depth + chooser.randrange(20), function, texts[depth], machine)
    for other in _between(site, others, chooser):
        lines += _middle(other, chooser, machine)
    lines += _raising(site, machine, drift)
    lines.append(last)
    return "\n".join(lines)


def _between(site: Site, others: Sequence[Site], chooser: random.Random) -> list[Site]:
    folder = site.module.rpartition("/")[0]
    near = [one for one in chooser.sample(others, min(len(others), 60)) if one.function]
    near.sort(key=lambda one: one.module.rpartition("/")[0] != folder)
    return near[: chooser.randint(0, 4)][::-1]


def _middle(site: Site, chooser: random.Random, machine: Look) -> list[str]:
    """Return a frame of the function that a site stands in, at a line before it that calls something."""
    numbers = [
        number
        for number in range(site.source_start, site.line)
        if (text := site.line_text(number).strip()) and _CALL.fullmatch(text) and not _NO_CALL.match(text)
    ]
    number = chooser.choice(numbers) if numbers else max(1, site.line - 3)
    text = site.line_text(number).strip() if numbers else "return super().__call__(*args, **kwargs)"
    return _frame(machine.path(site.module), number, _code_name(site), text, machine, chooser=chooser)


def _raising(site: Site, machine: Look, drift: int) -> list[str]:
    statement = _statement(site)
    first = statement[0].strip() if statement else ""
    lines = _frame(machine.path(site.module), max(1, site.line + drift), _code_name(site), first, machine)
    if not machine.sources or len(statement) < 2:
        return lines
    if machine.minor >= 13:
        indent = len(statement[0]) - len(statement[0].lstrip())
        lines += ["    " + text[indent:] for text in statement[1:]]
    elif machine.minor >= 11:
        lines.append("    " + "^" * len(first))
    return lines


def _statement(site: Site) -> list[str]:
    """Return the lines of the statement that raises, as far as brackets tell."""
    lines: list[str] = []
    depth = 0
    for number in range(site.line, site.line + 12):
        text = site.line_text(number)
        if not text.strip():
            break
        lines.append(text)
        depth += sum(text.count(one) for one in "([{") - sum(text.count(one) for one in ")]}")
        if depth <= 0:
            break
    return lines


def _code_name(site: Site) -> str:
    return site.function.rsplit(".", 1)[-1] if site.function else "<module>"


def _frame(
    file: str, number: int, function: str, text: str, machine: Look, *, chooser: random.Random | None = None
) -> list[str]:
    lines = [f'  File "{file}", line {number}, in {function}']
    if machine.sources and text:
        lines.append(f"    {text}")
        call = re.search(r"\w[\w.]*\(.*", text)
        if chooser is not None and machine.minor >= 11 and call is not None and call.start() > 0:
            lines.append("    " + " " * call.start() + "^" * len(call[0]))
    return lines
