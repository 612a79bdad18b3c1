"""What the words on the command line mean: text -> targets."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement

from app.errors import BadInput, ErrdexError
from app.extract.targets.environments import Environment, find_environment, installed
from app.extract.targets.folders import folder
from app.extract.targets.model import Options, Target
from app.extract.targets.packages import sdist, wheel
from app.extract.targets.registry import DownloadError, fetch_wheel, kept_versions, kept_wheel
from app.extract.targets.requirements import pinned_version, read_requirements

__all__ = ["Failure", "Resolver"]

_ARCHIVES = (".tar.gz", ".tgz", ".zip")
_LISTS = (".txt", ".in", ".lock")
_FILES = (".whl", ".py", *_ARCHIVES, *_LISTS)


@dataclass(frozen=True, slots=True)
class Failure:
    """A target that cannot be read, and why; `passed_over` for a line of a requirements file that names no version."""

    text: str
    problem: str
    passed_over: bool = False


class Resolver:
    """Finds what the words mean, one after the other; the environment is looked for once, when it is needed."""

    def __init__(self, options: Options, *, fetching: Callable[[str], None] | None = None) -> None:
        """Take the options of the run; `fetching` is told what is about to be downloaded."""
        self._options = options
        self._fetching = fetching or (lambda _text: None)

    @cached_property
    def environment(self) -> Environment:
        """The environment whose packages bare names mean.

        Raises:
            BadInput: there is none.
        """
        return find_environment(self._options.python)

    def resolve(self, texts: Sequence[str], *, everything: bool = False) -> Iterator[Target | Failure]:
        """Yield the targets in their order, each once; one that cannot be read yields why instead.

        Args:
            texts: distributions, files, folders.
            everything: all that is installed in the environment, after those.
        """
        seen: set[tuple[str, str]] = set()
        for found in self._all(texts, everything=everything):
            key = ("", found.text) if isinstance(found, Failure) else (found.place, found.label)
            if key not in seen:
                seen.add(key)
                yield found

    def _all(self, texts: Sequence[str], *, everything: bool) -> Iterator[Target | Failure]:
        for text in texts:
            try:
                if _is_path(text) and text.lower().endswith(_LISTS) and Path(text).expanduser().is_file():
                    yield from self._pins(text)
                else:
                    yield self._one(text)
            except ErrdexError as error:
                yield Failure(text, error.message)
        if everything:
            for name, distribution in self.environment.everything():
                try:
                    yield installed(name, distribution, self._options)
                except ErrdexError as error:
                    yield Failure(name, error.message)

    def _one(self, text: str) -> Target:
        if "://" in text:
            raise BadInput(
                f"{text[:100]!r} is an address. Clone or fetch it first, and name the folder or file."
            )
        if _is_path(text):
            return self._path(text)
        try:
            requirement = Requirement(text)
        except InvalidRequirement:
            raise BadInput(
                f"{text[:100]!r} is no distribution (name, or name==1.2.3), file or folder. A folder is named with a "
                "slash: ./src"
            ) from None
        version = pinned_version(requirement)
        if requirement.url or requirement.marker or (requirement.specifier and version is None):
            raise BadInput(f"{text[:100]!r} does not name one version. Write {requirement.name}==1.2.3.")
        return self._distribution(text, requirement.name, version)

    def _path(self, text: str) -> Target:
        path = Path(text).expanduser()
        name = path.name.lower()
        try:
            os.stat(path)  # noqa: PTH116 - which tells what is wrong, where is_file() only says no
            if path.is_dir() or (path.is_file() and name.endswith(".py")):
                return folder(text, path, self._options)
            if path.is_file():
                if name.endswith(".whl"):
                    return wheel(text, path, self._options)
                if name.endswith(_ARCHIVES):
                    return sdist(text, path, self._options)
                raise BadInput(
                    f"{text!r} is no {', '.join(_FILES[:-1])} or {_FILES[-1]} file, and no folder."
                )
        except FileNotFoundError:
            pass
        except (OSError, ValueError) as error:
            said = getattr(error, "strerror", None) or error
            raise BadInput(f"The path {text[:200]!r} cannot be read: {said}.") from None
        raise BadInput(
            f"There is no file or folder {text[:200]!r}. Check the path; a distribution is named without a slash."
        )

    def _distribution(self, text: str, name: str, version: str | None) -> Target:
        if version is None:
            distribution = self.environment.find(name)
            if distribution is not None:
                target = installed(text, distribution, self._options)
                if Path(text).is_dir():
                    target.note(
                        f"{text} is the installed package; for the folder of that name write ./{text}"
                    )
                return target
        try:
            if version is None or kept_wheel(name, version, self._options) is None:
                self._fetching(text)
            return wheel(text, fetch_wheel(name, version, self._options), self._options)
        except DownloadError as error:
            return self._instead(text, name, version, error)

    def _instead(self, text: str, name: str, version: str | None, error: DownloadError) -> Target:
        """Return what is installed at the version that cannot be fetched.

        Raises:
            BadInput: it is not installed either.
        """
        try:
            distribution = self.environment.find(name)
        except BadInput:
            distribution = None
        if distribution is not None and distribution.version == version:
            target = installed(text, distribution, self._options)
            target.note(f"The wheel cannot be fetched, so the installed {name} {version} is read.")
            return target
        absent = f"{name} is not installed in {self.environment.home}. " if version is None else ""
        kept = kept_versions(name, self._options)
        others = f" Fetched before: {', '.join(f'{name}=={one}' for one in kept)}." if kept else ""
        beside = f" For the folder write ./{text}" if Path(text).is_dir() else ""
        raise BadInput(f"{absent}{error}{others}{beside}") from None

    def _pins(self, text: str) -> Iterator[Target | Failure]:
        for pin in read_requirements(Path(text).expanduser()):
            if pin.name is None or pin.version is None:
                yield Failure(f"{text}:{pin.line}", f"{pin.text}: {pin.problem}", passed_over=True)
                continue
            try:
                yield self._distribution(f"{pin.name}=={pin.version}", pin.name, pin.version)
            except ErrdexError as error:
                yield Failure(f"{text}:{pin.line}", error.message)


def _is_path(text: str) -> bool:
    """Tell whether a word is a path: it has a slash, is a dot, begins with ~, or is a file of a known kind."""
    if (
        text in {".", ".."}
        or text.startswith("~")
        or "/" in text
        or os.sep in text
        or (os.altsep or "/") in text
    ):
        return True
    return text.lower().endswith(_FILES) and Path(text).is_file()
