from tests.knowledge.form import Prose

ID = "acd927d5d6d17c97"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The checkpoint was read to its end, and some parameters that the model needs were in none of its files. Running it would mean to compute with random numbers there."
    ),
    trigger="Names of parameters remain after loading that no tensor of the checkpoint filled.",
    situations="A fine-tune saved without some layers (the embedding, `lm_head`); one shard missing; a config that promises more layers or another head than the weights have; a quantized checkpoint whose names vLLM does not expect.",
    solutions=(
        "The names are of whole layers in a row (`model.layers.40…`): a shard is missing, or `num_hidden_layers` in `config.json` is too large; load the model again and compare with its page.",
        'Only `lm_head.weight` or the embedding: the model was saved with tied weights; set `"tie_word_embeddings": true` in `config.json`, or save it again with them.',
        "All of one part (a vision tower, a projector): the checkpoint was saved without it; save the whole model, or copy these tensors from the one it was trained from.",
        "Names such as `…scale` or `…qweight`: the checkpoint is of another quantization than its config says; take one made by a tool that vLLM supports.",
    ),
    tags=("vllm", "model-loading", "weights", "fine-tuning"),
    strategy="validation",
    site="vllm/model_executor/model_loader/default_loader.py DefaultModelLoader.track_weights_loading",
)
FIX = """# before: config.json of a model that was saved with tied embeddings, without lm_head.weight
{"tie_word_embeddings": false}
# after
{"tie_word_embeddings": true}"""
