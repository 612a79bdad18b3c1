from tests.knowledge.form import Prose

ID = "712ab3b971f3c5ff"
PROSE = Prose(
    documentation=(
        "The name was part of Pydantic 1 and has no successor under that name in version 2. The code, or a package "
        "that it uses, was written for Pydantic 1."
    ),
    trigger="Importing from `pydantic` one of the names that version 2 dropped, such as `PyObject`, `ConstrainedStr` or `ModelField`.",
    situations="An upgrade of FastAPI or another framework that brought Pydantic 2 along; an old plugin in a new environment.",
    solutions=(
        (
            "Look at the last file of the traceback that is not Pydantic's. Yours: replace the name: `PyObject` by "
            "`ImportString`, `ConstrainedStr` and its kin by `Annotated[str, StringConstraints(...)]`, `JsonWrapper` by "
            "`Json`, `Color` and payment cards by the package `pydantic-extra-types`."
        ),
        "The file belongs to another package: upgrade it to a release that supports Pydantic 2.",
        "There is no such release: install `pydantic<2` into this environment until there is one.",
        "Much code of your own: run `bump-pydantic` over it, which rewrites most of the renamed names.",
    ),
    prevention=("Give `pydantic` an upper bound in libraries that you publish.",),
    tags=("pydantic", "pydantic-v2", "migration", "imports"),
    strategy="configuration",
    background="version-mismatch",
)


def before():
    from pydantic import BaseModel, ConstrainedStr

    class Code(ConstrainedStr):
        min_length = 3

    class Coupon(BaseModel):
        code: Code


def after():
    from typing import Annotated

    from pydantic import BaseModel, StringConstraints

    class Coupon(BaseModel):
        code: Annotated[str, StringConstraints(min_length=3)]

    Coupon(code="SUMMER")
