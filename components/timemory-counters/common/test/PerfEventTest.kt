package timemory

import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import timemory.counters.Errno
import timemory.counters.PerfEvent
import timemory.counters.PerfNames
import timemory.counters.perfRefusal
import timemory.counters.perfUnitEvent
import timemory.internal.text.eventsOf

class PerfEventTest {
    private val folder = shell("mktemp -d").trim()

    @AfterTest
    fun remove() {
        shell("rm -rf '$folder'")
    }

    private fun assertEvent(type: Int, config: Long, name: String) {
        val event = PerfEvent.of(name)
        assertEquals(type to config, event.type to event.config, name)
        assertEquals(name, event.name)
    }

    @Test
    fun eventsHaveTheNumbersOfTheKernel() {
        assertEvent(PerfEvent.SOFTWARE, 1, "task-clock")
        assertEvent(PerfEvent.SOFTWARE, 3, "cs")
        assertEvent(PerfEvent.SOFTWARE, 2, "perf::PAGE-FAULTS")
        assertEvent(PerfEvent.HARDWARE, 0, "cycles")
        assertEvent(PerfEvent.HARDWARE, 9, "ref-cycles")
        assertEvent(PerfEvent.CACHE, 0x10000, "L1-dcache-load-misses")
        assertEvent(PerfEvent.CACHE, 0x10102, "LLC-store-misses")
        assertEvent(PerfEvent.CACHE, 5, "branch-loads")
        assertEvent(PerfEvent.RAW, 0x1c2, "r01c2")
    }

    @Test
    fun modesStandBehindAColon() {
        val user = PerfEvent.of("instructions:u")
        assertEquals(listOf(false, true), listOf(user.excludesUser, user.excludesKernel))
        val kernel = PerfEvent.of("perf::CONTEXT-SWITCHES:k")
        assertEquals(listOf(true, false), listOf(kernel.excludesUser, kernel.excludesKernel))
        val both = PerfEvent.of("instructions:uk")
        assertEquals(listOf(false, false), listOf(both.excludesUser, both.excludesKernel))
        assertContains(assertFailsWith<IllegalArgumentException> { PerfEvent.of("instructions:x") }.message!!, "':x'")
    }

    @Test
    fun whatHappensInTheKernelOnlyIsNotCountedInUserModeAlone() {
        for (event in listOf("context-switches:u", "perf::CPU-MIGRATIONS:u", "cgroup-switches:u")) {
            assertContains(assertFailsWith<IllegalArgumentException> { PerfEvent.of(event) }.message!!, "'$event' would count nothing")
        }
        assertEquals(true, PerfEvent.of("cs:uk").isOfTheKernel)
    }

    @Test
    fun aMistypedNameIsToldTheNearest() {
        assertEquals(
            "there is no event 'page-fault'; the nearest is 'page-faults' (`timemory avail -H` lists them all)",
            assertFailsWith<IllegalArgumentException> { PerfEvent.of("page-fault") }.message,
        )
    }

    private fun file(path: String, text: String) {
        shell("mkdir -p '$folder/${path.substringBeforeLast('/')}'; echo '$text' > '$folder/$path'")
    }

    @Test
    fun theTermsOfAUnitGoToItsBits() {
        file("cpu/type", "4")
        file("cpu/format/event", "config:0-7,32-35")
        file("cpu/format/umask", "config:8-15")
        file("cpu/format/edge", "config:18")
        file("cpu/format/ldlat", "config1:0-15")
        file("cpu/events/mem-loads", "event=0xcd,umask=0x1,ldlat=3")
        val event = perfUnitEvent("cpu/event=0x3c1,umask=0x2,edge/", folder)
        assertEquals(listOf(4L, 0x3_0004_02c1L, 0L), listOf(event.type.toLong(), event.config, event.config1))
        val named = perfUnitEvent("cpu/mem-loads/", folder)
        assertEquals(listOf(0x1cdL, 3L), listOf(named.config, named.config1))
        assertEquals(0x1234L, perfUnitEvent("cpu/config=0x1234/", folder).config)
        fun mistake(text: String) = assertFailsWith<IllegalArgumentException> { perfUnitEvent(text, folder) }.message!!
        assertContains(mistake("cpu/umask=0x100/"), "too large for its bits: config:8-15")
        assertContains(mistake("cpu/loads/"), "its terms are edge, event, ldlat, umask, its events mem-loads")
        assertContains(mistake("gpu/event=1/"), "the unit 'gpu', which this machine does not have; it has: cpu")
    }

    @Test
    fun commasInsideAUnitSeparateNoEvents() {
        assertEquals(listOf("cpu/event=1,umask=2/u", "cs", "faults"), eventsOf("cpu/event=1,umask=2/u,cs; faults"))
        assertEquals(emptyList(), eventsOf(" ,"))
    }

    @Test
    fun refusalsTellTheWayOut() {
        fun refusal(event: String, error: Int) = perfRefusal(PerfEvent.of(event), error) { "3" }.message!!
        assertContains(
            refusal("cycles", Errno.ACCESS),
            "perf_event_paranoid is 3. As root, `sysctl kernel.perf_event_paranoid=1` allows it",
        )
        assertContains(refusal("cycles", Errno.ACCESS), "'cycles:u' counts in user mode only")
        assertEquals(false, "cs:u" in refusal("cs", Errno.ACCESS))
        assertContains(refusal("cycles", Errno.NO_ENTRY), "'cycles' is not counted on this machine: the processor does not have the event")
        assertContains(refusal("cs", Errno.TOO_MANY_FILES), "`ulimit -n`")
        assertContains(refusal("cs", Errno.NO_SYSTEM_CALL), "without perf_event_open")
        assertContains(refusal("cs", 99), "error 99")
    }

    @Test
    fun everyNameIsThatOfOneEvent() {
        val names = PerfNames.all.flatMap { it.names }
        assertEquals(names.size, names.toSet().size)
        assertTrue(names.size > 40, "${names.size} names")
    }
}
