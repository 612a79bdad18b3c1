"""Names in fixes: what is looked up, what is let alone, and what is said of a name that the source does not have."""

from __future__ import annotations

from typing import Any

import pytest

from app.domain.prose_names import Unknown, concerns, name_findings, unknown_names
from app.domain.records import Envelope
from app.domain.vocabulary import Vocabulary

STANDARD = frozenset({"getenv", "add_argument", "read_text", "sub_test"})
ROCKETS = Vocabulary(
    labels=("rockets 1.2",),
    packages=frozenset({"rockets"}),
    programs=frozenset({"rockets"}),
    words=frozenset(
        [
            "rockets",
            "launch",
            "Rocket",
            "fill_tank",
            "size",
            "fuel",
            "plan_route",
            "stages",
            "Plan",
            "order",
            "tank",
            "litres",
            "ROCKETS_MODE",
            "Engine",
            "crew",
            "session",
        ]
    ),
    flags=frozenset({"--tank-size", "--dry-launch", "--crew-size"}),
    declared=frozenset({"--tank-size", "--dry-launch"}),
    families=frozenset({"ROCKETS_"}),
    bases={"Rocket": frozenset(), "Plan": frozenset({"Rocket"}), "Engine": frozenset({"Motor"})},
    functions=frozenset({"plan_route"}),
    homes=dict.fromkeys(["Rocket", "Plan", "Engine", "plan_route"], frozenset({"rockets"})),
    imported=frozenset({"numpy", "os"}),
)


def an_envelope(**fields: Any) -> Envelope:
    """A record of the rockets."""
    record = {
        "id": "0" * 16,
        "repo": "acme/rockets",
        "slug": "tank",
        "errorMessage": "tank of {size} litres cannot take {load_weight}",
        "errorClass": "TankError",
        "filePath": "src/rockets/launch.py",
        "lineNumber": 10,
        "documentation": "Set `--no-such-flag`.",
        **fields,
    }
    return Envelope.model_validate({"record": record, "errdex": {"source": "rockets 1.2"}})


def names(**fields: Any) -> list[str]:
    """The unknown names of a record."""
    return [one.name for one in unknown_names(an_envelope(**fields).record, ROCKETS, STANDARD)]


FOUND = {
    "flag in a sentence": ("Set --tank-volume to 8.", ["--tank-volume"]),
    "flag between backticks": ("Set `--tank-volume 8`.", ["--tank-volume"]),
    "flag in a sentence that makes": ("Make sure that Python gets --tank-volume.", ["--tank-volume"]),
    "flag of its command": ("`python -m rockets.launch --volume 8`", ["--volume"]),
    "flag of its program": ("`rockets --volume=8`", ["--volume"]),
    "flag after variables": ("`ROCKETS_MODE=calm rockets --volume 8`", ["--volume"]),
    "variable": ("Set ROCKETS_WEATHER=calm.", ["ROCKETS_WEATHER"]),
    "variable between backticks": ("Set `ROCKETS_WEATHER` to `calm`.", ["ROCKETS_WEATHER"]),
    "dotted name": ("Call rockets.launch.countdown() first.", ["rockets.launch.countdown"]),
    "import": ("Use `from rockets.launch import Shuttle`.", ["rockets.launch.Shuttle"]),
    "module": ("Use `import rockets.orbit`.", ["rockets.orbit"]),
    "method of a class": ("Call `Rocket.drain()`.", ["Rocket.drain"]),
    "method of a subclass": ("Call `Plan.drain()`.", ["Plan.drain"]),
    "method of something": ("Call `tank.drain_all()`.", ["tank.drain_all"]),
    "method without backticks": ("Call session.drain_all() first", ["session.drain_all"]),
    "function nearly so called": ("Call `plan_routes(stages)`.", ["plan_routes"]),
    "keyword": ("Write `Rocket(barrels=4)`.", ["Rocket(barrels=)"]),
    "two": ("Set --tank-volume and --tank-volumes.", ["--tank-volume", "--tank-volumes"]),
}


