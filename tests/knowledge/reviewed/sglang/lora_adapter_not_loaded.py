from tests.knowledge.form import Prose

ID = "f437e80e78076327"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation="The server knows adapters by the names they were loaded with, and the name of the request is not among them. The message lists those that are there.",
    trigger="A request names an adapter that was not loaded, or that was unloaded.",
    situations="The path instead of the name; another spelling; an adapter loaded on another server of a group; a restart after adapters had been loaded at run time.",
    solutions=(
        "Use a name of the list in the message. Without `NAME=` in `--lora-paths` the name is the whole path.",
        "It was loaded at run time and the server restarted since: post it to `/load_lora_adapter` again, or name it in `--lora-paths`.",
        "Several servers behind a router: load the adapter on each.",
    ),
    prevention=("Give every adapter a short name of its own in `--lora-paths`.",),
    tags=("sglang", "lora", "requests", "adapters"),
    strategy="validation",
    background="unknown-name",
    site="srt/lora/lora_registry.py LoRARegistry.acquire._lookup",
)
FIX = """\
# before: started with --lora-paths orders=/models/orders-lora
llm.generate("Hello", lora_path="/models/orders-lora")
# after
llm.generate("Hello", lora_path="orders")
"""
