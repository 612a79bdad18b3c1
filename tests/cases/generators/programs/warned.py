import warnings


def fire(cone):
    warnings.warn("cone numbers above 10 will be refused", DeprecationWarning, stacklevel=2)


fire(12)  # site: fire
