from tests.knowledge.form import Prose

ID = "68b93cb0ff5e6f10"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The `architectures` in the model's `config.json` name a class that this release of vLLM has no implementation for, and the general one over Transformers does not fit either. The message lists all names that it has."
    ),
    trigger="No architecture of the config is registered, and Transformers has no compatible class for it.",
    situations="A model newer than the installed vLLM; an adapter, a GGUF file or a training checkpoint where a full model was expected; a `config.json` edited or made by another framework; a diffusion, speech or encoder model that vLLM does not serve.",
    solutions=(
        "The model is newer than your vLLM (compare the dates): upgrade, `pip install -U vllm`; for the very newest ones the model card may ask for a nightly build and a certain Transformers.",
        "The model brings its own code (`auto_map` in `config.json`): add `--trust-remote-code`, which lets vLLM look for a class there that runs over Transformers.",
        "It is a LoRA adapter (`adapter_config.json` in the folder): serve the base model with `--enable-lora --lora-modules name=path`, or merge the two.",
        'The name in the config is only misspelt or another one for a known design: correct it, `--hf-overrides \'{"architectures": ["LlamaForCausalLM"]}\'`.',
        "vLLM has no such kind of model at all: use the library that the model card names.",
    ),
    tags=("vllm", "model-architecture", "model-support", "trust-remote-code"),
    strategy="configuration",
    site="vllm/model_executor/models/registry.py _ModelRegistry._raise_for_unsupported",
    message="Model architectures {architectures} are not supported for now. Supported architectures: {all_supported_archs}",
)
FIX = """# before
vllm serve org/new-model
# after
pip install -U vllm
vllm serve org/new-model"""
