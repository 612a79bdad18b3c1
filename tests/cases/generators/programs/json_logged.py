import logging

from pythonjsonlogger.json import JsonFormatter

import kiln

handler = logging.StreamHandler()
handler.setFormatter(JsonFormatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
log = logging.getLogger("kiln.shift")
log.addHandler(handler)
log.setLevel("INFO")
log.info("shift begins")
try:
    kiln.fire("bowl", 12)
except kiln.KilnError:
    log.exception("could not fire")
