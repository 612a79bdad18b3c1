"""The commands of `errdex`, one module a family; each imports what it needs only when it runs."""
