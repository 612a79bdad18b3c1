from pydantic import BaseModel, Field

from tests.knowledge.form import Prose

ID = "c0cc76268f1c0305"
PROSE = Prose(
    documentation=(
        "A field has the same name as the type in its annotation, and has a value. Inside the class body Python first "
        "gives the name its value and then looks up the annotation, so what Pydantic gets as the type is that value."
    ),
    trigger="`date: date = Field(...)` in a class body: field name and type are spelt alike, and there is a value.",
    situations="Fields called `date`, `time`, `datetime` or `Decimal` beside `from datetime import date`; enum members named like their enum.",
    solutions=(
        "Import the module and not the class: `import datetime`, then `date: datetime.date | None = None`.",
        "Import under another name: `from datetime import date as Date`.",
        "The default is None and no error came: `date: Optional[date] = None` then accepts nothing but None. The same cure helps.",
        "Rename the field and keep the outer name as alias: `day: date | None = Field(None, alias='date')`.",
    ),
    prevention=("Import `datetime` as a module in files that define models.",),
    tags=("pydantic", "annotations", "datetime", "fields", "names"),
    strategy="configuration",
    background="duplicate-name",
)


def before():
    from datetime import date

    class Invoice(BaseModel):
        date: date = Field(description="day of issue")


def after():
    import datetime

    class Invoice(BaseModel):
        date: datetime.date = Field(description="day of issue")

    Invoice(date="2026-11-30")
