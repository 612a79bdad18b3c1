from pydantic import BaseModel, Field

from tests.knowledge.form import Prose

ID = "17cef4b1e9c3a01c"
PROSE = Prose(
    documentation="The argument of `Field()` that holds a regular expression is called `pattern` since Pydantic 2.",
    trigger="`Field(regex=...)` with Pydantic 2.",
    situations=(
        "Code for Pydantic 1 after an upgrade. In FastAPI `Query(regex=...)` still works and only warns, which hides "
        "the same need there."
    ),
    solutions=(
        "Write `Field(pattern=...)`. The pattern is run by a Rust engine: it has no look-ahead and no back-references.",
        "The expression needs look-around: set `model_config = ConfigDict(regex_engine='python-re')` as well.",
        "A pattern that was compiled before: annotate `Annotated[str, Field(pattern=...)]` with its text.",
    ),
    prevention=("Run the tests with `-W error::DeprecationWarning` before a major upgrade.",),
    tags=("pydantic", "pydantic-v2", "migration", "field", "regex"),
    strategy="configuration",
    background="deprecated-usage",
)


def before():
    class Account(BaseModel):
        iban: str = Field(regex=r"^[A-Z]{2}\d+$")


def after():
    class Account(BaseModel):
        iban: str = Field(pattern=r"^[A-Z]{2}\d+$")

    Account(iban="DE02")
