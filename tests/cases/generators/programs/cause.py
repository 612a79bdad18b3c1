import kiln3

kiln3.fire_from("vase")
