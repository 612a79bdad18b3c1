"""A key that is given twice."""

import tomlkit

tomlkit.parse("a = 1\na = 2\n")
