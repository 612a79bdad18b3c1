"""`errdex enrich`: a model writes the prose that records lack; bounded, checked, and marked as generated."""

# ruff: noqa: PLC0415 - imports stand in the functions, so that `errdex --help` loads nothing heavy
from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from app.commands.exits import Exit
from app.commands.records import record_id_of
from app.commands.setup import setup_of, why_nothing
from app.commands.terminal import Output, note, one_line, write_json
from app.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.domain.records import Envelope
    from app.domain.vocabulary import Vocabulary
    from app.services.chat import Chat
    from app.services.enrich import Enricher, EnrichReport, Plan
    from app.services.missing_prose import MissingProse
    from app.services.spending import Spent

_HELP = """Have a model write the prose that records lack, through any server with OpenAI's chat completions API.

Only what the source says of a record is sent (see errdex export --missing-prose), never what was pasted, and only of the
records that you name: by id, by --repo, or with --all, which leaves out what was read from folders and checkouts. An answer
has to fit the schema and pass the checks of errdex check; one that does not is sent back once with what is wrong, then
refused. What passes is stored as generated. Prose that a person wrote is never touched.

Nothing is sent that could lead over a limit. Answers are kept: the same question to the same model is sent once, and a run
that was broken off goes on. --dry-run says what would be sent.

\b
Examples:
  errdex enrich --base-url http://127.0.0.1:8000/v1 --model qwen3-32b --repo pydantic/pydantic --dry-run
  errdex enrich --base-url https://api.example.com/v1 --model large --api-key-env EXAMPLE_KEY \\
      --repo django/django --limit 100 --max-usd 2 --price-in 0.5 --price-out 2
  errdex enrich --base-url http://127.0.0.1:11434/v1 --model llama4 3defc1710d3da8d8

Exit codes: 0 written, 1 no record of these lacks prose, 2 wrong usage, 3 answers were refused or did not come (the others
were written), 4 the server cannot be used, or an internal error.
"""
_ANSWER_TOKENS = 3000
_MAX_TOKENS = 500_000
_LIMIT = 20
_REQUESTS_A_RECORD = 3


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("enrich", help=_HELP, short_help="Have a model write missing prose.")(enrich)


