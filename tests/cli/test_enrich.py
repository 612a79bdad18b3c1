"""`errdex enrich` and `export --missing-prose`: a package is learned, and a model on loopback explains its errors."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from app.cli import app
from tests.extract.making import make_wheel, write
from tests.model_server import Answer, Asked, ModelServer, completion, model_server, stream_of

LAUNCH = '''\
"""Launches rockets."""
import argparse
import os

parser = argparse.ArgumentParser()
parser.add_argument("--tank-size", type=int, default=4)
parser.add_argument("--dry-launch", action="store_true")
MODE = os.environ.get("ROCKETS_MODE", "calm")


class Rocket:
    """One rocket."""

    def __init__(self, size):
        self.size = size

    def fill_tank(self, fuel):
        """Fill it.

        Raises:
            ValueError: the fuel is more than the tank takes.
        """
        if fuel > self.size:
            raise ValueError(f"tank of {self.size} litres cannot take {fuel} litres")

    def launch(self):
        """Start."""
        if MODE == "storm":
            raise RuntimeError("rockets stay on the ground in a storm")


def plan_route(stages):
    """Plan it."""
    if not stages:
        raise LookupError("a route needs one stage at least")
'''
METADATA = """\
Metadata-Version: 2.4
Name: rockets
Version: 1.2
License-Expression: MIT
Project-URL: Source, https://github.com/acme/rockets/
"""
REPO = "acme/rockets"
TITLES = ["a route needs", "rockets stay", "tank of"]
GOOD = {
    "documentation": "The check before the start found something that the rocket cannot do.",
    "triggerScenarios": None,
    "commonSituations": "A plan that was made for a larger rocket.",
    "solutions": ["Choose a larger tank with `--tank-size 8`", "Call `Rocket.fill_tank()` with less fuel"],
    "exampleFix": "# before\nRocket(4).fill_tank(8)\n# after\nRocket(8).fill_tank(8)",
    "handlingStrategy": "validation",
    "validationCode": "if fuel > rocket.size:\n    raise SystemExit('too much fuel')",
    "typeGuard": None,
    "tryCatchPattern": "try:\n    rocket.fill_tank(fuel)\nexcept ValueError:\n    rocket.fill_tank(rocket.size)",
    "preventionTips": ["Compare fuel and size before"],
}


def answering(**fields: Any) -> Callable[[Asked], Answer]:
    """A model that gives the good answer with other fields, for whichever record it is asked about."""
    return lambda asked: completion(json.dumps({"id": asked.about["id"], **GOOD, **fields}))


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel of the rockets, and a database that has learned it."""
    folder = tmp_path_factory.mktemp("rockets")
    files = {"rockets/launch.py": LAUNCH, "rockets/__init__.py": ""}
    wheel = make_wheel(folder, files, metadata=METADATA, name="rockets-1.2-py3-none-any.whl")
    ran = CliRunner().invoke(app, ["--database", f"sqlite:///{folder / 'rockets.db'}", "learn", str(wheel)])
    assert ran.exit_code == 0, ran.output
    return folder


@pytest.fixture
def url(learned: Path, tmp_path: Path) -> str:
    """Address of a database of this test, with the rockets."""
    shutil.copy(learned / "rockets.db", tmp_path / "rockets.db")
    return f"sqlite:///{tmp_path / 'rockets.db'}"


@pytest.fixture
def model() -> Iterator[ModelServer]:
    """A model that answers well."""
    with model_server(answering()) as server:
        yield server


@pytest.fixture
def run(url: str, tmp_path: Path) -> Callable[..., Result]:
    """Runs a command on that database, with a cache folder of its own."""

    def ran(*arguments: str) -> Result:
        kept = ["--cache", str(tmp_path / "answers")] if arguments[0] == "enrich" else []
        return CliRunner().invoke(app, ["--database", url, *arguments, *kept])

    return ran


def asking(model: ModelServer, *more: str) -> list[str]:
    """The command line that asks about the rockets, with the source of their wheel at hand."""
    return ["enrich", "--base-url", model.address, "--model", "small", "--repo", REPO, *more]


