"""When two names of exception classes speak of one class."""

import pytest

from app.domain.classes import Kinship, kinship, leading_class, named_before, same_class


@pytest.mark.parametrize(
    ("pasted", "recorded", "same"),
    [
        ("ValueError", "ValueError", True),
        ("acme.errors.SetupError", "SetupError", True),
        ("acme.SetupError", "acme.errors.SetupError", True),
        ("IOError", "OSError", True),
        ("OSError", "EnvironmentError", True),
        ("socket.timeout", "TimeoutError", True),
        ("a.Error", "b.Error", False),
        ("ValueError", "TypeError", False),
    ],
)
def test_same_class(pasted: str, recorded: str, same: bool) -> None:
    """Aliases and module paths are looked through, as far as both sides have them."""
    assert same_class(pasted, recorded) is same


@pytest.mark.parametrize(
    ("pasted", "recorded", "kin"),
    [
        ("shop.models.Order.DoesNotExist", "DoesNotExist", Kinship.SAME),
        ("ray.exceptions.RayTaskError(ValueError)", "ValueError", Kinship.SAME),
        ("FileNotFoundError", "EnvironmentError", Kinship.KIN),
        ("json.decoder.JSONDecodeError", "ValueError", Kinship.KIN),
        ("LookupError", "KeyError", Kinship.KIN),
        ("Exception", "KeyError", Kinship.OTHER),
        ("TypeError", "ValueError", Kinship.OTHER),
        ("client.BadRequestError", "ValueError", Kinship.CARRIER),
        ("subprocess.CalledProcessError", "RuntimeError", Kinship.CARRIER),
        ("PoolError", "make_error", None),
    ],
)
def test_kinship(pasted: str, recorded: str, kin: Kinship | None) -> None:
    """Bases are kin, carriers of other errors' text are told, and a factory's name is no class."""
    assert kinship(pasted, recorded) is kin


@pytest.mark.parametrize(
    ("before", "name"),
    [
        ("worker 3: acme.PoolError: ", "acme.PoolError"),
        ("RayTaskError(ValueError): ", "RayTaskError"),
        ('failed with PoolError("', "PoolError"),
        ("Note: ", None),
        ("PoolError: see below, ", None),
        ("", None),
    ],
)
def test_named_before(before: str, name: str | None) -> None:
    """The class that stands right before a message inside a text is read, and nothing else."""
    assert named_before(f"{before}no shard is left", len(before)) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("acme.http.NotHere: no shard is left", "acme.http.NotHere"),
        ("  acme.Http404: no shard is left", "acme.Http404"),
        ("NotHere: no shard is left", None),
        ("acme.pool.grow: no shard is left", None),
        ("see acme.NotHere: no shard is left", None),
        ("acme.NotHere", None),
    ],
)
def test_leading_class(text: str, name: str | None) -> None:
    """A dotted name in a class's spelling that a line begins with is its class, whatever the name."""
    assert leading_class(text) == name
