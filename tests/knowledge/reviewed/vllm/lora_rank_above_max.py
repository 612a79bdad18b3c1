from tests.knowledge.form import Prose

ID = "71e7a0e45f998e3d"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The adapter's rank is above what the server reserved room for. The buffers for adapters are made once, at the start, for `max_lora_rank`, which is 16 unless you say otherwise."
    ),
    trigger="`r` of the adapter, or the largest in its `rank_pattern`, is greater than `max_lora_rank`.",
    situations="An adapter of rank 32, 64 or more and a server started with `--enable-lora` only; an adapter loaded at run time that differs from those before.",
    solutions=(
        "Start with `--max-lora-rank` at the rank in the message, or the next of 16, 32, 64, 128, 256, 320, 512.",
        "Many adapters, one of them large: memory grows with the rank for all slots; train that one with a smaller `r`, or merge it into a model of its own.",
    ),
    prevention=("`r` in each adapter's `adapter_config.json` tells what the server must allow.",),
    tags=("vllm", "lora", "max-lora-rank", "adapters"),
    strategy="configuration",
    site="vllm/lora/peft_helper.py PEFTHelper.validate_legal",
    message="LoRA rank {max_rank} is greater than max_lora_rank {lora_config.max_lora_rank}.",
    several=True,
)
FIX = """# before
vllm serve Qwen/Qwen3-8B --enable-lora --lora-modules sql=./sql-adapter
# after
vllm serve Qwen/Qwen3-8B --enable-lora --max-lora-rank 64 --lora-modules sql=./sql-adapter"""
VALIDATION = """import json

rank = json.load(open("sql-adapter/adapter_config.json"))["r"]
if rank > 16:
    raise SystemExit(f"start with --max-lora-rank {rank} or more")"""
