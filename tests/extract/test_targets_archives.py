"""Wheels and sdists, hostile ones included: read in memory, nothing outside is touched."""

from __future__ import annotations

import gzip
import io
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest

from app.errors import BadInput
from app.extract.targets.archives import is_safe
from app.extract.targets.model import Limits, Options
from app.extract.targets.packages import sdist, wheel
from tests.extract.making import CODE, METADATA, make_tar, make_wheel, make_zip


def options(tmp_path: Path, **values: object) -> Options:
    """Options with a cache of this test's own."""
    return Options(cache=tmp_path / "cache", **values)  # type: ignore[arg-type]


def test_a_wheel(tmp_path: Path) -> None:
    """Python files come sorted, with the origin of the metadata; other files are no concern."""
    path = make_wheel(
        tmp_path, {"tiny/b.py": CODE, "tiny/a.py": "", "tiny/data.json": "{}", "tiny/x.pyi": ""}
    )
    target = wheel("tiny", path, options(tmp_path))
    assert [(file.path, file.data) for file in target.files()] == [
        ("tiny/a.py", b""),
        ("tiny/b.py", CODE.encode()),
    ]
    origin = target.origin
    assert (origin.repo, origin.name, origin.version) == ("tiny-org/tiny-pkg", "Tiny.Pkg", "1.2")
    assert (origin.sha, origin.license, origin.homepage, origin.on_github) == (
        None,
        "MIT",
        "https://tiny.example",
        True,
    )
    assert (target.total, target.tally.files, target.label) == (2, 2, "Tiny.Pkg 1.2")


def test_a_wheels_data_folders(tmp_path: Path) -> None:
    """Libraries in *.data are where they are installed, scripts are left out."""
    path = make_wheel(
        tmp_path,
        {
            "tiny_pkg-1.2.data/purelib/tiny/a.py": "",
            "tiny_pkg-1.2.data/platlib/tiny/b.py": "",
            "tiny_pkg-1.2.data/scripts/c.py": "",
        },
    )
    assert [file.path for file in wheel("t", path, options(tmp_path)).files()] == ["tiny/a.py", "tiny/b.py"]


def test_a_wheel_without_metadata(tmp_path: Path) -> None:
    """Its file name is enough for name and version; a file that says neither is refused."""
    path = make_wheel(tmp_path, {"tiny/a.py": ""}, metadata=None)
    assert wheel("t", path, options(tmp_path)).origin.repo == "pypi/tiny-pkg"
    other = make_zip(tmp_path / "odd.whl", {"a.py": ""})
    with pytest.raises(BadInput, match=r"odd\.whl is no wheel"):
        wheel("t", other, options(tmp_path))


def test_options_have_the_last_word(tmp_path: Path) -> None:
    """Repository, commit and prefix of the options count before the metadata."""
    path = make_wheel(tmp_path, {"tiny/a.py": ""})
    target = wheel("t", path, options(tmp_path, repo="o/n", sha="a" * 40, prefix="python/"))
    assert (target.origin.repo, target.origin.sha, target.origin.prefix) == ("o/n", "a" * 40, "python/")
    assert target.origin.on_github


@pytest.mark.parametrize(
    ("path", "safe"),
    [
        ("a/b.py", True),
        ("/etc/passwd.py", False),
        ("../a.py", False),
        ("a/../../b.py", False),
        ("a//b.py", False),
        ("./a.py", False),
        ("C:/a.py", False),
        ("a\\..\\b.py", False),
        ("a\x1b[31m.py", False),
        ("a\nb.py", False),
        ("a/" * 100 + "b.py", False),
        ("x" * 600 + ".py", False),
        ("ä/ö.py", True),
    ],
)
def test_safe_paths(path: str, safe: bool) -> None:
    """A member's path stays inside, is of sane length, and prints on one line."""
    assert is_safe(path) == safe


