from tests.knowledge.form import Prose

ID = "78e22f3fe4aafc5f"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "vLLM asked Ray for GPUs, one bundle for each worker, and waited half an hour. Ray never had them all free at once, so the workers were not started."
    ),
    trigger="A placement group with more than one GPU was not ready within 1800 seconds.",
    situations=(
        "A worker machine that never joined the cluster, or joined under another address; GPUs held by an earlier job's actors; a tensor parallel size above "
        "what the cluster has; Kubernetes pods with fewer GPUs than asked for."
    ),
    solutions=(
        "`ray status` shows fewer GPUs in total than the message asks for: a machine is missing. Join it with `ray start --address=HEAD:6379`, and check the firewall.",
        "The GPUs are there but used: end the old job (`ray list actors` shows who holds them), or restart Ray.",
        "There are simply not as many: lower `--tensor-parallel-size` or `--pipeline-parallel-size`.",
        "Machines have several networks: set `VLLM_HOST_IP` on each to the address under which Ray lists it in `ray list nodes`.",
    ),
    tags=("vllm", "ray", "placement-group", "multi-node", "kubernetes"),
    strategy="configuration",
    site="vllm/v1/executor/ray_utils.py _wait_until_pg_ready",
    message="Cannot provide a placement group requiring {total_gpu_required} GPUs (placement_group_specs={placement_group_specs}) within {PG_WAIT_TIMEOUT} seconds.\nTensor parallel size may exceed available GPUs in your cluster. Check resources with `ray status` and `ray list nodes`.\nIf running on K8s with limited GPUs, consider reducing --tensor-parallel-size to match available GPU resources.",
)
FIX = """# before: only the head node is in the cluster
vllm serve Qwen/Qwen3-32B --tensor-parallel-size 8 --pipeline-parallel-size 2 --distributed-executor-backend ray
# after
ray start --address=10.0.0.1:6379  # on the second machine
ray status                         # shows 16 GPUs
vllm serve Qwen/Qwen3-32B --tensor-parallel-size 8 --pipeline-parallel-size 2 --distributed-executor-backend ray"""