@pytest.fixture
def against(learned: Path) -> list[str]:
    """The option that names the source."""
    return ["--against", str(learned / "rockets-1.2-py3-none-any.whl")]


def records(run: Callable[..., Result]) -> list[dict[str, Any]]:
    """All records with their extensions, by title."""
    listed = json.loads(run("search", "--repo", REPO, "--json").stdout)["items"]
    shown = [json.loads(run("show", "--json", one["id"]).stdout) for one in listed]
    return sorted(shown, key=lambda one: one["record"]["errorMessage"])


def test_export_gives_what_is_needed(run: Callable[..., Result]) -> None:
    """Each line has the facts of a record, its source, the names in its message, and the shapes of what lacks."""
    ran = run("export", "--missing-prose")
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    assert ran.exit_code == 0
    assert sorted(line["title"].split()[0] for line in lines) == ["a", "rockets", "tank"]
    tank = next(line for line in lines if line["title"].startswith("tank"))
    assert tank["captures"] == ["self.size", "fuel"]
    assert tank["conditions"] == ["fuel > self.size"]
    assert tank["docstring"] == "the fuel is more than the tank takes."
    assert tank["source"] == "rockets 1.2"
    assert tank["function"] == "Rocket.fill_tank"
    assert "if fuel > self.size:" in tank["sourceCode"]
    assert {one["title"].split()[0] for one in tank["related"]} <= {"a", "rockets"}
    assert tank["related"]
    assert tank["wanted"]["solutions"]["type"] == "array"
    assert tank["known"].keys() == {"triggerScenarios"}
    assert "triggerScenarios" not in tank["wanted"]


def test_what_was_written_for_an_export_comes_back_by_id(run: Callable[..., Result], tmp_path: Path) -> None:
    """Partial records with generated prose fill a record in, and leave its facts."""
    todo = tmp_path / "todo.jsonl"
    assert run("export", "--missing-prose", "--limit", "1", "-o", str(todo)).exit_code == 0
    (line,) = todo.read_text().splitlines()
    about = json.loads(line)
    partial = {
        "record": {"id": about["id"], "documentation": "It means this.", "solutions": ["Do that."]},
        "errdex": {"provenance": {"kind": "generated"}},
    }
    done = write(tmp_path, {"done.jsonl": json.dumps(partial)}) / "done.jsonl"
    assert run("ingest", str(done)).exit_code == 0
    shown = json.loads(run("show", "--json", about["id"]).stdout)
    assert shown["record"]["documentation"] == "It means this."
    assert shown["record"]["errorMessage"] == about["errorMessage"]
    assert shown["errdex"]["provenance"] == {"kind": "generated", "verified": []}
    left = run("export", "--missing-prose").stdout.splitlines()
    assert about["id"] not in {json.loads(one)["id"] for one in left}
    assert len(left) == 2


def test_export_says_when_there_is_nothing(run: Callable[..., Result]) -> None:
    """No line is exit code 1, and an export of nothing in particular is wrong usage."""
    ran = run("export", "--missing-prose", "--repo", "acme/other")
    assert (ran.exit_code, ran.stdout) == (1, "")
    assert "No record lacks prose" in ran.stderr
    assert run("export").exit_code == 2
    assert run("export", "--missing-prose", "f" * 16).exit_code == 1


def test_a_round_trip(run: Callable[..., Result], model: ModelServer, against: list[str]) -> None:
    """Prose is asked for, checked, stored as generated by that model, and shown; a second run sends nothing."""
    ran = run(*asking(model, *against, "--concurrency", "3"))
    assert ran.exit_code == 0, ran.output
    assert ran.stdout.count("written ") == 3
    assert "Asking small at 127.0.0.1 about 3 records: 3 first questions" in ran.stderr
    assert (
        "3 written, 0 refused, 0 failed, 0 left. Sent 3 requests: 300 tokens sent, 150 answered."
        in ran.stderr
    )
    assert len(model.asked) == 3
    for shown in records(run):
        assert shown["errdex"]["provenance"] == {"kind": "generated", "verified": [], "model": "small"}
        assert shown["record"]["solutions"] == GOOD["solutions"]
        assert shown["record"]["triggerScenarios"] not in (None, GOOD["triggerScenarios"])
        assert shown["record"]["typeGuard"] is None
    again = run(*asking(model, *against))
    assert again.exit_code == 1
    assert "No record of these lacks prose" in again.stderr
    assert len(model.asked) == 3


