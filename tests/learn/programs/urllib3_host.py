"""A host that is none."""

import urllib3

urllib3.PoolManager().request("GET", "http://")
