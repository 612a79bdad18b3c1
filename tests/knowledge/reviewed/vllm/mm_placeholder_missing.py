from tests.knowledge.form import Prose

ID = "1097728c80cbd712"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "Pictures (or other media) were passed beside the prompt, and the prompt does not say where they belong. Each needs the model's own placeholder in the text, such as `<image>` or `<|image_pad|>`; the numbers must agree."
    ),
    trigger="The processor found another number of placeholders in the prompt than there are items of that kind.",
    situations="`LLM.generate` with plain text and `multi_modal_data`; the placeholder of another model; a chat template applied without the picture in the message; one placeholder for two pictures; placeholders cut off by truncation.",
    solutions=(
        "Simplest: use `LLM.chat` (or the server's chat API) with the picture as a part of the message; the placeholder is then put in for you.",
        'You call `LLM.generate`: build the text with the processor\'s `apply_chat_template`, with one `{"type": "image"}` part for each picture.',
        "You write the prompt by hand: use the placeholder that the model's chat template writes, once per picture.",
        "You cut prompts to a length: cut text only, not the placeholders.",
    ),
    tags=("vllm", "multimodal", "placeholder", "chat-template", "offline-inference"),
    strategy="validation",
    site="vllm/multimodal/processing/processor.py BaseMultiModalProcessor._validate_mm_updates",
)
FIX = """# before
llm.generate({"prompt": "What is this?", "multi_modal_data": {"image": image}})
# after
llm.chat([{"role": "user", "content": [
    {"type": "image_pil", "image_pil": image},
    {"type": "text", "text": "What is this?"},
]}])"""
