from tests.knowledge.form import Prose

ID = "bc10630fb025fddd"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "In speculative decoding a small model proposes tokens for the large one, so the number of a token must mean the same for both. The two models have vocabularies of different size."
    ),
    trigger="The method is `draft_model`, `use_heterogeneous_vocab` is off, and the vocabulary sizes of the configs differ.",
    situations="A draft of another family, or of another generation; within a family sizes that were padded differently (Qwen 2.5 of 0.5B and of 72B).",
    solutions=(
        "Choose a draft with the same vocabulary size: compare `vocab_size` in the two `config.json`.",
        "Use a head that was trained for this model (EAGLE-3 or the model's own MTP) instead of a free-standing draft; it is mostly faster too.",
        'Your texts repeat their input (code edits, summaries): `"method": "ngram"` needs no draft at all.',
        'Only this pair will do: `"use_heterogeneous_vocab": true` in the speculative config maps between them; drafts are then greedy only.',
    ),
    tags=("vllm", "speculative-decoding", "draft-model", "tokenizer"),
    strategy="configuration",
    site="vllm/config/speculative.py SpeculativeConfig.verify_equal_vocab_size_if_draft_model",
)
FIX = """# before
vllm serve Qwen/Qwen2.5-72B-Instruct --speculative-config '{"model": "Qwen/Qwen2.5-0.5B-Instruct", "num_speculative_tokens": 4}'
# after
vllm serve Qwen/Qwen2.5-72B-Instruct --speculative-config '{"method": "ngram", "num_speculative_tokens": 4}'"""
VALIDATION = """from transformers import AutoConfig

sizes = {AutoConfig.from_pretrained(name).vocab_size for name in ("Qwen/Qwen3-32B", "Qwen/Qwen3-0.6B")}
if len(sizes) != 1:
    raise SystemExit(f"target and draft have different vocabularies: {sizes}")"""
