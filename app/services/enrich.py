"""The use case of having a model write the prose that records lack.

Question -> answer -> check -> ingest, for each record by itself. An answer that does not pass is sent back once with what
is wrong. Answers are kept as they come, so that a run that ends early goes on where it was.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, Final, Literal

from app.domain.merge import merge_partial
from app.domain.missing_prose import is_open, wanted
from app.domain.model_answer import answer_schema, read_answer
from app.domain.prose_lint import prose_findings
from app.domain.prose_names import concerns, name_findings
from app.domain.reading import complete
from app.domain.records import Envelope
from app.domain.vocabulary import Vocabulary
from app.services.answer_cache import AnswerCache
from app.services.chat import Chat, ChatEnded, ChatFailed, ChatUnusable, Message, Reply
from app.services.ingest import IngestService
from app.services.inputs import Input
from app.services.spending import Budget, LimitReached, Spent, tokens_in

__all__ = ["EnrichReport", "Enricher", "Outcome", "Plan", "Status"]

SOURCE_NAME: Final = "<model>"
_FLUSH: Final = 10
_MOST_PROBLEMS: Final = 20

Status = Literal["written", "refused", "failed", "left"]
Describe = Callable[[Envelope], dict[str, Any]]
Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one record.

    Attributes:
        status: `refused` did not pass the check twice; `failed` had no answer; `left` was not asked about.
        reasons: sentences.
        asked: questions that were sent for it; 0 where kept answers were enough.
        fields: what was written.
    """

    record_id: str
    status: Status
    reasons: tuple[str, ...] = ()
    asked: int = 0
    fields: tuple[str, ...] = ()

    def wire(self) -> dict[str, Any]:
        """Return the JSON object."""
        return {
            "id": self.record_id,
            "status": self.status,
            "reasons": list(self.reasons),
            "asked": self.asked,
            "fields": list(self.fields),
        }


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run would send at the most.

    Attributes:
        records: that will be asked about.
        kept: of them, those whose answer is kept already.
        requests: one a record, without those for a second try.
        tokens: sent and answered, at the most, for these requests.
        usd: what they cost at the most, 0 without prices.
    """

    records: int
    kept: int
    requests: int
    tokens: int
    usd: float


@dataclass(frozen=True, slots=True)
class EnrichReport:
    """What a run did; `stopped` says why it ended before all records were asked about."""

    outcomes: tuple[Outcome, ...] = ()
    spent: Spent = field(default_factory=Spent)
    stopped: str | None = None
    unusable: bool = False

    def counts(self) -> dict[Status, int]:
        """Return how many records ended how."""
        statuses: tuple[Status, ...] = ("written", "refused", "failed", "left")
        return {name: sum(one.status == name for one in self.outcomes) for name in statuses}

    def wire(self) -> dict[str, Any]:
        """Return the JSON object."""
        return {
            "records": self.counts(),
            "outcomes": [one.wire() for one in self.outcomes],
            "spent": self.spent.wire(),
            "stopped": self.stopped,
        }


@dataclass(frozen=True, slots=True)
class _Written:
    """A partial record that passed."""

    partial: dict[str, Any]
    outcome: Outcome


class Enricher:
    """Asks a model for prose, checks it, and ingests it.

    Args:
        describe: what is sent of a record.
        ingest: takes the partial records.
        chat: the model.
        cache: keeps its answers.
        budget: bounds what is spent.
        vocabulary: names in the source of a record's package; None where it is not at hand, then names are not looked up.
        standard: names of the standard library.
    """

    def __init__(
        self,
        describe: Describe,
        ingest: IngestService,
        chat: Chat,
        cache: AnswerCache,
        budget: Budget,
        *,
        vocabulary: Callable[[Envelope], Vocabulary | None] = lambda _envelope: None,
        standard: frozenset[str] = frozenset(),
    ) -> None:
        self._describe = describe
        self._ingest = ingest
        self._chat = chat
        self._cache = cache
        self._budget = budget
        self._vocabulary = vocabulary
        self._standard = standard
        self._stop = chat.stop
        self._stopped: str | None = None
        self._unusable = False

    def messages(self, envelope: Envelope) -> list[Message]:
        """Return the conversation that asks for the prose of a record."""
        about = json.dumps(self._describe(envelope), ensure_ascii=False, indent=1)
        return [{"role": "system", "content": _prompt()}, {"role": "user", "content": about}]

    def plan(self, envelopes: Sequence[Envelope]) -> Plan:
        """Say what asking about these records would take; nothing is sent."""
        kept = sent = 0
        for envelope in envelopes:
            messages = self.messages(envelope)
            if self._cache.get(messages) is not None:
                kept += 1
                continue
            schema = answer_schema(envelope.record.id, wanted(envelope))
            sent += sum(tokens_in(one["content"]) + 4 for one in messages) + tokens_in(json.dumps(schema))
        requests = len(envelopes) - kept
        answered = requests * self._chat.answer_tokens
        return Plan(len(envelopes), kept, requests, sent + answered, self._budget.prices.of(sent, answered))

    def run(
        self, envelopes: Sequence[Envelope], *, concurrency: int = 1, progress: Progress | None = None
    ) -> EnrichReport:
        """Ask about records, and write what passes.

        Args:
            envelopes: records that lack prose, and that nobody has written any for.
            concurrency: questions that are out at once.
            progress: called with the records done, of how many, and the id of the last one.

        Raises:
            StorageError: the database cannot be written; answers are kept, so another run costs nothing.
        """
        outcomes: dict[str, Outcome] = {}
        passed: list[_Written] = []
        pool = ThreadPoolExecutor(max_workers=concurrency, thread_name_prefix="enrich")
        try:
            waiting: dict[Future[Outcome | _Written], str] = {
                pool.submit(self._one, one): one.record.id for one in envelopes
            }
            for future in as_completed(waiting):
                result = future.result()
                if isinstance(result, _Written):
                    passed.append(result)
                else:
                    outcomes[result.record_id] = result
                if len(passed) >= _FLUSH:
                    self._write(passed, outcomes)
                if progress is not None:
                    progress(len(outcomes) + len(passed), len(envelopes), waiting[future])
        finally:
            self._stop.set()
            pool.shutdown(wait=True, cancel_futures=True)
            self._write(passed, outcomes)
        ordered = [outcomes[one.record.id] for one in envelopes if one.record.id in outcomes]
        return EnrichReport(tuple(ordered), self._budget.spent, self._stopped, self._unusable)

    def _one(self, envelope: Envelope) -> Outcome | _Written:
        """Ask about one record; the answer that does not pass is sent back once."""
        record_id = envelope.record.id
        asked = 0
        problems: list[str] = []
        messages = self.messages(envelope)
        schema = answer_schema(record_id, wanted(envelope))
        for _ in range(2):
            reply = self._cache.get(messages)
            if reply is None:
                if self._stop.is_set():
                    return Outcome(record_id, "left", tuple(problems), asked)
                try:
                    reply = self._chat.ask(messages, schema)
                except LimitReached as error:
                    self._end(str(error))
                    return Outcome(record_id, "left", tuple(problems), asked)
                except ChatEnded:
                    return Outcome(record_id, "left", tuple(problems), asked)
                except ChatFailed as error:
                    if isinstance(error, ChatUnusable):
                        self._unusable = True
                        self._end(error.message)
                    return Outcome(record_id, "failed", (error.message,), asked)
                asked += 1
                if not reply.cut:  # with more tokens it would be another one
                    self._cache.put(messages, reply)
            found, problems = self.check(envelope, reply)
            if not problems:
                fields = tuple(found)
                return _Written(
                    self._partial(record_id, found), Outcome(record_id, "written", (), asked, fields)
                )
            said = "\n".join(f"- {problem}" for problem in problems[:_MOST_PROBLEMS])
            messages = [
                *messages,
                {"role": "assistant", "content": reply.text},
                {
                    "role": "user",
                    "content": f"That cannot be used:\n{said}\nAnswer again with the whole JSON object, corrected.",
                },
            ]
        return Outcome(record_id, "refused", tuple(problems), asked)

    def check(self, envelope: Envelope, reply: Reply) -> tuple[dict[str, Any], list[str]]:
        """Return the fields of an answer, and what is wrong with it: its form, the schema, the lint of prose, names."""
        if reply.cut:
            return {}, ["The answer was cut at the limit of its length; be shorter."]
        asked = wanted(envelope)
        found, problems = read_answer(reply.text, envelope.record.id, asked)
        if problems:
            return {}, problems
        merged = {
            "record": merge_partial(envelope.record.wire(), found),
            "errdex": {**envelope.errdex.wire(), "provenance": {"kind": "generated", "verified": []}},
        }
        whole = complete(merged, name=SOURCE_NAME)
        if isinstance(whole, list):
            return {}, [_sentence(fault.field, fault.value, fault.problem, fault.advice) for fault in whole]
        faults = list(prose_findings(whole, SOURCE_NAME, None, "record"))
        vocabulary = self._vocabulary(envelope)
        if vocabulary is not None and concerns(envelope, vocabulary):
            faults += name_findings(whole, vocabulary, self._standard, SOURCE_NAME, None, "record")
        return found, [
            _sentence(fault.field, fault.value, fault.problem, fault.advice)
            for fault in faults
            if fault.field.partition("[")[0] in found
        ]

    def _partial(self, record_id: str, found: dict[str, Any]) -> dict[str, Any]:
        provenance = {"kind": "generated", "verified": [], "model": self._chat.model}
        return {"record": {"id": record_id, **found}, "errdex": {"provenance": provenance}}

    def _write(self, passed: list[_Written], outcomes: dict[str, Outcome]) -> None:
        """Ingest what passed, and note what became of it."""
        if not passed:
            return
        batch = list(passed)
        passed.clear()
        data = "".join(json.dumps(one.partial) + "\n" for one in batch).encode()
        report = self._ingest.ingest([Input(SOURCE_NAME, data=data)], skip_bad=True)
        wrong = {fault.record_id: fault for fault in (*report.warnings, *report.faults)}
        faulty = {fault.record_id for fault in report.faults}
        for one in batch:
            record_id = one.outcome.record_id
            fault = wrong.get(record_id)
            if fault is not None and (
                record_id in faulty or set(fault.field.split(", ")) & set(one.outcome.fields)
            ):
                reason = _sentence(fault.field, fault.value, fault.problem, fault.advice)
                outcomes[record_id] = Outcome(record_id, "refused", (reason,), one.outcome.asked)
            else:
                outcomes[record_id] = one.outcome

    def _end(self, why: str) -> None:
        if not self._stop.is_set():
            self._stopped = why
            self._stop.set()


def candidates(envelopes: Iterator[Envelope]) -> Iterator[Envelope]:
    """Yield the records that generated prose may be added to."""
    return (one for one in envelopes if is_open(one) and wanted(one))


def _sentence(field: str, value: str, problem: str, advice: str) -> str:
    what = " ".join(part for part in (field, value) if part)
    return f"{what}: {problem}. {advice}".strip()


@functools.cache
def _prompt() -> str:
    return files("app.services.prompts").joinpath("prose.txt").read_text(encoding="utf-8").strip()
