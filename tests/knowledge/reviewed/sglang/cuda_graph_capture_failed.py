from tests.knowledge.form import Prose

ID = "c0e5cfc101f67146"
READ = ("0.5.19", "0.5.23")
PROSE = Prose(
    documentation='The server records a CUDA graph for each batch size of decoding before it takes requests, and one of them failed. The text between the first colon and "Possible solutions" is the real error; most often GPU memory ran out.',
    trigger="A `RuntimeError` while the decode graphs are captured; its text is put into this message.",
    situations="A high `--mem-fraction-static`, which leaves too little outside of the KV cache; large batch sizes; kernels that are compiled on first use and fail; a GPU that the chosen backend does not support.",
    solutions=(
        "It says out of memory: lower `--mem-fraction-static` by 0.05 to 0.1, or capture fewer sizes with `--cuda-graph-max-bs-decode 16`.",
        "It names a compiler, nvcc or a missing header: install the CUDA toolkit that fits PyTorch, since kernels are built at this point.",
        "It names a kernel, a shape or an architecture: choose another `--attention-backend` (or `--moe-runner-backend` for MoE models).",
        "To see the error without graphs: `--cuda-graph-backend-decode disabled`. It is slow, so for finding the cause only.",
    ),
    prevention=('After a change of the launch line read the "avail mem" values of the start-up log.',),
    tags=("sglang", "cuda-graph", "memory", "startup", "attention-backend"),
    strategy="configuration",
    background="out-of-memory",
    site="srt/model_executor/runner/decode_cuda_graph_runner.py DecodeCudaGraphRunner.__init__",
    message="Capture cuda graph failed",
)
FIX = """\
# before
python -m sglang.launch_server --model-path Qwen/Qwen3-32B --mem-fraction-static 0.95
# after
python -m sglang.launch_server --model-path Qwen/Qwen3-32B --mem-fraction-static 0.85
"""
