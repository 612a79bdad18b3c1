"""The names that are read from a target's files."""

from __future__ import annotations

from app.extract.model import Origin, SourceFile
from app.extract.vocabulary import standard_words, vocabulary_of
from tests.extract.making import CODE

SERVER = b'''\
"""Starts it. class Quoted: is in a text, as is def quoted(**any): here."""
import argparse, os
import numpy.linalg as la
from motors.base import Motor
from enum import Enum
from rockets.other import Rocket as _Rocket

parser = argparse.ArgumentParser()
parser.add_argument("--tank-size", "-t", type=int)
MODES = os.environ.get("ROCKETS_MODE", "calm"), os.getenv("ROCKETS_WEATHER"), os.environ["HOME"]


class Mode(Enum):
    CALM = 1


class Rocket:
    def __init__(self, size, **more):
        self.size = size


class Proxy:
    def __getattr__(self, name):
        return name


class Engine(Motor):
    pass


class Sled(_Rocket):
    pass


class Tank(Rocket, metaclass=type):
    pass


class ServerArgs:
    crew_size: int = 4


class Holder(make(1)):
    def method(self, **any): ...


def plan(stages, *, order=dict(a=1, b=(2,))):
    return stages


async def run(**options): ...
'''


def test_what_is_read() -> None:
    """Words, flags, families of variables, classes with their bases, functions, imports."""
    files = [
        SourceFile("src/rockets/server.py", SERVER),
        SourceFile("src/rockets/__init__.py", CODE.encode()),
        SourceFile("src/rockets/broken.py", b"\xff\x00 def ( class"),
    ]
    found = vocabulary_of(files, Origin("acme/rockets", "Rocket-Kit", "1.2"))
    assert found.labels == ("Rocket-Kit 1.2",)
    assert found.packages == {"rockets"}
    assert found.programs == {"Rocket-Kit", "Rocket_Kit", "rockets"}
    assert {
        "rockets",
        "server",
        "broken",
        "Rocket",
        "size",
        "ROCKETS_MODE",
        "stages",
        "negative",
    } <= found.words
    assert found.flags == {"--tank-size", "--crew-size"}
    assert found.declared == {"--tank-size"}
    assert found.families == {"ROCKETS_", "ROCKET_KIT_"}
    assert {"argparse", "motors", "enum", "numpy", "la"} <= found.imported
    assert "rockets" not in found.imported
    assert found.bases.keys() == {"Mode", "Rocket", "Proxy", "Engine", "Tank", "ServerArgs", "Holder", "Sled"}
    assert found.functions >= {"plan", "run", "f"}
    assert found.open == {"Rocket", "run"}
    assert found.dynamic == {"Proxy"}
    assert found.closed == {"Mode", "ServerArgs", "Rocket", "Sled"}
    assert {"plan", "f", "Mode"} <= found.strict
    assert not {"run", "Rocket", "Engine"} & found.strict


def test_a_folder_without_a_version() -> None:
    """It is called by its name."""
    assert vocabulary_of([], Origin("local/x", "x", None)).label == "x"


def test_the_standard_library() -> None:
    """Names that occur in it; its tests are not read."""
    assert {"argparse", "read_text", "asyncio", "run_until_complete"} <= standard_words()
