import sys

import structlog

import kiln

CHAINS = {
    "console": [structlog.processors.format_exc_info, structlog.dev.ConsoleRenderer(colors=False)],
    "console-colours": [structlog.processors.format_exc_info, structlog.dev.ConsoleRenderer(colors=True)],
    "json": [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()],
    "dict": [structlog.processors.dict_tracebacks, structlog.processors.JSONRenderer()],
    "logfmt": [structlog.processors.format_exc_info, structlog.processors.LogfmtRenderer()],
    "keyvalue": [structlog.processors.format_exc_info, structlog.processors.KeyValueRenderer()],
}
structlog.configure(
    processors=[
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="%Y-%m-%d %H:%M:%S"),
        *CHAINS[sys.argv[1]],
    ],
    logger_factory=structlog.PrintLoggerFactory(sys.stderr),
)
log = structlog.get_logger("kiln.shift")
log.info("shift begins", kiln=4)
try:
    kiln.fire("bowl", 12)
except kiln.KilnError:
    log.exception("could not fire", kiln=4)
