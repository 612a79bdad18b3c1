import sys

from rich.console import Console

import kiln
import kiln3

width, show_locals, which = int(sys.argv[1]), sys.argv[2] == "locals", sys.argv[3]
console = Console(width=width, stderr=True, force_terminal=False)
try:
    if which == "chain":
        kiln3.fire_from("vase")
    kiln.fire("bowl", 12)
except kiln.KilnError:
    console.print_exception(width=width, show_locals=show_locals)
