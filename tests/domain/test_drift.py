"""Two releases compared: what was added, moved, reworded, dropped, relaxed."""

from __future__ import annotations

import hashlib

from app.domain.drift import CHANGES, Drift, DriftSite, drift_between
from app.domain.lineage import Sighted


def site(
    release: int,
    message: str,
    *conditions: str,
    function: str = "f",
    path: str = "acme/core.py",
    line: int = 10,
) -> DriftSite:
    """A site of the old (0) or new (1) release."""
    template = hashlib.sha256(message.encode()).hexdigest()[:16]
    key = hashlib.sha256(f"{path} {function} {message}".encode()).hexdigest()[:16]
    sighted = Sighted(release, key, template, True, path, function, "ValueError", 0, line)
    return DriftSite(sighted, "ValueError", message, path, function, conditions)


def compared(*sites: DriftSite) -> Drift:
    """Two releases."""
    return drift_between("acme", "1.0", "2.0", sites)


def kinds(drift: Drift) -> dict[str, int]:
    """The kinds that there are."""
    return {kind: count for kind, count in drift.counts().items() if count}


def test_nothing_differs() -> None:
    """Sites at other lines of the same functions are the same."""
    drift = compared(site(0, "a is bad", "a"), site(1, "a is bad", "a", line=99))
    assert (drift.changes, drift.unchanged, drift.old_sites, drift.new_sites) == ((), 1, 1, 1)


def test_added_and_gone() -> None:
    """What only one release has; of what is gone, whether its function still raises."""
    drift = compared(
        site(0, "the first thing is wrong", "a"),
        site(0, "other", "b", function="g"),
        site(1, "completely different words", "c"),
        site(1, "and these are new as well", "d"),
    )
    gone = {one.message: one for one in drift.of("gone")}
    assert {one.message for one in drift.of("added")} == {
        "completely different words",
        "and these are new as well",
    }
    assert (gone["the first thing is wrong"].function_stands, gone["other"].function_stands) == (True, False)
    assert gone["other"].was == ("b",)


def test_moved() -> None:
    """The same message at one place of each release."""
    (change,) = compared(site(0, "a is bad"), site(1, "a is bad", function="g", path="acme/new.py")).changes
    assert (change.kind, change.file_path, change.function) == ("moved", "acme/new.py", "g")
    assert (change.old_file_path, change.old_function) == ("acme/core.py", "f")


def test_reworded_and_relaxed() -> None:
    """A message in other words; where its conditions are stricter too, it is raised in fewer cases."""
    old = site(0, "speculation does not support attention", "cfg.dp")
    same = compared(old, site(1, "speculation does not support the attention", "cfg.dp"))
    assert kinds(same) == {"reworded": 1}
    assert same.changes[0].old_message == "speculation does not support attention"
    less = compared(old, site(1, "speculation does not support attention here", "cfg.dp and not cfg.npu"))
    assert kinds(less) == {"relaxed": 1}
    assert (less.changes[0].was, less.changes[0].now) == ((), ("not cfg.npu",))


def test_conditions_of_the_same_message() -> None:
    """Raised in fewer cases, in more, or in others."""
    for new, kind in (("a and b", "relaxed"), ("c", "conditions")):
        assert kinds(compared(site(0, "m", "a"), site(1, "m", new))) == {kind: 1}
    assert kinds(compared(site(0, "m", "a and b"), site(1, "m", "a"))) == {"tightened": 1}


def test_the_wire() -> None:
    """JSON has every kind in its counts, and names in camelCase."""
    wire = compared(site(0, "m", "a"), site(1, "m", "a and b")).wire()
    assert set(wire["counts"]) == set(CHANGES)
    assert (wire["oldSites"], wire["changes"][0]["kind"], wire["changes"][0]["filePath"]) == (
        1,
        "relaxed",
        "acme/core.py",
    )
