from typing import Optional

from pydantic import BaseModel

from tests.knowledge.form import Prose

ID = "6609399ffed1caff"
PROSE = Prose(
    documentation="Pydantic thinks that this field can be nothing but None. Hardly anybody means that: the type in the annotation was lost.",
    trigger="Validating any value for a field whose type is None.",
    situations=(
        "A field named like its type, with a default: in `date: Optional[date] = None` the second `date` is already the "
        "None; a TypeVar or variable that was None when the class was made."
    ),
    solutions=(
        "Field and type have one name: import the module, `import datetime`, and write `date: datetime.date | None = None`.",
        "Or import the type under another name: `from datetime import date as Date`.",
        "Look at `Model.model_fields['name'].annotation`: it shows what Pydantic got; correct what it comes from.",
    ),
    prevention=("Import `datetime` as a module in files that define models.",),
    tags=("pydantic", "validation", "annotations", "datetime", "names"),
    strategy="validation",
    background="wrong-type",
    message="Input should be None [type=none_required, input_value={input_value}, input_type={input_type}]",
    place="pydantic-core/src/errors/types.rs:536 ErrorType::message_template_python ValidationError none_required",
)


def before():
    from datetime import date

    class Invoice(BaseModel):
        date: Optional[date] = None

    Invoice(date="2026-11-30")


def after():
    import datetime

    class Invoice(BaseModel):
        date: datetime.date | None = None

    Invoice(date="2026-11-30")
