# A small package of invented errors; runs on every Python from 2.7 on. `site:` marks the lines that raise.


class KilnError(Exception):
    pass


class TooHot(KilnError):
    pass


class GlazeMissing(LookupError):
    pass


def fire(load, cone):
    if cone > 10:
        raise TooHot("cone %d is above the limit of 10 for %r" % (cone, load))  # site: fire
    return load


def glaze(name):
    raise GlazeMissing("No glaze %r in the cabinet, known are: celadon, shino" % name)  # site: glaze


def weigh(clay):
    assert clay > 0  # site: weigh
    return clay


def shelve(pots):
    raise KilnError("the shelf is full:\n  %s pots stand on it\n  remove one first" % pots)  # site: shelve


def fire_or_report(load):
    try:
        glaze("tenmoku")
    except LookupError:
        fire(load, 12)


def recurse(depth):
    if depth == 0:
        fire("deep", 14)
    recurse(depth - 1)
