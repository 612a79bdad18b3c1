"""What becomes of an unknown error: a template in which nothing of the paste varies, and a place of nobody's machine."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.answer import Frame
from app.domain.patterns import compile_pattern
from app.domain.records import Envelope
from app.domain.unknown import (
    MAX_TEMPLATE_CHARS,
    MAX_TEMPLATE_LINES,
    UNKNOWN_FILE,
    local_record,
    site_of,
    template_of,
)

MESSAGES = [
    ("cart of 'alice' holds 17 items", "cart of '{value}' holds {number} items"),
    ("cannot open /home/alice/x.db: 3 tries", "cannot open {path}: {number} tries"),
    ("cannot open C:\\Users\\al\\x.db twice", "cannot open {path} twice"),
    ("no route to 10.0.0.1:8080 from ~/work", "no route to {number} from {path}"),
    ("got T=17, N=4", "got T={number}, N={number}"),
    ("needs 12GB on cuda:0", "needs {number}GB on cuda:{number}"),
    ("device 0xdeadBEEF of 9f8e7d6c5b4a", "device {id} of {id}"),
    ("run 123e4567-e89b-12d3-a456-426614174000 failed", "run {id} failed"),
    ("see https://e.org/a?key=1 for al@corp.example", "see {url} for {mail}"),
    ("don't do `that` with {'a': 1}", "don't do `{value}` with {value}"),
    ("login [redacted:secret] refused", "login {redacted} refused"),
    ("nothing varies here", "nothing varies here"),
    ("HTTPError and model2vec stay", "HTTPError and model2vec stay"),
    ("first line\nsecond 5", "first line\nsecond {number}"),
]


@pytest.mark.parametrize(("message", "template"), MESSAGES)
def test_what_varies_becomes_a_wildcard(message: str, template: str) -> None:
    """Numbers, quoted values, paths, addresses and what was redacted go; the words stay."""
    assert template_of(message) == template


@pytest.mark.parametrize(("message", "template"), MESSAGES)
def test_the_record_knows_the_message_again(message: str, template: str) -> None:
    """The record of a message is whole, and its pattern matches the message that it came from."""
    record = local_record("E", f"{template}, as it says here", None)
    assert record is not None
    assert record.file_path == UNKNOWN_FILE
    Envelope.model_validate(record.envelope())
    assert record.message_pattern is not None
    said = f"{message}, as it says here"
    assert compile_pattern(record.message_pattern).find(said) is not None
    assert local_record("E", record.error_message, None) == record


@pytest.mark.parametrize("text", [None, "", "   ", "\n"])
def test_no_message(text: str | None) -> None:
    """Without a message there is no template."""
    assert template_of(text) is None


@pytest.mark.parametrize(
    ("error_class", "template", "frame", "stored"),
    [
        ("E", "{number}", None, False),
        ("E", "{value} of {number}", None, False),
        (None, None, Frame(file="a.py"), False),
        ("E", None, None, False),
        ("E", None, Frame(file="a.py"), True),
        ("E", "{number}", Frame(file="a.py"), True),
        (None, "something went wrong", None, True),
    ],
)
def test_what_says_too_little_becomes_no_record(
    error_class: str | None, template: str | None, frame: Frame | None, stored: bool
) -> None:
    """An error that would fit anything is not stored."""
    assert (local_record(error_class, template, frame) is not None) == stored


@pytest.mark.parametrize(
    ("file", "stored"),
    [
        ("/home/alice/run.py", "run.py"),
        ("/home/alice/work/deep/down/shop/cart.py", "down/shop/cart.py"),
        ("C:\\Users\\bob\\shop\\cart.py", "shop/cart.py"),
        ("/Users/carol/cart.py", "cart.py"),
        ("/root/cart.py", "cart.py"),
        ("/home/al/.venv/lib/python3.11/site-packages/torch/nn/x.py", "torch/nn/x.py"),
        ("/usr/lib/python3.11/json/decoder.py", "json/decoder.py"),
        ("src/pool/balance.py", "pool/balance.py"),
        ("<stdin>", "<stdin>"),
        ("", UNKNOWN_FILE),
    ],
)
def test_the_place_is_nobodys(file: str, stored: str) -> None:
    """A path keeps what tells the error, and not whose machine it was."""
    site = site_of([Frame(file="outer.py", line=1), Frame(file=file, line=7, function="Cart.add")])
    assert site is not None
    assert (site.file, site.line, site.function) == (stored, 7, "Cart.add")


def test_a_frame_without_much() -> None:
    """A frame may lack its line, and a name that is none is left out."""
    assert site_of([]) is None
    site = site_of([Frame(file="a.py", line=0, function="not a name; DROP TABLE")])
    assert site == Frame(file="a.py", line=None, function=None)
    record = local_record("E", None, site)
    assert record is not None
    assert record.line_number == 1


@given(st.text(max_size=2000))
def test_any_text_gives_a_bounded_template(text: str) -> None:
    """Whatever was pasted, the template is short, holds no digit run of its own and makes a valid record or none."""
    template = template_of(text)
    if template is None:
        return
    assert len(template) <= MAX_TEMPLATE_CHARS
    assert template.count("\n") < MAX_TEMPLATE_LINES
    record = local_record("E", template, None)
    if record is not None and "\x00" not in text:
        assert record.message_pattern


@given(st.from_regex(re.compile(r"[a-z]{4,9} [a-z]{4,9} [0-9]{3,9} [a-z]{3,9}"), fullmatch=True))
def test_numbers_never_stay(text: str) -> None:
    """The same words with another number are the same error."""
    assert template_of(text) == template_of(re.sub(r"[0-9]{3,9}", "7", text))
