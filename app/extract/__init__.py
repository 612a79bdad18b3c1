"""Source code to draft records. Nothing that is read is imported or run."""
