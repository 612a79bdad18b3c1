"""Wheels and sdists, read in memory: nothing is unpacked to disk, and no member can reach outside.

Members with an absolute path, `..`, a backslash or a drive, links and devices are left out and counted; an archive
with too many members, or too much in them, is refused.
"""

from __future__ import annotations

import gzip
import io
import stat
import struct
import tarfile
import zipfile
import zlib
from pathlib import Path
from typing import IO, cast

from app.errors import BadInput
from app.extract.targets.model import Limits, Source, Tally

__all__ = ["Archive", "TarArchive", "ZipArchive", "is_safe"]

UNSAFE = "unsafe paths in the archive"
LINKS = "links"

_MOST_PATH_CHARACTERS = 500
_MOST_PATH_PARTS = 60
# What a whole read of a well-formed tar asks for at once: a block, or the head of a long name.
_MOST_TAR_READ = 4 * 1024 * 1024
_END = b"PK\x05\x06"
_END64 = b"PK\x06\x06"
_CHARACTERS_PER_MEMBER = 1024

_BROKEN = (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, ValueError, OSError, struct.error)


class Archive(Source):
    """Members of an archive by path; `metadata` files beside the Python files can be read as well."""

    limits: Limits

    def names(self) -> list[str]:
        """Return the paths of all members that are plain files with a safe path."""
        raise NotImplementedError


def is_safe(path: str) -> bool:
    """Tell whether a member's path stays inside, is not absurd, and can be written on one line."""
    parts = path.split("/")
    return (
        len(path) <= _MOST_PATH_CHARACTERS
        and len(parts) <= _MOST_PATH_PARTS
        and "\\" not in path
        and path.isprintable()
        and not any(part in {"", ".", ".."} for part in parts)
        and not (len(parts[0]) > 1 and parts[0][1] == ":")
    )


class ZipArchive(Archive):
    """A wheel, or an sdist as a zip file; members are unpacked when they are read."""

    def __init__(self, path: Path, limits: Limits) -> None:
        """Open it.

        Raises:
            BadInput: it cannot be read, or holds more than the limits allow.
        """
        self.limits = limits
        try:
            _check_directory(path, limits)
            self._zip = zipfile.ZipFile(path)
        except _BROKEN as error:
            raise _cannot(path, error) from None
        self._members: dict[str, zipfile.ZipInfo] = {}
        self._unsafe = self._links = 0
        for member in self._zip.infolist():
            if member.is_dir():
                continue
            if stat.S_IFMT(member.external_attr >> 16) not in {0, stat.S_IFREG}:
                self._links += 1
            elif not is_safe(member.filename):
                self._unsafe += 1
            else:
                self._members[member.filename] = member
        # Nothing but Python files will be unpacked, so a wheel may hold gigabytes of libraries.
        if sum(self.paths(Tally()).values()) > limits.archive_bytes:
            raise _too_much(path, limits)

    def names(self) -> list[str]:
        """Return the paths of all members that can be read."""
        return list(self._members)

    def paths(self, tally: Tally) -> dict[str, int]:
        """Return the Python files and their sizes."""
        tally.skip(UNSAFE, self._unsafe)
        tally.skip(LINKS, self._links)
        return {path: member.file_size for path, member in self._members.items() if path.endswith(".py")}

    def read(self, path: str, limit: int) -> bytes:
        """Return the first `limit` bytes of a member.

        Raises:
            ValueError: it is broken, encrypted, or packed in a way that cannot be read.
        """
        try:
            with self._zip.open(self._members[path]) as stream:
                return stream.read(limit)
        except (*_BROKEN, RuntimeError, NotImplementedError) as error:
            raise ValueError(str(error) or type(error).__name__) from None


