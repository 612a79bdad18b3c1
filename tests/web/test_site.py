"""The static site: the server's pages and JSON as files that lead to one another, and nothing that needs a server."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from app.cli import app as command_line
from app.domain.identity import page_path
from app.domain.records import Envelope
from app.web.site_folder import MARKER, SiteFolder
from app.web.site_links import ALL_RECORDS, Address, SitePage, file_of, resolve
from app.web.site_search import SearchIndex, words_of
from tests.web.html_document import parse

BASE = "/project"
URL = f"https://user.example{BASE}/"


def export(*arguments: object, code: int = 0) -> str:
    """Run `errdex export --site`; gives all that it printed."""
    ran = CliRunner().invoke(command_line, [str(argument) for argument in arguments])
    assert ran.exit_code == code, ran.output
    return ran.output


@pytest.fixture(scope="module")
def database(loaded_file: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Address of a copy of the bundled records."""
    path = tmp_path_factory.mktemp("site-base") / "errdex.db"
    shutil.copyfile(loaded_file, path)
    return f"sqlite:///{path}"


@pytest.fixture(scope="module")
def site(database: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of the bundled records, below a path."""
    root = tmp_path_factory.mktemp("site") / "public"
    export("--database", database, "export", "--site", root, "--base-url", URL)
    return root


def files(root: Path) -> dict[str, bytes]:
    """All files of a folder."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()
    }


def records(root: Path) -> Iterator[dict[str, Any]]:
    """The JSON of all records of a site."""
    for path in sorted((root / "api/errors").glob("*.json")):
        yield json.loads(path.read_bytes())


def test_every_link_leads_to_a_file(site: Path) -> None:
    """Relative, so that the site works at any address; pages for unknown addresses are below the given path."""
    there = files(site)
    checked = 0
    for name, content in there.items():
        if not name.endswith(".html"):
            continue
        here = f"{BASE}/{name.removesuffix('index.html')}"
        for element in parse(content.decode()).all():
            for attribute in ("href", "src", "action"):
                link = element.get(attribute)
                if not link or urlsplit(link).scheme:
                    continue
                assert name == "404.html" or not link.startswith("/"), (name, link)
                target = unquote(urlsplit(urljoin(here, link)).path)
                assert target.startswith(f"{BASE}/"), (name, link)
                file = target.removeprefix(f"{BASE}/")
                assert (f"{file}index.html" if not file or file.endswith("/") else file) in there, (
                    name,
                    link,
                )
                checked += 1
            assert "site.invalid" not in str(element.attributes), name
            assert (element.get("method") or "get").lower() == "get", name
    assert checked > 500


def test_every_page_names_an_icon(site: Path) -> None:
    """Without one a browser asks for one at the root of the host, which is not this site's."""
    pages = list(site.rglob("*.html"))
    assert any(page.parent.parent.name == "e" for page in pages)
    assert [page for page in pages if b'<link rel="icon" ' not in page.read_bytes()] == []


def test_a_record_is_where_the_server_has_it(site: Path, client: TestClient) -> None:
    """Page, text, short address, and the very same JSON, at the same paths."""
    count = 0
    for envelope in list(records(site))[:20]:
        record = envelope["record"]
        asked = client.get(f"/api/errors/{record['id']}")
        assert (site / "api/errors" / record["id"]).read_bytes() == asked.content
        path = page_path(record["repo"], record["slug"], record["id"])
        page = (site / path[1:] / "index.html").read_text()
        assert f'href="{URL[:-1]}{path}"' in page, "its canonical address"
        assert (
            client.get(path, headers={"Accept": "text/plain"}).content
            == (site / path[1:] / "index.txt").read_bytes()
        )
        assert f'content="0; url=../..{path}/"' in (site / "e" / record["id"] / "index.html").read_text()
        count += 1
    assert count >= 5


def test_lists_are_whole(site: Path, client: TestClient) -> None:
    """All records can be reached through the lists alone, and names have the server's counts."""
    reached: set[str] = set()
    for path in (site / "search").glob("page-*/index.html"):
        for element in parse(path.read_text()).all("a"):
            target = element.get("href") or ""
            if "/errors/" in target:
                reached.add(target.rstrip("/")[-16:])
    assert reached == {envelope["record"]["id"] for envelope in records(site)}
    for name in ("repos", "tags", "backgrounds"):
        found = json.loads((site / "api" / name).read_bytes())
        asked = client.get(f"/api/{name}?limit=100").json()
        assert (found["total"], found["items"][:100]) == (asked["total"], asked["items"])
        assert (site / "api" / f"{name}.json").read_bytes() == (site / "api" / name).read_bytes()


