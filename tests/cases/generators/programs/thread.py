import threading

import kiln

thread = threading.Thread(target=kiln.fire, args=("cup", 12), name="kiln-4")
thread.start()
thread.join()
