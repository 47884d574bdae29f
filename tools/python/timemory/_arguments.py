"""Settings on a program's own command line, using argparse."""

import argparse
from typing import Any, Optional, Union

from . import _catalogue
from ._settings import settings


def add_arguments(parser: Optional[argparse.ArgumentParser] = None, subparser: Union[bool, argparse.ArgumentParser, None] = True) -> argparse.ArgumentParser:
    """Adds an option for each setting to a parser and returns the parser. The settings change when the arguments are parsed.

    The options belong to a subcommand, `timemory-config --output-path=results`, which is added; to `subparser` if that is a parser already;
    and with `subparser=False` or None they are options of the program itself, such as `--timemory-output-path=results`.
    """
    if parser is None:
        parser = argparse.ArgumentParser()
    if subparser is True:
        into = parser.add_subparsers(dest="timemory_command").add_parser("timemory-config", description="Settings of timemory")
        prefix = "--"
    elif subparser:
        into, prefix = subparser, "--"
    else:
        into, prefix = parser, "--timemory-"
    group = into.add_argument_group("timemory")
    for name, entry in _catalogue.settings().items():
        is_flag = entry["kind"] == "flag"
        group.add_argument(
            *(prefix + one.lower().replace("_", "-") for one in [name, *entry["aliases"]]),
            action=_Set,
            dest=argparse.SUPPRESS,
            default=argparse.SUPPRESS,
            setting=name,
            nargs="?" if is_flag else None,
            const="true" if is_flag else None,
            metavar=name.upper(),
            help=f"{entry['description']} (default: {entry['default']!r})".replace("%", "%%"),
        )
    return parser


class _Set(argparse.Action):
    """Changes a setting as soon as its option is parsed."""

    def __init__(self, *arguments: Any, setting: str, **named: Any):
        super().__init__(*arguments, **named)
        self._setting = setting

    def __call__(self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option_string: Optional[str] = None) -> None:
        try:
            setattr(settings, self._setting, values)
        except ValueError as wrong:
            parser.error(f"{option_string}: {wrong}")
