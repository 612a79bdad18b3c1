"""Which releases are learned with --versions: asked of pip, here with a folder as its registry."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.errors import BadInput
from app.extract.targets.model import Options
from app.extract.targets.releases import newest_releases, with_releases
from tests.extract.making import CODE, METADATA, make_wheel


@pytest.fixture
def options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Options:
    """Options, with a folder of wheels that pip takes for its registry."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    for name in ("PIP_CONFIG_FILE", "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    for version in ("1.2", "1.10", "1.9", "2.0rc1"):
        metadata = METADATA.replace("Version: 1.2", f"Version: {version}")
        name = f"tiny_pkg-{version}-py3-none-any.whl"
        make_wheel(folder, {"tiny/a.py": CODE}, metadata=metadata, name=name)
    return Options(cache=tmp_path / "cache")


def test_the_newest_releases(options: Options) -> None:
    """By number, oldest first, without pre-releases; fewer where there are no more."""
    assert newest_releases("tiny-pkg", 2, options) == ["1.9", "1.10"]
    assert with_releases(["tiny-pkg"], "last  9", options) == [
        "tiny-pkg==1.2",
        "tiny-pkg==1.9",
        "tiny-pkg==1.10",
    ]


def test_versions_that_are_named(options: Options) -> None:
    """Versions by commas need nobody to be asked."""
    assert with_releases(["a", "b"], "1.0, 2.0", options) == ["a==1.0", "a==2.0", "b==1.0", "b==2.0"]


@pytest.mark.parametrize(
    ("targets", "wanted", "problem"),
    [
        (["./src"], "last 2", "is for distributions by name"),
        (["tiny==1"], "last 2", "is for distributions by name"),
        (["tiny-pkg"], "last 0", "between 1 and 50"),
        (["tiny-pkg"], "last 999", "between 1 and 50"),
        (["tiny-pkg"], "newest", "takes 'last 5'"),
        (["no-such-package"], "last 2", "names no release of no-such-package"),
    ],
)
def test_what_cannot_be_asked_for(options: Options, targets: list[str], wanted: str, problem: str) -> None:
    """Another form, another kind of target, a name that nobody knows: told with what to do."""
    with pytest.raises(BadInput, match=problem):
        with_releases(targets, wanted, options)