class TarArchive(Archive):
    """An sdist as .tar.gz; it has to be read from front to end, so its Python files and metadata are kept in memory."""

    def __init__(self, path: Path, limits: Limits) -> None:
        """Read it.

        Raises:
            BadInput: it cannot be read, or holds more than the limits allow.
        """
        self.limits = limits
        self._files: dict[str, bytes] = {}
        self._sizes: dict[str, int] = {}
        self._unsafe = self._links = 0
        try:
            with path.open("rb") as file, gzip.GzipFile(fileobj=file) as unpacked:
                bounded = _Bounded(unpacked, limits.archive_bytes)
                with tarfile.open(fileobj=cast("IO[bytes]", bounded), mode="r:", errorlevel=1) as tar:
                    self._keep(path, tar)
        except _PastLimitError:
            raise _too_much(path, limits) from None
        except _BROKEN as error:
            raise _cannot(path, error) from None

    def _keep(self, path: Path, tar: tarfile.TarFile) -> None:
        count = kept = 0
        while (member := tar.next()) is not None:
            tar.members = []  # type: ignore[attr-defined]  # it would keep every head that it has read
            if (count := count + 1) > self.limits.archive_members:
                raise _too_many(path, self.limits)
            if member.isdir():
                continue
            if not member.isfile():
                self._links += 1
            elif not is_safe(name := member.name.removeprefix("./")):
                self._unsafe += 1
            elif name.endswith((".py", "/PKG-INFO", "/pyproject.toml", "/setup.cfg")):
                self._sizes[name] = member.size
                if member.size <= self.limits.file_bytes:
                    if (kept := kept + member.size) > self.limits.source_bytes:
                        raise _too_much(path, self.limits)
                    stream = tar.extractfile(member)
                    self._files[name] = stream.read() if stream else b""

    def names(self) -> list[str]:
        """Return the paths of all Python files and metadata that can be read."""
        return list(self._files)

    def paths(self, tally: Tally) -> dict[str, int]:
        """Return the Python files and their sizes."""
        tally.skip(UNSAFE, self._unsafe)
        tally.skip(LINKS, self._links)
        return {path: size for path, size in self._sizes.items() if path.endswith(".py")}

    def read(self, path: str, limit: int) -> bytes:
        """Return the first `limit` bytes of a member."""
        return self._files[path][:limit]


class _PastLimitError(Exception):
    """More was unpacked than may be."""


class _Bounded(io.RawIOBase):
    """What a packed stream unpacks to, up to a limit; refuses to build one huge piece in memory."""

    def __init__(self, stream: gzip.GzipFile, limit: int) -> None:
        super().__init__()
        self._stream = stream
        self._limit = limit

    def read(self, size: int = -1) -> bytes:
        if not 0 <= size <= _MOST_TAR_READ or self._stream.tell() + size > self._limit + tarfile.RECORDSIZE:
            raise _PastLimitError
        return self._stream.read(size)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        if whence != io.SEEK_SET or offset > self._limit + tarfile.RECORDSIZE:
            raise _PastLimitError
        return self._stream.seek(offset)

    def tell(self) -> int:
        return self._stream.tell()


def _check_directory(path: Path, limits: Limits) -> None:
    """Look at the end of a zip file before a library reads its whole directory into memory.

    Raises:
        BadInput: it lists too many members.
        zipfile.BadZipFile: it has no end.
    """
    with path.open("rb") as file:
        size = file.seek(0, io.SEEK_END)
        file.seek(max(0, size - 66_000))
        tail = file.read()
    at = tail.rfind(_END)
    if at < 0 or len(tail) - at < 22:
        raise zipfile.BadZipFile("it is no zip file")
    count, length = struct.unpack_from("<HL", tail, at + 10)
    if (large := tail.rfind(_END64, 0, at)) >= 0 and at - large >= 56:
        count, length = struct.unpack_from("<QQ", tail, large + 32)
    if count > limits.archive_members or length > limits.archive_members * _CHARACTERS_PER_MEMBER:
        raise _too_many(path, limits)


def _cannot(path: Path, error: Exception) -> BadInput:
    said = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return BadInput(f"{path.name} cannot be read as an archive: {said}.", path=str(path))


def _too_many(path: Path, limits: Limits) -> BadInput:
    return BadInput(
        f"{path.name} holds more than {limits.archive_members:,} files. Unpack it, and name the folder to read.",
        limit=limits.archive_members,
    )


def _too_much(path: Path, limits: Limits) -> BadInput:
    return BadInput(
        f"{path.name} holds more than {limits.archive_bytes:,} bytes unpacked. Unpack it, and name the folder to read.",
        limit=limits.archive_bytes,
    )
