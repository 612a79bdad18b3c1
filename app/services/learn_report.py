"""What learning a version did, or would do: the same report for the CLI, the API and the tests."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from app.domain.faults import Fault
from app.services.report import BAD_DATA, OK, RecordChange, in_camel_case


@dataclass(frozen=True, slots=True)
class LearnCounts:
    """How many sites and records met which fate.

    Attributes:
        sites: of the version that was learned, without faulty ones.
        added: new records.
        changed: records that say something else than before, be it only one version more.
        unchanged: records of the version that say what they said.
        adopted: sites that are the record of an ingested one, whose id and prose stay.
        moved: records that stand elsewhere now, having been known before.
        reworded: records whose message was replaced; each names the record of the new one.
        gone: records that the newest version has no longer; they are still matched.
        merged: records that were found to be others, whose aliases they are now.
        faulty: drafts that no record can be made of.
        pattern_problems: records whose pattern cannot be used.
    """

    sites: int = 0
    added: int = 0
    changed: int = 0
    unchanged: int = 0
    adopted: int = 0
    moved: int = 0
    reworded: int = 0
    gone: int = 0
    merged: int = 0
    faulty: int = 0
    pattern_problems: int = 0


@dataclass(frozen=True, slots=True)
class LearnReport:
    """One version of one distribution.

    Attributes:
        repo: as records name it.
        name: of the distribution or folder.
        version: None for a folder without one.
        counts: the fates; `moved`, `reworded` and `gone` count those that became so now.
        newest: whether no newer version of the distribution is known; an older one changes places and texts of no
            record that the newer ones have.
        faults: drafts that were left out, and why.
        changes: at most `MAX_CHANGES`; `changes_left_out` counts the rest.
        revision: of the catalogue, afterwards.
        dry_run: nothing was written.
    """

    repo: str
    name: str
    version: str | None
    counts: LearnCounts = field(default_factory=LearnCounts)
    newest: bool = True
    faults: tuple[Fault, ...] = ()
    changes: tuple[RecordChange, ...] = ()
    changes_left_out: int = 0
    revision: int = 0
    dry_run: bool = False

    @property
    def exit_code(self) -> int:
        """0, or 3 where no record could be made of a draft."""
        return BAD_DATA if self.faults else OK

    def wire(self) -> dict[str, Any]:
        """Return the JSON object, names in camelCase."""
        body = in_camel_case(asdict(self))
        assert isinstance(body, dict)
        body["exitCode"] = self.exit_code
        return body
