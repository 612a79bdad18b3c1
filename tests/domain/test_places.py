"""Where a raise site stands among the frames of an error."""

import pytest

from app.domain.answer import Frame
from app.domain.places import Place, find_spot, frame_agreement, path_suffixes

PATH = "acme/core/pool.py"


@pytest.mark.parametrize(
    ("file", "agreement"),
    [
        ("/opt/lib/python3.11/site-packages/acme/core/pool.py", 2),
        ("C:\\envs\\x\\Lib\\site-packages\\acme\\core\\pool.py", 2),
        ("/work/checkout/python/acme/core/pool.py", 2),
        ("acme/core/pool.py", 2),
        ("…/core/pool.py", 2),
        ("pool.py", 1),
        ("/opt/acme/core/spool.py", 0),
        ("/opt/other/core/pool.py", 0),
        ("", 0),
    ],
)
def test_frame_agreement(file: str, agreement: int) -> None:
    """Paths are compared by whole parts from their end; a cut path by what it still has."""
    assert frame_agreement(Frame(file=file), PATH) == agreement


def test_path_suffixes_are_what_a_module_path_may_be() -> None:
    """A frame's path gives every module path it may end in."""
    assert path_suffixes("C:\\a\\acme\\x.py") == ["C:/a/acme/x.py", "a/acme/x.py", "acme/x.py", "x.py"]


@pytest.mark.parametrize(
    ("files", "place"),
    [
        (["/srv/run.py", "/lib/site-packages/acme/core/pool.py"], Place.RAISED),
        (["/lib/site-packages/acme/core/pool.py", "/usr/lib/python3.11/queue.py"], Place.PASSED),
        (["/srv/run.py", "/lib/site-packages/acme/ring.py"], Place.PACKAGE),
        (["/lib/site-packages/acme/ring.py", "/usr/lib/python3.11/queue.py"], Place.AROUND),
        (["/srv/run.py", "/usr/lib/python3.11/queue.py"], Place.UNSURE),
        (["/srv/run.py", "/lib/python3/dist-packages/other/pool.py"], Place.OTHER),
        (["/srv/shop/run.py"], Place.OWN),
        (["Cell In [3]"], Place.UNSURE),
        ([], Place.UNKNOWN),
    ],
)
def test_place(files: list[str], place: Place) -> None:
    """The raising frame decides, then the others, then whose code it is."""
    frames = [Frame(file=file, line=1, function="f") for file in files]
    assert find_spot(frames, PATH, "f", 1).place is place


@pytest.mark.parametrize(
    ("printed", "recorded", "agrees"),
    [
        ("grow", "Pool.grow", True),
        ("Pool.grow", "grow", True),
        ("shrink", "Pool.grow", False),
        ("<module>", None, True),
        ("<module>", "grow", False),
        ("<listcomp>", "Pool.grow", None),
        (None, "Pool.grow", None),
        ("grow", None, None),
    ],
)
def test_functions(printed: str | None, recorded: str | None, agrees: bool | None) -> None:
    """Functions are compared by their last part; what has no name of its own says nothing."""
    frame = Frame(file="acme/core/pool.py", line=5, function=printed)
    spot = find_spot([frame], PATH, recorded, 8)
    assert (spot.function, spot.drift) == (agrees, 3)


@pytest.mark.parametrize(
    ("files", "path", "place"),
    [
        (["/srv/run.py", "/lib/site-packages/acme/ring.py"], "acme-core/src/errors.rs", Place.UNKNOWN),
        (["/srv/shop/run.py"], "csrc/pool.cu", Place.UNKNOWN),
        (["/srv/run.py", "/build/acme-core/src/errors.rs"], "acme-core/src/errors.rs", Place.RAISED),
        (["/srv/run.py", "/build/acme-core/src/other.rs"], "acme-core/src/errors.rs", Place.PACKAGE),
    ],
)
def test_compiled_code_has_no_frames_of_an_interpreter(files: list[str], path: str, place: Place) -> None:
    """Frames of Python neither confirm nor deny a site in compiled code; frames of such code do."""
    frames = [Frame(file=file, line=1, function="f") for file in files]
    assert find_spot(frames, path, "f", 1).place is place


@pytest.mark.parametrize(
    ("file", "function", "place"),
    [
        ("<template>", "top-level template code", Place.UNKNOWN),
        ("templates/page.html", "template", Place.UNKNOWN),
        ("templates/page.html", "block 'title'", Place.UNKNOWN),
        ("/srv/shop/template.py", "template", Place.AROUND),
    ],
)
def test_lines_of_templates_stand_for_the_engine(file: str, function: str, place: Place) -> None:
    """Where a template's lines stand in for the frames of its engine, they do not say where it raised."""
    frames = [
        Frame(file="/lib/site-packages/acme/env.py", line=1),
        Frame(file=file, line=1, function=function),
    ]
    assert find_spot(frames, PATH, "f", 1).place is place
    assert find_spot(frames, "other/pool.py", "f", 1).place in {Place.OTHER, Place.OWN}