def test_what_is_sent(run: Callable[..., Result], model: ModelServer) -> None:
    """The question holds the description that export gives, and a schema with the id and exactly the wanted fields."""
    run(*asking(model))
    exported = {one["id"]: one for one in (request.about for request in model.asked)}
    assert len(exported) == 3
    request = model.asked[0]
    schema = request.body["response_format"]["json_schema"]["schema"]
    assert schema["properties"]["id"] == {"type": "string", "enum": [request.about["id"]]}
    assert schema["required"] == ["id", *request.about["wanted"]]
    assert schema["additionalProperties"] is False
    assert "authorization" not in request.headers


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        (
            {"solutions": ["Set --tank-volume to 8"]},
            '--tank-volume": names a flag that does not occur in the source of rockets 1.2',
        ),
        ({"solutions": ["Set `ROCKETS_WEATHER=calm`"]}, '"ROCKETS_WEATHER": names a variable'),
        ({"solutions": ["Call `rocket.drain_tank()` first"]}, "drain_tank"),
        ({"solutions": ["Call `Rocket.drain()` first"]}, '"Rocket.drain": names a function or attribute'),
        (
            {"validationCode": "from rockets.launch import Shuttle\nShuttle()"},
            '"rockets.launch.Shuttle": names an import',
        ),
        (
            {"exampleFix": "# before\nRocket(4)\n# after\nRocket(barrels=4)"},
            '"Rocket(barrels=)": names a keyword',
        ),
        ({"exampleFix": "# before\nx\n# after\nif x\n    y()"}, "does not parse"),
        ({"solutions": ["Set it to TODO"]}, "is a placeholder"),
        ({"solutions": ["Fix the error."]}, "is no solution"),
        ({"documentation": None}, "documentation is missing."),
        ({"documentation": "A tank\u202e."}, "the invisible character U+202E"),
        ({"documentation": "A tank\x1b[31m."}, "the invisible character U+001B"),
        ({"documentation": "A <b>tank</b>."}, "documentation has HTML, <b>"),
        ({"documentation": "A tank <script>alert(1)</script>"}, "documentation has HTML, <script>"),
        ({"documentation": 7}, "documentation must be a text."),
        ({"solutions": "Fill it"}, "solutions must be a list of texts."),
        ({"solutions": ["Fill it"] * 6}, "solutions has 6 items, and 5 are the most."),
        ({"documentation": "x" * 5000}, "documentation is longer than 4,000 characters."),
        ({"solutions": ["See https://github.com/acme/rockets/blob/main/x.py"]}, "leads to the branch main"),
        ({"id": "0" * 16}, '"id" must be'),
    ],
)
def test_what_does_not_pass_is_sent_back_once_and_refused(
    run: Callable[..., Result], against: list[str], fields: dict[str, Any], reason: str
) -> None:
    """The second question says what is wrong; after that the answer is refused with the reason, and nothing is stored."""
    with model_server(answering(**fields)) as model:
        ran = run(*asking(model, *against, "--limit", "1", "--json"))
        assert ran.exit_code == 3, ran.output
        (outcome,) = json.loads(ran.stdout)["outcomes"]
        assert outcome["status"] == "refused"
        assert any(reason in one for one in outcome["reasons"]), outcome["reasons"]
        assert [asked.tries for asked in model.asked] == [0, 1]
        assert reason.split('"', maxsplit=1)[0] in model.asked[1].body["messages"][3]["content"]
        assert all(one["record"]["documentation"] is None for one in records(run))
        again = run(*asking(model, *against, "--limit", "1", "--json"))
        assert json.loads(again.stdout)["outcomes"][0] == {**outcome, "asked": 0}
        assert len(model.asked) == 2


