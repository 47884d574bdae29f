package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import timemory.forwarding.AllineaMap
import timemory.forwarding.CaliperConfig
import timemory.forwarding.HipStream
import timemory.forwarding.LikwidNvmarker
import timemory.forwarding.RoctxMarker
import timemory.forwarding.VtuneEvent
import timemory.forwarding.VtuneFrame
import timemory.forwarding.VtuneProfiler
import timemory.gpu.CudaStream
import timemory.gpu.nvtxMarkerDeviceSync

/** Tools that are switched on in regions, and those whose ranges any thread may end. */
class SwitchToolsTest {
    @Test
    fun mapSamplesWhileAnyRegionIsOpen() {
        val session = toolSession(AllineaMap, "map") {
            val tools = bundle<TripCount, AllineaMap>()
            tools.measure("a") { inThreads(3) { tools.measure("b") { tools.measure("c") { } } } }
            tools.measure("a") { }
        } ?: return
        assertEquals(listOf("start", "stop", "start", "stop").map { "allinea_${it}_sampling" }, session.calls.takeLast(4))
        assertEquals(setOf("allinea_stop_sampling"), session.calls.dropLast(4).toSet()) // off before the first region
    }

    @Test
    fun caliperMeasuresAsConfiguredWhileAnyRegionIsOpen() {
        val session = toolSession(CaliperConfig, "caliper") {
            val tools = bundle<TripCount, CaliperConfig>()
            CaliperConfig.configure(listOf("runtime-report", "event-trace"), mapOf("output" to "times.txt"))
            repeat(2) { tools.measure("a") { tools.measure("b") { } } }
            CaliperConfig.configure(emptyList())
            tools.measure("c") { }
        } ?: return
        val once = listOf("cali_ConfigManager_start", "cali_ConfigManager_flush", "cali_ConfigManager_stop")
        assertEquals(
            listOf("cali_ConfigManager_new", "cali_ConfigManager_add runtime-report,event-trace,output=(times.txt)") + once + once,
            session.calls.filter { "ConfigManager" in it },
        )
        assertContains(session.results.problems.single(), "call CaliperConfig.configure")
    }

    @Test
    fun vtuneHasEventsAndFramesAndCollectsInThemAlone() {
        val session = toolSession(VtuneEvent, "itt") {
            val events = bundle<TripCount, VtuneEvent>()
            val frames = bundle<TripCount, VtuneFrame>()
            val profiled = bundle<TripCount, VtuneProfiler>()
            events.measure("event") { events.measure("event") { } }
            frames.measure("frame") { frames.measure("frame") { events.measure("event") { } } }
            profiled.measure("profiled") { frames.measure("frame") { } }
        } ?: return
        val calls = session.calls.filterNot { it == "__itt_api_init" }
        assertEquals(
            listOf(
                "resume", "event_create event", "event_start event", "event_end event", "pause",
                "domain_create frame", "resume", "frame_begin frame", "event_start event", "event_end event", "frame_end frame", "pause",
                "resume", "frame_begin frame", "frame_end frame", "pause",
            ).sorted(),
            calls.dropWhile { it == "pause" }.sorted(),
        )
        assertContains(calls.joinToString(), "frame_begin frame, event_start event, event_end event, frame_end frame, pause, resume")
        assertEquals(emptyList(), session.results.problems)
    }

    @Test
    fun likwidCountsOnGpusWhileARegionIsOpenOnAnyThread() {
        val session = toolSession(LikwidNvmarker, "likwid") {
            val tools = bundle<TripCount, LikwidNvmarker>()
            tools.measure("kernel") { inThreads(2) { tools.measure("kernel") { } } }
            LikwidNvmarker.reset("kernel")
        } ?: return
        assertEquals(
            listOf("Register", "Start", "Stop", "Reset").map { "nvmon_marker${it}Region kernel" },
            session.calls.filter { "kernel" in it },
        )
    }

    @Test
    fun regionsAreRangesOfRoctxThatWaitForTheGpu() {
        val session = toolSession(RoctxMarker, "roctx") {
            val tools = bundle<TripCount, RoctxMarker>()
            tools.measure("solve") { tools.measure("step", HipStream(64L)) { } }
            RoctxMarker.mark("here")
            assertEquals(listOf(0, 1, 1, 0), listOf(RoctxMarker.push("a"), RoctxMarker.push("b"), RoctxMarker.pop(), RoctxMarker.pop()))
            assertEquals(-1, RoctxMarker.pop())
            assertFailsWith<IllegalArgumentException> { RoctxMarker().start(CudaStream(1L)) }
        } ?: return
        assertEquals(
            listOf(
                "roctxRangeStartA solve", "roctxRangeStartA step", "hipDeviceSynchronize", "roctxRangeStop step", "hipDeviceSynchronize",
                "roctxRangeStop solve", "roctxMarkA here", "roctxRangePushA a", "roctxRangePushA b", "roctxRangePop b", "roctxRangePop a",
            ),
            session.calls,
        )
    }

    @Test
    fun withoutDeviceSyncARangeOfRoctxWaitsForItsStream() {
        val session = toolSession(RoctxMarker, "roctx", { nvtxMarkerDeviceSync = false }) {
            bundle<TripCount, RoctxMarker>().measure("step", HipStream(64L)) { }
        } ?: return
        assertEquals(listOf("roctxRangeStartA step", "hipStreamSynchronize 64", "roctxRangeStop step"), session.calls)
    }

    @Test
    fun aRangeOfRoctxMayEndOnAnotherThread() {
        val session = toolSession(RoctxMarker, "roctx") {
            val region = bundle<TripCount, RoctxMarker>().open("carried")
            inThreads(1) { region.close() }
        } ?: return
        assertEquals(listOf("roctxRangeStartA carried", "roctxRangeStop carried"), session.calls)
    }
}
