"""Answers for people, drawn from hand-made ones."""

from __future__ import annotations

import io

import pytest

from app.commands.render_answer import AnswerPage, limit_note
from app.commands.terminal import Output, visible
from app.domain.answer import Answer, Best, Frame, Tier, Truncated
from tests.cli import answers


def drawn(answer: Answer, *, explain: bool = False) -> str:
    """The answer as a pipe gets it."""
    stream = io.StringIO()
    AnswerPage(Output(stream), explain=explain).write(answer)
    return stream.getvalue()


def test_a_known_error_reads_from_what_happened_to_what_to_do() -> None:
    """The error, where it was raised, how sure the match is, why, its values, meaning, and fix stand in this order."""
    text = drawn(answers.known())
    places = [
        text.index(part)
        for part in (
            "ValueError: Kimi-K3 DCP",
            "Lines 40-43, 8 times, raised first, the others follow from it",
            "Raised at …/sglang/srt/arg_groups/overrides.py:641 in _kimi_k3_overrides",
            "Known error, high confidence (0.98): the whole message agrees.",
            "Record   d7326ee57f8a95e6  sgl-project/sglang",
            "Source   python/sglang/srt/arg_groups/overrides.py:633",
            "+ message  the whole message matches the pattern",
            "- line     line 641, the record has 633",
            "ragged_mode.value!r = 'cap_accept'",
            "What it means",
            "When it happens",
            "  1. Set SGLANG_RAGGED_VERIFY_MODE=static",
            "  2. Disable DCP",
            "Example fix",
            "  # after\n  export SGLANG_RAGGED_VERIFY_MODE=static\n",
            "AI-written",
            "Related errors",
            "9dc9da1ff5ab745f",
            "same kind of mistake",
            "Other errors in this text (1)",
            "RuntimeError: Engine core died",
            "Line 50, follows from another error",
        )
    ]
    assert places == sorted(places)


DERIVED = {
    "documentation": None,
    "solutions": [],
    "example_fix": None,
    "provenance": "derived",
    "trigger_scenarios": "Raised in `_kimi_k3_overrides` when `cfg.dcp_size > 1`.",
    "source_code": "\n".join(f"    line_{number}()" for number in range(615, 652)),
    "source_code_start": 615,
}


def test_a_derived_record_leads_with_trigger_values_and_code() -> None:
    """Where nobody has explained an error, what the source says stands before the reasons, and a sentence says so."""
    event = answers.an_event(matches=[answers.a_match(**DERIVED)])
    text = drawn(answers.known().model_copy(update={"events": [event]}))
    places = [
        text.index(part)
        for part in (
            "Record   d7326ee57f8a95e6",
            "When it happens\n  Raised in `_kimi_k3_overrides` when `cfg.dcp_size > 1`.",
            "Values in the message\n  ragged_mode.value!r = 'cap_accept'",
            "Code\n  625  line_625()\n",
            "\n→ 633  line_633()\n  634  line_634()\n",
            "  637  line_637()\n\nWhy this record",
            "Derived from the source: nobody has written an explanation yet.",
        )
    ]
    assert places == sorted(places)
    assert "What it means" not in text


def test_an_unsure_derived_record_says_when_it_happens() -> None:
    """In a list the trigger stands where a solution would."""
    match = answers.a_match(**DERIVED, score=0.5, confidence="low")
    event = answers.an_event(matches=[match], status="similar")
    text = drawn(answers.known().model_copy(update={"events": [event], "best": None}))
    assert "    → Raised in `_kimi_k3_overrides` when `cfg.dcp_size > 1`.\n" in text


def test_code_of_the_fix_is_kept_as_it_is() -> None:
    """Each line of the example fix is a line of the output, whole."""
    answer = answers.known()
    best = answer.best_match()
    assert best
    assert best.example_fix
    lines = drawn(answer).split("\n")
    assert all(f"  {line}" in lines for line in best.example_fix.split("\n"))


@pytest.mark.parametrize(
    ("tier", "words"),
    [
        (Tier.EXACT, "the whole message agrees"),
        (Tier.CONTAINED, "part of a longer line"),
        (Tier.TRUNCATED, "the text ends early"),
        (Tier.FUZZY, "similar, not the same"),
        (Tier.SITE, "raised at the same place"),
    ],
)
def test_each_tier_has_its_words(tier: Tier, words: str) -> None:
    """How the match was made is said in words."""
    event = answers.an_event(matches=[answers.a_match(tier=tier)])
    answer = answers.known().model_copy(update={"events": [event]})
    assert words in drawn(answer)


def test_an_ambiguous_answer_shows_every_record_of_the_cluster() -> None:
    """All records that nothing tells apart are shown in full, weaker matches in a list after them."""
    text = drawn(answers.ambiguous())
    assert "Nothing in the paste tells these 2 records apart" in text
    assert (
        text.index("1 of 2")
        < text.index("d7326ee57f8a95e6")
        < text.index("2 of 2")
        < text.index("af12c88f3c53cbd9")
    )
    assert "Remove the flag" in text
    assert text.index("af12c88f3c53cbd9") < text.index("Less likely") < text.index("0123456789abcdef")


