"""Use cases. Only services open sessions, and only they commit."""
