"""The use case of drift: the raise sites of two releases are read and compared; no database is needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from app.domain.drift import Drift, DriftSite, drift_between
from app.domain.lineage import Sighted
from app.errors import BadInput
from app.extract.model import Origin
from app.services.learn_drafts import read_drafts

__all__ = ["DriftReader"]


class DriftReader:
    """Takes two releases one after the other, and compares them."""

    def __init__(self) -> None:
        self._origins: list[Origin] = []
        self._sites: list[DriftSite] = []

    def take(self, origin: Origin, drafts: Iterable[Mapping[str, Any]]) -> int:
        """Take the drafts of the next release, and return how many sites they are.

        Raises:
            BadInput: two releases were taken before.
        """
        release = len(self._origins)
        if release == 2:
            raise BadInput("Two releases are compared, the old one and the new one; more were named.")
        # Both count as one repository: of a fork or a rename the sites are still the same.
        repo = self._origins[0].repo if self._origins else origin.repo
        own = ({**one, "record": {**one["record"], "repo": repo}} for one in drafts)
        learnt, _faults = read_drafts(repo, own)
        self._origins.append(origin)
        for one in learnt:
            record, errdex = one.envelope.record, one.envelope.errdex
            sighted = Sighted(
                release,
                one.key,
                one.template,
                record.error_message is not None,
                one.module,
                errdex.function,
                record.error_class,
                one.ordinal,
                record.line_number,
            )
            conditions = tuple(errdex.facts.conditions) if errdex.facts is not None else ()
            self._sites.append(
                DriftSite(
                    sighted,
                    record.error_class,
                    record.error_message,
                    record.file_path,
                    errdex.function,
                    conditions,
                )
            )
        return len(learnt)

    def drift(self) -> Drift:
        """Compare.

        Raises:
            BadInput: one of the two could not be read.
        """
        if len(self._origins) != 2:
            raise BadInput("Two releases are compared; one of them, or both, could not be read.")
        old, new = self._origins
        labels = [one.version or "as it is" for one in (old, new)]
        return drift_between(new.name, labels[0], labels[1], self._sites)
