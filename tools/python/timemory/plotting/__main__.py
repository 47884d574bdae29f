"""`python -m timemory.plotting`: the command `timemory plot`."""

import sys

from .. import _command

if __name__ == "__main__":
    sys.exit(_command.call(["plot", *sys.argv[1:]]))
