import argparse

parser = argparse.ArgumentParser(prog="kiln")
parser.add_argument("--cone", type=int)
parser.parse_args(["--cone", "hot"])
