"""Texts that many programs print: of systems and servers, of compiled code, of a class that another package prints."""

from dataclasses import replace

import pytest

from app.domain.answer import Frame
from app.domain.ordinary import compiled_messages
from app.domain.raising import Statement
from app.domain.ranking import rank
from app.domain.rivals import weighed_against_each_other
from app.domain.specificity import compiled_in, is_everyday, is_typed_report
from tests.domain.test_ranking import CALLS, FRAME, MESSAGE, RAISES, facts, hit_of, site

BROADCAST = "operands could not be broadcast together with shapes"


@pytest.mark.parametrize("line", [line for lines in compiled_messages().values() for line in lines])
def test_messages_of_compiled_code_are_known_by_their_beginning(line: str) -> None:
    """Each line of the table is found, alone, with more behind it, and not as part of a longer word."""
    (package,) = {name for name, lines in compiled_messages().items() if line in lines}
    assert package in compiled_in(line)
    assert package in compiled_in(f"  {line} (in pool 3)\nand more")
    assert not compiled_in(f"the pool says: {line}")


@pytest.mark.parametrize(
    ("text", "packages"),
    [
        (f"{BROADCAST} (128,7) (3,) ", {"numpy"}),
        (f"{BROADCAST} () (2,2,2)", {"numpy"}),
        ("index 12 is out of bounds for axis 1 with size 10", {"numpy"}),
        ("shapes (10,3) and (4,) not aligned: 3 (dim 1) != 4 (dim 0)", {"numpy"}),
        (
            "Expected all tensors to be on the same device, but found at least two devices, cuda:2 and cuda:0!",
            {"torch"},
        ),
        ("mat1 and mat2 shapes cannot be multiplied (32x512 and 256x10)", {"torch"}),
        ("operands could not be packed together with shapes (3,) (4,)", set()),
        ("index 12 is out of bounds for shelf 1", set()),
        ("", set()),
    ],
)
def test_values_in_messages_of_compiled_code_do_not_matter(text: str, packages: set[str]) -> None:
    """Shapes, sizes and devices vary; the words do not."""
    assert compiled_in(text) == packages


@pytest.mark.parametrize(
    "text",
    ["Internal Server Error", "`Not Found`", "Connection refused", "Operation timed out", "Forbidden."],
)
def test_texts_of_systems_and_statuses_are_everyday(text: str) -> None:
    """They tell no program."""
    assert is_everyday(text)
    assert not is_everyday(f"the pool says {text.lower()} to shard 3")


def test_what_compiled_code_says_is_another_packages_only_at_its_place() -> None:
    """A record with a text of numpy's is the answer where its own frame raised, and from the text alone it is not."""
    text = f"{BROADCAST} (3,) (4,)"
    hit = hit_of(f"{BROADCAST} (.*)", text)
    there = site(f"{BROADCAST} {{shapes}}")
    assert rank(hit, there, facts("ValueError", text=text, compiled=compiled_in(text))).score < 0.3
    raised = facts("ValueError", FRAME, text=text, statement=RAISES, compiled=compiled_in(text))
    assert rank(hit, there, raised).score >= 0.7
    called = facts("ValueError", FRAME, text=text, statement=CALLS, compiled=compiled_in(text))
    assert rank(hit, there, called).score < 0.3
    # A class that is printed with the module of the record's package is that package's.
    assert (
        rank(hit, there, facts("acme.errors.ValueError", text=text, compiled=compiled_in(text))).score >= 0.7
    )
    # The package's own record.
    assert rank(hit, there, facts("ValueError", text=text, compiled=frozenset({"acme"}))).score >= 0.7
    assert rank(hit, there, facts("TypeError", text=text, compiled=frozenset({"acme"}))).score < 0.3


def test_what_compiled_code_says_inside_a_line_is_seen_there() -> None:
    """The part that the pattern matched counts, not what stands before it."""
    text = f"pool 3 failed: {BROADCAST} (3,) (4,)"
    hit = hit_of(BROADCAST, text)
    assert rank(hit, site(BROADCAST), facts(None, text=text)).score < 0.3


def test_a_class_of_another_package_needs_more_than_a_few_words() -> None:
    """`other.errors.PoolError: shard is gone` is hardly the record of acme; in acme's own frames it is."""
    few = "shard is gone"
    hit = hit_of(few, few)
    there = site(few, "PoolError")
    assert rank(hit, there, facts("acme.errors.PoolError", text=few)).score >= 0.7
    assert rank(hit, there, facts("other.errors.PoolError", text=few)).score < 0.7
    assert rank(hit, there, facts("other.errors.PoolError", FRAME, text=few)).score >= 0.7


def test_where_a_paste_ends_with_the_frame_that_raises_its_function_is_an_answer() -> None:
    """File, function and the shown class agree, and nothing stands below: one of the few places there."""
    moved = Frame(file=FRAME.file, line=40, function="grow")
    cut = facts(None, moved, text="", statement=RAISES)
    assert rank(None, site("no shard is left"), cut).score >= 0.7
    assert rank(None, site("no shard is left", "KeyError"), cut).score < 0.7
    assert rank(None, site("no shard is left", function="shrink"), cut).score < 0.7
    assert rank(None, site("no shard is left"), facts(None, moved, text="")).score < 0.7


