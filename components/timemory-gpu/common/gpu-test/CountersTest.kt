package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import timemory.gpu.CudaDriver
import timemory.gpu.CuptiCounters
import timemory.gpu.cuptiDevice
import timemory.gpu.cuptiEvents
import timemory.gpu.cuptiMetrics
import timemory.results.Results
import timemory.settings.SettingsBuilder

/** What cupti_counters counts, and what happens if it cannot. A kernel moves two bytes of memory per nanosecond. */
class CountersTest {
    private val tools = bundle<TripCount, CuptiCounters>()

    private fun session(metrics: String = "dram__bytes.sum", configure: SettingsBuilder.() -> Unit = {}, program: () -> Unit): Results? =
        gpuSession({ cuptiMetrics = metrics; configure() }, program)

    private fun Results.bytes(vararg path: String) = of("cupti_counters", *path).sum(0)

    @Test
    fun kernelsCountForAllRegionsThatAreOpen() {
        val results = session("dram__bytes.sum, gpu__time_duration.sum smsp__inst_executed.sum") {
            tools.measure("outer") {
                FakeGpu.kernel("k", 1000)
                repeat(2) { tools.measure("inner") { FakeGpu.kernel("k", 200) } }
                FakeGpu.kernel("k", 4000)
            }
            FakeGpu.kernel("k", 70_000) // outside all regions
        } ?: return
        val graph = results["cupti_counters"]!!
        assertEquals(listOf("dram__bytes.sum", "gpu__time_duration.sum", "smsp__inst_executed.sum"), graph.type.elements)
        assertEquals(listOf(10_800.0, 5_400.0, 21_600.0), List(3) { graph.find("outer")!!.inclusive.sum(it) })
        assertEquals(listOf(800.0, 400.0, 1_600.0), List(3) { graph.find("outer", "inner")!!.inclusive.sum(it) })
        assertEquals(10_000.0, graph.find("outer")!!.exclusive(0))
        assertEquals(2L, graph.find("outer", "inner")!!.inclusive.laps)
        assertEquals(listOf(Quantity.MEMORY, Quantity.TIME, Quantity.COUNT), List(3) { graph.type.quantityOf(it) })
        assertEquals(emptyList(), results.problems)
        assertEquals(0L, FakeGpu.call("fake_profiled"), "a context is still being profiled")
    }

    @Test
    fun lapsInWhichGraphsAreLaunchedAreLost() {
        val results = session {
            tools.measure("x") { FakeGpu.kernel("k", 10) }
            tools.measure("outer") {
                tools.measure("inner") { FakeGpu.call("fake_run_graph", 3, 100) }
                FakeGpu.kernel("k", 10)
            }
            tools.measure("x") { FakeGpu.kernel("k", 500) }
        } ?: return
        assertEquals(0L, results.lapsOf("cupti_counters", "outer"))
        assertEquals(0L, results.lapsOf("cupti_counters", "outer", "inner"))
        assertEquals(2L, results.of("cupti_counters", "x").laps)
        assertContains(results.problems.single(), "1 graphs were launched during the lap, whose kernels CUPTI does not count in this mode")
        assertEquals(0L, FakeGpu.call("fake_profiled"), "a context is still being profiled")
    }

    @Test
    fun whereAnotherToolHearsOfCallsItIsSaidThatGraphsAreNotSeen() {
        val results = session {
            FakeGpu.fail("cuptiSubscribe", 39)
            tools.measure("x") { FakeGpu.kernel("k", 10) }
        } ?: return
        assertEquals(1L, results.of("cupti_counters", "x").laps)
        assertContains(results.problems.single(), "kernels of graphs, if any, are missing")
    }

