from tests.knowledge.form import Prose

ID = "75b65ca0630da5ef"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The tokenizer's class is neither in the installed Transformers nor allowed to be loaded from the model's repository. vLLM cannot turn text into tokens for this model as it is."
    ),
    trigger="Transformers does not know the class in `tokenizer_config.json`, or wants to run the repository's code for it, and `trust_remote_code` is off.",
    situations="A model with its own tokenizer code; a fine-tune saved with a newer Transformers than the one installed, which writes other names of classes.",
    solutions=(
        "The model card asks for it and you trust the publisher: `--trust-remote-code`.",
        "The class is one of Transformers and the message in the cause says that it does not exist: the checkpoint was saved by a newer release; `pip install -U transformers`, as far as this vLLM allows, or a newer vLLM.",
        "It is a fine-tune: use the tokenizer of the base model, `--tokenizer org/base-model`.",
        "Nothing helps: in `tokenizer_config.json` put the class of the base model (`PreTrainedTokenizerFast` does for a plain `tokenizer.json`).",
    ),
    tags=("vllm", "tokenizer", "trust-remote-code", "transformers"),
    strategy="configuration",
    site="vllm/tokenizers/hf.py CachedHfTokenizer.from_pretrained",
)
FIX = """# before
vllm serve ./my-finetune
# after
vllm serve ./my-finetune --tokenizer Qwen/Qwen3-8B"""
