"""What a paste tells beside its errors."""

import pytest

from app.domain.events import read
from app.domain.rarity import Rarity
from app.domain.surroundings import Surroundings
from app.domain.text import Source


@pytest.mark.parametrize(
    ("text", "named", "versions"),
    [
        ("acme==1.2.3\nring 4.5", {"acme", "ring"}, {"acme": "1.2.3", "ring": "4.5"}),
        ("Acme Version: 4.2.7", {"acme"}, {"acme": "4.2.7"}),
        ("- acme version: v2.1", {"acme"}, {"acme": "2.1"}),
        ("acme-1.2.0 and acme-1.3.0", {"acme"}, {}),
        ("an acmeist wrote macme==1.2", set(), {}),
        ('File "/lib/site-packages/acme/pool.py", line 3', {"acme"}, {}),
        ("acme[cuda]==1.2.3rc1", {"acme"}, {"acme": "1.2.3rc1"}),
        ("", set(), {}),
    ],
)
def test_packages_and_versions(text: str, named: set[str], versions: dict[str, str]) -> None:
    """A package is named as a word; its version is told where there is one."""
    around = Surroundings(Source(text), ["acme", "ring"], {})
    assert set(around.named) == named
    assert dict(around.versions) == versions


def test_what_the_caller_states_counts_more() -> None:
    """The caller knows what is installed; a paste may quote anything."""
    assert Surroundings(Source("acme==1.2"), ["acme"], {"acme": "2.0"}).versions == {"acme": "2.0"}


def test_facts_hold_what_was_shown() -> None:
    """The source that is echoed for the frame that raised becomes a statement, the message its words."""
    text = 'Traceback (most recent call last):\n  File "/lib/acme/pool.py", line 8, in grow\n    raise PoolError(n)\nPoolError: no shard'
    paste = read(text)
    facts = Surroundings(paste.source, ["acme"], {}).facts(paste.events[0], Rarity())
    assert facts.statement is not None
    assert facts.statement.kind == "raise"
    assert facts.words == {"no", "shard"}
    assert not facts.everyday
