import logging

from rich.console import Console
from rich.logging import RichHandler

import kiln

handler = RichHandler(console=Console(width=90, stderr=True), rich_tracebacks=True, tracebacks_width=80)
logging.basicConfig(format="%(message)s", handlers=[handler], level="INFO")
log = logging.getLogger("kiln")
log.info("shift begins")
try:
    kiln.fire("bowl", 12)
except kiln.KilnError as error:
    log.exception("could not fire")
    log.error(
        "the night shift says: %s: %s and nobody was there to see it happen", type(error).__name__, error
    )
