import asyncio

import kiln
import kiln3


async def glaze():
    kiln.glaze("raku")


async def main():
    async with asyncio.TaskGroup() as group:
        group.create_task(kiln3.stoke("bowl", 12))
        group.create_task(glaze())


asyncio.run(main())