def test_the_same_base_gives_the_same_bytes(database: str, site: Path, tmp_path: Path) -> None:
    """Twice, in two folders; a repeated run changes nothing."""
    export("--database", database, "export", "--site", tmp_path / "x", "--base-url", URL)
    assert files(tmp_path / "x") == files(site)
    assert "0 new or changed, 0 removed" in export(
        "--database", database, "export", "--site", tmp_path / "x", "--base-url", URL
    )


def test_one_repository_prunes_the_others(database: str, site: Path, tmp_path: Path) -> None:
    """A smaller site in the same folder leaves no file of the larger one, and none of its owner's is touched."""
    root = tmp_path / "public"
    shutil.copytree(site, root)
    (root / "CNAME").write_text("errors.example\n")
    repo = next(records(site))["record"]["repo"]
    export("--database", database, "export", "--site", root, "--repo", repo)
    assert {envelope["record"]["repo"] for envelope in records(root)} == {repo}
    assert (root / "CNAME").read_text() == "errors.example\n"
    listed = set(json.loads((root / MARKER).read_bytes())["files"])
    assert set(files(root)) == listed | {MARKER, "CNAME"}
    assert not [path for path in root.rglob("*") if path.is_dir() and not any(path.iterdir())]
    assert "sitemap" not in (root / "robots.txt").read_text(), "without an address there is no map"


def test_a_run_that_was_broken_off_leaves_nothing(tmp_path: Path) -> None:
    """What it wrote is known to the next one, which removes what it has not; other files stay."""
    broken = SiteFolder(tmp_path)
    broken.write("errors/a/b/secret/index.html", b"withdrawn since")
    (tmp_path / "CNAME").write_text("errors.example")
    whole = SiteFolder(tmp_path)
    whole.write("index.html", b"home")
    assert whole.finish() == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == [MARKER, "CNAME", "index.html"]


def test_another_folder_is_left_alone(database: str, tmp_path: Path) -> None:
    """What is not empty and not a site is refused, and stays as it is; so does a damaged or hostile marker."""
    (tmp_path / "thesis.txt").write_text("years of work")
    said = export("--database", database, "export", "--site", tmp_path, code=2)
    assert "is not empty and holds no site of errdex" in said
    assert list(tmp_path.iterdir()) == [tmp_path / "thesis.txt"]
    root = tmp_path / "site"
    root.mkdir()
    (root / MARKER).write_text("[]")
    assert "its marker is damaged" in export("--database", database, "export", "--site", root, code=2)
    (root / MARKER).write_text(json.dumps({"files": ["../thesis.txt", str(tmp_path / "thesis.txt")]}))
    export("--database", database, "export", "--site", root, "--repo", "sgl-project/sglang")
    assert (tmp_path / "thesis.txt").read_text() == "years of work"


@pytest.mark.parametrize(
    ("arguments", "code", "part"),
    [
        (["--site", "x", "--base-url", "user.example"], 2, "--base-url takes the address"),
        (["--site", "x", "--base-url", "https://u.example/?q=1"], 2, "--base-url takes the address"),
        (["--site", "x", "--missing-prose"], 2, "--site goes with"),
        (["--base-url", "https://u.example/"], 2, "goes with --site"),
        (["--site", "x", "--repo", "no/body"], 1, "No record is of these repositories"),
    ],
)
def test_wrong_usage_is_told(
    database: str, tmp_path: Path, arguments: list[str], code: int, part: str
) -> None:
    """And no folder is made."""
    given = [str(tmp_path / "x") if argument == "x" else argument for argument in arguments]
    assert part in export("--database", database, "export", *given, code=code)
    assert not (tmp_path / "x").exists()


def test_crawlers_find_the_map(site: Path) -> None:
    """Each record once, by its whole address."""
    assert f"Sitemap: {URL}sitemap.xml" in (site / "robots.txt").read_text()
    text = (site / "sitemap.xml").read_text()
    assert text.count("<loc>") == 1 + sum(1 for _ in records(site))
    assert f"<loc>{URL}errors/" in text


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("/errors/a/b/x-0123456789abcdef", Address("/errors/a/b/x-0123456789abcdef")),
        ("/project/tags", Address("/tags")),
        ("/project", Address("/")),
        ("?page=2", Address("/search", (("page", "2"),))),
        ("/search", ALL_RECORDS),
        ("/search?tag=a%2Fb&page=2", Address("/search", (("page", "2"), ("tag", "a/b")))),
        ("#x", None),
        ("https://other.example/x", None),
        ("//other.example/x", None),
        ("mailto:a@b.example", None),
        ("relative", None),
    ],
)
def test_links_are_resolved(link: str, expected: Address | None) -> None:
    """From the search page, below a path."""
    assert resolve(link, Address("/search"), BASE) == expected


