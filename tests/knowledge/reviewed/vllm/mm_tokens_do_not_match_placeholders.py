from tests.knowledge.form import Prose

ID = "4e2764cbb0ecacb9"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The encoder made another number of vectors from a picture, video or clip than there are places for it in the prompt. Processor and model disagree about the size of the input; the request fails, and often the engine with it."
    ),
    trigger="The number of multimodal vectors differs from the number of placeholder tokens when they are merged.",
    situations="Processor options (`max_pixels`, `fps`) that the model code does not follow; a prompt of token ids that was shortened, or that holds the placeholder's token as text; a checkpoint with another `preprocessor_config.json` than its base; an error of the model's implementation in that release.",
    solutions=(
        "You pass `mm_processor_kwargs`: try without; if it works, leave out the one that changes the size.",
        "You pass token ids or truncate: send the text and the picture, and let vLLM make the tokens.",
        "It is a fine-tune: put `preprocessor_config.json` and `config.json` of the base model beside the weights.",
        "It comes with certain pictures only (very wide, tiny, animated): resize them first, and report model, release and size of the picture to the project.",
        "Otherwise try the next or the former release of vLLM.",
    ),
    tags=("vllm", "multimodal", "placeholder", "processor"),
    strategy="validation",
    site="vllm/model_executor/models/utils.py _merge_multimodal_embeddings",
    message="Attempted to assign {expr} = {num_actual_tokens} multimodal tokens to {num_expected_tokens} placeholders",
)
FIX = """# before
llm.chat(messages, mm_processor_kwargs={"max_pixels": 12845056})
# after: make the picture smaller instead
image.thumbnail((1536, 1536))
llm.chat(messages)"""
