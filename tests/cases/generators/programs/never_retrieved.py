import asyncio
import gc

import kiln3


async def main():
    task = asyncio.create_task(kiln3.stoke("bowl", 12))
    await asyncio.sleep(0)
    del task
    gc.collect()


asyncio.run(main())
