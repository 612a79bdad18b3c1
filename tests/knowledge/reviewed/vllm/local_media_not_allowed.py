from tests.knowledge.form import Prose

ID = "024e145db6b90e5d"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "A message refers to a file of the server, `file://…`, and this server does not read local files. Without that guard anybody who may send a request could read any picture or video on its disk."
    ),
    trigger="The address of a picture, video or clip is a `file:` URL and no `allowed_local_media_path` is set.",
    situations="A script on the same machine that passes paths; an example for another server; `LLM.chat` with `file://` addresses.",
    solutions=(
        "Client and server are different machines, or you do not own the server: send the bytes, `data:image/png;base64,…`.",
        "It is your server: start it with `--allowed-local-media-path /data/images`, a folder that holds nothing else.",
        'In Python: `LLM(…, allowed_local_media_path="/data/images")`, or pass the opened picture itself.',
    ),
    prevention=("Do not allow `/` or a home folder on a server that others can reach.",),
    tags=("vllm", "multimodal", "local-files", "security"),
    strategy="configuration",
    site="vllm/multimodal/media/connector.py MediaConnector._load_file_url",
    message="Cannot load local files without `--allowed-local-media-path`.",
)
FIX = """# before
image_url = {"url": "file:///data/images/cat.png"}
# after
import base64
from pathlib import Path

image = base64.b64encode(Path("/data/images/cat.png").read_bytes()).decode()
image_url = {"url": f"data:image/png;base64,{image}"}"""
