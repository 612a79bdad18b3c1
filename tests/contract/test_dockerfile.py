"""The image's recipe: what it promises is read from the file, and its commands run as the user that it names."""

from __future__ import annotations

import dataclasses
import fnmatch
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest

from app import __version__
from tests.contract.installed import ROOT, Installation, free_port

Instruction = tuple[str, str]


def instructions(text: str) -> list[Instruction]:
    """Instruction and arguments of each step, comments dropped and continued lines joined."""
    kept = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    joined = re.sub(r"\\\n\s*", " ", kept)
    steps = [line.strip().partition(" ") for line in joined.splitlines() if line.strip()]
    return [(name.upper(), rest.strip()) for name, _, rest in steps]


def stages(text: str) -> tuple[dict[str, str], list[list[Instruction]]]:
    """Arguments before the first FROM with their defaults, and the steps of each stage, FROM first."""
    arguments: dict[str, str] = {}
    found: list[list[Instruction]] = []
    for name, rest in instructions(text):
        if name == "FROM":
            found.append([])
        if found:
            found[-1].append((name, rest))
        else:
            assert name == "ARG"
            key, _, value = rest.partition("=")
            arguments[key] = value
    return arguments, found


ARGUMENTS, STAGES = stages((ROOT / "Dockerfile").read_text())
BUILD, FINAL = STAGES


def one(stage: list[Instruction], name: str) -> str:
    """Arguments of the only instruction of a name in a stage."""
    (rest,) = [rest for found, rest in stage if found == name]
    return rest


def pairs(stage: list[Instruction], name: str) -> dict[str, str]:
    """Keys and values of ENV or LABEL instructions."""
    words = [word for found, rest in stage if found == name for word in shlex.split(rest)]
    return dict(word.split("=", 1) for word in words)


def command(rest: str) -> list[str]:
    """A command in exec form; anything else is refused."""
    words = json.loads(rest)
    assert isinstance(words, list)
    assert all(isinstance(word, str) for word in words)
    return words


def health_command() -> list[str]:
    """The health check's command."""
    return command(one(FINAL, "HEALTHCHECK").partition("CMD ")[2])


def copied(stage: list[Instruction]) -> list[str]:
    """Sources that a stage copies from the build context."""
    return [
        word
        for name, rest in stage
        if name in {"COPY", "ADD"} and "--from=" not in rest
        for word in rest.split()[:-1]
        if not word.startswith("--")
    ]


def test_both_stages_use_one_slim_base() -> None:
    """The base image is named once, slim and of a fixed minor version, where its digest can be put too."""
    assert [one(stage, "FROM").split()[0] for stage in STAGES] == ["${PYTHON_IMAGE}"] * 2
    assert re.fullmatch(r"python:3\.\d+-slim(@sha256:[0-9a-f]{64})?", ARGUMENTS["PYTHON_IMAGE"])


def test_final_stage_holds_no_tools() -> None:
    """Nothing is installed or built in the final stage, and all its code comes from the build stage."""
    assert copied(FINAL) == []
    for name, rest in FINAL:
        assert not (name == "RUN" and re.search(r"\b(pip|apt|apt-get|curl|wget|gcc|git|make)\b", rest)), rest
        assert name != "ENTRYPOINT"
    assert not [name for name in copied(BUILD) if re.match(r"\.$|\./|tests|bench|docs|\.git", name)]


def test_runs_without_root() -> None:
    """The process runs as a numeric user that is not root, who owns the data folder, a volume."""
    user, _, group = one(FINAL, "USER").partition(":")
    assert int(user) > 0
    assert int(group) > 0
    assert command(one(FINAL, "VOLUME")) == ["/data"]
    (made,) = [rest for name, rest in FINAL if name == "RUN"]
    assert f"--owner={user} --group={group}" in made
    assert made.endswith(" /data")
    names = [name for name, _ in FINAL]
    assert names.index("USER") < names.index("CMD")
    assert names.index("RUN") < names.index("VOLUME")


def test_serves_on_all_interfaces_without_a_shell() -> None:
    """The command is in exec form, so that it gets SIGTERM itself; it binds 0.0.0.0 and the port that is exposed."""
    words = command(one(FINAL, "CMD"))
    assert words[:2] == ["errdex", "serve"]
    assert words[words.index("--host") + 1] == "0.0.0.0"
    assert words[words.index("--port") + 1] == one(FINAL, "EXPOSE")
    assert f":{one(FINAL, 'EXPOSE')}/healthz" in health_command()[-1]
    assert health_command()[0] == "python"


