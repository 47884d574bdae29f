"""The native product of timemory for Spack: spack repo add build/packaging/spack, spack install timemory-kotlin."""

from spack.package import *


class TimemoryKotlin(Package):
    """Measures labelled regions of programs in C, C++, Fortran, Python and Kotlin and combines them into a call graph."""

    homepage = "https://github.com/timemory/timemory-kotlin"
    git = "https://github.com/timemory/timemory-kotlin.git"

    license("Apache-2.0")

    version("main", branch="main")

    variant("mpi", default=True, description="libtimemory-mpip.so, which measures functions of MPI")

    depends_on("c", type="build")
    depends_on("openjdk@25:", type="build")
    depends_on("maven@3.8:", type="build")
    depends_on("mpi", when="+mpi")
    depends_on("zlib-api", type="run")

    conflicts("platform=darwin")
    requires("target=x86_64:", msg="Kotlin/Native is built for x86-64 here")

    def install(self, spec, prefix):
        maven = which("mvn")
        maven("--batch-mode", "package", "-DskipTests", "-pl", ":timemory-native,:timemory-timem", "-am")
        with working_dir("timemory-native"):
            install_tree("target/lib", prefix.lib)
            install_tree("target/include", prefix.include)
            mkdirp(prefix.bin)
            install("timem/target/bin/timem.kexe", prefix.bin.timem)
            install_tree("python/timemory", join_path(prefix.lib, "python", "timemory"))

    def setup_run_environment(self, env):
        env.prepend_path("PYTHONPATH", join_path(self.prefix.lib, "python"))
        env.set("TIMEMORY_LIBRARY", join_path(self.prefix.lib, "libtimemory.so"))
