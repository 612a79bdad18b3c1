"""A version that is none."""

from packaging.version import Version

Version("one point two")
