"""What stands round a printed text when it reaches the clipboard: prefixes of lines, payloads, marks of pages."""

from __future__ import annotations

import html
import json
from collections.abc import Callable

__all__ = ["DRESSINGS", "Dress"]

Dress = Callable[[str], str]


def _each(prefix: str, *, first: str = "") -> Dress:
    """Put a prefix before each line, and something more before the first one's text."""

    def dress(text: str) -> str:
        lines = text.split("\n")
        return "\n".join(f"{prefix}{first if number == 0 else ''}{line}" for number, line in enumerate(lines))

    return dress


def _stamped(template: str) -> Dress:
    """Put a prefix with a running number before each line."""

    def dress(text: str) -> str:
        return "\n".join(
            template.format(n=number, f=number % 10) + line for number, line in enumerate(text.split("\n"))
        )

    return dress


def _ranks(count: int) -> Dress:
    def dress(text: str) -> str:
        return "\n".join(f"[rank{rank}]: {line}" for line in text.split("\n") for rank in range(count))

    return dress


def _workers(text: str) -> str:
    """Interleave two processes, one of which is ahead by three lines."""
    lines = text.split("\n")
    first = [f"(Worker_TP0 pid=78) ERROR 02-03 04:05:06 [exec.py:4] {line}" for line in lines]
    second = [f"(Worker_TP1 pid=79) ERROR 02-03 04:05:06 [exec.py:4] {line}" for line in lines]
    mixed = first[:3]
    for number, line in enumerate(second):
        mixed.append(line)
        mixed.extend(first[number + 3 : number + 4])
    return "\n".join(mixed)


def _first_line(prefix: str, below: str = "") -> Dress:
    def dress(text: str) -> str:
        return f"{prefix}{text}{below}"

    return dress


def _cut_lines(text: str) -> str:
    """A container's log that cuts lines at sixty characters."""
    lines = []
    for line in text.split("\n"):
        pieces = [line[at : at + 60] for at in range(0, len(line), 60)] or [""]
        lines += [f"2031-02-03T04:05:06.123456789Z stderr P {piece}" for piece in pieces[:-1]]
        lines.append(f"2031-02-03T04:05:06.123456789Z stderr F {pieces[-1]}")
    return "\n".join(lines)


def _pane(text: str) -> str:
    lines = text.expandtabs().split("\n")
    width = max(map(len, lines))
    return "\n".join(
        [f"┌{'─' * (width + 2)}┐", *(f"│ {line:<{width}} │" for line in lines), f"└{'─' * (width + 2)}┘"]
    )


def _colour(escape: str) -> Dress:
    def dress(text: str) -> str:
        return "\n".join(f"{escape}[0;31m{line}{escape}[0m" for line in text.split("\n"))

    return dress


def _coloured_words(text: str) -> str:
    return (
        text.replace(": ", "\x1b[0m: ", 1)
        .replace("File ", "File \x1b[35m")
        .replace(", line", "\x1b[0m, line")
    )


def _json_line(text: str) -> str:
    return json.dumps(
        {"level": "error", "ts": 17.5, "logger": "shop", "message": "order failed", "exc_info": text}
    )


def _json_list(text: str) -> str:
    return json.dumps(
        {"levelname": "CRITICAL", "message": "Uncaught", "exc_info": text.split("\n")}, indent=2
    )


def _json_per_line(text: str) -> str:
    return "\n".join(
        json.dumps({"log": f"{line}\n", "stream": "stderr", "time": "2031-02-03T04:05:06Z"})
        for line in text.split("\n")
    )


def _json_in_json(text: str) -> str:
    return json.dumps(
        {"log": json.dumps({"severity": "ERROR", "exception": text}) + "\n", "stream": "stdout"}
    )


def _dict_repr(text: str) -> str:
    return repr({"status": "error", "detail": "failed", "traceback": text})


def _string_repr(text: str) -> str:
    return f"worker 3 answered {text!r}, giving up"


def _logfmt(text: str) -> str:
    return f'time=2031-02-03T04:05:06Z level=error msg="order failed" exc_info={json.dumps(text)} order=7'


def _web(text: str) -> str:
    return f"<p>It fails:</p><pre>{html.escape(text)}</pre>"


def _breaks(text: str) -> str:
    return "<p>" + html.escape(text).replace("\n", "<br>") + "</p>"


def _fence(text: str) -> str:
    return f"It fails with the newest version:\n\n```python\n{text}\n```\n\nWhat can I do?"