@pytest.mark.parametrize(
    ("path", "query", "expected"),
    [
        ("/", (), "index.html"),
        ("/search", (), "search/index.html"),
        ("/search", (("page", "2"), ("tag", "kv-cache")), "search/tag-kv-cache/page-2/index.html"),
        ("/search", (("tag", "KV"),), "search/tag-kv-f08c1894/index.html"),
        ("/search", (("tag", "../../x"),), "search/tag-x-b2c6cb2a/index.html"),
        ("/search", (("q", "x"),), None),
        ("/search", (("repo", "a/b"), ("tag", "x")), None),
        ("/docs", (), None),
        ("/errors/a/b/../../../etc/passwd", (), None),
        ("/api/errors/0123456789abcdef", (), "api/errors/0123456789abcdef"),
        ("/api/match", (), None),
    ],
)
def test_files_stand_for_addresses(
    path: str, query: tuple[tuple[str, str], ...], expected: str | None
) -> None:
    """No name leads out of the folder, and no two values share one."""
    found = file_of(Address(path, query))
    if expected and "-" in expected and found != expected:
        assert found is not None
        assert found.rpartition("-")[0].split("/")[0] == expected.split("/")[0]
    else:
        assert found == expected


def test_what_needs_a_server_is_taken_out() -> None:
    """Forms that send, links to pages that are not there; text that only looks like a tag stays text."""
    html = (
        '<!doctype html><html><head><link rel="alternate" href="/feed"></head><body><nav><a href="/docs">API</a>'
        '<a href="/tags">Tags</a></nav><p>see <a class="x" href="/docs">the <b>API</b></a> &lt;a href="/docs"&gt;</p>'
        '<form method="post" action="/"><form></form><button>Send</button></form>'
        '<form action="/search" data-live="r"><input name="q"></form><svg><path d="M0 0"/></svg><!-- note --></body></html>'
    )
    page = SitePage(
        Address("/repos"), "repos/index.html", "", "default-src 'none'", lambda one: one.path != "/feed"
    )
    assert page.rewritten(html) == (
        '<!doctype html><html><head>\n<meta http-equiv="Content-Security-Policy" content="default-src &#x27;none&#x27;">'
        '</head><body><nav><a href="../tags/">Tags</a></nav><p>see the <b>API</b> &lt;a href="/docs"&gt;</p>'
        '<form action="../search/"><input name="q"></form><svg><path d="M0 0"/></svg><!-- note --></body></html>'
    )


def test_a_large_index_is_cut_into_small_files() -> None:
    """Words by their first letters, records in pieces; nothing is in two places or in none."""
    index = SearchIndex()
    for number in range(6_000):
        record = {
            "id": f"{number:016x}",
            "repo": "a/b",
            "slug": "x",
            "filePath": f"src/module_{number % 97}.py",
            "lineNumber": 1,
            "errorMessage": f"shard {number} of ragged{number % 1009} pool is full é",
            "errorClass": "PoolError",
        }
        index.add(Envelope.model_validate({"record": record}))
    made = {name: json.loads(content) for name, content in index.files()}
    manifest = made["search/index.json"]
    assert (manifest["records"], manifest["prefix"] >= 1) == (6_000, True)
    parts = {key: made[f"search/words-{key}.json"] for key in manifest["parts"]}
    assert len(made) == 1 + len(parts) + 30
    words = [word for part in parts.values() for word in part]
    assert len(words) == len(set(words)), "each word is in one part"
    assert {
        "ragged3",
        "5999",
        "module_96",
        "96",
        "é",
        "poolerror",
        "repo:a/b",
        "errorClass:PoolError",
    } <= set(words)
    of_ragged = parts["ragged3"[: manifest["prefix"]]]["ragged3"]
    assert of_ragged[:2] == [2 * 3 + 1, 2 * (3 + 1009) + 1], "in the message"
    assert parts["pool"[: manifest["prefix"]]]["pool"] == [], (
        "in so many records that it narrows nothing down"
    )
    assert len(parts["repo:a/b"[: manifest["prefix"]]]["repo:a/b"]) == 6_000, "a filter is never passed over"
    assert [piece[0][0] for piece in (made["search/records-0.json"], made["search/records-29.json"])] == [
        "shard 0 of ragged0 pool is full é",
        "shard 5800 of ragged755 pool is full é",
    ]


def test_names_are_found_whole_and_by_their_parts() -> None:
    """As people type them."""
    assert words_of("PasteTooLarge max_paste_bytes 0x1F") == {
        "pastetoolarge", "paste", "too", "large", "max_paste_bytes", "max", "bytes", "0x1f", "0x1", "f",
    }  # fmt: skip
