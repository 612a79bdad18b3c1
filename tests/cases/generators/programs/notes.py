import kiln

try:
    kiln.fire("bowl", 12)
except kiln.TooHot as error:
    error.add_note("fired by the night shift")
    error.add_note("see the log of kiln 4")
    raise
