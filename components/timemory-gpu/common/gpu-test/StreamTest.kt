package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import timemory.gpu.ActivityKind
import timemory.gpu.CudaDevices
import timemory.gpu.CudaDriver
import timemory.gpu.CudaEvent
import timemory.gpu.CudaProfiler
import timemory.gpu.CudaStream
import timemory.gpu.GpuMemory
import timemory.gpu.NvtxMarker
import timemory.gpu.cudaEventBatchSize
import timemory.gpu.nvtxMarkerDeviceSync

/** Components that are started with a stream, and those that measure a stream with CUDA events. */
class StreamTest {
    private val tools = bundle<TripCount, CudaEvent>()

    @Test
    fun anEventTellsTheTimeBetweenTwoPointsInAStream() {
        val results = gpuSession {
            val stream = FakeGpu.stream()
            FakeGpu.kernel("before", 1_000_000, stream)
            repeat(3) { tools.measure("x", stream) { FakeGpu.kernel("k", 2_000_000, stream) } }
            tools.measure("x") { FakeGpu.kernel("k", 7_000_000, stream) } // in another stream
        } ?: return
        val totals = results.of("cuda_event", "x")
        assertEquals(4L, totals.laps)
        assertEquals(6_000_000L, totals.exactSum)
        assertEquals(2_000_000.0, totals.statistics[0].max)
        assertEquals(4L, results.of("trip_count", "x").laps)
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun aRegionInsideIsPartOfTheTimeOfTheOneAroundInTheSameStreamOnly() {
        val results = gpuSession {
            val (first, second) = listOf(FakeGpu.stream(), FakeGpu.stream())
            tools.measure("around", first) {
                FakeGpu.kernel("k", 1000, first)
                tools.measure("same", first) { FakeGpu.kernel("k", 200, first) }
                tools.measure("other", second) { FakeGpu.kernel("k", 50_000, second) }
            }
        } ?: return
        val graph = results["cuda_event"]!!
        assertEquals(listOf<Long?>(1200L, 1000L), graph.find("around")!!.let { listOf(it.inclusive.exactSum, it.exclusiveExact()) })
        assertEquals(listOf(false, true), listOf("same", "other").map { graph.find("around", it)!!.isConcurrent })
    }

    @Test
    fun whatMeasuringCostsOnTheThreadIsNoTimeOfTheGpu() {
        val timed = bundle<WallClock, CudaEvent>()
        val results = gpuSession { timed.measure("x") { repeat(1000) { timed.measure("y") { FakeGpu.kernel("k", 1) } } } } ?: return
        assertTrue(results["wall_clock"]!!.find("x")!!.instrumentation > 0.0)
        assertEquals(0.0, results["cuda_event"]!!.find("x")!!.instrumentation)
    }

    @Test
    fun streamsAreToldApartInsideTheRegion() {
        val results = gpuSession {
            val (first, second) = listOf(FakeGpu.stream(), FakeGpu.stream())
            tools.measure("x", first) { FakeGpu.kernel("k", 1000, first) }
            tools.measure("x", second) { FakeGpu.kernel("k", 3000, second) }
        } ?: return
        assertEquals(4000L, results.of("cuda_event", "x").exactSum)
        val streams = results["cuda_event"]!!.find("x")!!.children
        assertEquals(listOf(1000L, 3000L), streams.map { it.inclusive.exactSum }.sortedBy { it })
        assertTrue(streams.all { it.label.startsWith("stream 1") }, streams.joinToString { it.label })
    }

    @Test
    fun lapsThatAreNotDoneAreWaitedForInTheEnd() {
        val results = gpuSession({ cudaEventBatchSize = 2 }) {
            FakeGpu.call("fake_unready", 1)
            repeat(7) { tools.measure("x") { FakeGpu.kernel("k", 1000) } }
        } ?: return
        assertEquals(7L, results.of("cuda_event", "x").laps)
        assertEquals(7000L, results.of("cuda_event", "x").exactSum)
    }

    @Test
    fun anOpenRegionHandleAndAMeasuredBlockTakeAStreamToo() {
        gpuSession {
            val stream = FakeGpu.stream()
            tools.open("opened", stream).use { FakeGpu.kernel("k", 4000, stream) }
            val region = tools.region("handle")
            region.start(stream)
            FakeGpu.kernel("k", 5000, stream)
            region.stop()
            val (_, event) = region
            assertEquals(5000L, event.sum)
            val (_, _, measured) = tools.measured("measured") { FakeGpu.kernel("k", 6000) }
            assertEquals(listOf(1L, 6000L), listOf(measured.laps, measured.sum))
        }
    }

    @Test
    fun aBundleWithoutSuchAComponentRefusesAStream() {
        gpuSession {
            val failure = assertFailsWith<IllegalArgumentException> { bundle<TripCount, WallClock>().open("x", CudaStream.DEFAULT) }
            assertContains(failure.message!!, "none of the components of bundle [trip_count, wall_clock] takes a stream")
        }
    }

    @Test
    fun aSuspendingRegionMeasuresItsStreamFromBeginToEnd() {
        val results = gpuSession {
            val stream = FakeGpu.stream()
            runBlocking {
                measuredScope {
                    tools.measureSuspending("x", stream) {
                        FakeGpu.kernel("k", 1000, stream)
                        delay(1)
                        FakeGpu.kernel("k", 2000, stream)
                    }
                }
            }
        } ?: return
        assertEquals(listOf<Long?>(1L, 3000L), results.of("cuda_event", "x").let { listOf(it.laps, it.exactSum) })
    }

    @Test
    fun withoutAContextTheReasonIsToldAndTheOthersGoOn() {
        val results = gpuSession {
            FakeGpu.call("fake_use_context")
            tools.measure("x") { }
        } ?: return
        assertEquals(1L, results.of("trip_count", "x").laps)
        assertContains(results.problems.single(), "no CUDA context is current on this thread")
    }

    @Test
    fun aLapWhoseWorkFailedIsLostAndTheReasonTold() {
        val results = gpuSession {
            FakeGpu.call("fake_unready", 1)
            repeat(3) { tools.measure("x") { FakeGpu.kernel("k", 1000) } }
            FakeGpu.fail("cuEventQuery", 700)
        } ?: return
        assertEquals(2L, results.of("cuda_event", "x").laps)
        assertContains(results.problems.single(), "CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered")
    }

    @Test
    fun lapsOfOtherThreadsAreAddedUp() {
        val results = gpuSession {
            val context = CudaDriver.currentContext()
            tools.measure("all") {
                inThreads(4) {
                    FakeGpu.call("fake_use_context", context)
                    val stream = FakeGpu.stream()
                    repeat(100) { tools.measure("x", stream) { FakeGpu.kernel("k", 10_000, stream) } }
                }
            }
        } ?: return
        assertEquals(400L, results.of("cuda_event", "all", "x").laps)
        assertEquals(4_000_000L, results.of("cuda_event", "all", "x").exactSum)
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun memoryInUseIsWhatIsNotFree() {
        val memory = bundle<GpuMemory>()
        val results = gpuSession {
            memory.measure("x") { FakeGpu.call("fake_take_memory", 4096) }
            memory.measure("x") { FakeGpu.call("fake_take_memory", -1024) }
        } ?: return
        assertEquals(3072L, results.of("gpu_memory", "x").exactSum)
        assertEquals(-1024.0, results.of("gpu_memory", "x").statistics[0].min)
    }

    @Test
    fun theProfilerRunsWhileAnyRegionIsOpen() {
        val profiled = bundle<CudaProfiler>()
        gpuSession {
            profiled.measure("x") { profiled.measure("y") { assertEquals(1L, FakeGpu.call("fake_profiler")) } }
            assertEquals(1001L, FakeGpu.call("fake_profiler"))
            profiled.measure("x") { }
            assertEquals(2002L, FakeGpu.call("fake_profiler"))
        }
    }

    @Test
    fun rangesHaveTheirLabelsAndColoursInTurn() {
        val marked = bundle<NvtxMarker>()
        gpuSession {
            marked.measure("first \u20ac") { marked.measure("second") { NvtxMarker.mark("here") } }
            val lines = FakeGpu.noted.lines()
            assertEquals(
                listOf("start first \u20ac", "start second", "mark here", "end 1", "end 1"),
                lines.take(5).map { it.substringBeforeLast(' ') },
            )
            val colors = lines.take(2).map { it.substringAfterLast(' ').toLong(16).toInt() }
            assertEquals(1, (NvtxMarker.COLORS.indexOf(colors[1]) - NvtxMarker.COLORS.indexOf(colors[0])).mod(NvtxMarker.COLORS.size))
        }
    }

    @Test
    fun rangesWaitForTheDeviceOrForTheirStream() {
        val marked = bundle<NvtxMarker>()
        gpuSession {
            marked.measure("x", FakeGpu.stream()) { }
            assertEquals(1L, FakeGpu.call("fake_synchronized"))
        }
        gpuSession({ nvtxMarkerDeviceSync = false }) {
            marked.measure("x", FakeGpu.stream()) { }
            assertEquals(1000L, FakeGpu.call("fake_synchronized"))
            FakeGpu.call("fake_use_context")
            marked.measure("x") { }
            assertEquals(1000L, FakeGpu.call("fake_synchronized"))
        }
    }

    @Test
    fun lapsWhoseContextIsDestroyedBeforeTheyAreAskedForAreLostAndNothingOfItIsUsed() {
        val results = gpuSession {
            tools.measure("x") { FakeGpu.kernel("k", 10) }
            FakeGpu.call("fake_destroy_context", CudaDriver.currentContext())
        } ?: return
        assertEquals(1L, results.lapsOf("trip_count", "x"))
        assertEquals(0L, results.lapsOf("cuda_event", "x"))
        assertContains(results.problems.single(), "CUDA_ERROR_CONTEXT_IS_DESTROYED")
    }

    @Test
    fun devicesAndKindsOfActivityAreListed() {
        gpuSession {
            val all = HardwareEvents.all()
            val device = all.single { it.category == "GPU device" }
            assertEquals("cuda:0", device.name)
            assertEquals(
                "Fake GPU 0: compute capability 9.0, 132 multiprocessors, 2048 MiB of memory, driver for CUDA 13.0",
                device.description,
            )
            assertTrue(device.isAvailable)
            assertEquals(ActivityKind.NAMES, all.filter { it.category == "CUPTI activity" }.map { it.name })
            val metrics = all.filter { it.category == "CUPTI metric" }.associate { it.name to it.description }
            assertEquals("Something counted", metrics["dram__bytes.sum"])
            assertTrue(
                metrics.keys.containsAll(
                    listOf(
                        "l1tex__t_sector_hit_rate.ratio",
                        "dram__throughput.avg.pct_of_peak_sustained_elapsed",
                    ),
                ),
                "${metrics.keys}",
            )
            assertTrue(metrics.keys.none { "Triage" in it }, "parts of metrics are listed: ${metrics.keys}")
            FakeGpu.fail("cuDeviceGetCount", 700)
            assertContains(CudaDevices.all().single().reason!!, "CUDA_ERROR_ILLEGAL_ADDRESS")
        }
    }
}
