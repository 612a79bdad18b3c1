from tests.knowledge.form import Prose

ID = "7dbeb0fec7100c67"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The grammar backend could not make a grammar of the JSON schema of a request. Only that request fails; the schema and the reason stand in the line.",
    trigger="XGrammar cannot read or compile the schema: it is no valid JSON, or uses something that XGrammar does not know.",
    situations="A schema made by a library that uses unusual keywords; a Python dictionary turned into text with `str()`, which has single quotes; references to other files.",
    solutions=(
        "The text has single quotes or None: make it with `json.dumps(schema)`, or `json.dumps(Model.model_json_schema())`.",
        "The reason names a keyword: leave it out or write it more simply; check the value after the answer instead.",
        "A `$ref` leads to another file: put the definition into `$defs` of the same schema.",
        "All keywords are needed: try `--grammar-backend llguidance`, which knows others.",
    ),
    prevention=("Send a new schema once by hand before you use it for many requests.",),
    tags=("sglang", "structured-output", "json-schema", "xgrammar", "requests"),
    strategy="validation",
    background="parse-failure",
    site="srt/constrained/xgrammar_backend.py XGrammarGrammarBackend.dispatch_json",
)
FIX = """\
# before
llm.generate("Hello", sampling_params={"json_schema": str(schema)})
# after
llm.generate("Hello", sampling_params={"json_schema": json.dumps(schema)})
"""
VALIDATION = """\
import json

json.loads(json_schema)
"""
