"""The names in the source of targets, read as `errdex learn` reads them: nothing is imported or run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from app.domain.vocabulary import Vocabulary
from app.errors import ErrdexError
from app.extract.targets.environments import installed
from app.extract.targets.model import Options, Target
from app.extract.targets.packages import wheel
from app.extract.targets.registry import kept_wheel
from app.extract.targets.resolving import Failure, Resolver
from app.extract.vocabulary import vocabulary_of

__all__ = ["AtHand", "read_vocabularies"]

Show = Callable[[str], None]


def read_vocabularies(
    targets: Sequence[str], options: Options, show: Show = lambda _text: None
) -> tuple[list[Vocabulary], list[Failure]]:
    """Return the names in each target, and the targets that cannot be read.

    Args:
        targets: distributions, files, folders, as on the command line.
        options: of the run.
        show: told what is being done.
    """
    found: list[Vocabulary] = []
    failures: list[Failure] = []
    for one in Resolver(options, fetching=lambda text: show(f"Fetching {text}")).resolve(targets):
        if isinstance(one, Target):
            show(f"Reading names of {one.label}")
            found.append(vocabulary_of(one.files(), one.origin))
        elif not one.passed_over:
            failures.append(one)
    return found, failures


class AtHand:
    """Names in the releases that records were read from, where these are on this machine: nothing is fetched.

    Args:
        options: of a run; its cache holds the wheels that were learned.
        show: told what is being done.

    Attributes:
        absent: releases that are neither kept nor installed.
    """

    def __init__(self, options: Options, show: Show = lambda _text: None) -> None:
        self._options = options
        self._show = show
        self._resolver = Resolver(options)
        self._known: dict[str, Vocabulary | None] = {}
        self.absent: list[str] = []

    def of(self, sources: Iterable[str]) -> Vocabulary | None:
        """Return the names in releases, each `name version`, put together; None where none of them is at hand."""
        found = [known for source in sorted(set(sources)) if (known := self._one(source)) is not None]
        return Vocabulary.joined(found) if found else None

    def _one(self, source: str) -> Vocabulary | None:
        if source not in self._known:
            target = self._target(source)
            if target is None:
                self.absent.append(source)
                self._known[source] = None
            else:
                self._show(f"Reading names of {source}")
                self._known[source] = vocabulary_of(target.files(), target.origin)
        return self._known[source]

    def _target(self, source: str) -> Target | None:
        name, _, version = source.partition(" ")
        try:
            if version and (path := kept_wheel(name, version, self._options)) is not None:
                return wheel(source, path, self._options)
            distribution = self._resolver.environment.find(name)
            if version and distribution is not None and distribution.version == version:
                return installed(source, distribution, self._options)
        except ErrdexError:  # no environment, or a file that cannot be read: the names are not at hand
            return None
        return None
