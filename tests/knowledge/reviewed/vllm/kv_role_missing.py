from tests.knowledge.form import Prose

ID = "67d3c57a7360f855"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "A connector for the KV cache was configured, and not what this server does with it: hand over, take, or both. Without that it cannot start."
    ),
    trigger="`kv_connector` is set and `kv_role` is not.",
    situations="Prefill and decoding on different servers, set up from an example in parts; offloading of the cache to RAM or disk through a connector.",
    solutions=(
        'One server that stores and loads (offloading, a shared cache): `"kv_role": "kv_both"`.',
        "Prefill and decoding apart: `kv_producer` on the server that fills, `kv_consumer` on the one that decodes; with NIXL `kv_both` on both is usual.",
        "You want no connector: leave out `--kv-transfer-config`.",
    ),
    tags=("vllm", "kv-transfer", "disaggregation", "kv-cache"),
    strategy="configuration",
    site="vllm/config/kv_transfer.py KVTransferConfig.__post_init__",
    message="Please specify kv_role when kv_connector is set, supported roles are {get_args(KVRole)}",
)
FIX = """# before
vllm serve Qwen/Qwen3-8B --kv-transfer-config '{"kv_connector": "NixlConnector"}'
# after
vllm serve Qwen/Qwen3-8B --kv-transfer-config '{"kv_connector": "NixlConnector", "kv_role": "kv_both"}'"""
