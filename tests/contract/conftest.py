"""A wheel, its installation for another user, and a folder of that user's own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contract.installed import (
    NOBODY,
    Installation,
    build_wheel,
    copy_distribution,
    locked_names,
    new_environment,
)


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that the checkout gives."""
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def installation(wheel: Path) -> Iterator[Installation]:
    """The wheel installed with the locked run-time dependencies; where possible another user runs it."""
    user = NOBODY if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="errdex-installed-")).resolve()
    try:
        folder.chmod(0o755)
        environment = folder / "errdex"
        new_environment(environment, user)
        (site,) = environment.glob("lib/python*/site-packages")
        for name in locked_names("requirements.lock"):
            copy_distribution(name, site)
        options = ["--no-deps", "--no-index", "--quiet"]
        pip = [sys.executable, "-m", "pip", "--python", environment / "bin/python"]
        subprocess.run([*pip, "install", *options, wheel], check=True, timeout=120)
        yield Installation(environment, user)
    finally:
        shutil.rmtree(folder)


@pytest.fixture
def elsewhere(installation: Installation) -> Iterator[Path]:
    """An empty folder of the installation's user, far from the checkout."""
    folder = Path(tempfile.mkdtemp(prefix="errdex-elsewhere-")).resolve()
    try:
        if installation.user is not None:
            os.chown(folder, installation.user, installation.user)
        yield folder
    finally:
        shutil.rmtree(folder)