def test_environment_and_labels() -> None:
    """Data goes to /data, output is not held back, and the labels say what it is, of which version and licence."""
    environment = pairs(FINAL, "ENV")
    assert environment["ERRDEX_DATABASE_URL"] == "sqlite:////data/errdex.db"
    assert environment["PYTHONUNBUFFERED"] == "1"
    assert environment["PATH"].startswith("/opt/errdex/bin:")
    labels = pairs(FINAL, "LABEL")
    prefix = "org.opencontainers.image."
    assert labels[f"{prefix}title"] == "errdex"
    assert labels[f"{prefix}version"] == __version__
    assert labels[f"{prefix}licenses"] == "Apache-2.0"
    assert labels[f"{prefix}description"]
    assert not [name for name in environment if re.search("SECRET|TOKEN|PASSWORD", name)]


def test_installs_are_hashed_or_local() -> None:
    """What comes from the network is checked by hash against a lock that was copied; the rest is built here."""
    present: set[str] = set()
    for name, rest in BUILD:
        if name == "COPY":
            present.update(rest.split()[:-1])
        if name == "RUN" and re.search(r"pip\b.* (install|wheel) ", rest):
            if "--no-index" in rest:
                assert "--no-deps" in rest
                continue
            assert "--require-hashes" in rest
            assert set(re.findall(r"--requirement (\S+)", rest)) <= present
            assert not re.search(r"index-url|trusted-host", rest)


def allowed(path: str) -> bool:
    """Whether .dockerignore lets a path into the build; the last rule that fits decides."""
    verdict = True
    parents = [path, *(str(parent) for parent in Path(path).parents)]
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        rule = line.removeprefix("!").removeprefix("**/")
        names = [Path(name).name for name in parents] if "**/" in line else parents
        if any(fnmatch.fnmatchcase(name, rule) for name in names):
            verdict = line.startswith("!")
    return verdict


def test_context_is_small() -> None:
    """What is copied exists and enters the build; nothing else does, secrets and databases least of all."""
    for source in copied(BUILD):
        assert (ROOT / source).exists(), source
        assert allowed(source), source
    for name in [
        ".git",
        ".venv/bin/python",
        "tests/conftest.py",
        ".env",
        "app/.env",
        "app/x.db-wal",
        "docs/design.md",
    ]:
        assert not allowed(name), name
    assert not allowed("app/domain/__pycache__/text.cpython-313.pyc")


@pytest.mark.slow
def test_what_is_copied_builds_the_wheel(wheel: Path, tmp_path: Path) -> None:
    """The build stage's own wheel step, with only the files that it copies, gives the same wheel."""
    context = tmp_path / "build"
    context.mkdir()
    for name, rest in BUILD:
        if name != "COPY":
            continue
        *sources, target = rest.split()
        for source in sources:
            place = context / target if target != "./" else context / source
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, place, ignore=shutil.ignore_patterns("__pycache__", "*.db*"))
            else:
                shutil.copy(ROOT / source, place)
    (step,) = [rest for name, rest in BUILD if name == "RUN" and " wheel " in rest]
    words = [str(tmp_path / "wheels") if word == "/wheels" else word for word in shlex.split(step)]
    assert words[0] == "python"
    ran = subprocess.run(
        [sys.executable, *words[1:]], cwd=context, capture_output=True, text=True, timeout=300, check=False
    )
    assert ran.returncode == 0, ran.stderr
    (built,) = (tmp_path / "wheels").glob("*.whl")
    assert sorted(zipfile.ZipFile(built).namelist()) == sorted(zipfile.ZipFile(wheel).namelist())


@pytest.mark.slow
def test_container_commands_work(installation: Installation, elsewhere: Path) -> None:
    """As the image's user, with only the data folder writable: it starts, is healthy, knows the records, stops."""
    if installation.user is not None:
        user = int(one(FINAL, "USER").partition(":")[0])
        installation = dataclasses.replace(installation, user=user)
        os.chown(elsewhere, user, user)
    port = free_port()
    stands_for = {one(FINAL, "EXPOSE"): str(port)}
    serve = [stands_for.get(word, word) for word in command(one(FINAL, "CMD"))]
    health = [word.replace(f":{one(FINAL, 'EXPOSE')}/", f":{port}/") for word in health_command()]
    environment = {
        name: value.replace("/data/", f"{elsewhere}/")
        for name, value in pairs(FINAL, "ENV").items()
        if name != "PATH"
    } | {"HOME": "/"}

    if "--bundled" not in serve:
        ingested = installation.run(["errdex", "ingest"], cwd=elsewhere, **environment)
        assert ingested.returncode == 0, ingested.stderr
    with installation.serving(serve, port=port, cwd=elsewhere, **environment) as process:
        healthy = installation.run(health, cwd=elsewhere, **environment)
        assert healthy.returncode == 0, healthy.stderr
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/stats", timeout=30) as response:
            assert json.load(response)["records"] == len(list((ROOT / "data/records").rglob("*.json")))
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=10) in {0, -signal.SIGTERM, 128 + signal.SIGTERM}
    assert (elsewhere / "errdex.db").is_file()

    unhealthy = installation.run(health, cwd=elsewhere, **environment)
    assert unhealthy.returncode != 0
