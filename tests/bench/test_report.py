"""The page of the benches says what was measured, which targets are missed, and where other engines are faster."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree import ElementTree as ET

from bench import report

OURS = {
    "ingest_per_second": 3100.0,
    "ingest_per_cpu_second": 3300.0,
    "database_mb": 20.0,
    "ready_s": 1.0,
    "rss_idle_mb": 100.0,
    "rss_mb": 150.0,
    "tb": 4.0,
    "tb_cpu": 3.9,
    "tb_p95": 6.0,
    "tb_right": 0.97,
    "fuzzy": 12.0,
    "ci": 350.0,
    "ci_known": 17.0,
    "short": 1500.0,
    "big": 400.0,
    "ten": 2500.0,
    "one_more_ms": 15.0,
}
MEASURED = {5_000: OURS, 250_000: OURS | {"tb": 5.5, "ready_s": 1.4}}
PEERS: Mapping[int, Mapping[str, report.Cells]] = {
    5_000: {"Hyperscan": {"build": 9.0, "tb": 8.0, "ci": 3.5, "short": 40.0, "big": 8.0}},
    250_000: {"Hyperscan": {"build": 90.0, "tb": 11.0, "ci": 0.5, "short": None, "big": None}},
}


def test_the_page_says_what_is_kept_and_what_is_missed() -> None:
    """Targets are held against the largest base, and the start against the smallest."""
    page = report.page("2 cores", MEASURED, PEERS, "All are real.")
    lines = page.splitlines()
    (traceback,) = [line for line in lines if line.startswith("| traceback of 60 lines")]
    assert traceback.split(" | ")[1:] == ["5 ms", "5.50 ms", "3.90 ms", "**missed** |"]
    (ingest,) = [line for line in lines if line.startswith("| records in per second")]
    assert "3,000 | 3,100 | 3,300 | kept" in ingest
    (ready,) = [line for line in lines if line.startswith("| start to ready | at")]
    assert "at most 0.3 s more than at 5,000 records | 1.40 s, +0.40 s" in ready
    assert "**missed**" in ready
    assert "- Missed targets: traceback of 60 lines (median) and start to ready." in lines


def test_engines_stand_beside_with_a_ratio_or_a_dash() -> None:
    """Slower is a multiple, far quicker a fraction, too long a dash; who is quicker is said in words."""
    lines = report.page("2 cores", MEASURED, PEERS, "All are real.").splitlines()
    assert (
        "| 5,000 | Hyperscan | 9.00 | 8.00 (2.00×) | 3.50 (1/100) | 40.0 (1/37.5) | 8.00 (1/50.0) |" in lines
    )
    assert "| 250,000 | Hyperscan | 90.0 | 11.0 (2.00×) | 0.50 (1/700) | - | - |" in lines
    assert "- At 250,000 records Hyperscan takes less time by itself: CI log 700 times." in lines
    alone = report.page("2 cores", MEASURED, {}, "All are real.")
    assert "other engines" not in alone
    assert "No target is missed" in report.page("2 cores", {5_000: OURS}, {}, "All are real.")


def test_the_plot_has_a_line_for_each_engine() -> None:
    """It is an image that a browser can read; what was not measured has no point."""
    image = ET.fromstring(report.plot(MEASURED, PEERS))
    space = "{http://www.w3.org/2000/svg}"
    assert len(image.findall(f".//{space}polyline")) == 4
    assert len(image.findall(f".//{space}circle")) == 8
    assert "Hyperscan" in {one.text for one in image.iter(f"{space}text")}
