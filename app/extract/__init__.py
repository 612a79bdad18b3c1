"""Source code to draft records. Nothing that is read is imported, built or run; the same source gives the same records."""
