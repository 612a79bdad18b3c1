"""What gets lost or changed on the way: cuts, lost blanks and line breaks, wrapping, editors' marks, retyping."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from bench.robustness.layouts import plain
from bench.robustness.sites import Error

__all__ = ["DAMAGES", "Damage"]

Damage = Callable[[Error], str]


def _wrapped(text: str, width: int, *, words: bool) -> str:
    lines = []
    for line in text.split("\n"):
        rest = line
        while len(rest) > width:
            cut = rest.rfind(" ", 1, width + 1) if words else width
            cut = cut if cut > len(rest) - len(rest.lstrip()) else width
            lines.append(rest[:cut])
            rest = rest[cut:].lstrip(" ") if words else rest[cut:]
        lines.append(rest)
    return "\n".join(lines)


def _of_plain(change: Callable[[str], str]) -> Damage:
    return lambda error: change(plain(error))


def _of_final(change: Callable[[str], str]) -> Damage:
    return lambda error: change(error.final)


def _cut_start(error: Error) -> str:
    return "\n".join(plain(error).split("\n")[4:])


def _cut_in_path(error: Error) -> str:
    text = plain(error)
    place = text.index(error.calls[-1].file)
    return text[place + len(error.calls[-1].file) // 3 :]


def _last_lines(error: Error) -> str:
    return "\n".join(plain(error).split("\n")[-2:])


def _cut_message(share: float) -> Damage:
    def cut(error: Error) -> str:
        text = plain(error)
        return text[: len(text) - int(len(error.message) * (1 - share))]

    return cut


def _no_final(error: Error) -> str:
    return plain(error)[: -len(error.final) - 1]


def _ellipsis(error: Error) -> str:
    return f"{error.error_class}: {error.message[: max(40, len(error.message) * 2 // 3)]}..."


def _elided(error: Error) -> str:
    lines = plain(error).split("\n")
    return "\n".join([*lines[:3], "  ...", *lines[5:]])


def _elided_in_words(error: Error) -> str:
    lines = plain(error).split("\n")
    return "\n".join([*lines[:3], "  [... 12 frames omitted ...]", *lines[5:]])


def _joined(text: str) -> str:
    return " ".join(line.strip() for line in text.split("\n"))


def _smart(text: str) -> str:
    text = re.sub(r'"([^"\n]*)"', "“\\1”", text)
    text = re.sub(r"(?<!\w)'([^'\n]*)'", "‘\\1’", text)
    return text.replace("'", "’")


def _paths_shortened(error: Error) -> str:
    text = plain(error)
    for call in error.calls:
        text = text.replace(call.file, "…/" + "/".join(call.file.split("/")[-3:]))
    return text


def _windows(error: Error) -> str:
    text = plain(error)
    for call in error.calls:
        text = text.replace(call.file, "C:" + call.file.replace("/", "\\"))
    return text


def _underscores_bold(text: str) -> str:
    return re.sub(r"__(\w+?)__", r"**\1**", text)


def _blanks_doubled(text: str) -> str:
    return text.replace(" ", "  ")


def _quotes_lost(text: str) -> str:
    return text.replace("'", "").replace('"', "").replace("`", "")


def _title(error: Error) -> str:
    return f"[Bug]: {error.final}"


def _sentence(error: Error) -> str:
    return f"Hi all, when I place an order I get a {error.final} Does anybody know why? My own model works."


def _quoted_sentence(error: Error) -> str:
    return f'It stops and says "{error.final}", every time.'


def _code_sentence(error: Error) -> str:
    return f"After the update it raises `{error.final}` on every call."


def _cut_class(error: Error) -> str:
    return f"`{error.final[1:]}`"


def _other_case(error: Error) -> str:
    return f"it says {error.message[:1].swapcase()}{error.message[1:]}"


def _line_moved(error: Error) -> str:
    raising = error.calls[-1]
    return plain(error).replace(
        f"line {raising.line}, in {raising.function}", f"line {raising.line + 9}, in {raising.function}"
    )


DAMAGES: dict[str, Damage] = {
    "cut at the start": _cut_start,
    "cut within a path": _cut_in_path,
    "the last two lines": _last_lines,
    "the last line": lambda error: error.final,
    "the message alone": lambda error: error.message,
    "message cut at 90 %": _cut_message(0.9),
    "message cut at 75 %": _cut_message(0.75),
    "final line missing": _no_final,
    "last line with an ellipsis": _ellipsis,
    "frames left out": _elided,
    "frames left out, in words": _elided_in_words,
    "line drift": _line_moved,
    "paths shortened": _paths_shortened,
    "Windows paths": _windows,
    "indentation lost": _of_plain(lambda text: "\n".join(line.strip() for line in text.split("\n"))),
    "line breaks lost": _of_plain(_joined),
    "line breaks and blanks lost": _of_plain(lambda text: text.replace("\n", "")),
    "wrapped at 80": _of_plain(lambda text: _wrapped(text, 80, words=True)),
    "wrapped at 100": _of_plain(lambda text: _wrapped(text, 100, words=True)),
    "wrapped at 60": _of_plain(lambda text: _wrapped(text, 60, words=True)),
    "wrapped in mid-word at 80": _of_plain(lambda text: _wrapped(text, 80, words=False)),
    "wrapped in mid-word at 60": _of_plain(lambda text: _wrapped(text, 60, words=False)),
    "wrapped and quoted": _of_plain(
        lambda text: "\n".join(f"> {one}" for one in _wrapped(text, 72, words=True).split("\n"))
    ),
    "last line wrapped at 60": _of_final(lambda text: _wrapped(text, 60, words=True)),
    "last line wrapped in mid-word at 60": _of_final(lambda text: _wrapped(text, 60, words=False)),
    "last line wrapped and indented": _of_final(
        lambda text: _wrapped(text, 60, words=True).replace("\n", "\n    ")
    ),
    "smart quotes": _of_plain(_smart),
    "smart quotes, last line": _of_final(_smart),
    "no-break spaces": _of_plain(lambda text: text.replace(" ", "\u00a0")),
    "indentation as no-break spaces": _of_plain(
        lambda text: re.sub("(?m)^ +", lambda found: "\u00a0" * len(found[0]), text)
    ),
    "blanks doubled": _of_final(_blanks_doubled),
    "quotation marks lost": _of_final(_quotes_lost),
    "underscores as bold type": _of_plain(_underscores_bold),
    "escaped for JSON": _of_plain(lambda text: json.dumps(text)[1:-1]),
    "escaped for JSON twice": _of_plain(lambda text: json.dumps(json.dumps(text)[1:-1])[1:-1]),
    "blank lines between all lines": _of_plain(lambda text: text.replace("\n", "\n\n")),
    "a title": _title,
    "in a sentence": _sentence,
    "in a sentence, quoted": _quoted_sentence,
    "in a sentence, as code": _code_sentence,
    "first letter of the class lost": _cut_class,
    "a letter in the other case": _other_case,
    "lower case": lambda error: f"it says {error.final.lower()}",
    "upper case": lambda error: error.final.upper(),
    "every word with a capital": lambda error: error.final.title(),
}
