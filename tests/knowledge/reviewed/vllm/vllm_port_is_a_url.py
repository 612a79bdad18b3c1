from tests.knowledge.form import Prose

ID = "f6cdedd34382f81e"
READ = ("0.32.0", "0.33.0")
PROSE = Prose(
    documentation=(
        "The environment variable `VLLM_PORT` is to be a number for vLLM's own connections, and holds an address. Kubernetes puts it there: for a service named `vllm` each pod gets `VLLM_PORT=tcp://…`."
    ),
    trigger="`VLLM_PORT` is set and is no number but something with a scheme, such as `tcp://`.",
    situations="A Kubernetes service, or a Docker link, that is called `vllm`.",
    solutions=(
        "Give the service another name, such as `vllm-server`; the variable is then called otherwise. Restart the pods.",
        "The name must stay: set `enableServiceLinks: false` in the pod's spec, so that no such variables are made.",
        "Neither can be changed: start with `env -u VLLM_PORT vllm serve …`.",
    ),
    tags=("vllm", "kubernetes", "environment-variables", "port"),
    strategy="configuration",
    site="vllm/envs.py get_vllm_port",
    message="VLLM_PORT '{port}' appears to be a URI. This may be caused by a Kubernetes service discovery issue,check the warning in: https://docs.vllm.ai/en/latest/configuration/env_vars.html",
)
FIX = """# before
kind: Service
metadata:
  name: vllm
# after
kind: Service
metadata:
  name: vllm-server"""
VALIDATION = """import os

if not os.environ.get("VLLM_PORT", "0").isdigit():
    raise SystemExit("unset VLLM_PORT, or rename the Kubernetes service called vllm")"""
