from sqlmodel import Field, SQLModel

from tests.knowledge.form import Prose

ID = "cd142a179e01b1f0"
PROSE = Prose(
    documentation="A column has one type. A field may be one type or None, and this one may be two.",
    trigger="A class with `table=True` and a field such as `int | str`.",
    situations="An API model that became a table; ids that are numbers or texts.",
    solutions=(
        "Choose one type for the column; a text takes both.",
        "Only 'or nothing' was meant: `int | None`.",
        "Whatever it is: `value: Any = Field(sa_type=JSON)`.",
    ),
    tags=("sqlmodel", "columns", "union", "annotations"),
    strategy="configuration",
    background="wrong-type",
)


def before():
    class Setting(SQLModel, table=True):
        id: int | None = Field(default=None, primary_key=True)
        value: int | str


def after():
    class Setting(SQLModel, table=True):
        id: int | None = Field(default=None, primary_key=True)
        value: str