def _details(text: str) -> str:
    return f"<details>\n<summary>Log</summary>\n\n```\n{text}\n```\n</details>"


def _bold(text: str) -> str:
    return "\n".join(f"**{line}**" if line[:1].strip() else line for line in text.split("\n"))


def _amid_a_log(text: str) -> str:
    before = "\n".join(f"2031-02-03 04:05:{n:02d},000 INFO shop.web: served {n} requests" for n in range(12))
    after = "\n".join(f"2031-02-03 04:06:{n:02d},000 INFO shop.web: served {n} requests" for n in range(12))
    return f"{before}\n{text}\n{after}"


DRESSINGS: dict[str, Dress] = {
    "as it is": lambda text: text,
    "amid a log": _amid_a_log,
    "SGLang": _first_line(
        "[2031-02-03 04:05:06 TP1] Scheduler hit an exception: ", "\n[2031-02-03 04:05:07 TP1] going down"
    ),
    "SGLang, every line": _each("[2031-02-03 04:05:06 TP1] "),
    "vLLM engine": _each("(EngineCore_DP0 pid=77) ERROR 02-03 04:05:06 [core.py:99] "),
    "vLLM, two processes": _each("(APIServer pid=1) (EngineCore_0 pid=7) "),
    "vLLM, older": _each("ERROR 02-03 04:05:06 registry.py:27] "),
    "vLLM workers, interleaved": _workers,
    "one rank": _each("[rank0]: "),
    "eight ranks, interleaved": _ranks(8),
    "torchrun": _each("[default0]:"),
    "MPI": _each("[1,0]<stderr>:"),
    "Ray": _each("(WorkerDict pid=61, ip=10.0.0.9) "),
    "Dapr": _each("== APP == "),
    "Cloud Build": _each("Step #5: "),
    "Docker Compose": _each("web-1     | "),
    "Docker Compose and rank": _each("web-1     | [rank3]: "),
    "Kubernetes": _stamped("2031-02-03T04:05:06.12345678{f}Z "),
    "container runtime": _stamped("2031-02-03T04:05:06.12345678{f}Z stderr F "),
    "container runtime, lines cut": _cut_lines,
    "Heroku": _stamped("2031-02-03T04:05:06.12345{f}+00:00 app[web.1]: "),
    "journald": _each("Feb 03 04:05:06 host1 gunicorn[812]: "),
    "syslog, ISO": _stamped("2031-02-03T04:05:06.12345{f}+01:00 host1 shop[812]: "),
    "Buildkite": _each("[2031-02-03T04:05:06Z] "),
    "Buildkite, raw": _each("\x1b_bk;t=1700000000123\x07"),
    "GitHub Actions": _stamped("2031-02-03T04:05:06.123456{f}Z "),
    "GitLab": _each("2031-02-03T04:05:06.123456Z 01O "),
    "arrows": _each("2031-02-03 04:05:06.1  >> "),
    "pipes": _each("2031-02-03 04:05:06 | ERROR | stderr | "),
    "Airflow, every line": _each("[2031-02-03, 04:05:06 UTC] {logging_mixin.py:188} INFO - "),
    "logging, every line": _each("2031-02-03 04:05:06,123 - shop.orders - ERROR - "),
    "level and name, every line": _each("ERROR:shop.orders:"),
    "level in brackets": _each("[ERROR] "),
    "ANSI colours": _colour("\x1b"),
    "ANSI colours in words": _coloured_words,
    "ANSI, written out": _colour("\\u001b"),
    "ANSI, escape lost": _colour(""),
    "carriage returns": lambda text: text.replace("\n", "\r\n"),
    "carriage returns, written out": lambda text: text.replace("\n", "^M\n") + "^M",
    "terminal pane": _pane,
    "JSON log line": _json_line,
    "JSON, list of lines": _json_list,
    "JSON, line by line": _json_per_line,
    "JSON in JSON": _json_in_json,
    "dict's repr": _dict_repr,
    "string's repr in a line": _string_repr,
    "logfmt": _logfmt,
    "HTML": _web,
    "HTML, line breaks as tags": _breaks,
    "HTML-escaped": html.escape,
    "fence": _fence,
    "details and fence": _details,
    "quoted": _each("> "),
    "quoted twice": _each("> > "),
    "indented": _each("    "),
    "tab before each line": _each("\t"),
    "commented out": _each("# "),
    "bold lines": _bold,
    "each line as code": lambda text: "\n".join(
        f"`{line}`" if line.strip() else line for line in text.split("\n")
    ),
}