@pytest.mark.parametrize(("text", "found"), FOUND.values(), ids=FOUND)
def test_names_that_the_source_does_not_have(text: str, found: list[str]) -> None:
    """They are found in solutions and tips alike."""
    assert names(solutions=[text]) == found
    assert names(preventionTips=[text]) == found


LET_ALONE = [
    "Set --tank-size to 8, or --dry-launch, or --no-dry-launch.",
    "Set `--tank_size 8`.",
    "Set --crew-size.",
    "Start it with `--host 0.0.0.0`.",
    "Run `pip install --upgrade-strategy eager rockets`.",
    "Run pip with --upgrade-strategy eager.",
    "Behind uvicorn: `--proxy-headers`, `--forwarded-allow-ips`.",
    "Run `git log --all-match`.",
    "Run `python train.py --tank-volume 3`.",
    "Set PYTHONPATH and CUDA_VISIBLE_DEVICES.",
    "Set ROCKETS_MODE=calm.",
    "Set ROCKETS_TANK, which is made of a prefix and a field.",
    "Call `rockets.launch.Rocket.fill_tank()`.",
    "Read rockets.io or docs/rockets.toml.",
    "Call `Engine.ignite_now()`, which is of another package's class.",
    "Call `numpy.all_close_to()`.",
    "Call `os.get_terminal_name()`.",
    "Call `create_app()` in your own code, or `plan_party()`.",
    "Write `date.toISOString()`, or `tank.drain()`.",
    "Call `yours.do_the_thing()`.",
    "Call `''.join(names)` and `path.read_text()`.",
    "Read `load_weight()` of the message.",
    "Catch `TankError`.",
    "Give option(s), key=value, `x = 1`, and {braces}.",
    "Write `Rocket(size=4, fuel=2)` or `Rocket(**options)`.",
    "Broken `code ( here`.",
    "`" * 7,
]


@pytest.mark.parametrize("text", LET_ALONE)
def test_names_that_are_let_alone(text: str) -> None:
    """Those of the source, of the language, of other packages, of the reader."""
    assert names(solutions=[text]) == []


CODE_FOUND = {
    "import": ("from rockets import Shuttle", ["rockets.Shuttle"]),
    "alias": ("import rockets.launch as r\nr.countdown()", ["rockets.launch.countdown"]),
    "attribute of an import": (
        "from rockets.launch import Rocket\nRocket.drain(4)",
        ["rockets.launch.Rocket.drain"],
    ),
    "attribute of what it made": ("rocket = Rocket(4)\nrocket.drain()", ["Rocket.drain"]),
    "method of what a block opens": (
        "with Rocket(4) as open_one:\n    open_one.drain_all()",
        ["Rocket.drain_all"],
    ),
    "method of what a call returns": ("plan_route(stages).drain_all()", ["….drain_all"]),
    "keyword": ("from rockets.launch import plan_route\nplan_route(barrels=3)", ["plan_route(barrels=)"]),
    "variable": ("import os\nos.environ['ROCKETS_WEATHER'] = 'calm'", ["ROCKETS_WEATHER"]),
    "shell": ("export ROCKETS_WEATHER=calm\nrockets --tank-volume 3", ["--tank-volume", "ROCKETS_WEATHER"]),
}


@pytest.mark.parametrize(("code", "found"), CODE_FOUND.values(), ids=CODE_FOUND)
@pytest.mark.parametrize("field", ["validationCode", "exampleFix"])
def test_names_in_code(field: str, code: str, found: list[str]) -> None:
    """Code is looked through by its syntax."""
    assert names(**{field: code}) == found


CODE_LET_ALONE = [
    "# before\nRocket.drain()\nrockets --tank-volume 3",
    "# before\nfrom rockets import Shuttle\n# after\nfrom rockets import Rocket",
    "class Rocket:\n    def drain(self): ...\nRocket().drain()",
    "parser.add_argument('--tank-volume')",
    "def check_all_tanks(): ...\ncheck_all_tanks()\nmine.check_all_tanks()",
    "from shop import orders\norders.find_all_open()",
    "from shop import Shop\nshop = Shop()\nshop.find_all_open()",
    "prepare_everything()",
    "try:\n    x()\nexcept ValueError:\n    pass",
    "except ValueError:\n    pass",
    "this is ( no code --x",
    "python train.py --tank-volume 3",
    "x.y.z[0](1)(2).a",
]


