"""What is installed in an environment: found and read as files, without running any of it.

Only the interpreter itself is asked where its packages are, with `-I -S`: no site-packages, no .pth files, no
PYTHON* variables, not the current folder.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, distributions
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from packaging.utils import canonicalize_name

from app.errors import BadInput
from app.extract.targets.archives import is_safe
from app.extract.targets.folders import folder
from app.extract.targets.metadata import Metadata, read_metadata
from app.extract.targets.model import UNREADABLE, Options, Source, Tally, Target
from app.extract.targets.packages import origin_of

__all__ = ["Environment", "find_environment", "installed"]

_SECONDS = 60
# Without `site`, the interpreter of a virtual environment does not know that it is one.
_WHERE = """
import json, os, site, sys, sysconfig
home = os.path.dirname(os.path.dirname(os.path.abspath(sys.executable)))
shared, virtual = True, False
for folder in (home, os.path.dirname(os.path.abspath(sys.executable))):
    try:
        with open(os.path.join(folder, "pyvenv.cfg"), encoding="utf-8", errors="replace") as file:
            lines = file.read().splitlines()
    except OSError:
        continue
    home, virtual, shared = folder, True, False
    for line in lines:
        key, _, value = line.partition("=")
        if key.strip().lower() == "include-system-site-packages":
            shared = value.strip().lower() == "true"
    break
folders = []
if virtual:
    base = {"base": home, "platbase": home, "installed_base": home, "installed_platbase": home}
    scheme = "venv" if "venv" in sysconfig.get_scheme_names() else None
    paths = sysconfig.get_paths(scheme, vars=base) if scheme else sysconfig.get_paths(vars=base)
    folders += [paths["purelib"], paths["platlib"], *site.getsitepackages([home])]
if shared:
    paths = sysconfig.get_paths()
    if not virtual:
        folders.append(site.getusersitepackages())
    folders += [paths["purelib"], paths["platlib"], *site.getsitepackages([sys.prefix, sys.exec_prefix])]
