package timemory

import kotlin.test.Test

/** Compares the offsets and constants in the sources, which allow building with just a C compiler, with the original headers. */
class CounterLayoutTest {
    @Test
    fun perfEventsAreThoseOfTheKernelsHeader() {
        if (shell("gcc -fsyntax-only -include linux/perf_event.h -x c /dev/null 2>&1").isNotEmpty()) {
            return println("skipped: no linux/perf_event.h here")
        }
        assertCompilesAndPasses("perf-layout.c")
    }

    @Test
    fun papiIsThatOfItsHeader() {
        if (shell("gcc -fsyntax-only -include papi.h -x c /dev/null 2>&1").isNotEmpty()) {
            return println("skipped: no papi.h here (apt-get install libpapi-dev)")
        }
        assertCompilesAndPasses("papi-layout.c")
    }
}
