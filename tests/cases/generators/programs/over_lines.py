import kiln

kiln.shelve(7)
