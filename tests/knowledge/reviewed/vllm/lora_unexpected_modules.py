from tests.knowledge.form import Prose

ID = "5499e5b22893f521"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The adapter changes layers that vLLM cannot adapt in this model, or the names of its tensors do not lead to any of the model's layers. The message has both lists: what is possible, and what the file holds."
    ),
    trigger="A tensor of the adapter belongs to a module whose name is not among those that this model supports for LoRA.",
    situations="An adapter trained on another model than the one that is served; `embed_tokens` or `lm_head` among the `target_modules` for a class that does not take them (many do); a convolution or another layer that is no linear one; training with a tool that names its layers in its own way.",
    solutions=(
        "The second list has only a few odd ones (`lm_head`, `embed_tokens`, a convolution): train again with `target_modules` of the first list, usually the projections of attention and MLP.",
        "All names are foreign: the adapter belongs to another base model; compare `base_model_name_or_path` in `adapter_config.json` with what you serve.",
        "You need just these layers: merge the adapter (`merge_and_unload()`) and serve the result as a model.",
    ),
    tags=("vllm", "lora", "target-modules", "peft", "adapters"),
    strategy="validation",
    site="vllm/lora/lora_model.py LoRAModel.from_local_checkpoint.check_unexpected_modules",
    message="While loading {lora_dir}, expected target modules in {expected_lora_modules} but received {unexpected_modules}. Please verify that the loaded LoRA module is correct",
)
FIX = """# before: adapter_config.json of the adapter says "base_model_name_or_path": "facebook/opt-1.3b"
vllm serve Qwen/Qwen3-8B --enable-lora --lora-modules sql=./sql-adapter
# after
vllm serve facebook/opt-1.3b --enable-lora --lora-modules sql=./sql-adapter"""
