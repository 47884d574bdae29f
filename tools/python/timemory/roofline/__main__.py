"""`python -m timemory.roofline`: the command `timemory roofline`."""

import sys

from .. import _command

if __name__ == "__main__":
    sys.exit(_command.call(["roofline", *sys.argv[1:]]))
