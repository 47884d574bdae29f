"""Settings on the command line of a program, as in timemory for C++; new programs only need `timemory.add_arguments`."""

import argparse
import os
import sys
from typing import Optional, Union

from ._arguments import add_arguments

__all__ = [
    "add_args_and_parse", "add_args_and_parse_known", "add_arguments", "ensure_directory_exists", "parse_args", "parse_known_args", "safe_mkdir",
]

#: Measurements for CTest and its dashboard are not written.
echo_dart = ctest_notes = False


def parse_args(parser: Optional[argparse.ArgumentParser] = None) -> argparse.Namespace:
    """Parses the arguments of the program; an unknown one ends the program."""
    return (parser or add_arguments(None, False)).parse_args()


def parse_known_args(parser: Optional[argparse.ArgumentParser] = None) -> argparse.Namespace:
    """Parses the arguments that the parser knows. `sys.argv` contains the others afterwards."""
    known, others = (parser or add_arguments(None, False)).parse_known_args()
    sys.argv[1:] = others
    return known


def add_args_and_parse(parser: Optional[argparse.ArgumentParser] = None, subparser: Union[bool, argparse.ArgumentParser, None] = True) -> argparse.Namespace:
    """`add_arguments` and `parse_args`."""
    return parse_args(add_arguments(parser, subparser))


def add_args_and_parse_known(
    parser: Optional[argparse.ArgumentParser] = None, subparser: Union[bool, argparse.ArgumentParser, None] = True
) -> argparse.Namespace:
    """`add_arguments` and `parse_known_args`."""
    return parse_known_args(add_arguments(parser, subparser))


def safe_mkdir(directory: str) -> None:
    """Creates a directory and its parents unless they exist."""
    os.makedirs(directory, exist_ok=True)


def ensure_directory_exists(file: str) -> None:
    """Creates the directory of a file."""
    folder = os.path.dirname(file)
    if folder:
        safe_mkdir(folder)