@pytest.mark.parametrize("code", CODE_LET_ALONE)
def test_code_that_is_let_alone(code: str) -> None:
    """Code before the fix, what the reader defines, what other packages have."""
    assert names(exampleFix=code) == []


def test_each_name_once_with_the_nearest() -> None:
    """A finding names the field and what may be meant; a name that is repeated is one finding."""
    record = an_envelope(solutions=["--tank-sizes", "--tank-sizes and --tank-sizes"]).record
    assert unknown_names(record, ROCKETS, STANDARD) == [
        Unknown("solutions[0]", "--tank-sizes", "flag", "--tank-size"),
        Unknown("solutions[1]", "--tank-sizes", "flag", "--tank-size"),
    ]


def test_a_program_is_not_foreign_to_itself() -> None:
    """What suppresses a flag of another program's sentence does not in the program's own."""
    celery = Vocabulary(
        packages=frozenset({"celery"}),
        programs=frozenset({"celery"}),
        flags=frozenset({"--pool-size"}),
        declared=frozenset({"--pool-size"}),
    )
    record = an_envelope(
        solutions=["Start celery with --pool-sizes 3", "Start docker with --pool-sizes"]
    ).record
    assert [one.field for one in unknown_names(record, celery)] == ["solutions[0]"]


def test_packages_without_flags_have_none_to_miss() -> None:
    """A library without a command line is no measure for flags."""
    record = an_envelope(solutions=["Set --tank-volume"]).record
    assert unknown_names(record, Vocabulary(packages=frozenset({"rockets"}))) == []


def test_findings_are_faults_in_words() -> None:
    """Source, name, and what to do."""
    envelope = an_envelope(solutions=["Set --tank-sizes 4", "Set --quite-other"])
    found = [str(one) for one in name_findings(envelope, ROCKETS, STANDARD, "f.json", None, "record")]
    unknown = "names a flag that does not occur in the source of rockets 1.2."
    assert found == [
        f'f.json, id {"0" * 16}: solutions[0] is "--tank-sizes": {unknown} Correct it: the nearest name there is --tank-size.',
        f'f.json, id {"0" * 16}: solutions[1] is "--quite-other": {unknown} Name one that is there, or leave it out.',
    ]


def test_only_records_of_the_packages_are_concerned() -> None:
    """By the package in the path, or by the distribution that was read."""
    assert concerns(an_envelope(), ROCKETS)
    assert concerns(an_envelope(filePath="elsewhere/x.py"), ROCKETS)
    other = Vocabulary(packages=frozenset({"boats"}), programs=frozenset({"boats"}))
    assert not concerns(an_envelope(), other)


def test_several_packages_are_one_source() -> None:
    """A class is known where its base is in another package that is looked up too."""
    motors = Vocabulary(
        labels=("motors 2",),
        packages=frozenset({"motors"}),
        words=frozenset({"Motor", "ignite_now"}),
        bases={"Motor": frozenset({"object"})},
        homes={"Motor": frozenset({"motors"})},
        imported=frozenset({"rockets"}),
    )
    both = Vocabulary.joined([ROCKETS, motors])
    assert both.label == "rockets 1.2 and motors 2"
    assert "Engine" not in ROCKETS.closed
    assert "Engine" in both.closed
    assert both.imported == {"numpy", "os"}
    record = an_envelope(solutions=["Call `Engine.ignite_now()`, then `Engine.halt()`."]).record
    assert [one.name for one in unknown_names(record, both)] == ["Engine.halt"]
    of_the_other = an_envelope(solutions=["Call `Motor.halt()`, or `Motor(rate=3)`."]).record
    assert unknown_names(of_the_other, both) == []
    assert Vocabulary.joined([both, motors]).label == "these 3 packages"
