"""The front for coding agents (Model Context Protocol). Nothing imports it before the first agent comes."""