@pytest.mark.parametrize(
    ("recorded", "shown", "sure"),
    [
        ("raise ValueError(text)", "raise ValueError(text)", True),
        ("raise ValueError(text) from None", "raise ValueError(text)", False),
        # What it says is written there, and is something else.
        ('raise ValueError("no shard is left")', 'raise ValueError("no shard is left")', False),
    ],
)
def test_a_statement_that_prints_what_it_is_given_is_known_by_itself(
    recorded: str, shown: str, sure: bool
) -> None:
    """The record has one of the texts that are passed to it, the paste another one."""
    there = replace(site("no shard is left"), statement=recorded)
    raised = facts("ValueError", FRAME, text="the tea kettle is cold", statement=Statement("raise", shown))
    moved = replace(raised, frames=(Frame(file=FRAME.file, line=70, function="grow"),))
    assert (rank(None, there, moved).score >= 0.7) is sure
    assert rank(None, there, moved).score <= 0.8


def test_another_class_of_the_same_package_costs_less() -> None:
    """It may be a kind of the record's; one of another package hardly is."""
    own, other, none = (
        rank(hit_of(MESSAGE, MESSAGE), site(MESSAGE), facts(name)).score
        for name in ("acme.errors.PoolError", "other.errors.PoolError", "PoolError")
    )
    assert own > other == none


@pytest.mark.parametrize(("count", "shown"), [(3, True), (4, False)])
def test_a_function_that_raises_in_many_places_tells_of_none(count: int, shown: bool) -> None:
    """Three can be shown side by side."""
    moved = Frame(file=FRAME.file, line=40, function="grow")
    cut = facts(None, moved, text="", statement=RAISES)
    sites = [replace(site(f"{MESSAGE} in {at}", line=90 + at), id=f"{at:016x}") for at in range(count)]
    ranked = {one.id: rank(None, one, cut) for one in sites}
    assert len(ranked) == count
    assert all((one.score >= 0.7) is shown for one in weighed_against_each_other(ranked).values())


@pytest.mark.parametrize(
    ("says", "more", "less"),
    [
        ('raise ValueError("no shard is left")', True, False),
        ('raise ValueError("no shard is lef', True, False),
        ('raise ValueError("the tea kettle is cold")', False, True),
        ("raise ValueError(text)", False, False),
    ],
)
def test_the_words_of_a_shown_raise_count_where_the_message_is_cut_away(
    says: str, more: bool, less: bool
) -> None:
    """What is printed of the source tells which of a function's errors it is."""
    moved = Frame(file=FRAME.file, line=40, function="grow")
    there = site("no shard is left")
    plain = rank(None, there, facts(None, moved, text="", statement=RAISES))
    shown = rank(None, there, facts(None, moved, text="", statement=Statement("raise", says)))
    assert (shown.order < plain.order) is more
    assert (shown.order > plain.order) is less


def test_words_below_an_everyday_line_make_a_message_ones_own() -> None:
    """Anybody's code brings the first line about; what is added below it is a library's."""
    first = "No module named 'shards'"
    below = f"{first}\nInstall the shards of the pool with their own kettle first"
    alone, added = (
        rank(hit_of(text.replace("'shards'", "(.*)", 1), text), site(text), facts("ValueError", text=text))
        for text in (first, below)
    )
    assert alone.score < 0.3
    assert added.score >= 0.7


TYPED = "2 validation errors for Pool\nshards\n  Value error, no shard is left [type=value_error, input_value=3, input_type=int]"


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        (TYPED, True),
        ("1 validation error for Pool\nshards\n  Extra shards are there [type=extra_forbidden, ...]", True),
        (
            "1 validation error for Pool\n  Value error, none [type=value_error, input_value={}, input_type=dict]",
            True,
        ),
        ("1 validation error for Pool\nshards\n  no shard is left (type=value_error.missing)", False),
        ("1 validation error for Pool\nshards\n  no shard is left", False),
        ("the pool has 1 validation error for Pool [type=bad, none]", False),
    ],
)
def test_a_report_with_types_in_brackets_is_of_compiled_code(text: str, typed: bool) -> None:
    """Pydantic 2 prints it; what it says of a field may still be a record's."""
    assert is_typed_report(text) is typed


def test_a_report_with_types_is_no_record_of_one_without() -> None:
    """The count and the name of the model agree with pydantic 1's, whose details read otherwise."""
    pattern = "{count} validation errors for {model}\n{errors}"
    whole = hit_of("(.*) validation errors for (.*)\n((?s:.*))", TYPED)
    assert rank(whole, site(pattern), facts("ValueError", text=TYPED)).score < 0.3
    other = TYPED.replace("[type=value_error, input_value=3, input_type=int]", "(type=value_error)")
    unlike = hit_of("(.*) validation errors for (.*)\n((?s:.*))", other)
    assert rank(unlike, site(pattern), facts("ValueError", text=other)).score >= 0.3
    detail = hit_of("no shard is left", TYPED)
    assert rank(detail, site("no shard is left"), facts("ValueError", text=TYPED)).score >= 0.3
