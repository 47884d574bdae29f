"""What pyproject.toml cannot express: the package contains a library for one machine type but works with any Python 3."""

import os

from setuptools import Distribution, setup
from wheel.bdist_wheel import bdist_wheel


class WithLibrary(Distribution):
    def has_ext_modules(self):
        return True


class Wheel(bdist_wheel):
    def get_tag(self):
        platform = os.environ["TIMEMORY_PLATFORM"].replace(".", "_")
        return "py3", "none", f"{platform}_x86_64"


setup(distclass=WithLibrary, cmdclass={"bdist_wheel": Wheel})
