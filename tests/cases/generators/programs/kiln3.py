import kiln


def fire_from(load):
    try:
        kiln.glaze("tenmoku")
    except LookupError as error:
        raise kiln.KilnError(f"cannot fire {load}") from error  # site: fire_from


async def stoke(load, cone):
    kiln.fire(load, cone)


class Oven:
    def __del__(self):
        kiln.fire("leftover", 13)


def work(number):
    if number == 3:
        kiln.fire("bowl-3", 11)
    return number
