"""An address without a scheme, two packages deep."""

import httpx2

httpx2.get("example")
