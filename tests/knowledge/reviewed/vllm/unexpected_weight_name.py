from tests.knowledge.form import Prose

ID = "469332a313583378"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The checkpoint holds a tensor whose name leads to no place in vLLM's model. Either the file is meant for another class than the config names, or it carries something that this release cannot place. The message lists what it would have taken there."
    ),
    trigger="While loading, the first part of a tensor's name is neither a submodule, nor a parameter, nor on the list of those to ignore.",
    situations="A fine-tune saved through PEFT, FSDP or `torch.compile`, whose names got a prefix; a checkpoint newer than vLLM; a multimodal fine-tune saved as its text part; a quantized one with extra scales.",
    solutions=(
        "The name begins with `base_model.`, `_orig_mod.` or `module.`: unwrap the model before saving (`merge_and_unload()`, `unwrap_model`), or rename the tensors.",
        "The name fits another class (with or without `language_model.`): set `architectures` in `config.json` to the class that the base model has.",
        "The name ends in a scale, a zero point or `qweight`: the config lacks its `quantization_config`; copy that from where the checkpoint was made.",
        "The model is new: upgrade vLLM; the names changed since.",
    ),
    tags=("vllm", "model-loading", "weights", "fine-tuning", "peft"),
    strategy="validation",
    site="vllm/model_executor/models/utils.py AutoWeightsLoader._load_module",
    message="There is no module or parameter named {prefix!r} in {self.module._get_name()}. The available parameters belonging to {base_prefix} ({module._get_name()}) are: {desc_param_keys}",
)
FIX = """# before
torch.save(compiled_model.state_dict(), "out/pytorch_model.bin")
# after
compiled_model._orig_mod.save_pretrained("out")"""
