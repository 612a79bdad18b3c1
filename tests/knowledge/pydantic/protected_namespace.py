from pydantic import BaseModel, ConfigDict

from tests.knowledge.form import Prose

ID = "ba9a88fd8053ff67"
PROSE = Prose(
    documentation=(
        "Pydantic warns of fields that could clash with its own methods. The field works; only a later "
        "release that adds a method of that name would be in its way."
    ),
    trigger="Defining a model with a field whose name starts like one of Pydantic's `model_...` methods for dumping and validating.",
    situations="Machine learning code, where `model_` prefixes are everywhere; since version 2.10 only `model_validate` and `model_dump` are protected, older ones warn of every `model_...`.",
    solutions=(
        "Keep the name and say so: `model_config = ConfigDict(protected_namespaces=())`.",
        "Rename the field and keep the outer name as alias.",
        "All names that start with `model_` trigger it: you have Pydantic before 2.10; upgrade.",
    ),
    tags=("pydantic", "protected-namespaces", "warnings", "fields"),
    strategy="configuration",
    background="duplicate-name",
    site="pydantic/_internal/_fields.py _check_protected_namespaces",
)


def before():
    class Export(BaseModel):
        model_dump_path: str


def after():
    class Export(BaseModel):
        model_config = ConfigDict(protected_namespaces=())

        model_dump_path: str
