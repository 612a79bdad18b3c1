from tests.knowledge.form import Prose

ID = "43d2be31e3f7ee23"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The model's repository defines its configuration in Python code of its own, and such code is not run unless you allow it. Allowing it means to run whatever is in that repository, with your rights."
    ),
    trigger="Transformers asks for permission to run the repository's configuration code, and `trust_remote_code` is off.",
    situations="A model with `auto_map` in its `config.json`; a model that Transformers has learned meanwhile, with an older Transformers installed.",
    solutions=(
        "You trust the publisher: add `--trust-remote-code` (`trust_remote_code=True` for `LLM`). Pin what you looked at with `--revision` and `--code-revision`.",
        "The model is a well-known one: a newer Transformers may have it built in; upgrade vLLM, and no foreign code is needed.",
        "You cannot trust it: look for a conversion of the model that needs no code, or run it in a container without network and secrets.",
    ),
    tags=("vllm", "trust-remote-code", "model-loading", "transformers"),
    strategy="configuration",
    site="vllm/transformers_utils/config.py HFConfigParser.parse",
)
FIX = """# before
vllm serve org/model-with-own-code
# after
vllm serve org/model-with-own-code --trust-remote-code --revision 4f2a9c1 --code-revision 4f2a9c1"""
