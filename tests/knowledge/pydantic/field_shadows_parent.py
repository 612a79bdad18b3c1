from pydantic import BaseModel

from tests.knowledge.form import Prose

ID = "711f2c81fbc0b076"
PROSE = Prose(
    documentation=(
        "A field has the name of something that the parent class already has, most often a method of `BaseModel` such as "
        "`copy`, `json` or `schema`. The field wins, and code that calls the method breaks."
    ),
    trigger="Defining a model with a field that is named like an attribute or method of a parent that is no field itself.",
    situations="Fields called `schema`, `json`, `copy`, `validate` or `construct` in models of other people's JSON.",
    solutions=(
        "Rename the field and keep the outer name as alias: `schema_: str = Field(alias='schema')`.",
        "The parent is yours: rename one of the two.",
        "It is meant so and nobody calls the method: silence this warning with `warnings.filterwarnings` for that module.",
    ),
    tags=("pydantic", "warnings", "fields", "inheritance", "names"),
    strategy="configuration",
    background="duplicate-name",
    site="pydantic/_internal/_fields.py collect_model_fields",
)


def before():
    class Table(BaseModel):
        schema: str


def after():
    from pydantic import Field

    class Table(BaseModel):
        schema_: str = Field(alias="schema")

    Table(schema="public")
