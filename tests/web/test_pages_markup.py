"""Untrusted text and code to HTML."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.domain.templates import interpolations
from app.web.markup import mark_interpolations, paragraphs, prose, visible
from app.web.snippets import code_html, fix_parts, source_lines
from tests.web.html_document import parse

TEXT = st.text(st.characters(codec=None), max_size=200)


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a <b> & \"c\" 'd'", "a &lt;b&gt; &amp; &#34;c&#34; &#39;d&#39;"),
        ("a\r\nb\rc\td", "a\nb\nc\td"),
        ("\u202e", '<span class="unseen" title="right-to-left override">⟨U+202E⟩</span>'),
        ("\x1b", '<span class="unseen" title="control character">⟨U+001B⟩</span>'),
        ("\ud800", '<span class="unseen" title="control character">⟨U+D800⟩</span>'),
        ("é 漢 😀 \u00a0", "é 漢 😀 \u00a0"),
    ],
)
def test_visible(text: str, html: str) -> None:
    """Markup is escaped, the invisible is drawn, other letters stay."""
    assert visible(text) == html


@given(TEXT)
def test_nothing_invisible_is_left(text: str) -> None:
    """Whatever comes in, no control or format character goes out, and the page reads back what was shown."""
    html = str(visible(text))
    assert not [
        c for c in html if unicodedata.category(c) in {"Cc", "Cf", "Cs", "Zl", "Zp"} and c not in "\n\t"
    ]
    shown = parse(f"<p>{html}</p>").text
    assert shown.isprintable() or set(shown) & {"\n", "\t", " "} or not shown.isascii()


@given(TEXT)
def test_template_reads_as_it_stands(text: str) -> None:
    """Marking the interpolations of a message changes no letter of it."""
    page = parse(f"<p>{mark_interpolations(text)}</p>")
    assert page.text == parse(f"<p>{visible(text)}</p>").text
    assert len(page.all("var")) == len(interpolations(text))


@pytest.mark.parametrize(
    ("template", "holes"),
    [
        ("got {x!r} of {{x!r}}", ["{x!r}"]),
        ("{{{x}}}", ["{x}"]),
        ("100%% of %s and %(name)s", ["%s", "%(name)s"]),
        ("no holes: 100% {2,10}", []),
    ],
)
def test_interpolations(template: str, holes: list[str]) -> None:
    """Interpolations are marked, doubled braces and percents are not."""
    page = parse(str(mark_interpolations(template)))
    assert [hole.text for hole in page.all("var")] == holes
    assert page.text == template


def test_prose() -> None:
    """Blank lines part paragraphs, back-quotes mark code, and all of it is escaped."""
    assert paragraphs("a `b<c>`\n\n \n d") == "<p>a <code>b&lt;c&gt;</code></p>\n<p>d</p>"
    assert prose("a ` b <i>") == "a ` b &lt;i&gt;"


def test_source_that_begins_inside_a_docstring() -> None:
    """The raise line is code: a snippet that begins in the middle of a docstring is not read as one long string."""
    code = 'words of a docstring\n    """\n    if x:\n        raise ValueError("no")\n    """'
    lines = source_lines(code, 10, 13, "a/b.py")
    assert [line.number for line in lines] == [10, 11, 12, 13, 14]
    assert [line.raises for line in lines] == [False, False, False, True, False]
    assert '<span class="k">raise</span>' in lines[3].html
    assert [parse(str(line.html)).text for line in lines] == code.split("\n")


@given(TEXT, st.sampled_from(["x.py", "x.js", "x.unknown", "x.c", "Makefile", "x.html"]))
@example("\ufeffx = 1", "x.py")
@example("\ufeff\ufeff\nx", "x.html")
@example("\r\n\rx\t", "x.c")
def test_code_keeps_every_letter(code: str, path: str) -> None:
    """Colouring code of any language changes no letter of it and lets no markup through."""
    assert parse(str(code_html(code, path))).text == parse(str(visible(code))).text


def test_long_code_is_not_lexed() -> None:
    """Past the limits code is shown plain, so that no lexer can be made slow."""
    assert "<span" not in code_html("x = 1\n" * 20_000, "x.py")
    assert "<span" not in code_html("x = " + "1" * 5_000, "x.py")


@pytest.mark.parametrize(
    ("fix", "parts"),
    [
        ("# before\na\n# after\nb", [("before", "Before", "a"), ("after", "After", "b")]),
        ("x\n// After: with y:\nb\nc", [("code", "", "x"), ("after", "After: with y", "b\nc")]),
        ("just code", [("code", "", "just code")]),
        ("# before we go\n", [("before", "Before we go", "")]),
        ("a  # before\nb", [("code", "", "a  # before\nb")]),
    ],
)
def test_fix_parts(fix: str, parts: list[tuple[str, str, str]]) -> None:
    """An example fix is cut at its marker lines, whose words become labels."""
    found = fix_parts(fix, "x.py")
    texts = ["\n".join(parse(str(line.html)).text for line in part.lines) for part in found]
    assert [(part.kind, part.label, text) for part, text in zip(found, texts, strict=True)] == parts
