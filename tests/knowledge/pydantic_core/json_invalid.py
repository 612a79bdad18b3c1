from pydantic import BaseModel

from tests.knowledge.form import Prose

ID = "14256b0b089db85c"
PROSE = Prose(
    documentation="The text that should be JSON is none. The message says what the parser met, and at which line and column.",
    trigger="`model_validate_json(text)` or a `Json[...]` field with a text that does not parse.",
    situations=(
        "`str(some_dict)`, which has single quotes and None; an empty answer; an HTML error page; JSON inside a Markdown "
        "fence, as language models write it; a text that was cut off."
    ),
    solutions=(
        "Look at `input_value`. Single quotes or None: the text came from `str()`; make it with `json.dumps`, or pass the dict to `model_validate`.",
        "Empty, or HTML: check the status of the answer before you parse it.",
        "Fenced by three backquotes: cut the fence off, or ask the model for structured output.",
        "It ends early ('EOF while parsing'): the answer was cut; raise the token or size limit.",
    ),
    prevention=("Keep the raw text of answers that do not parse, so that you can look at them.",),
    tags=("pydantic", "json", "parsing", "llm-output"),
    strategy="try-catch",
    background="parse-failure",
    message="Invalid JSON: {error} [type=json_invalid, input_value={input_value}, input_type={input_type}]",
    place="pydantic-core/src/errors/types.rs:515 ErrorType::message_template_python ValidationError json_invalid",
)


def before():
    class Answer(BaseModel):
        score: float

    Answer.model_validate_json(str({"score": 0.5}))


def after():
    import json

    class Answer(BaseModel):
        score: float

    Answer.model_validate_json(json.dumps({"score": 0.5}))


def before_fenced():
    class Answer(BaseModel):
        score: float

    Answer.model_validate_json('```json\n{"score": 0.5}\n```')


def after_fenced():
    class Answer(BaseModel):
        score: float

    text = '```json\n{"score": 0.5}\n```'
    Answer.model_validate_json(text[text.index("{") : text.rindex("}") + 1])
