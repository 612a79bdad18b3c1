"""Columns without one for what is in none."""

import structlog

structlog.dev.ConsoleRenderer(columns=[structlog.dev.Column("event", None)])
