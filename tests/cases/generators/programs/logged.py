import logging
import sys

import kiln

FORMATS = {
    "basic": logging.BASIC_FORMAT,
    "dashes": "%(asctime)s - %(name)s - %(levelname)s - %(message)s",
    "brackets": "[%(asctime)s] [%(process)d] [%(levelname)s] %(message)s",
    "pipes": "%(asctime)s | %(levelname)-8s | %(name)s:%(funcName)s:%(lineno)d - %(message)s",
    "source": "%(asctime)s %(levelname)s [%(filename)s:%(lineno)d] %(message)s",
}
logging.basicConfig(format=FORMATS[sys.argv[1]], level=logging.INFO, stream=sys.stderr)
log = logging.getLogger("kiln.shift")
log.info("shift begins")
for load in ("bowl", "bowl"):
    try:
        kiln.fire(load, 12)
    except kiln.KilnError:
        log.exception("could not fire %s", load)
log.info("shift ends")
