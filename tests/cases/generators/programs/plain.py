import kiln

kiln.fire("bowl", 12)
