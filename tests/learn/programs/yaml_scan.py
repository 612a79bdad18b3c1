"""A tab where blanks are asked for."""

import yaml

yaml.safe_load("a:\n\t- b\n")
