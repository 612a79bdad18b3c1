import multiprocessing

import kiln3

if __name__ == "__main__":
    with multiprocessing.Pool(2) as pool:
        pool.map(kiln3.work, range(5))