def test_hostile_members_of_a_zip(tmp_path: Path) -> None:
    """Paths that lead out, links and encrypted members are left out and counted; the others are read."""
    path = make_wheel(tmp_path, {"tiny/a.py": CODE, "../out.py": "x", "/abs.py": "x"})
    with zipfile.ZipFile(path, "a") as archive:
        link = zipfile.ZipInfo("tiny/link.py")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("tiny/locked.py", "x")
    data = bytearray(path.read_bytes())
    data[data.rindex(b"PK\x01\x02") + 8] |= 1  # the last member's entry in the directory: encrypted
    path.write_bytes(data)
    target = wheel("t", path, options(tmp_path))
    assert [file.path for file in target.files()] == ["tiny/a.py"]
    assert dict(target.tally.skipped) == {"unsafe paths in the archive": 2, "links": 1, "cannot be read": 1}
    assert "tiny/locked.py" in target.tally.notes[0]
    assert sorted(entry.name for entry in tmp_path.iterdir()) == [path.name]


def test_hostile_members_of_a_tar(tmp_path: Path) -> None:
    """Links, devices and paths that lead out are left out and counted; the others are read."""
    link, hard, device = (
        tarfile.TarInfo("t-1/link.py"),
        tarfile.TarInfo("t-1/hard.py"),
        tarfile.TarInfo("t-1/null.py"),
    )
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    hard.type, hard.linkname = tarfile.LNKTYPE, "../../etc/passwd"
    device.type = tarfile.CHRTYPE
    files = {"t-1/t/a.py": CODE, "t-1/../../out.py": "x", "/abs.py": "x", "t-1/PKG-INFO": METADATA}
    path = make_tar(tmp_path / "t-1.tar.gz", files, link, hard, device)
    target = sdist("t", path, options(tmp_path))
    assert [(file.path, file.data) for file in target.files()] == [("t/a.py", CODE.encode())]
    assert dict(target.tally.skipped) == {"unsafe paths in the archive": 2, "links": 3}
    assert target.origin.repo == "tiny-org/tiny-pkg"
    assert sorted(entry.name for entry in tmp_path.iterdir()) == [path.name]


@pytest.mark.parametrize("suffix", [".tar.gz", ".tgz", ".zip"])
def test_an_sdist(tmp_path: Path, suffix: str) -> None:
    """The folder that all of it is in is no part of the paths; name and version come from PKG-INFO."""
    files = {
        "tiny-1.2/src/tiny/a.py": CODE,
        "tiny-1.2/PKG-INFO": METADATA,
        "tiny-1.2/tests/test_a.py": "assert 0",
    }
    path = tmp_path / f"tiny-1.2{suffix}"
    make_zip(path, files) if suffix == ".zip" else make_tar(path, files)
    target = sdist("t", path, options(tmp_path))
    assert [file.path for file in target.files()] == ["src/tiny/a.py"]
    assert target.label == "Tiny.Pkg 1.2"
    assert dict(target.tally.skipped) == {"tests": 1}


@pytest.mark.parametrize(
    ("name", "files", "label", "repo"),
    [
        ("tiny-1.2.zip", {"a.py": "", "b.py": ""}, "tiny 1.2", "local/tiny"),
        ("main.zip", {"tiny-main/a.py": ""}, "main", "local/main"),
        ("odd name!.zip", {"a.py": ""}, "odd-name", "local/odd-name"),
        (
            "x.zip",
            {"x/pyproject.toml": '[project]\nname = "tiny"\nversion = "3"\n', "x/a.py": ""},
            "tiny 3",
            "local/tiny",
        ),
    ],
)
def test_an_sdist_without_metadata(
    tmp_path: Path, name: str, files: dict[str, str], label: str, repo: str
) -> None:
    """pyproject.toml or else the file's name says what it is."""
    target = sdist("t", make_zip(tmp_path / name, files), options(tmp_path))
    assert (target.label, target.origin.repo) == (label, repo)


@pytest.mark.parametrize("name", ["x.whl", "x.zip", "x.tar.gz"])
@pytest.mark.parametrize(
    "data",
    [b"", b"PK\x05\x06", b"no archive", b"\x1f\x8b\x08\x00" + b"\x00" * 20, b"PK\x05\x06" + b"\xff" * 30],
)
def test_broken_archives(tmp_path: Path, name: str, data: bytes) -> None:
    """What is no archive is refused by name."""
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(BadInput, match=rf"{name} (cannot be read|holds more)"):
        (wheel if name.endswith(".whl") else sdist)("t", path, options(tmp_path))


