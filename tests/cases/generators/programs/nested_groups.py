import kiln


def caught(call, *args):
    try:
        call(*args)
    except Exception as error:
        return error


inner = ExceptionGroup("second shelf", [caught(kiln.glaze, "raku")])
raise ExceptionGroup("two shelves", [caught(kiln.fire, "bowl", 12), inner])
