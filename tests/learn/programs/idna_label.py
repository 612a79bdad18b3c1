"""A host name with an empty label."""

import idna

idna.encode("a..b")
