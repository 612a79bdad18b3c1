"""Messages of several paragraphs in text that is no parsed error."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from app.domain import paragraphs
from app.domain.answer import Tier
from app.domain.events import read
from app.domain.matching import Candidate, Hit, find_truncated
from app.domain.paragraphs import across

TEXT = (
    "Received a kite of kind {kind}.\nIt has been left out.\n\nDid you forget to register it?\nOr is it torn?"
)
PATTERN = r"Received a kite of kind (.*?)\.\nIt has been left out\.\n\nDid you forget to register it\?\nOr is it torn\?"
KITE = Candidate(1, PATTERN, TEXT, words=12, generic=False)
SHORT = Candidate(2, r"It has been left out\.", "It has been left out.", words=5, generic=False)
SAID = TEXT.replace("{kind}", "'box'")


@pytest.mark.parametrize(
    "paste",
    [
        SAID,
        f"starting up\n{SAID}\n\ngoing on",
        f"one\n\ntwo\n\n{SAID}\n\nthree",
        SAID.replace("\n\n", "\n\n\n"),
        "\n".join(f"web-1  | {line}" for line in SAID.split("\n")),
        f"[2031-02-03 04:05:06,123: ERROR/Main] {SAID}\n",
    ],
)
def test_a_pattern_of_paragraphs_is_found_over_blank_lines(paste: str) -> None:
    """From each block that the message has."""
    blocks = read(paste).blocks
    indices = [
        i
        for i, block in enumerate(blocks)
        if block.passage.text.split()[0] in {"Received", "Did", "starting"}
    ]
    assert len(indices) == 2
    for index in indices:
        found = across(blocks, index, [SHORT, KITE])
        assert found is not None
        whole, hits = found
        assert [hit.candidate for hit in hits] == [KITE]
        text = whole.passage.text[hits[0].start : hits[0].end]
        assert text.startswith("Received a kite")
        assert text.endswith("torn?")


@pytest.mark.parametrize(
    "paste",
    [
        SAID.replace("\n\n", "\nIt was a fine one.\n\n"),
        SAID.replace("\n\n", "\n" * 9),
        SAID.split("\n\n", maxsplit=1)[0],
        SAID.replace("\n\n", "\n\nValueError: no wind\n\n"),
    ],
    ids=["another line between", "far apart", "one paragraph", "an error between"],
)
def test_what_stands_between_parts_them(paste: str) -> None:
    """Nothing but blank lines may stand between the paragraphs."""
    blocks = read(paste).blocks
    assert across(blocks, 0, [KITE]) is None


def test_a_pattern_of_one_paragraph_is_left_to_its_block() -> None:
    """Others are found in the block itself."""
    assert across(read(SAID).blocks, 0, [SHORT]) is None


def test_an_older_wording_agrees_by_its_first_paragraphs() -> None:
    """What further paragraphs say may have changed; two have to agree."""
    older = SAID.replace("Or is it torn?", "\n-----------\n\nSee the old sky of http://kite.example.")
    found = across(read(f"up\n{older}").blocks, 0, [KITE])
    assert found is not None
    whole, hits = found
    assert [hit.tier for hit in hits] == [Tier.TRUNCATED]
    assert whole.passage.text.endswith("register it?")
    assert across(read(SAID.split("\n\n")[0] + "\n\nSee the old sky.").blocks, 0, [KITE]) is None


@pytest.mark.parametrize(
    ("paste", "tries"),
    [
        ("\n\n".join(f"Received {number} kites, it has been left out" for number in range(12)), 0),
        (SAID.replace("Did you forget", "Did nobody forget") + "\n\nwhat" * 9, 0),
        (SAID.replace("torn?", "old?") + "\n\nwhat" * 3, 0),
        (SAID.replace("\nOr is it torn?", "") + "\n\nwhat" * 3, 4),
    ],
    ids=["another first paragraph", "another second one", "another end of it", "the second one cut"],
)
def test_an_older_wording_is_looked_for_only_where_the_first_paragraphs_are_there(
    monkeypatch: pytest.MonkeyPatch, paste: str, tries: int
) -> None:
    """A paste of fifty thousand paragraphs that share a word with a pattern would be joined and read again for each."""
    tried: list[str] = []

    def counted(text: str, candidates: Iterable[Candidate]) -> list[Hit]:
        tried.append(text)
        return find_truncated(text, candidates)

    monkeypatch.setattr(paragraphs, "find_truncated", counted)
    found = across(read(paste).blocks, 0, [KITE])
    assert (found is not None) is (tries > 0)
    assert len(tried) == tries


@pytest.mark.parametrize(("width", "found"), [(2_000, True), (9_000, False)])
def test_paragraphs_are_joined_up_to_a_limit(width: int, found: bool) -> None:
    """Of very long lines no more are joined than can be looked at for every block."""
    paste = SAID.replace("'box'", "box " * (width // 4))
    assert (across(read(paste).blocks, 0, [KITE]) is not None) is found


@pytest.mark.parametrize("above", ["a " * 9_000, "up\n" * 60], ids=["a long line", "many lines"])
def test_what_stands_above_leaves_room_for_the_block(above: str) -> None:
    """What is joined always has the block that the key was found in."""
    blocks = read(f"{above}\n\n{SAID}").blocks
    found = across(blocks, 1, [KITE])
    assert found is not None
    assert found[1][0].candidate is KITE
