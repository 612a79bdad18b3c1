"""When an error happens, from the code alone: the conditions on the path to a site, in plain words.

Nothing is guessed: every clause stands for a guard, a docstring entry, a caller or a name that the site carries.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from typing import Final

from app.extract.conditions import Condition, code, fold, read_condition, shorten
from app.extract.model import Guard, RaiseSite

__all__ = ["MAX_CHARS", "MAX_GUARDS", "trigger_scenarios"]

# What is beyond it loses its least important sentences.
MAX_CHARS: Final = 400
MAX_GUARDS: Final = 4

_MAX_NAMES = 4
_MAX_CALLERS = 3
_MAX_ABOVE = 2  # early returns that are named beside conditions round the site
_DOC_CHARS = 200
_ABOVE_CHARS = 60  # of an early return that has nothing to do with those conditions
_SENTENCE_CHARS = 300
# Guards, and characters of a quote: the first that keeps the sentence short is taken.
_ROOMS = ((MAX_GUARDS, 100), (MAX_GUARDS, 70), (3, 60), (2, 60))

_MATCH = re.compile(r"(?P<subject>.+): case (?P<pattern>.+?)(?: if (?P<condition>.+))?", re.DOTALL)
_FOR = re.compile(r"(?P<item>.+?) in (?P<items>.+)", re.DOTALL)
_NAME = re.compile(r"[^\W\d]\w*")


def trigger_scenarios(site: RaiseSite) -> str | None:
    """Say when a site is reached, in one to five sentences, mostly under 400 characters.

    Returns:
        None where the source says nothing about it: no guard, no docstring entry, no setting.
    """
    path = _path(site)
    said = (site.raises_doc or "").strip()
    if not (path or said or site.settings):
        return None
    first = path or f"{_place(site, MAX_CHARS)}."
    rest = dict(_details(site, said, first))
    for least in ("parameters", "callers", "settings"):
        if len(first) + sum(len(text) + 1 for text in rest.values()) <= MAX_CHARS:
            break
        rest.pop(least, None)
    return " ".join([first, *rest.values()])


def _path(site: RaiseSite) -> str:
    """Write the first sentence: where, and under which conditions; empty where there are none."""
    text = ""
    for most, chars in _ROOMS:
        text = _sentence(site, most, chars)
        if len(text) <= _SENTENCE_CHARS:
            break
    return text


def _sentence(site: RaiseSite, most: int, chars: int) -> str:
    direct, above = _conditions(site)
    shown = direct[-most:]
    before = _above(above, shown, most, chars)
    words = [clause for one in shown for clause in one.clauses(chars)]
    cases = [guard for guard in site.guards if guard.kind == "match"]
    if cases:
        words[:0] = _case(cases[-1], chars)
    around = list(_around(site, chars))
    if not (words or around or before):
        return ""
    sentence = ", ".join([_place(site, chars), *around])
    if words:
        sentence += f"{',' if around else ''} when {_listed(words)}"
    if before:
        passed = [clause for one in before for clause in one.clauses(chars, past=True)]
        sentence += f"{',' if words or around else ''} after {_listed(passed)}"
    return sentence + "."


def _place(site: RaiseSite, chars: int) -> str:
    where = f"in {code(site.function, chars)}" if site.function else "at the top of the module"
    return {
        "raise": f"Raised {where}",
        "assert": f"The assertion {where} fails",
        "exit": f"The program exits {where}",
        "log": f"Logged {where}",
        "warning": f"Warning given {where}",
    }[site.kind]


def _around(site: RaiseSite, chars: int) -> Iterator[str]:
    """Name the innermost loop and handler round the site."""
    loops = [guard for guard in site.guards if guard.kind == "for"]
    if loops:
        found = _FOR.fullmatch(loops[-1].text)
        item = f"an item {code(found['item'], chars)}" if found else "an item"
        yield f"for {item} of {code(found['items'] if found else loops[-1].text, chars)}"
    handlers = [guard for guard in site.guards if guard.kind == "except"]
    if handlers:
        yield f"while handling {_types(handlers[-1].text, chars)}"


def _case(guard: Guard, chars: int) -> list[str]:
    found = _MATCH.fullmatch(guard.text)
    if found is None:
        return [f"{code(guard.text, chars)} matches"]
    subject = code(found["subject"], chars)
    # A name alone takes what no case above it took.
    if _NAME.fullmatch(found["pattern"]):
        words = [f"{subject} matches no case above"]
    else:
        words = [f"{subject} matches {code(found['pattern'], chars)}"]
    if found["condition"]:
        words += read_condition(found["condition"], holds=True).clauses(chars)
    return words


def _conditions(site: RaiseSite) -> tuple[list[Condition], list[Condition]]:
    """Return the conditions that stand round the site, and those of early returns above it."""
    direct: list[Condition] = []
    above: list[Condition] = []
    for guard in site.guards:
        if guard.kind in {"if", "while", "else", "after-return", "assert"}:
            own = site.kind == "assert" and guard is site.guards[-1]
            condition = read_condition(
                guard.text, holds=guard.kind not in {"else", "after-return"} and not own
            )
            if not condition.constant:
                (above if guard.kind == "after-return" else direct).append(condition)
    return fold(direct), fold(above)


def _above(above: Sequence[Condition], shown: Sequence[Condition], most: int, chars: int) -> list[Condition]:
    """Choose early returns: all where nothing else decides, else those that speak of the same, or the nearest."""
    if not shown:
        return list(above[-most:])
    room = min(most - len(shown), _MAX_ABOVE)
    if room <= 0 or not above:
        return []
    names = frozenset().union(*(one.names for one in shown))
    same = [one for one in above if one.names & names]
    if same:
        return same[-room:]
    nearest = above[-1]
    words = nearest.clauses(chars, past=True)
    return [nearest] if len(words) == 1 and len(words[0]) <= _ABOVE_CHARS else []


def _details(site: RaiseSite, said: str, first: str) -> Iterator[tuple[str, str]]:
    if site.settings:
        yield "settings", f"Settings named: {_names(site.settings)}."
    # What only an early return tests that is not told either has no part in it.
    told = {*_NAME.findall(first), *_NAME.findall(site.template or "")}
    parameters = [name for name in site.parameters if name in told]
    if parameters:
        yield "parameters", f"Parameters involved: {_names(parameters)}."
    if site.callers:
        shown = [code(name) for name in site.callers[:_MAX_CALLERS]]
        if len(site.callers) > _MAX_CALLERS:
            shown.append(f"{len(site.callers) - _MAX_CALLERS} more")
        yield "callers", f"Called by {_listed(shown)}."
    if said:
        text = shorten(said, _DOC_CHARS)
        yield "docstring", f"The docstring says: {text}{'' if text.endswith(('.', '…', '!', '?')) else '.'}"


def _names(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MAX_NAMES} more" if len(names) > _MAX_NAMES else ""
    return ", ".join(code(name) for name in names[:_MAX_NAMES]) + more


def _types(text: str, chars: int) -> str:
    """Return the exception types of an `except` in words."""
    if not text.strip():
        return "any exception"
    tree = read_condition(text, holds=True).tree
    names = tree.elts if isinstance(tree, ast.Tuple) else [tree]
    if names and all(isinstance(name, ast.Name | ast.Attribute) for name in names):
        return shorten(" or ".join(ast.unparse(name) for name in names if name is not None), chars)
    return code(text, chars)


def _listed(words: Sequence[str]) -> str:
    """Join clauses; where one holds an `or` of its own, each gets its comma."""
    if len(words) < 2:
        return "".join(words)
    comma = "," if any(" or " in one for one in words) else ""
    return f"{', '.join(words[:-1])}{comma} and {words[-1]}"
