from tests.knowledge.form import Prose

ID = "ba4f401d7d851576"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The server fetches pictures and videos from listed hosts only, and the address in the message has another one. The list keeps clients from making the server reach into its own network."
    ),
    trigger="`allowed_media_domains` is set and the host of the URL is not in it.",
    situations="A new bucket or CDN host; `www.` in the address and not in the list; a link that was shortened.",
    solutions=(
        "You run the server and trust the host: add it, `--allowed-media-domains cdn.example.com images.example.com`. Names are compared as a whole, so list each subdomain.",
        "You only use the server: fetch the file yourself and send it as `data:image/jpeg;base64,…`.",
        "It is a shortened link: send the address that it leads to, if that host is listed.",
    ),
    tags=("vllm", "multimodal", "allowed-media-domains", "security"),
    strategy="configuration",
    site="vllm/multimodal/media/connector.py MediaConnector._assert_url_in_allowed_media_domains",
    message="The URL must be from one of the allowed domains: {self.allowed_media_domains}. Input URL domain: {url_spec.hostname}",
)
FIX = """# before
vllm serve Qwen/Qwen2.5-VL-7B-Instruct --allowed-media-domains example.com
# after
vllm serve Qwen/Qwen2.5-VL-7B-Instruct --allowed-media-domains example.com cdn.example.com"""
