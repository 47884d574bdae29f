package timemory

import kotlin.test.Test

/** Compares the offsets and constants in the sources, which allow building with just a C compiler, with the original headers. */
class GpuLayoutTest {
    @Test
    fun recordsOfCuptiAreThoseOfItsHeaders() {
        val folder = "-I/usr/local/cuda/include"
        if (shell("gcc -fsyntax-only $folder -include cupti.h -include nvtx3/nvToolsExt.h -x c /dev/null 2>&1").isNotEmpty()) {
            return println("skipped: no CUDA toolkit here")
        }
        assertCompilesAndPasses("gpu-layout.c", folder)
    }

    @Test
    fun profilersOfCuptiAreThoseOfItsHeaders() {
        val folder = "-I/usr/local/cuda/include"
        val headers = "-include cupti.h -include cupti_range_profiler.h -include cupti_profiler_host.h"
        if (shell("gcc -fsyntax-only $folder $headers -x c++ /dev/null 2>&1").isNotEmpty()) {
            return println("skipped: no CUDA toolkit of 12.6 or later, or no C++ compiler here")
        }
        assertCompilesAndPasses("counters-layout.cpp", folder)
    }
}
