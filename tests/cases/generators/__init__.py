"""Programs that fail in every way, and the tool that runs them and keeps what they print."""
