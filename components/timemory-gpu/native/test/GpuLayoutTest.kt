package timemory

import kotlin.test.Test

/**
 * Offsets and constants that stand in the sources, so that nothing but a C compiler is needed to build, against the headers they are from.
 */
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
