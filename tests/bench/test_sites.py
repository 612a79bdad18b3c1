"""The table of packages: a line is put in its place, and the others stay as they were measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import sites
from bench.sites import BEGIN, END, Measured, measure, replaced

EMPTY = f"# Page\n\n{BEGIN}\n{END}\n\nmore\n"


def measured(package: str, sites: int) -> Measured:
    """A package as it might have been measured."""
    return Measured(package, 3, sites, sites // 2, 12.3, 45.6, 1.5, 200.0)


def test_lines_are_replaced_and_ordered() -> None:
    """A package measured again replaces its line; known ones stand in their order, others behind them."""
    page = EMPTY
    for package, count in (
        ("zeta==1.0", 4),
        ("django==5.2.19", 10),
        ("sglang==0.5.23", 20),
        ("zeta==1.0", 8),
    ):
        page = replaced(page, measured(package, count))
    lines = [line for line in page.splitlines() if line.startswith("| ")]
    assert lines[2:] == [
        "| sglang 0.5.23 | 3 | 20 | 50.0 % | 12 | 46 | 1.5 | 200 |",
        "| django 5.2.19 | 3 | 10 | 50.0 % | 12 | 46 | 1.5 | 200 |",
        "| zeta 1.0 | 3 | 8 | 50.0 % | 12 | 46 | 1.5 | 200 |",
    ]
    assert page.startswith("# Page\n") and page.endswith("\n\nmore\n")
    assert (page.count(BEGIN), page.count(END)) == (1, 1)


def test_a_page_without_a_place_is_refused() -> None:
    """A page that lost its marks is told, and not overwritten."""
    with pytest.raises(ValueError, match="needs the lines"):
        replaced("# Page\n", measured("zeta==1.0", 1))


@pytest.mark.slow
def test_a_folder_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The figures come from the command itself, in a database of its own."""
    monkeypatch.setenv("ERRDEX_DATABASE_URL", f"sqlite:///{tmp_path}/mine.db")
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "basket.py").write_text("raise ValueError('the basket is full')\nraise KeyError\n")
    found = measure(f"{tmp_path}/shop/")
    assert (found.files, found.sites, found.with_text) == (1, 2, 1)
    assert found.cpu_seconds > 0 and found.wall_seconds > 0 and found.peak_mb > 10
    assert not (tmp_path / "mine.db").exists()


def test_the_page_of_the_project_has_its_place() -> None:
    """docs/learn.md has the marks, and between them lines of packages that are measured, as the script writes them."""
    page = sites.PAGE.read_text()
    table = page.partition(BEGIN)[2].partition(END)[0]
    lines = [line for line in table.splitlines() if line.startswith("| ")][2:]
    measured_ones = {package.replace("==", " ") for package in sites.PACKAGES}
    assert lines and {line.split("|")[1].strip() for line in lines} <= measured_ones
