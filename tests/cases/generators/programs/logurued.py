import sys

from loguru import logger

import kiln

logger.remove()
logger.add(
    sys.stderr,
    colorize=sys.argv[1] == "colours",
    serialize=sys.argv[1] == "json",
    diagnose=sys.argv[1] != "bare",
)
logger.info("shift begins")


@logger.catch
def main():
    kiln.fire("bowl", 12)


main()
