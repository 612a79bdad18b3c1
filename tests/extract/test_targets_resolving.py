"""What the words on the command line mean."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.extract.targets.model import Options, Target
from app.extract.targets.resolving import Failure, Resolver
from tests.extract.making import CODE, METADATA, install, make_tar, make_wheel, make_zip, write


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in, an environment with `inst 1.0`, and a shelf with wheels of `tiny-pkg`."""
    home = tmp_path / "env"
    (home / "bin").mkdir(parents=True)
    (home / "bin/python").symlink_to(os.path.realpath(os.sys.executable))  # type: ignore[attr-defined]
    (home / "pyvenv.cfg").write_text(f"home = {Path(os.path.realpath(os.sys.executable)).parent}\n")  # type: ignore[attr-defined]
    version = f"python{os.sys.version_info[0]}.{os.sys.version_info[1]}"  # type: ignore[attr-defined]
    install(home / "lib" / version / "site-packages", "inst", "1.0", {"inst/a.py": CODE})
    monkeypatch.setenv("VIRTUAL_ENV", str(home))
    shelf = tmp_path / "shelf"
    for number in ("1.2", "1.10"):
        metadata = METADATA.replace("Version: 1.2", f"Version: {number}")
        make_wheel(shelf, {"tiny/a.py": CODE}, metadata=metadata, name=f"tiny_pkg-{number}-py3-none-any.whl")
    for name in ("PIP_CONFIG_FILE", "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(shelf))
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def resolver(tmp_path: Path) -> Resolver:
    """A resolver with a cache of this test's own."""
    return Resolver(Options(cache=tmp_path / "cache"))


def labels(found: list[Target | Failure]) -> list[str]:
    """Labels of targets, and what was wrong with the others."""
    return [one.label if isinstance(one, Target) else f"{one.text}: {one.problem}" for one in found]


def test_each_kind_of_word(place: Path, resolver: Resolver) -> None:
    """Distributions, files and folders, in the order given."""
    write(place, {"src/a.py": CODE, "single.py": CODE, "pyproject.toml": '[project]\nname = "here"\n'})
    make_zip(place / "old-3.zip", {"old-3/a.py": CODE})
    make_tar(place / "old-4.tar.gz", {"old-4/a.py": CODE})
    make_wheel(place, {"tiny/a.py": CODE})
    words = ["tiny-pkg==1.2", "inst", "tiny_pkg", ".", "./src", "single.py", "old-3.zip", "old-4.tar.gz"]
    words += ["tiny_pkg-1.2-py3-none-any.whl", "inst[extra]"]
    assert labels(list(resolver.resolve(words))) == [
        "Tiny.Pkg 1.2", "inst 1.0", "Tiny.Pkg 1.10", "here", "here/src", "here/single.py", "old 3", "old 4", "Tiny.Pkg 1.2",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("./gone", "There is no file or folder './gone'"),
        ("owner/name", "There is no file or folder 'owner/name'"),
        ("https://example.org/x.whl", "is an address. Clone or fetch it first"),
        ("tiny>=1", "does not name one version. Write tiny==1.2.3"),
        ("tiny==1.*", "does not name one version"),
        ("tiny==1; python_version > '3'", "does not name one version"),
        ("two words", "is no distribution"),
        ("", "is no distribution"),
        ("-x", "is no distribution"),
        ("a\x00b", "is no distribution"),
        ("./a\x00b", "cannot be read"),
        ("./note.md", "is no .whl, .py"),
        ("gone.whl", "gone.whl is not installed"),
        ("no-such-thing", "no-such-thing is not installed in "),
        ("tiny-pkg==9", "There is no wheel of tiny-pkg==9"),
    ],
)
def test_words_that_mean_nothing(place: Path, resolver: Resolver, word: str, said: str) -> None:
    """A target that cannot be read says why and what to do; the others are read."""
    write(place, {"note.md": ""})
    failure, target = resolver.resolve([word, "inst"])
    assert isinstance(failure, Failure)
    assert said in failure.problem
    assert not failure.passed_over
    assert isinstance(target, Target)


def test_a_folder_of_the_same_name(place: Path, resolver: Resolver) -> None:
    """A bare word is the distribution; a sentence says how to name the folder."""
    write(place, {"inst/x.py": "", "gone/x.py": ""})
    target, failure = resolver.resolve(["inst", "gone"])
    assert isinstance(target, Target)
    assert target.tally.notes == ["inst is the installed package; for the folder of that name write ./inst"]
    assert isinstance(failure, Failure)
    assert failure.problem.endswith("For the folder write ./gone")


