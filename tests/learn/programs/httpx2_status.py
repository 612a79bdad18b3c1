"""A response that no request was made for."""

import httpx2

httpx2.Response(404).raise_for_status()