def test_what_was_wrong_is_corrected(run: Callable[..., Result], against: list[str]) -> None:
    """An answer that passes at the second try is stored."""

    def say(asked: Asked) -> Answer:
        return answering(**({} if asked.tries else {"solutions": ["Set --tank-volume to 8"]}))(asked)

    with model_server(say) as model:
        ran = run(*asking(model, *against))
        assert ran.exit_code == 0, ran.output
        assert len(model.asked) == 6
    assert all(one["record"]["solutions"] == GOOD["solutions"] for one in records(run))


def test_without_the_source_names_are_not_looked_up_and_that_is_said(run: Callable[..., Result]) -> None:
    """A release that is not on this machine is named, and is not fetched."""
    with model_server(answering(solutions=["Set --tank-volume to 8"])) as model:
        ran = run(*asking(model))
    assert ran.exit_code == 0, ran.output
    assert "names in answers are not looked up for rockets 1.2" in ran.stderr


FORMS: dict[str, Callable[[str], Answer]] = {
    "fenced": lambda text: completion(f"```json\n{text}\n```"),
    "with thoughts": lambda text: completion(f"<think>a tank, hm {{}}</think>\n{text}"),
    "with words around it": lambda text: completion(f"Here it is:\n{text}\nAnything else?"),
    "streamed": stream_of,
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_answers_of_plain_servers(run: Callable[..., Result], form: Callable[[str], Answer]) -> None:
    """A server that knows no structured output is told of once, and its answers are looked through."""

    def say(asked: Asked) -> Answer:
        if "response_format" in asked.body:
            return 400, b'{"error": {"message": "response_format is not supported"}}', {}
        return form(json.dumps({"id": asked.about["id"], **GOOD}))

    with model_server(say) as model:
        ran = run(*asking(model))
    assert ran.exit_code == 0, ran.output
    assert ran.stderr.count("asked for plain text from now on") == 1


@pytest.mark.parametrize("text", ["", "no", "[1]", '{"id": ', "null", '{"a": {"a": ' * 3000])
def test_answers_that_are_no_object(run: Callable[..., Result], text: str) -> None:
    """They are refused in words."""
    with model_server(lambda _asked: completion(text)) as model:
        ran = run(*asking(model, "--limit", "1"))
    assert ran.exit_code == 3
    assert "The answer is not one JSON object." in ran.stdout


def test_an_answer_that_was_cut(run: Callable[..., Result]) -> None:
    """An answer that ran into its limit is asked for again, shorter."""
    with model_server(lambda _asked: completion('{"id": ', finish="length")) as model:
        ran = run(*asking(model, "--limit", "1"))
        assert "be shorter" in model.asked[1].body["messages"][3]["content"]
    assert ran.exit_code == 3


def test_a_run_that_was_broken_off_goes_on(run: Callable[..., Result], model: ModelServer) -> None:
    """What a limit left over is asked about by the next run, and nothing twice."""
    first = run(*asking(model, "--max-requests", "2"))
    assert first.exit_code == 0, first.output
    assert "2 written, 0 refused, 0 failed, 1 left." in first.stderr
    assert "Stopped: 2 requests are sent (--max-requests)." in first.stderr
    second = run(*asking(model))
    assert "about 1 record:" in second.stderr
    assert "1 written" in second.stderr
    assert len({asked.about["id"] for asked in model.asked}) == len(model.asked) == 3


def test_an_answer_is_kept_where_only_the_second_try_was_left(run: Callable[..., Result]) -> None:
    """A limit between the two tries: the next run sends the correction, not the question."""
    with model_server(answering(solutions=["TODO"])) as model:
        first = run(*asking(model, "--limit", "1", "--max-requests", "1", "--json"))
        assert json.loads(first.stdout)["records"]["left"] == 1
        run(*asking(model, "--limit", "1"))
        assert [asked.tries for asked in model.asked] == [0, 1]


def test_other_facts_are_another_question(
    run: Callable[..., Result], model: ModelServer, tmp_path: Path
) -> None:
    """Answers are kept by model and question: another model is asked anew."""
    run(*asking(model, "--dry-run"))
    assert model.asked == []
    run("enrich", "--base-url", model.address, "--model", "large", "--repo", REPO, "--limit", "1")
    assert len(list((tmp_path / "answers").rglob("*.json"))) == 1
    planned = json.loads(run(*asking(model, "--dry-run", "--json")).stdout)["plan"]
    assert (planned["records"], planned["kept"]) == (2, 0)


def test_dry_run(run: Callable[..., Result], model: ModelServer) -> None:
    """It says what would be sent and what that costs at the most, and sends nothing."""
    ran = run(*asking(model, "--dry-run", "--price-in", "1", "--price-out", "2", "--max-usd", "5"))
    assert ran.exit_code == 0, ran.output
    assert len(ran.stdout.splitlines()) == 3
    assert "USD. Limits: 60 requests, 500,000 tokens, 5 USD." in ran.stderr
    assert "Nothing was sent." in ran.stderr
    questions = json.loads(run(*asking(model, "--dry-run", "--json")).stdout)["questions"]
    assert [one["role"] for one in questions[0]["messages"]] == ["system", "user"]
    assert model.asked == []


def test_money(run: Callable[..., Result], model: ModelServer) -> None:
    """Prices turn tokens into money, which has its limit too."""
    prices = ["--price-in", "10", "--price-out", "20"]
    ran = run(*asking(model, *prices))
    assert "0.0060 USD" in ran.stderr
    ran = run(*asking(model, "--max-usd", "0.0001", *prices))
    assert ran.exit_code == 1  # all are written


def test_written_prose_is_never_touched(run: Callable[..., Result], tmp_path: Path) -> None:
    """Somebody's prose is not asked about; where it comes while the model thinks, it stays, and the answer is refused."""
    first, second, _third = (one["record"]["id"] for one in records(run))

    def written(record_id: str) -> None:
        partial = {
            "record": {"id": record_id, "documentation": "Mine.", "solutions": ["Mine too."]},
            "errdex": {"provenance": {"kind": "written", "verified": []}},
        }
        assert (
            run("ingest", str(write(tmp_path, {"mine.json": json.dumps(partial)}) / "mine.json")).exit_code
            == 0
        )

    written(first)

    def say(asked: Asked) -> Answer:
        if asked.about["id"] == second:
            written(second)
        return answering()(asked)

    with model_server(say) as model:
        ran = run(*asking(model, "--json"))
        assert first not in {asked.about["id"] for asked in model.asked}
    outcomes = {one["id"]: one for one in json.loads(ran.stdout)["outcomes"]}
    assert outcomes[second]["status"] == "refused"
    assert "somebody has written prose" in outcomes[second]["reasons"][0]
    for shown in records(run)[:2]:
        assert shown["record"]["documentation"] == "Mine."
        assert shown["record"]["exampleFix"] is None
        assert shown["errdex"]["provenance"]["kind"] == "written"


def test_prose_of_unknown_hands_is_not_mixed(
    run: Callable[..., Result], model: ModelServer, url: str
) -> None:
    """Records that have prose already, as the bundled ones, are not asked about, also where they are named."""
    assert run("ingest").exit_code == 0
    ran = run("enrich", "--base-url", model.address, "--model", "small", "3defc1710d3da8d8")
    assert ran.exit_code == 1
    assert model.asked == []


def test_generated_prose_survives_learning_again(
    run: Callable[..., Result], model: ModelServer, tmp_path: Path
) -> None:
    """A newer release moves the site; the prose and its provenance stay."""
    run(*asking(model))
    newer = make_wheel(
        tmp_path,
        {"rockets/launch.py": "# a line more\n" + LAUNCH},
        metadata=METADATA.replace("1.2", "1.3"),
        name="rockets-1.3-py3-none-any.whl",
    )
    assert run("learn", str(newer)).exit_code == 0
    for shown in records(run):
        assert shown["errdex"]["source"] == "rockets 1.3"
        assert shown["errdex"]["provenance"] == {"kind": "generated", "verified": [], "model": "small"}
        assert shown["record"]["documentation"] == GOOD["documentation"]


def test_local_records_are_sent_only_where_they_are_named(
    run: Callable[..., Result], model: ModelServer, tmp_path: Path
) -> None:
    """Code from a folder is nobody else's: `--all` leaves it out."""
    mine = write(
        tmp_path / "mine",
        {"mine.py": "def f(x):\n    if x:\n        raise ValueError('mine is not yours')\n"},
    )
    assert run("learn", f"{mine}/").exit_code == 0
    asked = ["enrich", "--base-url", model.address, "--model", "small"]
    assert run(*asked, "--all").exit_code == 0
    assert {one.about["repo"] for one in model.asked} == {REPO}
    assert run(*asked, "--repo", "local/mine").exit_code == 0
    assert model.asked[-1].about["repo"] == "local/mine"


def test_the_key(run: Callable[..., Result], model: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes from the variable that is named, and is printed nowhere."""
    monkeypatch.setenv("ACME_KEY", "sk-very-secret")
    model.say = lambda _asked: (401, b'{"error": {"message": "bad key sk-very-secret"}}', {})
    ran = run(*asking(model, "--api-key-env", "ACME_KEY"))
    assert ran.exit_code == 4
    assert model.asked[0].headers["authorization"] == "Bearer sk-very-secret"
    assert "sk-very-secret" not in ran.output
    assert "Stopped: The server answered 401 (bad key …)." in ran.stderr
    assert len(model.asked) == 1


USAGE = {
    "no records": (["--model", "m"], "Name the records to send"),
    "all and some": (["--model", "m", "--all", "--repo", REPO], "--all is for every repository"),
    "money without prices": (["--model", "m", "--all", "--max-usd", "1"], "--price-in and --price-out"),
    "no key": (
        ["--model", "m", "--all", "--api-key-env", "NO_SUCH_KEY"],
        "'NO_SUCH_KEY' of --api-key-env is not set",
    ),
    "no target": (["--model", "m", "--all", "--against", "./nowhere/"], "--against ./nowhere/"),
    "no id": (["--model", "m", "nonsense"], "is no record id"),
}


@pytest.mark.parametrize(("arguments", "words"), USAGE.values(), ids=USAGE)
def test_wrong_usage(
    run: Callable[..., Result], model: ModelServer, arguments: list[str], words: str
) -> None:
    """It is said what is wrong before anything is sent."""
    ran = run("enrich", "--base-url", model.address, *arguments)
    assert ran.exit_code == 2
    assert words in ran.stderr
    assert model.asked == []


def test_a_cache_that_cannot_be_written(
    run: Callable[..., Result], model: ModelServer, tmp_path: Path
) -> None:
    """It is named, with what to do."""
    (tmp_path / "answers").write_text("a file")
    ran = run(*asking(model, "--limit", "1"))
    assert ran.exit_code == 2
    assert "Name another one with --cache" in ran.stderr


def test_check_looks_names_up_in_a_source(against: list[str], tmp_path: Path) -> None:
    """`check --against` reads a wheel, and warns of what the fixes of its records name in vain."""
    record = {
        "id": "0" * 16,
        "repo": REPO,
        "errorMessage": "a route needs one stage at least",
        "filePath": "rockets/launch.py",
        "lineNumber": 9,
        "solutions": ["Set --tank-volume to 8", "Set --tank-size to 8"],
    }
    path = write(tmp_path, {"r.json": json.dumps(record)}) / "r.json"
    ran = CliRunner().invoke(app, ["check", str(path), *against])
    assert ran.exit_code == 0, ran.output
    assert ran.stdout.count("does not occur in the source of rockets 1.2") == 1
    assert "Names in fixes were looked up for 1 of 1 records, in rockets 1.2." in ran.stderr
    wire = json.loads(CliRunner().invoke(app, ["check", str(path), *against, "--json"]).stdout)
    assert wire["lookedUp"] == 1
    assert CliRunner().invoke(app, ["check", str(path), *against, "--strict"]).exit_code == 3
    assert CliRunner().invoke(app, ["check", str(path), "--against", "./nowhere/"]).exit_code == 2
