"""Checks the drafts of a version before the database is touched, and gives every site its key."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from app.domain.faults import Fault, faults_of
from app.domain.identity import ID_DIGITS, module_path, site_key
from app.domain.lint import limit_faults
from app.domain.merge import template_key
from app.domain.records import Envelope

__all__ = ["Learnable", "module_of", "read_drafts", "template_of"]

_ORDINAL = "ordinal"
_PLACEHOLDER = "0" * ID_DIGITS

# A file has many sites, and a repository few files.
module_of = functools.lru_cache(maxsize=20_000)(module_path)


@dataclass(frozen=True, slots=True)
class Learnable:
    """A site of the version that is learned; the id of its envelope is its key, and may become another one."""

    key: str
    template: str
    module: str
    ordinal: int
    envelope: Envelope


def template_of(repo: str, error_class: str | None, error_message: str | None) -> str:
    """Return the start of the template key, by which sites are grouped."""
    return template_key(repo, error_class, error_message)[:ID_DIGITS]


def read_drafts(repo: str, drafts: Iterable[Mapping[str, Any]]) -> tuple[list[Learnable], list[Fault]]:
    """Validate drafts, once.

    Args:
        repo: which all of them belong to.
        drafts: `{"record": {...}, "errdex": {...}, "ordinal": n}` in camelCase; an id is not looked at. `ordinal`
            counts equal sites of a function from 0; it is no part of the record.

    Returns:
        The sites in the order of the drafts, no two with the same key, and a fault for each other draft.
    """
    found: list[Learnable] = []
    faults: list[Fault] = []
    keys: set[str] = set()
    for number, draft in enumerate(drafts, 1):
        envelope, wrong = _envelope(repo, draft, number)
        if envelope is None:
            faults.extend(wrong)
            continue
        record = envelope.record
        module = module_of(record.file_path)
        parts = (repo, module, envelope.errdex.function, record.error_class, record.error_message)
        ordinal = draft.get(_ORDINAL, 0)
        while (key := site_key(*parts, ordinal)[:ID_DIGITS]) in keys:  # two functions of one name
            ordinal += 1
        keys.add(key)
        template = template_of(repo, record.error_class, record.error_message)
        found.append(Learnable(key, template, module, ordinal, envelope))
    return found, faults


def _envelope(repo: str, draft: Mapping[str, Any], number: int) -> tuple[Envelope | None, list[Fault]]:
    record = draft.get("record") or {}
    name = str(record.get("filePath") or "")
    body = {key: value for key, value in draft.items() if key != _ORDINAL}
    try:
        envelope = Envelope.model_validate({**body, "record": {**record, "id": _PLACEHOLDER}})
    except ValidationError as error:
        return None, faults_of(error, file=name, index=number, record_id="", unit="record")
    faults = list(limit_faults(envelope, name, number, "record"))
    if envelope.record.repo != repo:
        problem, advice = f"is not the repository of the target, {repo}", "Learn each repository by itself."
        faults.append(Fault(name, number, "", "repo", envelope.record.repo, problem, advice))
    if envelope.record.error_class is None and envelope.record.error_message is None:
        problem, advice = "the site has neither a text nor a class", "Nothing could recognise it."
        faults.append(Fault(name, number, "", "errorMessage", "", problem, advice))
    return (None, faults) if faults else (envelope, [])
