"""Answers a paste from the base and from the files of this machine that its frames name: the exact installed version.

For the command line alone: a server reads no files that a paste names. The sites read are put into a database in
memory and matched there by the same service; then both answers are joined.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import Distribution
from pathlib import Path
from time import monotonic
from typing import Any

from app.config import Settings
from app.db.memory import MemoryDatabase
from app.domain.answer import Answer, Installed, Match, MatchOptions
from app.domain.joining import joined
from app.errors import ErrdexError
from app.extract.pool import Extraction
from app.extract.targets.environments import installed
from app.extract.targets.frames import LocalTarget, drafts_of, local_targets
from app.extract.targets.model import Options
from app.services.catalog import Catalog
from app.services.learn import LearnService
from app.services.match import MatchService

__all__ = ["LocalMatch"]

SECONDS = 1.2  # for reading files; what is not read by then is left out
MAX_PASTE_BYTES = 2 * 1024 * 1024  # a longer one would take twice as long, since it is matched twice
_MAX_EVENTS = 20


class LocalMatch:
    """Answers pastes on the user's own machine.

    Args:
        match: answers from the base.
        settings: every limit of a match.
        cache: folder that learning keeps wheels in; nothing is fetched here.

    Attributes:
        distributions: those that the frames of the answers so far are of, by name and version.
    """

    def __init__(self, match: MatchService, settings: Settings, cache: Path) -> None:
        self._match = match
        self._settings = settings
        self._options = Options(cache=cache)
        self.distributions: dict[str, Distribution] = {}

    def match(self, paste: bytes, options: MatchOptions) -> Answer:
        """Answer a paste; above the size limit its head and tail.

        Raises:
            StorageError: the database cannot answer.
        """
        answer = self._match.match(paste, options, clip=True)
        named = _named(answer)
        if not named or len(paste) > MAX_PASTE_BYTES:
            return answer
        deadline = monotonic() + SECONDS
        targets = local_targets(named, self._options, deadline=deadline)
        if options.repo is not None:
            targets = [one for one in targets if one.origin.repo == options.repo]
        if not targets:
            return answer
        database = MemoryDatabase(self._settings)
        try:
            learning = LearnService(database, self._settings)
            for target in targets:
                learning.learn(target.origin, _read(target, deadline))
            # What is read here has no page anywhere: its address must not look like one of the server's.
            settings = self._settings.model_copy(update={"public_url": None})
            here = MatchService(database, settings, Catalog(database, settings))
            local = here.match(paste, options, clip=True)
        except ErrdexError:  # of a file of somebody else's: the base has answered, and that stands
            return answer
        finally:
            database.dispose()
        for one in targets:
            if one.distribution is not None:
                label = f"{one.origin.name} {one.origin.version}"
                self.distributions.setdefault(label, one.distribution)
        return joined(answer, local, _places(targets))

    def keep(self, service: LearnService) -> list[str]:
        """Learn the distributions of the answers so far, whole, into the database; return their names and versions.

        Raises:
            StorageError: the database cannot be written.
        """
        learned = []
        with Extraction() as extraction:
            for label, distribution in self.distributions.items():
                target = installed(label, distribution, self._options)
                files = extraction.read(target.files(), target.origin)
                service.learn(target.origin, (draft for one in files for draft in one.drafts))
                learned.append(label)
        return learned


def _places(targets: list[LocalTarget]) -> Callable[[Match], Installed | None]:
    """Return a function that gives the file here that a match was read from."""
    files = {
        (target.origin.repo, target.origin.prefix + file.path): (target.origin, file.here)
        for target in targets
        for file in target.files
    }

    def place(match: Match) -> Installed | None:
        known = files.get((match.repo, match.file_path))
        if known is None:
            return None
        origin, here = known
        return Installed(file=str(here), line=match.line_number, name=origin.name, version=origin.version)

    return place


def _read(target: LocalTarget, deadline: float) -> list[dict[str, Any]]:
    return list(drafts_of(target, deadline=deadline))


def _named(answer: Answer) -> dict[str, list[int]]:
    """Return the files that frames name, those nearest to where an error was raised first, with their lines."""
    ranked: list[tuple[int, str, int]] = []
    for event in answer.events[:_MAX_EVENTS]:
        for depth, frame in enumerate(reversed(event.frames)):
            if frame.line is not None:
                ranked.append((depth, frame.file, frame.line))
    named: dict[str, list[int]] = {}
    for _, file, line in sorted(ranked, key=lambda one: one[0]):
        named.setdefault(file, []).append(line)
    return named