def enrich(
    context: typer.Context,
    *,
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="ID", show_default=False, help="These records.")
    ] = None,
    base_url: Annotated[str, typer.Option("--base-url", metavar="URL", help="Address of the API.")],
    model: Annotated[str, typer.Option("--model", metavar="NAME", help="Model, as the server calls it.")],
    api_key_env: Annotated[
        str | None,
        typer.Option("--api-key-env", metavar="NAME", help="Environment variable that holds the key."),
    ] = None,
    repo: Annotated[
        list[str] | None,
        typer.Option(
            "--repo", metavar="OWNER/NAME", show_default=False, help="Of this repository; repeatable."
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Of all repositories, but for local ones.")] = False,
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, help="Most records.")] = _LIMIT,
    max_requests: Annotated[
        int | None,
        typer.Option("--max-requests", metavar="N", min=1, help="Most requests; three a record otherwise."),
    ] = None,
    max_tokens: Annotated[
        int, typer.Option("--max-tokens", metavar="N", min=1, help="Most tokens, sent and answered.")
    ] = _MAX_TOKENS,
    max_usd: Annotated[
        float | None, typer.Option("--max-usd", metavar="USD", min=0, help="Most money; needs the prices.")
    ] = None,
    price_in: Annotated[
        float | None,
        typer.Option("--price-in", metavar="USD", min=0, help="Price of a million tokens that are sent."),
    ] = None,
    price_out: Annotated[
        float | None,
        typer.Option("--price-out", metavar="USD", min=0, help="Price of a million tokens answered."),
    ] = None,
    answer_tokens: Annotated[
        int,
        typer.Option(
            "--answer-tokens", metavar="N", min=100, help="Most tokens of one answer, thoughts included."
        ),
    ] = _ANSWER_TOKENS,
    concurrency: Annotated[
        int, typer.Option("--concurrency", metavar="N", min=1, max=32, help="Questions that are out at once.")
    ] = 1,
    timeout: Annotated[
        float, typer.Option("--timeout", metavar="SECONDS", min=1, max=3600, help="Time for one answer.")
    ] = 120.0,
    stream: Annotated[bool, typer.Option("--stream", help="Ask for answers in pieces.")] = False,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            metavar="TARGET",
            show_default=False,
            help="Look names up in the source of this package; otherwise in the release of the record, if it is here.",
        ),
    ] = None,
    cache: Annotated[
        Path | None,
        typer.Option("--cache", metavar="FOLDER", help="Folder for answers; otherwise in your cache folder."),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be sent; with --json, in full.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Ask, check, write, and say what it took."""
    if not (ids or repo or every):
        raise BadInput("Name the records to send: ids, --repo OWNER/NAME, or --all.")
    if every and (ids or repo):
        raise BadInput("--all is for every repository; leave it out, or the ids and --repo.")
    if max_usd is not None and (price_in is None or price_out is None):
        raise BadInput("--max-usd needs --price-in and --price-out, in US dollars for a million tokens.")
    from app.services.answer_cache import AnswerCache
    from app.services.chat import Chat, chat_address
    from app.services.enrich import Enricher
    from app.services.missing_prose import MissingProse
    from app.services.spending import Budget, Prices

    address = chat_address(base_url)
    key = _key(api_key_env)
    if key is not None and address.startswith("http://") and not _is_loopback(address):
        note("Note: the key is sent without encryption to another machine; use https.")
    budget = Budget(
        max_requests=max_requests or limit * _REQUESTS_A_RECORD,
        max_tokens=max_tokens,
        max_usd=max_usd,
        prices=Prices(price_in or 0.0, price_out or 0.0),
    )
    wanted_ids = [record_id_of(one) for one in ids or []]
    with setup_of(context).services() as services:
        missing = MissingProse(services.database, services.catalog)
        found = list(islice(_named(missing, repo or [], wanted_ids, local=not every), limit))
        if not found:
            note(why_nothing(services) or "No record of these lacks prose that a model may write.")
            raise typer.Exit(Exit.NOTHING)
        chat = Chat(
            address, model, key, budget, answer_tokens, stream=stream, seconds=timeout, notice=_notice
        )
        with _names(missing, found, against, dry_run=dry_run) as (vocabulary, standard):
            enricher = Enricher(
                missing.describe,
                services.ingest,
                chat,
                AnswerCache(cache or _cache_folder(), model),
                budget,
                vocabulary=vocabulary,
                standard=standard,
            )
            plan = enricher.plan(found)
            _say_plan(plan, chat, priced=price_in is not None)
            if dry_run:
                _show_plan(enricher, found, plan, as_json=as_json)
                return
            with _progress() as show:
                report = enricher.run(found, concurrency=concurrency, progress=show)
    _finish(report, {one.record.id: one for one in found}, as_json=as_json, priced=price_in is not None)


def _named(missing: MissingProse, repos: list[str], ids: list[str], *, local: bool) -> Iterator[Envelope]:
    from app.domain.missing_prose import is_local
    from app.services.enrich import candidates

    for one in candidates(missing.records(repos=repos, ids=ids)):
        if local or not is_local(one):
            yield one


def _key(name: str | None) -> str | None:
    if name is None:
        return None
    key = os.environ.get(name, "").strip()
    if not key:
        raise BadInput(f"The environment variable {one_line(name, 60)!r} of --api-key-env is not set.")
    if not key.isascii() or not key.isprintable():
        raise BadInput(f"The environment variable {one_line(name, 60)!r} holds characters that no key has.")
    return key


def _is_loopback(address: str) -> bool:
    host = urlsplit(address).hostname or ""
    return host in {"localhost", "::1"} or host.startswith("127.")


def _cache_folder() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("errdex", appauthor=False) / "answers"


def _notice(text: str) -> None:
    note(f"Note: {text}")


@contextmanager
def _names(
    missing: MissingProse, found: Sequence[Envelope], against: list[str] | None, *, dry_run: bool
) -> Iterator[tuple[Callable[[Envelope], Vocabulary | None], frozenset[str]]]:
    """Give a function that tells the names in the source of a record's package, and those of the standard library."""
    if dry_run:
        yield (lambda _envelope: None), frozenset()
        return
    from app.commands.check import names_in
    from app.commands.learning import options_of, progress
    from app.extract.vocabulary import standard_words
    from app.services.vocabularies import AtHand

    if against:
        named = names_in(against)
        yield (lambda _envelope: named), standard_words()
        return
    options = options_of(
        ["."], environment=False, python=None, repo=None, sha=None, prefix=None, include_tests=False
    )
    by_repo: dict[str, Vocabulary | None] = {}
    with progress() as show:
        at_hand = AtHand(options, lambda text: show(0, None, text))
        for repo in {one.record.repo for one in found}:
            sources = [one.errdex.source for one in found if one.record.repo == repo and one.errdex.source]
            by_repo[repo] = at_hand.of([*sources, *missing.sources(repo)])
    if at_hand.absent:
        listed = ", ".join(at_hand.absent[:5]) + (" …" if len(at_hand.absent) > 5 else "")
        note(
            f"Note: names in answers are not looked up for {listed}, which is neither kept nor installed here; "
            "name it with --against."
        )
    yield (lambda envelope: by_repo.get(envelope.record.repo)), standard_words()


def _say_plan(plan: Plan, chat: Chat, *, priced: bool) -> None:
    budget = chat.budget
    records = f"{plan.records:,} {'record' if plan.records == 1 else 'records'}"
    kept = f" ({plan.kept:,} answered before)" if plan.kept else ""
    cost = f", {plan.usd:.4f} USD" if priced else ""
    dollars = f", {budget.max_usd:g} USD" if budget.max_usd is not None else ""
    note(
        f"Asking {one_line(chat.model, 80)} at {urlsplit(chat.address).hostname} about {records}{kept}: "
        f"{plan.requests:,} first questions, at most {plan.tokens:,} tokens{cost}. "
        f"Limits: {budget.max_requests:,} requests, {budget.max_tokens:,} tokens{dollars}."
    )


def _show_plan(enricher: Enricher, found: Sequence[Envelope], plan: Plan, *, as_json: bool) -> None:
    if as_json:
        asked = [{"id": one.record.id, "messages": enricher.messages(one)} for one in found]
        write_json({"plan": asdict(plan), "questions": asked})
        return
    out = Output()
    for one in found:
        out.prose((one.record.id, "cyan"), f"  {_title(one)}")
    note("Nothing was sent.")


@contextmanager
def _progress() -> Iterator[Callable[[int, int, str], None]]:
    from app.commands.learning import progress

    with progress() as show:
        yield lambda done, total, _id: show(done, total, "Asking")


def _finish(report: EnrichReport, by_id: dict[str, Envelope], *, as_json: bool, priced: bool) -> None:
    if as_json:
        write_json(report.wire())
    else:
        styles = {"written": "green", "refused": "red", "failed": "red", "left": "dim"}
        out = Output()
        for one in report.outcomes:
            title = _title(by_id[one.record_id])
            out.prose((f"{one.status:8}", styles[one.status]), (one.record_id, "cyan"), f"  {title}")
            for reason in one.reasons:
                out.prose(one_line(reason, 400), indent=10, hang=2)
    counts = report.counts()
    done = ", ".join(f"{number:,} {name}" for name, number in counts.items())
    note(f"{done}. {_spent(report.spent, priced=priced)}")
    if report.stopped:
        note(f"Stopped: {report.stopped} Run it again to go on; answers are kept.")
    if report.unusable:
        raise typer.Exit(Exit.INTERNAL)
    if counts["refused"] or counts["failed"]:
        raise typer.Exit(Exit.BAD_DATA)


def _spent(spent: Spent, *, priced: bool) -> str:
    about = "about " if spent.estimated else ""
    cost = f", {about}{spent.usd:.4f} USD" if priced else ""
    return f"Sent {spent.requests:,} requests: {about}{spent.sent:,} tokens sent, {about}{spent.answered:,} answered{cost}."


def _title(envelope: Envelope) -> str:
    from app.domain.identity import title_of

    return one_line(title_of(envelope.record, envelope.errdex.function), 80)
