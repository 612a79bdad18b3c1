"""Asking a model: what is sent, what is read, what is tried again, and what it may cost."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from app.errors import BadInput
from app.services.chat import Chat, ChatEnded, ChatFailed, ChatUnusable, Reply, chat_address
from app.services.outgoing import OutgoingFailed, Response, send
from app.services.spending import Budget, LimitReached, Prices
from tests.model_server import Answer, Asked, completion, model_server, stream_of

SCHEMA = {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}
QUESTION = [{"role": "system", "content": "Answer."}, {"role": "user", "content": "{}"}]
NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def chat(address: str, **options: Any) -> tuple[Chat, list[float], list[str]]:
    """A chat with a generous budget, the waits it made, and what it told."""
    waits: list[float] = []
    told: list[str] = []
    given: dict[str, Any] = {
        "budget": Budget(max_requests=50, max_tokens=1_000_000),
        "answer_tokens": 1000,
        "key": None,
        "notice": told.append,
        "sleep": waits.append,
        "now": lambda: NOW,
        **options,
    }
    return Chat(chat_address(address), "small", **given), waits, told


def saying(*answers: Answer) -> Callable[[Asked], Answer]:
    """Each answer in turn, the last one for ever."""
    return lambda asked: answers[min(asked.number, len(answers) - 1)]


def error(status: int, message: str = "", **headers: str) -> Answer:
    """A refusal in the form that OpenAI's API gives it."""
    return status, json.dumps({"error": {"message": message}}).encode(), headers


def test_structured_output_is_asked_for() -> None:
    """The request holds model, conversation, limit and schema, and the key as a bearer token."""
    with model_server(saying(completion("{}"))) as server:
        asked, waits, told = chat(server.address, key="sk-secret")
        assert asked.ask(QUESTION, SCHEMA) == Reply("{}", used=(100, 50))
        (request,) = server.asked
    assert request.headers["authorization"] == "Bearer sk-secret"
    assert request.body == {
        "model": "small",
        "messages": QUESTION,
        "max_tokens": 1000,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "prose", "strict": True, "schema": SCHEMA},
        },
    }
    assert (waits, told) == ([], [])
    assert asked.budget.spent.tokens == 150


READ = {
    "one piece": (completion("hello"), Reply("hello", used=(100, 50))),
    "no usage": (completion("hello", used=None), Reply("hello")),
    "cut": (completion("hel", finish="length"), Reply("hel", cut=True, used=(100, 50))),
    "parts": (
        completion([{"type": "text", "text": "hel"}, {"type": "text", "text": "lo"}]),
        Reply("hello", used=(100, 50)),
    ),  # type: ignore[arg-type]
    "stream": (stream_of("hello there, reader"), Reply("hello there, reader", used=(100, 50))),
    "stream without usage": (stream_of("hello", usage=False), Reply("hello")),
}


@pytest.mark.parametrize(("answer", "reply"), READ.values(), ids=READ)
@pytest.mark.parametrize("stream", [False, True])
def test_answers_are_read(answer: Answer, reply: Reply, stream: bool) -> None:
    """Whole and streamed answers are understood, whichever was asked for."""
    with model_server(saying(answer)) as server:
        asked, _, _ = chat(server.address, stream=stream)
        assert asked.ask(QUESTION, SCHEMA) == reply
        assert server.asked[0].body.get("stream", False) is stream


def test_a_server_without_structured_output() -> None:
    """A refusal of response_format is told, and less is asked for, of later questions too."""

    def say(asked: Asked) -> Answer:
        form = asked.body.get("response_format", {}).get("type")
        return error(400, f"response_format {form} is not supported") if form else completion("{}")

    with model_server(say) as server:
        asked, waits, told = chat(server.address)
        assert asked.ask(QUESTION, SCHEMA).text == "{}"
        assert asked.ask(QUESTION, SCHEMA).text == "{}"
        forms = [one.body.get("response_format", {}).get("type") for one in server.asked]
    assert forms == ["json_schema", "json_object", None, None]
    assert len(told) == 2
    assert "plain text" in told[1]
    assert waits == []


