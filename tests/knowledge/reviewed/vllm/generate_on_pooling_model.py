from tests.knowledge.form import Prose

ID = "0ef57d27a5deb286"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The engine was made for embeddings, scores or classes, and `generate` wants text. Either the model is not a generating one, or it was loaded to do the other."
    ),
    trigger="`LLM.generate` while the engine's runner is not `generate`.",
    situations='An embedding or reranking model in a script for text; `runner="pooling"` set for another use of the same model; a checkpoint whose architecture is a classifier.',
    solutions=(
        "You want vectors or scores: call `llm.embed(…)`, `llm.classify(…)` or `llm.score(…)`.",
        'You want text and the model can write (its architecture ends in `ForCausalLM`): create it with `runner="generate"`, and without `convert`.',
        "It is an embedding model: load a chat model for the text.",
    ),
    tags=("vllm", "pooling", "embeddings", "runner", "offline-inference"),
    strategy="configuration",
    site="vllm/entrypoints/llm.py LLM.generate",
)
FIX = """# before
llm = LLM("intfloat/e5-small-v2")
llm.generate("What is a vector?")
# after
llm = LLM("intfloat/e5-small-v2", runner="pooling")
llm.embed("What is a vector?")"""