print(json.dumps({"home": home if virtual else sys.prefix, "folders": folders}))
"""


@dataclass(frozen=True, slots=True)
class Environment:
    """An environment of Python packages.

    Attributes:
        home: its folder, for people.
        folders: where its packages are, in the order of their import; they exist.
    """

    home: str
    folders: tuple[str, ...]

    def find(self, name: str) -> Distribution | None:
        """Return the installed distribution of that name."""
        wanted = canonicalize_name(name)
        return next((found for known, found in self._all() if known == wanted), None)

    def everything(self) -> list[tuple[str, Distribution]]:
        """Return what is installed, with its names and sorted by them; of two with one name, what is imported."""
        found: dict[str, Distribution] = {}
        for name, distribution in self._all():
            found.setdefault(name, distribution)
        return sorted(found.items())

    def _all(self) -> Iterator[tuple[str, Distribution]]:
        for distribution in distributions(path=list(self.folders)):
            metadata = _metadata(distribution)
            if metadata is not None:
                yield canonicalize_name(metadata.name), distribution


def find_environment(python: str | None) -> Environment:
    """Return the environment of an interpreter.

    Args:
        python: the interpreter or the folder of an environment; None: the active environment, then `python3` on PATH.

    Raises:
        BadInput: there is none, or it does not answer.
    """
    interpreter = _interpreter(python)
    try:
        ran = subprocess.run(  # noqa: S603 - the interpreter that the user named, on our own few lines
            [interpreter, "-I", "-S", "-c", _WHERE],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=True,
        )
        answer = json.loads(ran.stdout)
        folders = list(dict.fromkeys(path for path in answer["folders"] if Path(path).is_dir()))
    except (OSError, subprocess.SubprocessError, ValueError, KeyError, TypeError) as error:
        raise BadInput(
            f"{interpreter} does not say where its packages are ({type(error).__name__}). "
            "Name another interpreter with --python."
        ) from None
    return Environment(str(answer["home"]), tuple(folders))


def _interpreter(python: str | None) -> str:
    if python is not None:
        found = _in_folder(Path(python).expanduser()) or shutil.which(str(Path(python).expanduser()))
        if found is None:
            raise BadInput(f"--python {python!r} is neither an interpreter nor the folder of an environment.")
        return found
    for variable in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        if (home := os.environ.get(variable)) and (found := _in_folder(Path(home))):
            return found
    found = shutil.which("python3") or shutil.which("python")
    if found is None:
        raise BadInput(
            "No Python environment is active, and there is no python3 on PATH. Name one with --python."
        )
    return found


def _in_folder(home: Path) -> str | None:
    for name in ("bin/python", "bin/python3", "Scripts/python.exe", "python.exe"):
        if (home / name).is_file():
            return str(home / name)
    return None


def installed(text: str, distribution: Distribution, options: Options) -> Target:
    """Return the target of an installed distribution; of one that is installed in place, that of its folder.

    Raises:
        BadInput: its metadata cannot be read.
    """
    metadata = _metadata(distribution)
    if metadata is None:
        raise BadInput(f"The metadata of {text!r} cannot be read.")
    if (project := _in_place(distribution)) is not None:
        target = folder(text, project, options, known=metadata)
        target.note(f"{metadata.name} is installed in place, so {project} is read.")
        return target
    source = Installed(distribution)
    return Target(text, origin_of(metadata, options), str(source.root), source, options)


class Installed(Source):
    """The Python files that a distribution has installed, by its own record of them."""

    def __init__(self, distribution: Distribution) -> None:
        self._distribution = distribution
        self.root = Path(str(distribution.locate_file(""))).resolve()

    def paths(self, tally: Tally) -> dict[str, int]:
        """Look at each file that is recorded; what lies outside the folder of packages, such as scripts, is no part."""
        sizes: dict[str, int] = {}
        for path in self._recorded(tally):
            if not (path.endswith(".py") and is_safe(path)):
                continue
            full = self.root / path
            try:
                if not full.resolve().is_relative_to(self.root):
                    tally.skip("links")
                elif full.is_file():
                    sizes[path] = full.stat().st_size
            except (OSError, RuntimeError):
                tally.skip(UNREADABLE)
        return sizes

    def _recorded(self, tally: Tally) -> list[str]:
        try:
            recorded = self._distribution.files
        except Exception:  # noqa: BLE001 - a record that is broken in whatever way
            recorded = None
        if recorded is not None:
            return [path.as_posix() for path in recorded]
        tally.note("The list of installed files is missing or broken; its packages are read as folders.")
        try:
            names = (self._distribution.read_text("top_level.txt") or "").split()
        except (OSError, ValueError):
            names = []
        return [path for name in names if is_safe(name) for path in self._below(name)]

    def _below(self, name: str) -> Iterator[str]:
        yield f"{name}.py"
        for place, _, files in os.walk(self.root / name):
            yield from (Path(place, file).relative_to(self.root).as_posix() for file in files)

    def read(self, path: str, limit: int) -> bytes:
        """Return the first `limit` bytes of a file.

        Raises:
            OSError: it cannot be read.
        """
        with (self.root / path).open("rb") as stream:
            return stream.read(limit)


def _metadata(distribution: Distribution) -> Metadata | None:
    for name in ("METADATA", "PKG-INFO", ""):
        try:
            text = distribution.read_text(name)
        except (OSError, ValueError):  # not there, or no UTF-8
            continue
        if text and (metadata := read_metadata(text)) is not None:
            return metadata
    return None


def _in_place(distribution: Distribution) -> Path | None:
    """Return the folder of an editable installation, where it is still there."""
    try:
        told = json.loads(distribution.read_text("direct_url.json") or "null")
        if not told["dir_info"]["editable"]:
            return None
        address = urlsplit(told["url"])
        path = Path(url2pathname(unquote(address.path)))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return path if address.scheme == "file" and path.is_dir() else None
