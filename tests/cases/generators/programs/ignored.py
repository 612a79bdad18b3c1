import kiln3

oven = kiln3.Oven()
del oven
