from pydantic import BaseModel, Field

from tests.knowledge.form import Prose

ID = "444cddb45b3c284a"
PROSE = Prose(
    documentation=(
        "A name with a leading underscore is private in Pydantic: it is neither validated nor part of the data. Giving "
        "it a `Field()` contradicts that, so the class is refused."
    ),
    trigger="A model attribute such as `_id` whose value is `Field(...)`.",
    situations="MongoDB documents, whose key is `_id`; Elasticsearch hits with `_source`; JSON that was not named by you.",
    solutions=(
        (
            "The data has the underscore: name the field without it and give the other name as alias: "
            "`id: str = Field(alias='_id')`. Write it out again with `model_dump(by_alias=True)`."
        ),
        "It really is private: use `PrivateAttr()`: `_cache: dict = PrivateAttr(default_factory=dict)`.",
    ),
    prevention=(
        "Set `validate_by_name=True` in the config if callers should also be able to use the Python name.",
    ),
    tags=("pydantic", "alias", "mongodb", "private-attributes", "fields"),
    strategy="configuration",
    background="invalid-argument-value",
)


def before():
    class Document(BaseModel):
        _id: str = Field()


def after():
    class Document(BaseModel):
        id: str = Field(alias="_id")

    Document.model_validate({"_id": "65f0"})
