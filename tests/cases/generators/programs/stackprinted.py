import stackprinter

import kiln

try:
    kiln.fire("bowl", 12)
except kiln.KilnError:
    stackprinter.show(style="plaintext")
