"""A traceback built round each seed is answered by that record, whole, with its captures filled."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.config import Settings
from app.domain.answer import Tier
from app.domain.identity import module_path
from app.domain.records import Envelope, Record
from app.domain.templates import Interpolation, parse_template
from app.services.wiring import Services, build
from tests.seeds import SEEDS, seeds

RECORDS = [Envelope.model_validate_json(one.read()).record for one in seeds()]
DRESSINGS = {
    "plain": "{}",
    "rank": "[rank0]: {}",
    "compose": "engine-1  | {}",
    "process": "(EngineCore_DP0 pid=77) ERROR 02-03 04:05:06 [core.py:99] {}",
    "colours": "\x1b[31m{}\x1b[0m",
    "carriage returns": "{}\r",
}


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """The services with the seeds."""
    path = tmp_path_factory.mktemp("seeds") / "errdex.db"
    built = build(Settings(_env_file=None, database_url=f"sqlite:///{path}"))
    built.ingest.ingest(seeds())
    yield built
    built.close()


def test_there_are_five() -> None:
    """The five seeds are bundled."""
    assert len(RECORDS) == 5


@pytest.mark.parametrize(
    "root",
    [
        "/opt/v/lib/python3.11/site-packages/",
        "C:\\v\\Lib\\site-packages\\",
        "/usr/lib/python3/dist-packages/",
    ],
)
@pytest.mark.parametrize("dressing", DRESSINGS)
@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.slug[:24])
def test_built_traceback(services: Services, record: Record, dressing: str, root: str) -> None:
    """Class, file and filled wildcards lead back to the record, however the lines are dressed."""
    values = {}
    message = ""
    for part in parse_template(record.error_message or ""):
        if isinstance(part, Interpolation):
            values[part.name] = f"v{len(values)} of 7"
            message += values[part.name]
        else:
            message += part
    file = root + module_path(record.file_path).replace("/", "\\" if "\\" in root else "/")
    lines = [
        "Traceback (most recent call last):",
        '  File "/srv/start.py", line 3, in <module>',
        "    main()",
        f'  File "{file}", line {record.line_number}, in setup',
        f"    raise {record.error_class}(",
        f"{record.error_class}: {message}",
    ]
    answer = services.match.match("\n".join(DRESSINGS[dressing].format(line) for line in lines))
    best = answer.best_match()
    assert best is not None
    assert (best.id, best.tier, best.captures) == (record.id, Tier.EXACT, values)
    assert (len(answer.events), answer.events[0].package) == (1, "sglang")


def test_the_tracebacks_also_come_in_json(services: Services) -> None:
    """Each record's message in a JSON log line is answered too."""
    for record in RECORDS:
        line = json.dumps({"level": "error", "error": f"{record.error_class}: {record.error_message}"})
        best = services.match.match(line).best
        assert best is not None
        assert best.id == record.id


def test_the_records_stand_in_their_repository_folder() -> None:
    """One envelope a file, in a folder for the repository."""
    folder = Path(__file__).parents[2] / "data" / "records" / "sgl-project__sglang"
    assert {path.parent for path in SEEDS} == {folder}
