"""Storage: engines, tables and every query. Nothing here commits."""
