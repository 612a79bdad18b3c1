import multiprocessing

import kiln

if __name__ == "__main__":
    process = multiprocessing.Process(target=kiln.fire, args=("cup", 12), name="Kiln-1")
    process.start()
    process.join()
