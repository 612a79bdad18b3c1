from tests.knowledge.form import Prose

ID = "75a273650ca4d981"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="An embedding was asked for, but the server runs the model as one that generates text. Which of the two it is, is settled when the server starts.",
    trigger="A request for embeddings, a score or a reward reaches a server whose model generates.",
    situations="`/v1/embeddings` of a chat model; an embedding model whose architecture is that of a language model, such as those made from Qwen; a reward model started without the option.",
    solutions=(
        "It is an embedding or reward model: start the server with `--is-embedding`.",
        "You want text and embeddings: run two servers; one serves only one of the two.",
        "It is a chat model: use a model made for embeddings; the hidden states of a chat model are poor ones.",
    ),
    prevention=("Send one request to `/v1/embeddings` as part of the start script.",),
    tags=("sglang", "embeddings", "requests", "launch-arguments"),
    strategy="configuration",
    background="unsupported-feature-combination",
    site="srt/managers/tokenizer_manager.py TokenizerManager._validate_one_request",
    message="does not appear to be an embedding model",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-Embedding-0.6B
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-Embedding-0.6B --is-embedding
"""
