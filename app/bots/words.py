"""What every chat front says in words of its own."""

from __future__ import annotations

__all__ = ["too_slow", "usage"]


def usage(name: str, public_url: str | None) -> str:
    """Say how a command is used.

    Args:
        name: the command with what it takes, such as `/errdex <text>`.
        public_url: address of this server's page, for what is too long for a message.
    """
    page = f" Long logs fit into the page at {public_url}." if public_url else ""
    return (
        f"{name}\n"
        "Finds the errors in what you paste, says which known ones they are and why, and shows the next step. "
        f"Only you see the answer; what you paste is neither stored nor logged.{page}"
    )


def too_slow(platform: str, public_url: str | None) -> str:
    """Say that the platform does not wait as long as this match takes."""
    where = f"paste it into the page at {public_url}" if public_url else "send the last part of the log only"
    return f"This took longer than {platform} waits for an answer. Try again, or {where}."
