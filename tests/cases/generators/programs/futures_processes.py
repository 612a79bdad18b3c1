from concurrent.futures import ProcessPoolExecutor

import kiln

if __name__ == "__main__":
    with ProcessPoolExecutor(1) as executor:
        executor.submit(kiln.fire, "jar", 15).result()
