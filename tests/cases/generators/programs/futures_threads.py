from concurrent.futures import ThreadPoolExecutor

import kiln

with ThreadPoolExecutor(1) as executor:
    executor.submit(kiln.fire, "jar", 15).result()
