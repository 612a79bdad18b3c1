"""The answer to a paste, for people: the error to fix first in full, the others in a few lines each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from app.commands.terminal import Output, Part, link_style, one_line
from app.domain.answer import (
    DERIVED_STEPS,
    Answer,
    EventAnswer,
    Evidence,
    Frame,
    Match,
    NearMiss,
    Related,
    Tier,
    Truncated,
    shown_score,
)

_TIERS = {
    Tier.EXACT: "the whole message agrees",
    Tier.CONTAINED: "the message is part of a longer line",
    Tier.TRUNCATED: "the text ends early, and what there is agrees",
    Tier.FUZZY: "the wording is similar, not the same",
    Tier.SITE: "raised at the same place",
}
_STATUS = {
    "known": ("Known error", "bold green"),
    "ambiguous": ("Known message, raised at several places", "bold yellow"),
    "similar": ("Similar to a known error", "bold yellow"),
    "unknown": ("Not in the records", "bold yellow"),
    "package-not-in-base": ("No records of this package", "bold yellow"),
}
_PROVENANCE = {
    "generated": "Explanation and fix are AI-written and not verified; check them against the source.",
}
# Where a package is installed says nothing about the error, and is the longest part of the path.
_SITE_PACKAGES = re.compile(r"^.*[/\\](?:site|dist)-packages[/\\]", re.DOTALL)
_MESSAGE_LINES = 12
_MOST_OTHERS = 20


def limit_note(truncated: Truncated) -> str:
    """Return the sentence that says which limit cut the work short."""
    return f"Note: the answer is not complete: {truncated.words}."


class AnswerPage:
    """Writes answers.

    Args:
        out: where to.
        explain: list the candidates that were considered, and the work that was done.
    """

    def __init__(self, out: Output, *, explain: bool = False) -> None:
        self._out = out
        self._explain = explain

    def write(self, answer: Answer) -> None:
        """Write one answer."""
        if not answer.events:
            self._out.prose("No error was found in this text.")
        else:
            main = answer.events[answer.best.event if answer.best else 0]
            self._main_event(answer, main)
            others = [event for event in answer.events if event.index != main.index]
            self._others(others)
        if self._explain:
            self._work(answer)

    def _main_event(self, answer: Answer, event: EventAnswer) -> None:
        out = self._out
        self._event_title(event)
        out.blank()
        best = answer.best_match()
        if best is None or not event.matches:
            self._without_answer(event)
        else:
            cluster = _cluster(event, best)
            self._verdict(event, cluster[0])
            if len(cluster) > 1:
                out.prose(f"Nothing in the paste tells these {len(cluster)} records apart:")
                for number, match in enumerate(cluster, 1):
                    out.heading(f"{number} of {len(cluster)}")
                    self._match(match, event)
            else:
                self._match(best, event)
            rest = [match for match in event.matches if match not in cluster]
            self._list_matches("Less likely", rest)
            self._related(answer.best.related if answer.best else [])
        self._considered(event)

    def _event_title(self, event: EventAnswer) -> None:
        out = self._out
        message = (event.message or "").strip()
        lines = message.split("\n")
        shown = "\n".join(lines[:_MESSAGE_LINES])
        name = f"{event.error_class}: " if event.error_class and message else event.error_class or ""
        out.prose((name, "bold red"), (shown, "bold"))
        if len(lines) > _MESSAGE_LINES:
            out.prose((f"… and {len(lines) - _MESSAGE_LINES} more lines of the message", "dim"))
        for words in _where(event):
            out.prose((words, "dim"))

    def _verdict(self, event: EventAnswer, match: Match) -> None:
        words, style = _STATUS[event.status]
        bare_place = match.tier is Tier.SITE and match.error_message is None
        how = "raised at the same place, a record without a message" if bare_place else _TIERS[match.tier]
        self._out.prose(
            (words, style), f", {match.confidence} confidence ({shown_score(match.score)}): {how}."
        )

    def _match(self, match: Match, event: EventAnswer) -> None:
        out = self._out
        out.prose(("Record   ", "dim"), (match.id, link_style("cyan", match.url)), f"  {match.repo}")
        if _differs(match.error_message, event.message):
            out.prose(("Message  ", "dim"), match.error_message or match.title, hang=9)
        out.code(f"{match.file_path}:{match.line_number}", labels=["Source   "], indent=0)
        place = match.installed
        if place is not None:
            out.prose(("Read in  ", "dim"), place.words, hang=9)
        if place is not None and not place.in_base:
            if place.learn:
                out.code(f"errdex learn {place.learn}", labels=["Keep     "], indent=0)
        else:
            out.code(
                match.url if "://" in match.url else f"errdex show {match.id}",
                labels=["Page     " if "://" in match.url else "More     "],
                style=link_style("", match.url),
                indent=0,
            )
        self._versions(match)
        if match.explained:
            self._why(match)
            self._values(match)
            self._section("What it means", match.documentation)
            self._section("When it happens", match.trigger_scenarios)
        else:
            self._steps(match)
            self._section("When it happens", match.trigger_scenarios)
            self._values(match)
            self._code(match)
            self._why(match)
        if match.solutions:
            out.heading("Solutions")
            for number, solution in enumerate(match.solutions, 1):
                out.prose(solution.strip(), indent=2, first=f"{number}. ")
        if match.example_fix:
            out.heading("Example fix")
            out.code(match.example_fix)
        if match.explained:
            self._steps(match)
        self._people(match)
        if warning := match.unexplained_words or _PROVENANCE.get(match.provenance):
            out.blank()
            out.prose((warning, "dim"))

    def _people(self, match: Match) -> None:
        if not match.notes:
            return
        self._out.heading("Notes from people")
        for one in match.notes:
            self._out.prose(one.text, indent=2, first="• ")
            self._out.prose((one_line(one.byline), "dim"), indent=4)

    def _versions(self, match: Match) -> None:
        seen = match.sighted
        if seen is not None:
            self._out.prose(("Version  ", "dim"), seen.words, hang=9)
        if match.lifted is not None:
            self._out.blank()
            self._out.prose((match.lifted.text, "bold"))

    def _steps(self, match: Match) -> None:
        if match.own_steps:
            self._out.heading(DERIVED_STEPS)
            for step in match.own_steps:
                self._out.prose(step.text, indent=2, first="• ")

    def _why(self, match: Match) -> None:
        self._out.heading("Why this record")
        self._evidence(match.evidence)

    def _values(self, match: Match) -> None:
        if not match.captures:
            return
        self._out.heading("Values in the message")
        for name, value in match.captures.items():
            self._out.prose((name, "cyan"), " = ", value, indent=2)

    def _code(self, match: Match) -> None:
        lines = match.code()
        if lines is None:
            return
        self._out.heading("Code")
        labels = [f"{label} " for label in lines.labels(lines.text.count("\n") + 1)]
        self._out.code(lines.text, path=match.file_path, indent=0, labels=labels)

    def _section(self, title: str, text: str | None) -> None:
        if text and text.strip():
            self._out.heading(title)
            self._out.prose(text.strip(), indent=2)

    def _evidence(self, evidence: Iterable[Evidence]) -> None:
        for reason in evidence:
            sign: Part = ("+ ", "green") if reason.agrees else ("- ", "yellow")
            self._out.prose(sign, (f"{reason.kind:<9}", "dim"), reason.detail, indent=2, hang=11)

    def _without_answer(self, event: EventAnswer) -> None:
        words, style = _STATUS[event.status]
        package = f": {event.package}" if event.status == "package-not-in-base" and event.package else ""
        self._out.prose((f"{words}{package}.", style))
        if event.hint:
            self._out.prose(event.hint)
        self._list_matches("Possible, but not sure", event.matches, fix=True)
        if event.near_misses:
            self._out.heading("Near misses")
            for miss in event.near_misses:
                self._near_miss(miss)

    def _near_miss(self, miss: NearMiss) -> None:
        out = self._out
        out.prose((miss.id, link_style("cyan", miss.url)), f"  {_name(miss)}", indent=2, hang=2)
        out.prose((f"{miss.repo}  {miss.file_path}:{miss.line_number}", "dim"), indent=4)
        for difference in miss.differs:
            out.prose(
                (f"{difference.kind:<9}", "dim"),
                f"expected {one_line(difference.expected, 300)}",
                indent=4,
                hang=8,
            )
            out.prose(" " * 9, f"found    {one_line(difference.found, 300)}", indent=4, hang=18)

    def _list_matches(self, title: str, matches: Sequence[Match], *, fix: bool = False) -> None:
        if not matches:
            return
        out = self._out
        out.heading(title)
        for match in matches:
            out.prose((match.id, link_style("cyan", match.url)), f"  {_name(match)}", indent=2, hang=2)
            place = f"{match.repo}  {match.file_path}:{match.line_number}"
            out.prose(
                (f"{match.tier}, {match.confidence} confidence ({shown_score(match.score)})  {place}", "dim"),
                indent=4,
            )
            if fix and (hint := _next(match)):
                out.prose(hint, indent=4, first="→ ")

    def _related(self, related: Sequence[Related]) -> None:
        if not related:
            return
        self._out.heading("Related errors")
        for other in related:
            self._out.prose(
                (other.id, link_style("cyan", other.url)), f"  {one_line(other.title)}", indent=2, hang=2
            )
            self._out.prose((other.reason, "dim"), indent=4)

    def _others(self, events: Sequence[EventAnswer]) -> None:
        """Write the other errors; those with an answer first, then the rest, each in text order."""
        if not events:
            return
        out = self._out
        out.heading(f"Other errors in this text ({len(events)})")
        ordered = sorted(events, key=lambda event: (not event.matches, event.index))
        for event in ordered[:_MOST_OTHERS]:
            out.blank()
            out.prose((_headline(event), "bold"), indent=2, hang=2)
            out.prose((_summary(event), "dim"), indent=4)
            if event.matches:
                match = event.matches[0]
                out.prose(
                    (match.id, link_style("cyan", match.url)),
                    f"  {_STATUS[event.status][0]}, {match.confidence} confidence",
                    indent=4,
                )
                if hint := _next(match):
                    out.prose(hint, indent=4, first="→ ")
            else:
                out.prose(f"{_STATUS[event.status][0]}. {event.hint or ''}".strip(), indent=4)
            self._considered(event)
        if len(ordered) > _MOST_OTHERS:
            out.blank()
            out.prose(f"… and {len(ordered) - _MOST_OTHERS} more; --json lists all of them.", indent=2)

    def _considered(self, event: EventAnswer) -> None:
        if not (self._explain and event.considered is not None):
            return
        out = self._out
        out.heading(f"Considered for this error ({len(event.considered)})")
        for candidate in event.considered:
            out.prose(
                (candidate.id, link_style("cyan", candidate.url)),
                f"  {shown_score(candidate.score)} {candidate.tier}  {_name(candidate)}",
                indent=2,
                hang=2,
            )
            self._evidence(candidate.evidence)
            for difference in candidate.differs:
                out.prose(
                    ("- ", "yellow"),
                    (f"{difference.kind:<9}", "dim"),
                    f"expected {one_line(difference.expected, 200)}, found {one_line(difference.found, 200)}",
                    indent=2,
                    hang=11,
                )

    def _work(self, answer: Answer) -> None:
        work = answer.stats
        self._out.heading("Work")
        self._out.prose(
            f"{work.lines:,} lines, {work.candidates:,} candidates, {work.verified:,} patterns tried, "
            f"{work.fuzzy_scored:,} compared by similarity, {work.elapsed_ms:.1f} ms; catalogue revision "
            f"{answer.revision}"
            + (f", data of {answer.dataset_version}" if answer.dataset_version else "")
            + ".",
            indent=2,
        )


def _cluster(event: EventAnswer, best: Match) -> list[Match]:
    """Return the records that nothing separates, `best` first; only itself unless the event is ambiguous."""
    if event.status != "ambiguous":
        return [best]
    return [best, *(match for match in event.matches if match.id != best.id and match.score == best.score)]


def _where(event: EventAnswer) -> list[str]:
    words = [_lines(event)]
    if event.count > 1:
        words.append(f"{event.count} times")
    if event.role == "root":
        words.append("raised first, the others follow from it")
    elif event.role == "wrapper":
        words.append("follows from another error")
    lines = [", ".join(words)]
    if event.frames:
        lines.append(f"Raised at {_place(event.frames[-1])}")
    return lines


def _lines(event: EventAnswer) -> str:
    last = event.end_line - 1
    return f"Line {event.start_line}" if last <= event.start_line else f"Lines {event.start_line}-{last}"


def _place(frame: Frame) -> str:
    line = f":{frame.line}" if frame.line is not None else ""
    function = f" in {frame.function}" if frame.function else ""
    return one_line(f"{_SITE_PACKAGES.sub('…/', frame.file)}{line}{function}")


def _summary(event: EventAnswer) -> str:
    return ". ".join(_where(event))


def _headline(event: EventAnswer) -> str:
    message = one_line(event.message or "", 200)
    return (
        f"{event.error_class}: {message}" if event.error_class and message else event.error_class or message
    )


def _next(match: Match) -> str | None:
    """Return the first thing to know in one line: the best solution or step, or when a record without any happens."""
    if match.solutions:
        return match.solutions[0].strip()
    if match.next_steps and not match.explained:
        return match.next_steps[0].text
    return None if match.explained else match.trigger_scenarios


def _name(match: Match) -> str:
    text = one_line(match.error_message or match.title, 200)
    return f"{match.error_class}: {text}" if match.error_class and match.error_message else text


def _differs(template: str | None, message: str | None) -> bool:
    return " ".join((template or "").split()) != " ".join((message or "").split())
