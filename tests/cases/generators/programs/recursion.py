import kiln

kiln.recurse(20)
