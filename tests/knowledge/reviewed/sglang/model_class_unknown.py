from tests.knowledge.form import Prose

ID = "1070ea9a83529b59"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The server has no implementation of this model, the installed Transformers has none either, and the checkpoint brings no code of its own that could be used.",
    trigger="The class in `architectures` is neither in the registry of the server nor in Transformers, and `auto_map` in config.json has no `AutoModel`.",
    situations="A model that came out after the release; a model for another engine; a file of the server that failed to import, so that its class is missing.",
    solutions=(
        "The model is new: upgrade sglang, which brings the Transformers it was tested with.",
        'The server should know the class: search the log for "Ignore import error when loading", and install what is missing.',
        "The checkpoint has code of its own: start with `--trust-remote-code`, and see that `auto_map` in config.json names an `AutoModel`.",
        "It is a diffusion, speech or other kind of model: this server is for language models; use what its card names.",
    ),
    prevention=("Look the model up in the list of supported ones of the release before downloading it.",),
    tags=("sglang", "model-loading", "architectures", "transformers", "trust-remote-code"),
    strategy="configuration",
    background="unknown-name",
    site="srt/model_loader/utils.py resolve_transformers_arch",
    message="(only relevant if the model is meant to be in Transformers)",
)
FIX = """\
# before
python -m sglang.launch_server --model-path org/new-model
# after
pip install -U sglang
python -m sglang.launch_server --model-path org/new-model
"""
