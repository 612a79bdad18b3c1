from tests.knowledge.form import Prose

ID = "0720aecd2cc452f2"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "vLLM was started inside a Ray job that already reserved GPUs, and takes its workers from that reservation. It holds fewer bundles with a GPU than workers are needed."
    ),
    trigger="The tensor times pipeline parallel size is larger than the number of bundles with a GPU in the current placement group.",
    situations="An engine within a Ray Serve deployment, a Ray Data job or a trainer for reinforcement learning, whose group was made for another size; a group with CPU bundles only.",
    solutions=(
        'Reserve one bundle with one GPU for each worker: `placement_group([{"GPU": 1, "CPU": 1}] * tensor_parallel_size)`.',
        "The reservation is right: lower `tensor_parallel_size` to the number of devices in the message.",
        "You did not mean to use that reservation: start the engine outside of the actor or task that runs in it.",
    ),
    tags=("vllm", "ray", "placement-group", "tensor-parallel"),
    strategy="configuration",
    site="vllm/v1/executor/ray_utils.py initialize_ray_cluster",
    message="The number of required {device_str}s exceeds the total number of available {device_str}s in the placement group. Required number of devices: {parallel_config.world_size}. Total number of devices: {device_bundles}.",
)
FIX = """# before: the engine runs in an actor of this group, with tensor_parallel_size=4
group = placement_group([{"GPU": 1, "CPU": 1}] * 2)
# after
group = placement_group([{"GPU": 1, "CPU": 1}] * 4)"""