def test_an_unknown_error_says_what_was_understood() -> None:
    """Without an answer the hint, what a near miss differs in, and the other errors' hints are shown."""
    text = drawn(answers.unknown())
    assert "Not in the records." in text
    assert "The message differs from every record." in text
    assert "expected requires a fixed 1 + num_spec" in text
    assert "found    requires two tokens" in text
    assert answers.HINT in text


def test_matches_below_the_threshold_are_offered_as_possible() -> None:
    """An event whose matches are not sure enough for an answer lists them with their first solution."""
    weak = answers.a_match(tier=Tier.FUZZY, score=0.5, confidence="low")
    answer = Answer(revision=1, events=[answers.an_event(status="similar", matches=[weak])])
    text = drawn(answer)
    assert (
        text.index("Similar to a known error.") < text.index("Possible, but not sure") < text.index(weak.id)
    )
    assert "→ Set SGLANG_RAGGED_VERIFY_MODE=static" in text


def test_a_text_without_an_error_says_so() -> None:
    """An answer without events is one sentence."""
    assert drawn(Answer(revision=1)) == "No error was found in this text.\n"


def test_explain_lists_candidates_and_work() -> None:
    """With explain every candidate that was considered appears with its evidence and differences, and the work done."""
    event = answers.an_event(considered=[answers.a_near_miss(id="0123456789abcdef")])
    answer = answers.known().model_copy(update={"events": [event]})
    assert "0123456789abcdef" not in drawn(answer)
    text = drawn(answer, explain=True)
    assert "Considered for this error (1)" in text
    assert "0123456789abcdef  0.30 site" in text
    assert "expected requires a fixed 1 + num_spec, found requires two tokens" in text
    assert "80 lines, 12 candidates, 3 patterns tried" in text


def test_a_long_list_of_other_errors_is_cut_with_a_word() -> None:
    """Twenty other errors are listed, those with an answer first; the number of the rest is said."""
    others = [
        answers.an_event(index=n, message=f"no {n:03}", matches=[], status="unknown") for n in range(1, 31)
    ]
    others.append(answers.an_event(index=31, message="answered"))
    answer = answers.known().model_copy(update={"events": [answers.an_event(), *others]})
    text = drawn(answer)
    assert "Other errors in this text (31)" in text
    assert text.index("answered") < text.index("no 001")
    assert "no 019" in text
    assert "no 020" not in text
    assert "… and 11 more; --json lists all of them." in text


def test_a_long_message_is_cut_with_a_word() -> None:
    """Of a message of many lines the first twelve are shown."""
    event = answers.an_event(message="\n".join(f"line {n}" for n in range(40)), status="unknown", matches=[])
    text = drawn(Answer(revision=1, events=[event]))
    assert "line 11\n" in text
    assert "line 12" not in text
    assert "… and 28 more lines of the message" in text


@pytest.mark.parametrize(
    ("file", "shown"),
    [
        ("/opt/x/lib/python3.11/site-packages/sglang/a.py", "…/sglang/a.py:7 in f"),
        ("D:\\envs\\lab\\Lib\\site-packages\\sglang\\a.py", "…/sglang\\a.py:7 in f"),
        ("/usr/lib/python3/dist-packages/apt/a.py", "…/apt/a.py:7 in f"),
        ("/home/me/train.py", "/home/me/train.py:7 in f"),
    ],
)
def test_the_place_leaves_out_where_the_package_is_installed(file: str, shown: str) -> None:
    """A path is shown from the package on."""
    event = answers.an_event(frames=[Frame(file="/first.py", line=1), Frame(file=file, line=7, function="f")])
    assert f"Raised at {shown}\n" in drawn(Answer(revision=1, events=[event]))


def test_nothing_pasted_or_recorded_reaches_the_screen_raw() -> None:
    """Escape sequences and controls in every field of an answer are drawn as visible escapes."""
    text = drawn(answers.hostile(), explain=True)
    assert visible(text) == text
    assert text.count("\\x1b]8;;http://evil\\x07b\\x9b31m\\u202ec\\x00") >= 10
    assert "[bold]x[/bold] :smile:" in text


def test_the_limit_that_was_hit_is_named() -> None:
    """An answer that was cut short says by which limit."""
    note = limit_note(Truncated(reason="bytes", limit=10_485_760))
    assert note == (
        "Note: the answer is not complete: only the first and last parts of the paste were read, 10,485,760 bytes."
    )


def test_a_record_without_a_message_has_no_other_message() -> None:
    """A bare raise is found by its place; nothing is said of a message that there is not."""
    match = answers.a_match(tier=Tier.SITE, error_message=None)
    text = drawn(
        Answer(
            revision=1,
            events=[answers.an_event(status="similar", matches=[match])],
            best=Best(event=0, id=match.id, ambiguous=False, related=[]),
        )
    )
    assert "raised at the same place, a record without a message." in text
    assert "another message" not in text
