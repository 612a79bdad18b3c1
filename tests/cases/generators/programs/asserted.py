import kiln

kiln.weigh(0)
