"""What is written of a record: its row, and what finds it. Pure, so that any process can make it."""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic.alias_generators import to_camel

from app.domain.identity import module_path, package_of, title_of
from app.domain.merge import content_hash, dumps, template_key
from app.domain.patterns import PatternFacts
from app.domain.records import Envelope
from app.domain.stored import Stored, TextOf

__all__ = ["COLUMNS", "ETAG_DIGITS", "Form", "form_of", "stored_form", "stored_of", "text_before"]

ETAG_DIGITS = 32
# PostgreSQL takes at most 1 MB of words for one record.
_MAX_MESSAGE_CHARS = 50_000
_MAX_WORDS_CHARS = 150_000
_TEXTS = (
    "error_class",
    "error_code",
    "error_type",
    "repo",
    "file_path",
    "background_tag",
    "documentation",
    "trigger_scenarios",
    "common_situations",
)
_TEXT_NAMES = tuple(to_camel(name) for name in _TEXTS)
# Of the table `record`; the pattern's id and the revision follow, which only the writer knows.
COLUMNS = (
    "id",
    "document",
    "extension",
    "envelope_extra",
    "dataset_version",
    "content_hash",
    "etag",
    "repo",
    "slug",
    "title",
    "error_class",
    "error_type",
    "error_message",
    "severity",
    "http_status",
    "file_path",
    "line_number",
    "background_tag",
    "module_path",
    "package",
    "function",
    "template_key",
    "id_given",
    "analyzed_sha",
    "pattern_problem",
    "withdrawn_at",
    "owned",
)
_ID, _HASH, _WITHDRAWN, _OWNED = (
    COLUMNS.index(name) for name in ("id", "content_hash", "withdrawn_at", "owned")
)
_STORED = tuple(COLUMNS.index(name) if name in COLUMNS else None for name in Stored.__dataclass_fields__)


class Form(NamedTuple):
    """A record as it is written.

    Attributes:
        row: values of `COLUMNS`.
        pattern: its messagePattern.
        digest: of the pattern.
        facts: of the pattern.
        tags: in the record's order.
        aliases: ids that lead to it.
        provenance: its kind.
        text: what search finds it by.
    """

    row: tuple[Any, ...]
    pattern: str | None
    digest: str | None
    facts: PatternFacts
    tags: tuple[str, ...]
    aliases: tuple[str, ...]
    provenance: str
    text: TextOf

    @property
    def record_id(self) -> str:
        """The record's id."""
        return str(self.row[_ID])

    @property
    def content_hash(self) -> str:
        """Over all that the record says."""
        return str(self.row[_HASH])

    @property
    def withdrawn_at(self) -> str | None:
        """When it was withdrawn, if it was."""
        found: str | None = self.row[_WITHDRAWN]
        return found

    @property
    def owned(self) -> str | None:
        """See `RecordRow.owned`."""
        found: str | None = self.row[_OWNED]
        return found


def form_of(now: Stored, envelope: Envelope, facts: PatternFacts) -> Form:
    """Return what is written of a record.

    Args:
        now: as it will stand.
        envelope: the same, whole.
        facts: of its pattern.
    """
    record = envelope.record
    pattern = record.message_pattern
    return Form(
        _row(now, envelope),
        pattern,
        None if pattern is None else _digest(pattern),
        facts,
        tuple(record.tags),
        tuple(envelope.errdex.aliases),
        envelope.errdex.provenance.kind,
        _text(now, envelope),
    )


def stored_of(form: Form) -> Stored:
    """Return the row that stands where a new record was written."""
    values: list[Any] = [None if at is None else form.row[at] for at in _STORED]
    return Stored(*values)


def stored_form(
    envelope: Envelope,
    now: Stored | None,
    *,
    id_given: bool,
    owned: str | None,
    order: Mapping[str, Any] | None = None,
) -> Stored:
    """Return what is stored of an envelope.

    Args:
        envelope: the whole record.
        now: what stands; the same content in another order is left as it stands.
        id_given: the id came with the record.
        owned: see `RecordRow.owned`.
        order: the record as its file has it, whose members keep their order; the others follow.
    """
    wire = envelope.record.wire()
    document = dumps({**{key: wire[key] for key in order or () if key in wire}, **wire})
    extension = dumps(envelope.errdex.wire())
    extra = dumps(envelope.model_extra) if envelope.model_extra else "{}"
    if now is not None and document != now.document and _same(document, now.document):
        document = now.document
    return Stored(
        id=envelope.record.id,
        document=document,
        extension=extension,
        envelope_extra=extra,
        dataset_version=envelope.dataset_version,
        content_hash=content_hash(document, extension, extra, envelope.dataset_version),
        pattern_id=now.pattern_id if now else None,
        withdrawn_at=envelope.errdex.withdrawn_at,
        id_given=id_given or (now is not None and now.id_given),
        title=title_of(envelope.record, envelope.errdex.function),
        owned=owned,
    )


def _same(a: str, b: str) -> bool:
    """Tell whether two documents differ in the order of their members only."""
    return len(a) == len(b) and _sorted(a) == _sorted(b)


def _sorted(document: str) -> str:
    return json.dumps(json.loads(document), sort_keys=True)


def _digest(pattern: str) -> str:
    return hashlib.sha256(pattern.encode("utf-8", "surrogatepass")).hexdigest()


def _row(now: Stored, envelope: Envelope) -> tuple[Any, ...]:
    record, errdex = envelope.record, envelope.errdex
    module = module_path(record.file_path)
    return (
        now.id,
        now.document,
        now.extension,
        now.envelope_extra,
        now.dataset_version,
        now.content_hash,
        now.content_hash[:ETAG_DIGITS],
        record.repo,
        record.slug,
        now.title,
        record.error_class,
        record.error_type,
        record.error_message,
        record.severity,
        record.http_status,
        record.file_path,
        record.line_number,
        record.background_tag,
        module,
        package_of(module),
        errdex.function,
        template_key(record.repo, record.error_class, record.error_message),
        now.id_given,
        record.analyzed_sha,
        errdex.pattern_problem,
        now.withdrawn_at,
        now.owned,
    )


def _text(now: Stored, envelope: Envelope) -> TextOf:
    record = envelope.record
    texts = [getattr(record, name) for name in _TEXTS]
    lists = [record.tags, record.solutions, record.prevention_tips or ()]
    return _text_of(now, [*texts, envelope.errdex.function], lists, record.error_message)


def text_before(before: Stored) -> TextOf:
    """Return the same of a record as it stands, without reading it into a model."""
    record = json.loads(before.document)
    texts = [record.get(name) for name in _TEXT_NAMES]
    lists = [record.get(name) or () for name in ("tags", "solutions", "preventionTips")]
    function = json.loads(before.extension).get("function")
    return _text_of(before, [*texts, function], lists, record.get("errorMessage"))


def _text_of(
    stored: Stored, texts: Sequence[str | None], lists: Iterable[Iterable[str]], message: str | None
) -> TextOf:
    words = "\n".join(part for part in (*texts, *itertools.chain.from_iterable(lists)) if part)
    return TextOf(stored.id, stored.title, (message or "")[:_MAX_MESSAGE_CHARS], words[:_MAX_WORDS_CHARS])
