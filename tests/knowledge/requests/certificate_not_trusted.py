import requests

from tests.knowledge.form import Prose
from tests.knowledge.web import prepare_secure_web

prepare = prepare_secure_web
ID = "2ce43615f35af5f9"
PROSE = Prose(
    documentation=(
        "The server showed a certificate that nothing on the list of trusted authorities vouches for, so it cannot be told from somebody in between, and nothing was sent. The words after `certificate verify failed:` "
        "say what is wrong with it."
    ),
    trigger="An https request with `verify` on, to a server whose certificate does not lead to an authority in the bundle that is used (that of certifi, unless another is named).",
    situations=(
        "A company network or antivirus that opens https with a certificate of its own; a test server that signed its own; a server that forgets to send the intermediate certificate; an old certifi, or a wrong "
        "clock; a Docker image without the company's authority."
    ),
    solutions=(
        "`self-signed certificate in certificate chain`: something in between uses the company's authority. Get that as a file and set `REQUESTS_CA_BUNDLE=/path/company.pem`, or `pip install truststore` and call `truststore.inject_into_ssl()`, which trusts what the system trusts.",
        "`self-signed certificate`: the server signed its own; pass that certificate, `requests.get(url, verify='server.pem')`.",
        "`unable to get local issuer certificate`, and browsers are content: the server does not send its intermediate certificate; have it send the full chain. Or certifi is old: `pip install --upgrade certifi`.",
        "`certificate has expired`: look at the date of this machine first, then have the server's certificate renewed.",
        "`verify=False` sends your data to anybody who answers; use it against your own machine at most, never with a password or token.",
    ),
    prevention=(
        "Set `REQUESTS_CA_BUNDLE` once in images and CI of a company network, not `verify=False` in code.",
    ),
    tags=("requests", "ssl", "certificate", "proxy", "certifi"),
    strategy="configuration",
    background="connection-failed",
    message=(
        "{pool}(host='{host}', port={port}): Max retries exceeded with url: {url} (Caused by SSLError(SSLCertVerificationError({number}, '[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: {reason}"
    ),
    site="requests/adapters.py HTTPAdapter.send",
    several=True,
)


def before():
    requests.get("https://api.example.com/users", timeout=5)


def after():
    requests.get("https://api.example.com/users", timeout=5, verify="server.pem")
