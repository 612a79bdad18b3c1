"""An address without a scheme."""

import requests

requests.get("example")
