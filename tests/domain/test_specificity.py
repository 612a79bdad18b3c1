"""Patterns that say too little, and messages that anybody's code can bring about."""

import pytest

from app.domain.ordinary import everyday_messages, ordinary_lines
from app.domain.patterns import analyse, compile_pattern
from app.domain.specificity import is_everyday, ordinary_example


@pytest.mark.parametrize(
    ("pattern", "ordinary"),
    [
        (r"'(.*?)' object has no attribute '(.*?)'", True),
        (r"(.*?)\(\) got an unexpected keyword argument '(.*?)'", True),
        (r"No module named (.*)", True),
        (r"File not found", True),
        (r"(?i)FILE NOT (?:found|there)", True),
        (r"'(.*?)' object has no attribute 'ordered_forms'", False),
        (r"shard count must be even", False),
        (r"(.*?) has no shard named (.*)", False),
    ],
)
def test_patterns_that_stand_on_ordinary_lines_are_generic(pattern: str, ordinary: bool) -> None:
    """A pattern is demoted where ordinary text has it, and not for a word or two in common."""
    assert (ordinary_example(compile_pattern(pattern)) is not None) is ordinary
    assert analyse(pattern).generic is ordinary


@pytest.mark.parametrize(
    ("message", "everyday"),
    [
        ("'Pool' object has no attribute 'grow'", True),
        ("'Pool' object has no attribute 'grow'. Did you mean: 'grown'?", True),
        ("grow() missing 1 required positional argument: 'by'", True),
        ("unsupported operand type(s) for -: 'int' and 'dict'", True),
        ("No module named 'acme.core'", True),
        ("cannot import name 'Pool' from 'acme' (/opt/lib/acme/__init__.py)", True),
        ("[Errno 2] No such file or directory: '/etc/acme.toml'", True),
        ("invalid literal for int() with base 16: 'xyz'", True),
        ("Command '['pip', 'install', '-e', '.']' returned non-zero exit status 1.", True),
        ("`list index out of range`", True),
        ("1 validation error for Settings", True),
        ("1 validation error for Settings\nsize\n  must be even", False),
        ("'ring'", False),
        ("\"['ring'] not in index\"", False),
        ("shard count must be even", False),
        ("", False),
    ],
)
def test_messages_of_the_interpreter(message: str, everyday: bool) -> None:
    """Values, names and numbers do not matter, the wording does."""
    assert is_everyday(message) is everyday


def test_every_example_is_known() -> None:
    """The table recognises itself, and holds no line twice."""
    assert all(is_everyday(message) for message in everyday_messages() if not message.startswith("<"))
    lines = [*ordinary_lines(), *everyday_messages()]
    assert len(set(lines)) == len(lines)