    @Test
    fun regionsMayEndInAnotherOrderThanTheyBegan() {
        val results = session {
            val outer = tools.open("outer")
            val inner = tools.open("inner")
            FakeGpu.kernel("k", 1)
            outer.close()
            FakeGpu.kernel("k", 20)
            inner.close()
            FakeGpu.kernel("k", 300)
        } ?: return
        val bytes = results["cupti_counters"]!!.nodes().associate { it.label to it.inclusive.sum(0) }
        assertEquals(mapOf("outer" to 2.0, "inner" to 42.0), bytes)
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun whatOtherThreadsDoWithTheContextCounts() {
        val results = session {
            val context = CudaDriver.currentContext()
            tools.measure("all") {
                inThreads(3) { i ->
                    FakeGpu.call("fake_use_context", context)
                    repeat(i + 1) { FakeGpu.kernel("k", 10) }
                }
            }
        } ?: return
        assertEquals(120.0, results.bytes("all"))
    }

    @Test
    fun aSuspendingRegionCountsWhatTheContextDoesMeanwhile() {
        val results = session {
            runBlocking {
                measuredScope {
                    tools.measureSuspending("x") {
                        FakeGpu.kernel("k", 10)
                        launch { FakeGpu.kernel("k", 700) }
                        delay(2)
                        FakeGpu.kernel("k", 1)
                    }
                }
            }
        } ?: return
        assertEquals(1422.0, results.bytes("x"))
        assertEquals(1L, results.lapsOf("cupti_counters", "x"))
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun resultsMayBeMadeWhileARegionIsOpen() {
        val results = session {
            tools.measure("x") { FakeGpu.kernel("k", 10) }
            tools.measure("x") {
                FakeGpu.kernel("k", 10)
                assertEquals(20.0, Timemory.results()!!.bytes("x"))
                FakeGpu.kernel("k", 10)
            }
        } ?: return
        assertEquals(60.0, results.bytes("x"))
    }

    @Test
    fun contextsAreToldApart() {
        val results = session {
            val first = CudaDriver.currentContext()
            tools.measure("first") {
                val second = FakeGpu.call("fake_new_context")
                tools.measure("second") { FakeGpu.kernel("k", 10) }
                FakeGpu.call("fake_use_context", first)
                FakeGpu.kernel("k", 700)
                assertTrue(second != first)
            }
        } ?: return
        assertEquals(listOf(1400.0, 20.0), listOf(results.bytes("first"), results.bytes("first", "second")))
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun bothListsAreTakenTogetherAndCountersWithoutEndingAsSums() {
        val results = session(
            "dram__bytes",
            { cuptiEvents = "lts__t_bytes.sum;dram__bytes.sum" },
        ) { tools.measure("x") { FakeGpu.kernel("k", 10) } } ?: return
        assertEquals(listOf("lts__t_bytes.sum", "dram__bytes.sum"), results["cupti_counters"]!!.type.elements)
        assertEquals(20.0, results.of("cupti_counters", "x").sum(1))
    }

    @Test
    fun metricsThatThereAreNotAndThatDoNotAddUpAreLeftOutWithTheWayOut() {
        val results = session("dram__byte.sum,dram__bytes.avg,l1tex__t_sector_hit_rate.pct,lts__t_bytes.sum") {
            tools.measure("x") { FakeGpu.kernel("k", 10) }
        } ?: return
        assertEquals(listOf("lts__t_bytes.sum"), results["cupti_counters"]!!.type.elements)
        assertEquals(30.0, results.bytes("x"))
        assertEquals(3, results.problems.size, "${results.problems}")
        assertContains(results.problems[0], "chip GH100 has no metric 'dram__byte.sum'; the nearest is 'dram__bytes.sum'")
        assertContains(results.problems[1], "'dram__bytes.avg' cannot be summed over the parts of a region")
        assertContains(results.problems[1], "name 'dram__bytes.sum', or use cupti_profiler")
        assertContains(
            results.problems[2],
            "'l1tex__t_sector_hit_rate.pct' cannot be summed over the parts of a region, as a metric that ends with .sum " +
                "can: use cupti_profiler",
        )
    }

    @Test
    fun metricsThatTakeSeveralPassesAreRefused() {
        session("dram__bytes.sum,lts__t_bytes.sum,smsp__sass_thread_inst_executed_op_dadd_pred_on.sum") {
            val reason = CuptiCounters.unavailableReason()!!
            assertContains(
                reason,
                "needs 2 passes for 3 metrics, but a region runs only once: name only the first 2, or use cupti_profiler",
            )
        }
    }

    private fun reasonWith(
        metrics: String = "dram__bytes.sum",
        configure: SettingsBuilder.() -> Unit = {},
        prepare: () -> Unit = {},
    ): String? {
        var reason: String? = null
        session(metrics, configure) {
            prepare()
            reason = CuptiCounters.unavailableReason()
        } ?: return null
        return reason ?: "none"
    }

    @Test
    fun itIsToldWhyNothingCanBeCounted() {
        assertContains(reasonWith("") ?: return, "neither TIMEMORY_CUPTI_METRICS nor TIMEMORY_CUPTI_EVENTS names a metric")
        assertContains(reasonWith("nonsense.sum")!!, "chip GH100 has no metric 'nonsense.sum'; the nearest is '")
        assertContains(
            reasonWith("gpu__time_duration.sum") { FakeGpu.call("fake_support", 1) }!!,
            "GPU 0 cannot be profiled by CUPTI: it is a virtual GPU",
        )
        assertContains(
            reasonWith("lts__t_bytes.sum", { cuptiDevice = 7 })!!,
            "CUPTI cannot query whether GPU 7 can be profiled: CUPTI_ERROR_2",
        )
    }

    @Test
    fun whoIsNotAllowedToProfileIsToldWhatAllowsIt() {
        val results = session {
            FakeGpu.fail("cuptiRangeProfilerEnable", 35)
            tools.measure("x") { FakeGpu.kernel("k", 10) }
        } ?: return
        assertEquals(0L, results.lapsOf("cupti_counters", "x"))
        assertContains(
            results.problems.single(),
            "CUPTI cannot start profiling the context: CUPTI_ERROR_35: only administrators may read GPU counters",
        )
        assertContains(results.problems.single(), "NVreg_RestrictProfilingToAdminUsers=0")
        assertEquals(1L, results.of("trip_count", "x").laps)
    }

    @Test
    fun withoutAContextThereIsNoLap() {
        val results = session {
            tools.measure("before") {
                FakeGpu.call("fake_use_context")
                tools.measure("without") {}
            }
        } ?: return
        assertEquals(
            listOf(1L, 0L),
            listOf(results.lapsOf("cupti_counters", "before"), results.lapsOf("cupti_counters", "before", "without")),
        )
        assertContains(results.problems.single(), "no CUDA context is current on this thread")
    }

    @Test
    fun aContextOfAnotherGpuIsNotCounted() {
        val results = session {
            FakeGpu.call("fake_device", 1)
            tools.measure("other") {}
        } ?: return
        assertEquals(0L, results.lapsOf("cupti_counters", "other"))
        assertContains(
            results.problems.single(),
            "the context belongs to GPU 1, but metrics are requested for GPU 0: set TIMEMORY_CUPTI_DEVICE to the GPU",
        )
    }

    @Test
    fun lapsInWhichCuptiFailsAreLostAndTheOthersStay() {
        for (function in listOf(
            "cuptiRangeProfilerPopRange", "cuptiRangeProfilerStop", "cuptiRangeProfilerDecodeData",
            "cuptiProfilerHostEvaluateToGpuValues", "cuCtxSynchronize",
        )) {
            val results = session {
                tools.measure("good") { FakeGpu.kernel("k", 10) }
                tools.measure("outer") {
                    FakeGpu.kernel("k", 10)
                    FakeGpu.fail(function, 9)
                    tools.measure("inner") { FakeGpu.kernel("k", 10) }
                }
                tools.measure("good") { FakeGpu.kernel("k", 500) }
            } ?: return
            assertEquals(1020.0, results.bytes("good"), function)
            assertEquals(0L, results.lapsOf("cupti_counters", "outer"), function)
            assertTrue(
                results.problems.isNotEmpty() && results.problems.all { "ERROR_9" in it || "error 9" in it },
                "$function: ${results.problems}",
            )
            assertEquals(0L, FakeGpu.call("fake_profiled"), function)
        }
    }

    @Test
    fun aLapWhoseContextIsDestroyedIsLostAndTheOthersStay() {
        val results = session {
            tools.measure("good") { FakeGpu.kernel("k", 10) }
            tools.measure("bad") { FakeGpu.call("fake_destroy_context", CudaDriver.currentContext()) }
            FakeGpu.call("fake_new_context")
            tools.measure("good") { FakeGpu.kernel("k", 500) }
        } ?: return
        assertEquals(1020.0, results.bytes("good"))
        assertEquals(0L, results.lapsOf("cupti_counters", "bad"))
        assertTrue(results.problems.any { "CUDA_ERROR_CONTEXT_IS_DESTROYED" in it }, "${results.problems}")
    }

    @Test
    fun aMetricWithoutAValueMakesNoLap() {
        val results = session {
            tools.measure("good") { FakeGpu.kernel("k", 10) }
            FakeGpu.call("fake_without_value", 1)
            tools.measure("bad") { FakeGpu.kernel("k", 10) }
        } ?: return
        assertEquals(20.0, results.bytes("good"))
        assertEquals(0L, results.lapsOf("cupti_counters", "bad"))
        assertContains(results.problems.single(), "CUPTI has no value for dram__bytes.sum")
    }

    @Test
    fun aSessionThatEndsInsideOfARegionLetsGoOfTheContext() {
        val results = session {
            tools.measure("good") { FakeGpu.kernel("k", 10) }
            tools.open("open")
        } ?: return
        assertEquals(20.0, results.bytes("good"))
        assertEquals(0L, FakeGpu.call("fake_profiled"))
        assertEquals(2000.0, session { tools.measure("next") { FakeGpu.kernel("k", 1000) } }!!.bytes("next"))
    }
}