def test_names_of_the_limit_and_of_the_stream() -> None:
    """A server that calls the limit of tokens otherwise, or knows no stream options, is asked so from then on."""

    def say(asked: Asked) -> Answer:
        if "max_tokens" in asked.body:
            return error(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        if "stream_options" in asked.body:
            return error(400, "stream_options: extra fields not permitted")
        return stream_of("{}")

    with model_server(say) as server:
        asked, _, told = chat(server.address, stream=True)
        assert asked.ask(QUESTION, SCHEMA).text == "{}"
        assert server.asked[-1].body["max_completion_tokens"] == 1000
        assert server.asked[-1].body["response_format"]["type"] == "json_schema"
    assert told == []


AGAIN = {
    "too many, says how long": ([error(429, "slow", **{"Retry-After": "7"})], [7.0]),
    "too many, says until when": ([error(429, **{"Retry-After": "Mon, 30 Nov 2026 12:00:30 GMT"})], [30.0]),
    "too many, says nonsense": ([error(429, **{"Retry-After": "soon"})], [1.0]),
    "failing": ([error(500), error(502), error(503)], [1.0, 2.0, 4.0]),
    "overloaded": ([error(529)], [1.0]),
    "truncated": ([(200, completion("x")[1][:40], {})], [1.0]),
    "no JSON": ([(200, b"<html>gateway</html>", {})], [1.0]),
    "no choices": ([(200, b'{"object": "list"}', {})], [1.0]),
    "no object": ([(200, b"[1]", {})], [1.0]),
    "error in a good answer": ([(200, b'{"error": {"message": "busy"}}', {})], [1.0]),
    "stream breaks off": ([stream_of("hello", done=False, usage=False)], [1.0]),
    "error in a stream": ([(200, b'data: {"error": {"message": "x"}}\n\n', {})], [1.0]),
    "connection breaks": ([(200, b"{", {"Content-Length": "4000"})], [1.0]),
}


@pytest.mark.parametrize(("first", "waits"), AGAIN.values(), ids=AGAIN)
def test_what_is_temporary_is_tried_again(first: list[Answer], waits: list[float]) -> None:
    """The same question is sent again after the time that the server asks for, or after a growing one."""
    with model_server(saying(*first, completion("{}"))) as server:
        asked, waited, _ = chat(server.address)
        assert asked.ask(QUESTION, SCHEMA).text == "{}"
        assert len(server.asked) == len(first) + 1
    assert waited == waits
    assert asked.budget.spent.requests == len(first) + 1


def test_tries_end() -> None:
    """A server that keeps failing is given up, in words; every request counts."""
    with model_server(saying(error(503, "model is loading"))) as server:
        asked, waits, _ = chat(server.address)
        with pytest.raises(ChatFailed, match=r"^The server answered 503 \(model is loading\), 5 times\.$"):
            asked.ask(QUESTION, SCHEMA)
        assert len(server.asked) == 5
    assert waits == [1.0, 2.0, 4.0, 8.0]


REFUSED = {
    "key": (
        error(401, "Incorrect API key provided: sk-secret."),
        ChatUnusable,
        "401 (Incorrect API key provided: …)",
    ),
    "money": (error(402, "Insufficient balance"), ChatUnusable, "402 (Insufficient balance)"),
    "model": (error(404, "The model `small` does not exist"), ChatUnusable, "404 (The model"),
    "redirect": ((302, b"", {"Location": "http://127.0.0.1:1/"}), ChatUnusable, "302"),
    "too long": (
        error(400, "maximum context length is 4096 tokens"),
        ChatFailed,
        "400 (maximum context length",
    ),
    "no words": ((418, b"\xff", {}), ChatFailed, "418."),
    "long wait": (error(429, **{"Retry-After": "3600"}), ChatUnusable, "asks to wait 3,600 seconds"),
    "refusal": (completion(None, refusal="I will not."), ChatFailed, "refuses to answer"),
}


@pytest.mark.parametrize(("answer", "kind", "words"), REFUSED.values(), ids=REFUSED)
def test_what_is_final_is_said(answer: Answer, kind: type[ChatFailed], words: str) -> None:
    """A refusal ends the question, with the server's words and never the key; some end the run."""
    with model_server(saying(answer)) as server:
        asked, _, _ = chat(server.address, key="sk-secret")
        with pytest.raises(ChatFailed) as caught:
            asked.ask(QUESTION, SCHEMA)
    assert type(caught.value) is kind
    assert words in caught.value.message
    assert "sk-secret" not in caught.value.message


def test_nobody_listens() -> None:
    """An address where nothing answers is named by its host after some tries."""
    asked, waits, _ = chat("http://127.0.0.1:1/v1")
    with pytest.raises(ChatUnusable, match=r"127\.0\.0\.1 cannot be reached: connection refused, 5 times"):
        asked.ask(QUESTION, SCHEMA)
    assert len(waits) == 4
    assert asked.budget.spent.tokens == 0


def test_a_slow_answer_is_given_up() -> None:
    """An answer over its time counts as none; the time is that of the whole answer."""
    given: list[float | None] = []

    def slow(*_arguments: Any, within: float | None, **_options: Any) -> Response:
        given.append(within)
        raise OutgoingFailed("127.0.0.1 did not finish its answer in time.")

    asked, _, _ = chat("http://127.0.0.1:1/v1", seconds=3.0, send=slow)
    with pytest.raises(ChatFailed, match="did not finish its answer in time, 5 times"):
        asked.ask(QUESTION, SCHEMA)
    assert given == [3.0] * 5
    spent = asked.budget.spent
    assert (spent.requests, spent.answered, spent.estimated) == (5, 5000, True), "it may all be charged"


def test_what_nobody_waits_for_counts_against_the_limit() -> None:
    """A request that may be charged is counted whole, so that trying again leads over no limit."""

    def slow(*_arguments: Any, **_options: Any) -> Response:
        raise OutgoingFailed("127.0.0.1 did not finish its answer in time.")

    budget = Budget(max_requests=9, max_tokens=10**6, max_usd=0.0025, prices=Prices(0.0, 1.0))
    asked, _, _ = chat("http://127.0.0.1:1/v1", send=slow, budget=budget)
    with pytest.raises(LimitReached, match="--max-usd"):
        asked.ask(QUESTION, SCHEMA)
    assert budget.spent.requests == 2


def test_a_run_that_is_ended_sends_nothing_more() -> None:
    """Between two tries the end is waited for, and nothing is sent after it."""
    with model_server(saying(error(503))) as server:
        asked, _, _ = chat(server.address)
        asked.sleep = lambda _seconds: asked.stop.set()
        with pytest.raises(ChatEnded):
            asked.ask(QUESTION, SCHEMA)
        with pytest.raises(ChatEnded):
            asked.ask(QUESTION, SCHEMA)
        assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("message", "finish", "reply"),
    [
        ({"content": None}, "length", Reply("", cut=True)),
        ({"content": None, "refusal": "I will not."}, "stop", None),
    ],
)
def test_no_answer_is_paid_once(message: dict[str, Any], finish: str, reply: Reply | None) -> None:
    """A model that thought until its tokens were gone, or refuses, is not asked the same again."""
    body = json.dumps({"choices": [{"index": 0, "message": message, "finish_reason": finish}]}).encode()
    with model_server(saying((200, body, {}))) as server:
        asked, _, _ = chat(server.address)
        if reply is None:
            with pytest.raises(ChatFailed, match="refuses"):
                asked.ask(QUESTION, SCHEMA)
        else:
            assert asked.ask(QUESTION, SCHEMA) == reply
        assert len(server.asked) == 1
    assert asked.budget.spent.answered == 1000