def test_a_truncated_tar(tmp_path: Path) -> None:
    """An archive that ends early is refused."""
    path = make_tar(tmp_path / "t.tar.gz", {f"t/{number}.py": CODE * 50 for number in range(50)})
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(BadInput, match="cannot be read"):
        sdist("t", path, options(tmp_path))


def test_too_many_members(tmp_path: Path) -> None:
    """More members than allowed are refused, before a zip's directory is read."""
    files = {f"t/{number}.py": "" for number in range(11)}
    allowed = options(tmp_path, limits=Limits(archive_members=10))
    for path in (make_zip(tmp_path / "t.zip", files), make_tar(tmp_path / "t.tar.gz", files)):
        with pytest.raises(BadInput, match="more than 10 files"):
            sdist("t", path, allowed)


def test_a_directory_that_lies_about_its_size(tmp_path: Path) -> None:
    """A zip whose end speaks of few members but a huge directory is refused."""
    path = make_zip(tmp_path / "t.zip", {"t/a.py": ""})
    data = bytearray(path.read_bytes())
    end = data.rindex(b"PK\x05\x06")
    data[end + 12 : end + 16] = (0x7FFFFFFF).to_bytes(4, "little")
    path.write_bytes(data)
    with pytest.raises(BadInput, match="more than 200,000 files"):
        sdist("t", path, options(tmp_path))


def test_too_much_unpacked(tmp_path: Path) -> None:
    """A small archive that unpacks to more than allowed is refused while it is read."""
    files = {"t/a.py": "#" * 3_000_000}
    allowed = options(tmp_path, limits=Limits(archive_bytes=1_000_000))
    for path in (make_zip(tmp_path / "t.zip", files), make_tar(tmp_path / "t.tar.gz", files)):
        assert path.stat().st_size < 10_000
        with pytest.raises(BadInput, match="more than 1,000,000 bytes"):
            sdist("t", path, allowed)


def test_a_tar_head_that_asks_for_memory(tmp_path: Path) -> None:
    """A long-name head that claims to be huge is refused, not read into memory."""
    head = tarfile.TarInfo("././@LongLink")
    head.type, head.size = tarfile.GNUTYPE_LONGNAME, 100_000_000
    with gzip.open(tmp_path / "t.tar.gz", "wb") as file:
        file.write(head.tobuf(tarfile.GNU_FORMAT))
        for _ in range(100):
            file.write(b"a" * 1_000_000)
    with pytest.raises(BadInput, match="holds more than"):
        sdist("t", tmp_path / "t.tar.gz", options(tmp_path))


def test_long_files_are_left_out(tmp_path: Path) -> None:
    """A Python file over the limit is counted and not read, whatever the archive says of its size."""
    files = {"t/a.py": "#" * 2000, "t/b.py": "", "t/c.py": "#" * 1000}
    allowed = options(tmp_path, limits=Limits(file_bytes=1000))
    for path in (make_zip(tmp_path / "t.zip", files), make_tar(tmp_path / "t.tar.gz", files)):
        target = sdist("t", path, allowed)
        assert [file.path for file in target.files()] == ["b.py", "c.py"]
        assert dict(target.tally.skipped) == {"over 1,000 bytes": 1}


def test_many_files_are_cut(tmp_path: Path) -> None:
    """Past the limit files are counted, and a sentence says what to do."""
    path = make_zip(tmp_path / "t.zip", {f"t/{number}.py": "" for number in range(7)})
    target = sdist("t", path, options(tmp_path, limits=Limits(files=5)))
    assert len(list(target.files())) == 5
    assert dict(target.tally.skipped) == {"past what is read at once": 2}
    assert "has 7 Python files; the first 5 are read" in target.tally.notes[0]


def test_a_member_that_is_damaged(tmp_path: Path) -> None:
    """A member whose bytes are wrong costs that file only."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("t/a.py", "raise ValueError('one')")
        archive.writestr("t/b.py", CODE)
    path = tmp_path / "t.zip"
    path.write_bytes(stream.getvalue().replace(b"'one'", b"'two'", 1))
    target = sdist("t", path, options(tmp_path))
    assert [file.path for file in target.files()] == ["b.py"]
    assert dict(target.tally.skipped) == {"cannot be read": 1}
