package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertNull
import kotlin.test.assertSame
import kotlin.test.assertTrue
import timemory.forwarding.GperftoolsCpuProfiler
import timemory.forwarding.GperftoolsHeapProfiler
import timemory.forwarding.LoadedCode
import timemory.forwarding.ToolLibrary
import timemory.internal.platform.Ffi
import timemory.internal.platform.listFiles
import timemory.internal.platform.withText

/** How tools are found, and those real tools that can be installed on machines without their hardware. */
class ForwardingTest {
    @Test
    fun theComponentsHaveTheNamesAndAliasesOfTimemory() {
        val groups = """
            likwid_marker likwid_perfmon_marker | likwid_nvmarker likwid_nvmon_marker | caliper_marker caliper cali | caliper_loop_marker
            | caliper_config | tau_marker tau
            | gperftools_cpu_profiler gperftools_cpu gperf_cpu_profiler gperf_cpu gperftools-cpu-profiler gperf-cpu gperf-cpu-profiler
            | gperftools_heap_profiler gperftools_heap gperf_heap_profiler gperf_heap gperftools-heap-profiler gperf-heap
            | vtune_event | vtune_frame | vtune_profiler | craypat_record | craypat_region | craypat_counters | craypat_heap_stats
            | craypat_flush_buffer | allinea_map allinea forge | roctx_marker
        """
        val names = groups.split('|').map { it.trim().split(Regex("\\s+")) }
        for ((id, aliases) in names.map { it.first() to it.drop(1) }) {
            val type = Components.find(id)
            assertEquals(id, type?.id)
            for (alias in aliases) assertSame(type, Components.find(alias), alias)
        }
        assertEquals("tau", Components.find("tau_marker")!!.label)
    }

    @Test
    fun whatIsMissingIsReportedWithWhatToInstall() {
        if (Ffi.unavailable != null) return
        val absent = ToolLibrary("Nothing", listOf("timemory_no_such_function"), listOf("libnothing.so.9"), true, "install nothing")
        assertEquals("install nothing", absent.unavailable())
        assertNull(absent.optional("timemory_no_such_function"))
    }

    @Test
    fun aLibraryThatTheProcessHasIsFoundWithoutItsName() {
        if (Ffi.unavailable != null) return
        assertNull(ToolLibrary("libc", listOf("strlen"), emptyList(), false, "no libc").unavailable())
        assertContains(
            ToolLibrary("libc", listOf("strlen", "timemory_no_such_function"), emptyList(), false, "install another").unavailable()!!,
            "libc's library in this process has no timemory_no_such_function: install another",
        )
    }

    @Test
    fun aFunctionIsCalledByItsAddress() {
        if (Ffi.unavailable != null) return
        val absolute = LoadedCode.functionAt(LoadedCode.addressOf(LoadedCode.PROCESS, "labs"))
        assertEquals(5L, absolute.call(-5L))
        assertTrue(LoadedCode.objectAt(absolute.address) != 0L)
    }

    /** The reason why it is called only if likwid-perfctr started the program. */
    @Test
    fun likwidItselfRefusesWithoutItsVariables() {
        if (Ffi.unavailable != null) return
        val likwid = LoadedCode.open("liblikwid.so.5.2")
        if (likwid == 0L) return println("skipped: likwid is not installed")
        StandIns.likwidVariables.forEach(StandIns::removeVariable)
        LoadedCode.functionOf(likwid, "likwid_markerInit")!!.call()
        val start = LoadedCode.functionOf(likwid, "likwid_markerStartRegion")!!
        assertEquals(-14, Ffi.withText("region") { start.call(it) }.toInt())
    }

    @Test
    fun gperftoolsSamplesTheCpuInRegions() {
        val reason = GperftoolsCpuProfiler.unavailableReason()
        if (reason != null) {
            println("skipped: $reason")
            if (Ffi.unavailable == null) assertContains(reason, "libgoogle-perftools4")
            return
        }
        val folder = shell("mktemp -d").trim()
        val results = session({ outputPath = folder }) {
            val tools = bundle<TripCount, GperftoolsCpuProfiler>()
            repeat(2) { tools.measure("busy") { tools.measure("busier") { untilSampled() } } }
        }
        val profiles = listFiles(folder)
        assertEquals(emptyList(), results.problems)
        assertEquals(listOf("gperftools_cpu_profiler_0.dat", "gperftools_cpu_profiler_1.dat"), profiles)
        // The header of a profile: 0, 3 words, version 0, the period in microseconds, 0; then the samples.
        val words = shell("od -An -t u8 -w8 -N 24 $folder/${profiles[0]}").trim().lines().map { it.trim().toLong() }
        assertEquals(listOf(0L, 3L, 0L), words)
        assertTrue(shell("stat -c %s $folder/${profiles[0]}").trim().toLong() > 200, "there is no sample in it")
        shell("rm -r $folder")
    }

    /** However long it takes on a busy machine: the profiler's timer counts the CPU time of this process. */
    private fun untilSampled() {
        var sum = 1.0
        while (GperftoolsCpuProfiler.samples < 3) repeat(100_000) { sum += sum / (it + 1) }
        check(sum != 0.0)
    }

    @Test
    fun theHeapProfilerOfGperftoolsWantsToBePreloaded() {
        if (Ffi.unavailable != null) return
        assertContains(GperftoolsHeapProfiler.unavailableReason()!!, "LD_PRELOAD=libtcmalloc.so.4")
    }
}
