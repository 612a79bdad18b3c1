"""What becomes of an unknown error: a template in which nothing of the paste varies, and a place of nobody's machine."""

from __future__ import annotations

import re
import time

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
    ("connect to [::1]:8080 refused", "connect to [{address}]:{number} refused"),
    ("no route to fe80::1%eth0 from 2001:db8::1", "no route to {address} from {address}"),
    ("2001:0db8:85a3:0000:0000:8a2e:0370:7334 is down", "{address} is down"),
    ("::ffff:10.0.0.1 is down", "{address} is down"),
    ("port 00:1b:44:11:3a:b7 or 00-1B-44-11-3A-B7", "port {address} or {address}"),
    ("db7.corp.example is down", "{host} is down"),
    ("alice-laptop.local is gone", "{host} is gone"),
    ("node ip-10-0-0-1.ec2.internal, ip-10-0-0-1", "node {host}, {host}"),
    ("api.github.com:443 hangs up", "{host}:{number} hangs up"),
    ("db1.prod.mycompany.de refused it", "{host} refused it"),
    ("my-host.fritz.box and www.uni-x.edu", "{host} and {host}"),
    ("on DESKTOP-AB12CD3 only", "on {host} only"),
    ("Pool(host=alice, hostname=al_pc)", "Pool(host={host}, hostname={host})"),
    ("cannot open C:\\Users\\Al Smith\\secret.txt: denied", "cannot open {path}: denied"),
    ("no C:\\Users\\Al Smith\\My Files\\x.db now", "no {path} now"),
    ("C:\\Users\\Al Smith is gone", "{path} is gone"),
    ("C:\\Users\\Al Smith\\My Secret plan.txt: denied", "{path}: denied"),
    ("C:\\\\Users\\\\Al Smith\\\\x.db is gone", "{path} is gone"),
    ("C:/Program Files/Al B/x y.txt is gone", "{path} is gone"),
    ("cannot open \\\\server\\share\\Al Smith\\x.db twice", "cannot open {path} twice"),
    ("C:\\a\\x.txt is missing, see foo.py", "{path} is missing, see foo.py"),
    ("it hangs 'at alice", "it hangs '{value}"),
    ('it hangs "at alice\nsecond', 'it hangs "{value}\nsecond'),
    ("at 12:30:45 and 12:30:45.123456", "at {number} and {number}"),
    ("at 2024-01-02T10:11:12Z or 2024-01-02 10:11:12,123", "at {number} or {number}"),
    ("torch 2.1.0 lacks it", "torch {number} lacks it"),
    ("from cuda:0 to cuda:15", "from cuda:{number} to cuda:{number}"),
    ("nothing varies here", "nothing varies here"),
    ("HTTPError and model2vec stay", "HTTPError and model2vec stay"),
    ("first line\nsecond 5", "first line\nsecond {number}"),
]


@pytest.mark.parametrize(("message", "template"), MESSAGES)
def test_what_varies_becomes_a_wildcard(message: str, template: str) -> None:
    """Numbers, quoted values, paths, addresses and what was redacted go; the words stay."""
    assert template_of(message) == template


@pytest.mark.parametrize(
    "message",
    [
        "torch.nn.functional has no such name",
        "asyncio.io, os.path.join and scipy.io.wavfile",
        "skimage.io and tf.io are no hosts",
        "google.cloud and threading.local are modules",
        "google.cloud.storage is not installed",
        "my.module.com.B cannot be built",
        "std::vector<int> and abc::def and std::dead::beef",
        "gpu12 and cu118 and model2vec",
        "users' files, don't touch",
        "key: value; a, b (c) [d] <e>",
    ],
)
def test_ordinary_text_stays(message: str) -> None:
    """Names of code that look a little like hosts or addresses are what tells the error."""
    assert template_of(message) == message


HOSTILE = [
    "a", "a.", "a-", "a+", "a@", "-1", "1e", "1:", "a:", "::", "f", "f1", "f-", "0x", "ff:", "fe80::", "a1.", "ip-1",
    "'\\", '"\\', "'a", "{", "`a", "[redacted:", "a/", "/a", "\\a", "\\\\a ", "C:\\", "C:\\a ", "C:\\Users\\A ", "~/",
    "x://", "2024-01-02", "host=", "a" * 63 + ".", "_", "é", " ",
]  # fmt: skip


@pytest.mark.parametrize("unit", HOSTILE)
def test_hostile_messages_are_read_in_linear_time(unit: str) -> None:
    """A long message takes some hundredths of a second; with one try from each of its places it would take half a minute."""
    started = time.process_time()
    template_of("." + unit * (60_000 // len(unit)))
    template_of("x'" + unit * (60_000 // len(unit)) + "!")
    template_of("it said '" + unit * (60_000 // len(unit)) + "'a")
    assert time.process_time() - started < 5


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
