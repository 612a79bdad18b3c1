"""Slugs, titles, module paths and site keys."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.identity import (
    module_path,
    naming_text,
    package_of,
    record_path,
    record_url,
    site_key,
    slug_of,
    title_of,
)
from app.domain.records import Record

ROOT = Path(__file__).parents[2]
BUNDLED = sorted(ROOT.joinpath("data/records").rglob("*.json"))


def _record(**members: object) -> Record:
    return Record.model_validate(
        {
            "id": "0123456789abcdef",
            "repo": "a/b",
            "slug": "s",
            "filePath": "src/p/m.py",
            "lineNumber": 1,
            **members,
        }
    )


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.stem[-16:])
def test_slug_of_each_bundled_record(path: Path) -> None:
    """The rule gives the slug that each of the five records carries, and so the name of its file."""
    record = json.loads(path.read_text(encoding="utf-8"))["record"]
    assert slug_of(record["errorMessage"]) == record["slug"]
    assert path.stem == f"{record['slug']}-{record['id']}"


def test_records_are_bundled() -> None:
    """The table above is not empty by mistake."""
    assert len(BUNDLED) >= 5


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("", ""),
        ("!!!", ""),
        ("Größe überschritten", "gr-e-berschritten"),
        ("  Leading and trailing  ", "leading-and-trailing"),
        ("a" * 60, "a" * 50),
        ("x" * 49 + " y", "x" * 49),
        ("tab\tand\nbreak", "tab-and-break"),
        ("\u0130" * 50, "-".join("i" * 25)),
    ],
)
def test_slug_rule(text: str, slug: str) -> None:
    """The first 50 characters count, each run of others is one dash, and the ends have none."""
    assert slug_of(text) == slug


@given(st.text(max_size=80))
def test_slug_fits_the_schema(text: str) -> None:
    """Whatever the text, the slug has at most 50 characters of a-z, 0-9 and single inner dashes."""
    slug = slug_of(text)
    assert len(slug) <= 50
    assert all(char.isascii() and (char.isdigit() or char.islower() or char == "-") for char in slug)
    assert "--" not in slug
    assert slug == slug.strip("-")


@pytest.mark.parametrize(
    ("members", "function", "title"),
    [
        ({"errorMessage": "x" * 70}, None, "x" * 60),
        ({"errorMessage": "y" * 59 + " z"}, None, "y" * 59),
        ({"errorMessage": "two\r\nlines\u2028more"}, None, "two lines more"),
        ({"errorMessage": " " * 61 + "late"}, None, "late"),
        ({"errorMessage": "text", "errorClass": "ValueError"}, "f", "text"),
        ({"errorClass": "ValueError"}, "Pool.grow", "ValueError in Pool.grow"),
        ({"errorClass": "ValueError", "errorMessage": "  "}, "grow", "ValueError in grow"),
        ({"errorClass": "ValueError"}, None, "ValueError in m.py"),
        ({"errorClass": "E" * 80}, "f", "E" * 80 + " in f"),
    ],
)
def test_title(members: dict[str, object], function: str | None, title: str) -> None:
    """A title is 60 characters of the message on one line, or the class and where it is raised."""
    assert title_of(_record(**members), function) == title


def test_naming_text_without_anything() -> None:
    """A record that names neither message, class nor place still has a name."""
    assert naming_text(None, None, None) == "Error"


@pytest.mark.parametrize(
    ("path", "module", "package"),
    [
        ("python/sglang/srt/x.py", "sglang/srt/x.py", "sglang"),
        ("sglang/srt/x.py", "sglang/srt/x.py", "sglang"),
        ("./src/sglang/srt/x.py", "sglang/srt/x.py", "sglang"),
        ("lib/sglang/x.py", "sglang/x.py", "sglang"),
        ("src/python/sglang/x.py", "sglang/x.py", "sglang"),
        (r"src\sglang\x.py", "sglang/x.py", "sglang"),
        (r"C:\venv\Lib\site-packages\sglang\srt\x.py", "sglang/srt/x.py", "sglang"),
        ("/opt/lib/python3.11/site-packages/sglang/srt/x.py", "sglang/srt/x.py", "sglang"),
        ("/usr/lib/python3/dist-packages/apt/cache.py", "apt/cache.py", "apt"),
        ("/a/site-packages/old/site-packages/new/x.py", "new/x.py", "new"),
        ("/a/site-packages/rockets-1.0-py3.11.egg/rockets/x.py", "rockets/x.py", "rockets"),
        ("/usr/lib/python3.11/json/decoder.py", "json/decoder.py", "json"),
        ("/usr/lib/python3.11/ast.py", "ast.py", "ast"),
        ("/srv/app/main.py", "srv/app/main.py", "srv"),
        ("src/a/../b/x.py", "b/x.py", "b"),
        ("six.py", "six.py", "six"),
        ("src/six.py", "six.py", "six"),
        ("python", "python", "python"),
        ("tensorflow/python/ops/x.py", "tensorflow/python/ops/x.py", "tensorflow"),
        ("", "", ""),
        ("/", "", ""),
    ],
)
def test_module_path(path: str, module: str, package: str) -> None:
    """A file of a repository and the same file installed anywhere have one module path."""
    assert module_path(path) == module
    assert package_of(module) == package


def test_site_key_is_sha_256_of_a_json_array() -> None:
    """The key is the digest of the compact JSON array in UTF-8, nulls and other scripts as they are."""
    text = '["a/b","p/m.py",null,"ValueError","größer als {n}",0]'
    assert (
        site_key("a/b", "p/m.py", None, "ValueError", "größer als {n}", 0)
        == hashlib.sha256(text.encode()).hexdigest()
    )


def test_each_part_counts_in_the_site_key() -> None:
    """Sites that differ in one part have different keys."""
    parts: list[tuple[str, str, str | None, str | None, str | None, int]] = [
        ("a/b", "m.py", "f", "E", "t", 0),
        ("a/c", "m.py", "f", "E", "t", 0),
        ("a/b", "n.py", "f", "E", "t", 0),
        ("a/b", "m.py", None, "E", "t", 0),
        ("a/b", "m.py", "f", None, "t", 0),
        ("a/b", "m.py", "f", "E", None, 0),
        ("a/b", "m.py", "f", "E", "t", 1),
    ]
    assert len({site_key(*part) for part in parts}) == len(parts)


def test_site_key_survives_a_lone_surrogate() -> None:
    """A text that cannot be stored gets a fault elsewhere, and no crash here."""
    assert len(site_key("a/b", "m.py", None, None, "\ud800", 0)) == 64


def test_record_address() -> None:
    """The path carries repo, slug and id; the address is absolute where the public one is known."""
    record = _record(slug="too-big")
    assert record_path(record) == "/errors/a/b/too-big-0123456789abcdef"
    assert record_path(_record(slug="")) == "/errors/a/b/0123456789abcdef"
    assert record_url(record, None) == record_path(record)
    assert record_url(record, "https://e.example/x/") == f"https://e.example/x{record_path(record)}"