def test_what_is_installed_stands_in(place: Path, resolver: Resolver) -> None:
    """Where the wheel of a version cannot be fetched but that version is installed, it is read, and that is said."""
    target, failure = resolver.resolve(["inst==1.0", "inst==2.0"])
    assert isinstance(target, Target)
    assert target.label == "inst 1.0"
    assert target.tally.notes == ["The wheel cannot be fetched, so the installed inst 1.0 is read."]
    assert isinstance(failure, Failure)


def test_what_was_fetched_before_is_told(place: Path, resolver: Resolver, tmp_path: Path) -> None:
    """A wheel in the cache needs no registry, and is offered where another cannot be had."""
    list(resolver.resolve(["tiny-pkg==1.2"]))
    for wheel in (tmp_path / "shelf").iterdir():
        wheel.unlink()
    kept, failure = resolver.resolve(["tiny-pkg==1.2", "tiny-pkg"])
    assert isinstance(kept, Target)
    assert isinstance(failure, Failure)
    assert "Fetched before: tiny-pkg==1.2." in failure.problem


def test_the_same_thing_twice(place: Path, resolver: Resolver) -> None:
    """A target that several words name is read once."""
    assert labels(list(resolver.resolve(["inst", "inst", "INST", "."]))) == ["inst 1.0", "here"]


def test_fetching_is_told(place: Path, tmp_path: Path) -> None:
    """What is about to be fetched is told; what is in the cache is not."""
    told: list[str] = []
    resolver = Resolver(Options(cache=tmp_path / "cache"), fetching=told.append)
    list(resolver.resolve(["tiny-pkg==1.2", "inst"]))
    list(resolver.resolve(["tiny-pkg==1.2"]))
    assert told == ["tiny-pkg==1.2"]


def test_a_list_of_requirements(place: Path, resolver: Resolver) -> None:
    """Pins become versions; every other line is told with its number, and is no failure of the run."""
    text = (
        "# comment\n\ntiny-pkg==1.2 \\\n    --hash=sha256:0000 \\\n    --hash=sha256:1111  # why\n"
        "inst>=1\n-r other.txt\n--index-url https://user:secret@example.org/simple\n./here\ninst @ https://example.org/i.whl\n"
        "old==1 ; python_version < '3'\ntiny_pkg===1.10 ; python_version > '3'\ntiny.pkg==1.2\ninst==1.*\nnothing==1\n"
    )
    write(place, {"requirements.txt": b"\xef\xbb\xbf" + text.encode()})
    found = list(resolver.resolve(["requirements.txt"]))
    assert [one.label for one in found if isinstance(one, Target)] == ["Tiny.Pkg 1.2", "Tiny.Pkg 1.10"]
    failures = [one for one in found if isinstance(one, Failure)]
    assert [(one.text, one.passed_over) for one in failures] == [
        *((f"requirements.txt:{line}", True) for line in (6, 7, 8, 9, 10, 11, 14)), ("requirements.txt:15", False),
    ]  # fmt: skip
    assert "secret" not in " ".join(one.problem for one in failures)


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"\\\n" * 1000, b"a" * 100_000])
def test_odd_lists(place: Path, resolver: Resolver, data: bytes) -> None:
    """A list that is none gives no target, and no error of ours."""
    write(place, {"odd.txt": data})
    assert all(isinstance(one, Failure) for one in resolver.resolve(["odd.txt"]))


def test_a_list_that_is_too_long(place: Path, resolver: Resolver) -> None:
    """A huge file, or thousands of pins, are refused."""
    write(place, {"huge.txt": b"#" * 5_000_000, "many.txt": "".join(f"a{n}==1\n" for n in range(2001))})
    huge, many = resolver.resolve(["huge.txt", "many.txt"])
    assert isinstance(huge, Failure)
    assert "no list of requirements" in huge.problem
    assert isinstance(many, Failure)
    assert "more than 2,000" in many.problem


def test_the_whole_environment(place: Path, resolver: Resolver) -> None:
    """With `everything` what is installed comes after the named targets, each once."""
    write(place, {"a.py": CODE})
    assert labels(list(resolver.resolve(["."], everything=True))) == ["here", "inst 1.0"]
    assert labels(list(resolver.resolve(["inst"], everything=True))) == ["inst 1.0"]
