package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import timemory.internal.platform.processId

/** Offsets and constants that stand in the sources, so that nothing but a C compiler is needed to build, against the headers they are from. */
class LayoutTest {
    private fun assertCompilesAndPasses(source: String, options: String = "") {
        val program = "/tmp/timemory-layout-${processId()}"
        assertEquals("passed", shell("gcc -Wall -Werror $options -o $program $TEST_SOURCES/$source 2>&1 && $program 2>&1 && echo passed; rm -f $program").trim())
    }

    @Test
    fun perfEventsAreThoseOfTheKernelsHeader() {
        if (shell("gcc -fsyntax-only -include linux/perf_event.h -x c /dev/null 2>&1").isNotEmpty()) return println("skipped: no linux/perf_event.h here")
        assertCompilesAndPasses("perf-layout.c")
    }

    @Test
    fun papiIsThatOfItsHeader() {
        if (shell("gcc -fsyntax-only -include papi.h -x c /dev/null 2>&1").isNotEmpty()) return println("skipped: no papi.h here (apt-get install libpapi-dev)")
        assertCompilesAndPasses("papi-layout.c")
    }

    @Test
    fun recordsOfCuptiAreThoseOfItsHeaders() {
        val folder = "-I/usr/local/cuda/include"
        if (shell("gcc -fsyntax-only $folder -include cupti.h -include nvtx3/nvToolsExt.h -x c /dev/null 2>&1").isNotEmpty()) return println("skipped: no CUDA toolkit here")
        assertCompilesAndPasses("gpu-layout.c", folder)
    }

    @Test
    fun profilersOfCuptiAreThoseOfItsHeaders() {
        val folder = "-I/usr/local/cuda/include"
        val headers = "-include cupti.h -include cupti_range_profiler.h -include cupti_profiler_host.h"
        if (shell("gcc -fsyntax-only $folder $headers -x c++ /dev/null 2>&1").isNotEmpty()) return println("skipped: no CUDA toolkit of 12.6 or later, or no C++ compiler here")
        assertCompilesAndPasses("counters-layout.cpp", folder)
    }
}

/** Where the C sources of tests are, from the folder of the module, in which tests run. */
internal const val TEST_SOURCES = "native/test/c"
