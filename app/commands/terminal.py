"""Writing for people: colour and wrapping on a terminal, plain unwrapped lines in a pipe or file.

Whatever is printed here may have been pasted or come with a record, so control characters, escape sequences
and bidi controls are made visible instead of being sent to the terminal.
"""

# ruff: noqa: PLC0415 - imports stand in the functions, so that `errdex --help` loads nothing heavy
from __future__ import annotations

import io
import json
import os
import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

WIDEST_PROSE = 100
NARROWEST = 20

# C0 but tab and line feed, DEL, C1 (an 8-bit CSI or OSC), bidi and zero-width controls but the two joiners that
# scripts and emoji need, line and paragraph separators, surrogates, interlinear marks and tag characters.
_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)

_WORD = re.compile(r"\s*\S+\s*")
# What a terminal may be given as the target of a link: a whole address, in plain characters.
_LINKABLE = re.compile(r"https?://[!-~]{1,2000}", re.ASCII)

Part = str | tuple[str, str]


def visible(text: str) -> str:
    r"""Return the text with each unsafe character as its escape (`\x1b`, `\u202e`); CRLF becomes LF."""
    return _UNSAFE.sub(_escape, text.replace("\r\n", "\n"))


def one_line(text: str, limit: int | None = None) -> str:
    """Return visible text with every run of white space as one space, cut with an ellipsis at `limit` characters."""
    line = " ".join(visible(text).split())
    return line if limit is None or len(line) <= limit else line[: limit - 1] + "…"


def json_text(value: Any) -> str:
    """Return indented JSON that is safe to print; reading it gives the value back."""
    return _UNSAFE.sub(_json_escape, json.dumps(value, ensure_ascii=False, indent=2))


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _json_escape(found: re.Match[str]) -> str:
    return json.dumps(found[0])[1:-1] if found[0] != "\x7f" else "\\u007f"


def wants_colour(stream: TextIO) -> bool:
    """Tell whether escape sequences may be written: a terminal, not a dumb one, and no NO_COLOR."""
    return (
        stream.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") not in {"dumb", "unknown"}
    )


def note(text: str) -> None:
    """Say something beside the data, on stderr."""
    sys.stderr.write(visible(text) + "\n")
    sys.stderr.flush()


def write_json(value: Any) -> None:
    """Write one JSON document to stdout."""
    sys.stdout.write(json_text(value) + "\n")


def link_style(style: str, url: str | None) -> str:
    """Return the Rich style that also makes a text a link, where the address is a whole and plain one."""
    return f"{style} link {url}".strip() if url and _LINKABLE.fullmatch(url) else style


class Output:
    """Lines on stdout. A part is a text, or a pair of text and Rich style; markup in a text means nothing."""

    def __init__(self, stream: TextIO | None = None, *, width: int | None = None) -> None:
        from rich.console import Console

        self.stream = stream or sys.stdout
        self.terminal = self.stream.isatty()
        self.colour = wants_colour(self.stream)
        self.width = max(NARROWEST, min(width or shutil.get_terminal_size().columns, WIDEST_PROSE))
        # Rich renders into memory and this class writes, so that a closed pipe is one plain BrokenPipeError.
        self._rendered = io.StringIO()
        self._console: Console = Console(
            file=self._rendered,
            force_terminal=self.colour,
            color_system="auto" if self.colour else None,
            highlight=False,
            markup=False,
            emoji=False,
            legacy_windows=False,
        )

    def blank(self) -> None:
        """Write an empty line."""
        self.stream.write("\n")

    def rule(self, text: str) -> None:
        """Write a line across that begins what errdex says, after an empty line."""
        self.blank()
        self.prose((f"── {text} " + "─" * max(0, self.width - len(text) - 4), "dim"))

    def heading(self, text: str) -> None:
        """Write the title of a section, after an empty line."""
        self.blank()
        self.prose((text, "bold"))

    def prose(self, *parts: Part, indent: int = 0, first: str = "", hang: int = 0) -> None:
        """Write words; a terminal wraps them between words, further lines under the text after `first`.

        Args:
            parts: the text.
            indent: blanks before each line.
            first: a bullet or number before the first line.
            hang: further blanks before each line but the first.
        """
        lead = " " * indent + first
        further = " " * (len(lead) + hang)
        prefix = lead
        for paragraph in self._assemble(parts).split("\n", allow_blank=True):
            for line in self._wrapped(paragraph, len(further)):
                line.rstrip()
                self._print(prefix, line)
                prefix = further

    def _wrapped(self, paragraph: Text, indent: int) -> Iterable[Text]:
        """Break between words only; a path or address that is wider than the terminal stays whole."""
        from rich.cells import cell_len

        if not self.terminal:
            return [paragraph]
        room = max(NARROWEST // 2, self.width - indent)
        breaks, used = [], 0
        for word in _WORD.finditer(paragraph.plain):
            if used and used + cell_len(word[0].rstrip()) > room:
                breaks.append(word.start())
                used = 0
            used += cell_len(word[0])
        return paragraph.divide(breaks)

    def code(
        self,
        text: str,
        *,
        indent: int = 2,
        style: str = "",
        path: str | None = None,
        labels: Sequence[str] = (),
    ) -> None:
        """Write code as it is: never wrapped, never cut.

        Args:
            text: the code.
            indent: blanks before each line.
            style: Rich style for all of it.
            path: name of a file in its language, which adds colour.
            labels: what stands before each line, such as its number.
        """
        clean = visible(text).expandtabs(4).rstrip("\n")
        for number, line in enumerate(self._coloured(clean, style, path).split("\n", allow_blank=True)):
            line.rstrip()
            label = labels[number] if number < len(labels) else ""
            self._print(" " * indent + label, line)

    def _coloured(self, text: str, style: str, path: str | None) -> Text:
        from rich.text import Text

        if not (self.colour and path):
            return Text(text, style=style)
        from rich.syntax import Syntax

        lexer = Syntax.guess_lexer(path)
        coloured = Syntax("", lexer, theme="ansi_dark", background_color="default").highlight(text)
        coloured.right_crop(len(coloured.plain) - len(text))  # the lexer adds a line feed
        return coloured if coloured.plain == text else Text(text, style=style)

    def _assemble(self, parts: Iterable[Part]) -> Text:
        from rich.text import Text

        whole = Text()
        for part in parts:
            text, style = (part, "") if isinstance(part, str) else part
            whole.append(visible(text), style=style or None)
        return whole

    def _print(self, prefix: str, line: Text) -> None:
        from rich.text import Text

        if not (line.plain or prefix.strip()):
            self.blank()
            return
        lead = Text(prefix.rstrip() if not line.plain else prefix, style="dim")
        self._console.print(Text.assemble(lead, line), soft_wrap=True)
        self.stream.write(self._rendered.getvalue())
        self._rendered.seek(0)
        self._rendered.truncate()