def test_an_answer_in_drops_is_given_up() -> None:
    """The time for a whole answer ends one that never pauses for long."""
    with model_server(saying(completion("{}"))) as server, pytest.raises(OutgoingFailed, match="in time"):
        send("POST", f"{server.address}/chat/completions", b"{}", {}, within=0.0)


LIMITS = {
    "requests": (Budget(max_requests=2, max_tokens=10**6), 2, "--max-requests"),
    "tokens": (Budget(max_requests=9, max_tokens=1300), 2, "--max-tokens"),
    "money": (
        Budget(max_requests=9, max_tokens=10**6, max_usd=0.0025, prices=Prices(1.0, 2.0)),
        3,
        "--max-usd",
    ),
}


@pytest.mark.parametrize(("budget", "answered", "option"), LIMITS.values(), ids=LIMITS)
def test_nothing_is_sent_that_could_lead_over_a_limit(budget: Budget, answered: int, option: str) -> None:
    """Questions are asked until the next one could cost too much; then it is said which limit that is."""
    with model_server(saying(completion("{}"))) as server:
        asked, _, _ = chat(server.address, budget=budget)
        for _ in range(answered):
            asked.ask(QUESTION, SCHEMA)
        with pytest.raises(LimitReached, match=option):
            asked.ask(QUESTION, SCHEMA)
        assert len(server.asked) == answered


def test_tokens_that_are_not_counted_are_estimated() -> None:
    """A server that does not count is taken to have used what it was allowed, and the figure says so."""
    with model_server(saying(completion("{}", used=None))) as server:
        asked, _, _ = chat(server.address)
        asked.ask(QUESTION, SCHEMA)
    assert asked.budget.spent.estimated
    assert asked.budget.spent.answered == 1000


@pytest.mark.parametrize(
    "url",
    [
        "",
        "api.example.com/v1",
        "ftp://x/v1",
        "http://",
        "http://x/v1?a=b",
        "https://me:secret@x/v1",
        "http://[",
    ],
)
def test_bases_that_are_no_address(url: str) -> None:
    """Anything but a plain http address is refused, and never repeated."""
    with pytest.raises(BadInput, match="--base-url") as caught:
        chat_address(url)
    assert "secret" not in caught.value.message


def test_bases() -> None:
    """The path of the question is added once."""
    assert chat_address("https://x.example/v1/") == "https://x.example/v1/chat/completions"
    assert chat_address("https://x.example/v1/chat/completions") == "https://x.example/v1/chat/completions"
