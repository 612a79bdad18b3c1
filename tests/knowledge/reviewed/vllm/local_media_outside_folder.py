from tests.knowledge.form import Prose

ID = "d855ca773f09f9ee"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The file that a message refers to lies outside of the folder that the server may read media from. Symbolic links are followed before the comparison, so a link out of the folder counts as outside."
    ),
    trigger="`allowed_local_media_path` is not among the parents of the resolved path of the file.",
    situations="Another folder than the allowed one; a path of the client's machine, or of the host, while the server is in a container; links into a data disk; `file://data/…` with two slashes, which becomes a path relative to the server's folder.",
    solutions=(
        "The file is elsewhere: move it, or start the server with the folder that holds all of them, `--allowed-local-media-path /data`.",
        "The server is in a container: mount the folder and use its path inside, `-v /data:/data`.",
        "It is a link: allow the folder where the file really lies, see `readlink -f`.",
        "Write three slashes, `file:///data/images/cat.png`, an absolute path.",
    ),
    tags=("vllm", "multimodal", "local-files", "security"),
    strategy="configuration",
    site="vllm/multimodal/media/connector.py MediaConnector._load_file_url",
    message="The file path {filepath} must be a subpath of `--allowed-local-media-path {allowed_local_media_path}`.",
)
FIX = """# before
vllm serve Qwen/Qwen2.5-VL-7B-Instruct --allowed-local-media-path /data/images  # file:///data/scans/1.png
# after
vllm serve Qwen/Qwen2.5-VL-7B-Instruct --allowed-local-media-path /data"""
VALIDATION = """from pathlib import Path

if Path("/data") not in Path("/data/scans/1.png").resolve().parents:
    raise ValueError("the file lies outside of the allowed folder")"""
