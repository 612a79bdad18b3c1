from tests.knowledge.form import Prose

ID = "07979c8fd7d38ea3"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="None of the model classes that were to be tried is one that the server could import. The message lists those it has; a class whose file failed to import is not among them.",
    trigger="The names left after the check against Transformers are not in the registry of models.",
    situations="A package that a model file needs is missing or of another version, so that the file was passed over at the start; `architectures` in config.json is empty, as after a conversion.",
    solutions=(
        'Search the log above for "Ignore import error when loading": it names the file and what is missing; install that in the version that sglang asks for.',
        "Look at `architectures` in config.json: put in the name of the model class where it is empty or misspelt.",
        "The model is newer than the release: upgrade sglang.",
    ),
    prevention=(
        "Install sglang into an environment of its own, so that nothing else pins its dependencies.",
    ),
    tags=("sglang", "model-loading", "architectures", "installation"),
    strategy="configuration",
    background="unsupported-feature-combination",
    site="srt/models/registry.py _ModelRegistry._raise_for_unsupported",
    message="are not supported for now",
)
FIX = """\
# before: config.json of a converted model
"architectures": []
# after
"architectures": ["Qwen3ForCausalLM"]
"""
