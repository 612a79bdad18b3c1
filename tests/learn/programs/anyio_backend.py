"""An event loop that there is none of."""

import anyio


async def main() -> None:
    """Do nothing."""


anyio.run(main, backend="curio9")
