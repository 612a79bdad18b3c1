import kiln

kiln.fire_or_report("vase")
