from tests.knowledge.form import Prose

ID = "ecf9b606e84a3969"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "A chat must be written as one text in the form that the model was trained on, and its tokenizer has no template for that. Mostly the model is a base model that was never trained to chat."
    ),
    trigger="A chat request, or `LLM.chat`, and no template: none given, none in the tokenizer or processor, and vLLM has no fallback for the type of model.",
    situations="A base model (Llama-3.1-8B, without Instruct); a fine-tune whose tokenizer was saved without the template; a GPT-2 or OPT for a first test; a checkpoint whose `chat_template.jinja` was not copied.",
    solutions=(
        "You wanted a chat model: serve the Instruct or Chat version.",
        "It is a base model and should complete text: use `/v1/completions`, or `LLM.generate`.",
        "It is a fine-tune: copy `chat_template.jinja` (or the `chat_template` in `tokenizer_config.json`) from the model it was trained from, the same as in training.",
        "You have the template as a file: `--chat-template ./template.jinja`.",
    ),
    tags=("vllm", "chat-template", "tokenizer", "chat-completions"),
    strategy="configuration",
    site="vllm/renderers/hf.py safe_apply_chat_template",
    message="default chat template is no longer allowed",
)
FIX = """# before
vllm serve meta-llama/Llama-3.1-8B
# after
vllm serve meta-llama/Llama-3.1-8B-Instruct"""
VALIDATION = """from transformers import AutoTokenizer

if AutoTokenizer.from_pretrained("meta-llama/Llama-3.1-8B-Instruct").chat_template is None:
    raise SystemExit("this model has no chat template: give one with --chat-template")"""
