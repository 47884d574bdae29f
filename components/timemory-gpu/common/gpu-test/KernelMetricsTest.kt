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
import timemory.gpu.CuptiProfiler
import timemory.gpu.KernelLap
import timemory.gpu.KernelLaunches
import timemory.gpu.MetricValues
import timemory.gpu.cuptiMetrics
import timemory.internal.platform.Ffi
import timemory.internal.platform.withText
import timemory.results.Results
import timemory.settings.SettingsBuilder

/**
 * Assigns kernel metrics to regions. A kernel moves two bytes of memory per nanosecond; from 1000 ns on, nine in ten are cache hits,
 * otherwise one in ten.
 */
class KernelMetricsTest {
    private val tools = bundle<TripCount, CuptiProfiler>()

    private fun session(metrics: String = "dram__bytes.sum", configure: SettingsBuilder.() -> Unit = {}, program: () -> Unit): Results? =
        gpuSession({ cuptiMetrics = metrics; configure() }, program)

    private fun Results.sums(element: Int = 1): String = this["cupti_profiler"]!!.nodes().joinToString("\n") { node ->
        "  ".repeat(node.depth) + "${node.label} ${node.inclusive.laps} ${node.inclusive.sum(element).toLong()}"
    }

    private fun program() = tools.measure("outer") {
        FakeGpu.kernel("first", 1000)
        repeat(2) {
            tools.measure("inner") {
                FakeGpu.kernel("second", 200)
                FakeGpu.kernel("third", 30)
            }
        }
        FakeGpu.kernel("first", 4000)
    }

    @Test
    fun kernelsCountForTheRegionThatBeganThemAndThoseAroundIt() {
        val results = session { program() } ?: return
        val expected = """
            outer 1 10920
              inner 2 920
                second 2 800
                third 2 120
              first 1 10000
        """.trimIndent()
        assertEquals(expected, results.sums())
        assertEquals(listOf("gpu__time_duration.sum", "dram__bytes.sum"), results["cupti_profiler"]!!.type.elements)
        assertEquals(5460.0, results.of("cupti_profiler", "outer").sum(0))
        assertEquals(10_000.0, results["cupti_profiler"]!!.find("outer")!!.exclusive(1))
        assertEquals(emptyList(), results.problems)
        assertEquals(0L, FakeGpu.call("fake_profiled"), "a context is still being profiled")
    }

    @Test
    fun metricsOfSeveralPassesAreMeasuredToo() {
        val results = session("dram__bytes.sum,smsp__sass_thread_inst_executed_op_dadd_pred_on.sum") {
            tools.measure("x") { FakeGpu.kernel("k", 10) }
        } ?: return
        assertEquals(1000.0, results.of("cupti_profiler", "x").sum(2))
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun whatDoesNotAddUpIsTheMeanOverTheTimeOfKernels() {
        val results = session("l1tex__t_sector_hit_rate.pct,dram__bytes.sum") {
            tools.measure("x") {
                FakeGpu.kernel("slow", 3000)
                tools.measure("y") { FakeGpu.kernel("quick", 500) }
                tools.measure("y") { FakeGpu.kernel("quick", 500) }
            }
            tools.measure("without") {}
        } ?: return
        val graph = results["cupti_profiler"]!!
        assertEquals(70.0, graph.find("x")!!.inclusive.sum(1), absoluteTolerance = 1e-9) // (3000 * 90 + 1000 * 10) / 4000
        assertEquals(10.0, graph.find("x", "y")!!.inclusive.sum(1), absoluteTolerance = 1e-9)
        assertEquals(90.0, graph.find("x", "slow")!!.inclusive.sum(1), absoluteTolerance = 1e-9)
        assertTrue(graph.find("without")!!.inclusive.sum(1).isNaN(), "a mean of no kernels is a number")
        assertEquals(0.0, graph.find("without")!!.inclusive.sum(2))
        assertEquals(listOf(true, false, true), List(3) { graph.type.isAdditive(it) })
        assertEquals(Quantity.PERCENTAGE, graph.type.quantityOf(1))
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun threadsAreToldApartAsLongAsTheyTakeTurns() {
        val results = session {
            val context = CudaDriver.currentContext()
            for (i in 1..3) inThreads(1) {
                FakeGpu.call("fake_use_context", context)
                tools.measure("thread $i") { repeat(i) { FakeGpu.kernel("k", 10) } }
            }
        } ?: return
        for (i in 1..3) assertEquals(20.0 * i, results.of("cupti_profiler", "thread $i").sum(1))
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun aThreadThatBeginsKernelsWhileAnotherHasARegionOpenDoesNotCountForIt() {
        val results = session {
            val context = CudaDriver.currentContext()
            tools.measure("x") {
                FakeGpu.kernel("k", 10)
                inThreads(1) {
                    FakeGpu.call("fake_use_context", context)
                    FakeGpu.kernel("k", 700)
                }
                FakeGpu.kernel("k", 10)
            }
        } ?: return
        assertEquals(40.0, results.of("cupti_profiler", "x").sum(1))
        assertContains(results.problems.single(), "1 kernels (700 ns) were launched by threads outside any region with it")
    }

    @Test
    fun kernelsOfSeveralThreadsAtOnceBelongToNoRegionAndAreTold() {
        val results = session {
            val context = CudaDriver.currentContext()
            tools.measure("x") {
                Ffi.withText("mine") { mine ->
                    FakeGpu.call("fake_begin_launch", mine)
                    inThreads(1) {
                        FakeGpu.call("fake_use_context", context)
                        FakeGpu.kernel("other", 700)
                    }
                    FakeGpu.call("fake_end_launch", mine, 10)
                }
            }
            tools.measure("x") { FakeGpu.kernel("mine", 10) }
        } ?: return
        assertEquals(20.0, results.of("cupti_profiler", "x").sum(1))
        assertContains(results.problems.single(), "2 kernels (710 ns) were launched by several threads at once")
    }

    @Test
    fun aCoroutineIsFollowedOverSuspensions() {
        val results = session {
            runBlocking {
                measuredScope {
                    tools.measureSuspending("outer") {
                        FakeGpu.kernel("first", 1000)
                        tools.measureSuspending("inner") {
                            FakeGpu.kernel("second", 200)
                            delay(2)
                            FakeGpu.kernel("second", 30)
                        }
                        launch { FakeGpu.kernel("stray", 70_000) }
                        delay(2)
                        FakeGpu.kernel("first", 1)
                    }
                }
            }
        } ?: return
        fun bytes(vararg path: String) = results.of("cupti_profiler", *path).sum(1)
        assertEquals(
            listOf(2462.0, 2002.0, 460.0, 460.0),
            listOf(bytes("outer"), bytes("outer", "first"), bytes("outer", "inner"), bytes("outer", "inner", "second")),
        )
        assertEquals(listOf(1L, 1L), listOf(results.lapsOf("cupti_profiler", "outer"), results.lapsOf("cupti_profiler", "outer", "inner")))
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun aLaunchThatCudaRefusesIsNoKernel() {
        val results = session {
            tools.measure("x") {
                FakeGpu.kernel("first", 10)
                FakeGpu.fail("cuLaunchKernel", 1)
                FakeGpu.kernel("refused", 700)
                FakeGpu.kernel("second", 20)
            }
        } ?: return
        assertEquals("x 1 60\n  first 1 20\n  second 1 40", results.sums())
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun kernelsThatCuptiDidNotTellOfBelongToNoRegionAndAreTold() {
        val results = session {
            tools.measure("x") {
                FakeGpu.kernel("k", 10)
                FakeGpu.call("fake_hush", 1)
                FakeGpu.kernel("hushed", 20)
                FakeGpu.call("fake_hush", 0)
            }
            tools.measure("x") { FakeGpu.kernel("k", 300) }
        } ?: return
        assertEquals("x 2 600\n  k 1 600", results.sums())
        assertContains(
            results.problems.single(),
            "2 kernels (30 ns) were launched by several threads at once, or by calls that CUPTI did not report",
        )
    }

    @Test
    fun kernelsOfGraphsGoToTheThreadThatBeganThem() {
        val results = session {
            tools.measure("x") { FakeGpu.call("fake_run_graph", 3, 100) }
        } ?: return
        assertEquals("x 1 600\n  (kernels of graphs) 1 600", results.sums())
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun kernelsThatArePutIntoAGraphAreNotLaunched() {
        val results = session {
            tools.measure("x") {
                FakeGpu.call("fake_capture", 1)
                FakeGpu.call("fake_blind", 1)
                FakeGpu.kernel("captured", 10)
                FakeGpu.call("fake_blind", 0)
                FakeGpu.call("fake_capture", 0)
                FakeGpu.kernel("k", 10)
            }
        } ?: return
        assertEquals("x 1 20\n  k 1 20", results.sums())
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun lapsWithKernelsThatCuptiDidNotMeasureAreLost() {
        val results = session {
            tools.measure("x") { FakeGpu.kernel("k", 10) }
            FakeGpu.call("fake_blind", 1)
            tools.measure("y") { FakeGpu.kernel("k", 10) }
            tools.measure("z") { FakeGpu.call("fake_run_graph", 3, 100) }
            FakeGpu.call("fake_blind", 0)
            tools.measure("y") { FakeGpu.kernel("k", 500) }
        } ?: return
        assertEquals("x 1 20\n  k 1 20\ny 1 1000\n  k 1 1000\nz 0 0", results.sums())
        assertContains(results.problems.single(), "CUPTI measured 0 of the 1 kernels in it")
    }

    @Test
    fun onlyOneComponentProfilesAContextAtATime() {
        val counters = bundle<TripCount, CuptiCounters>()
        val results = session {
            tools.measure("profiled") {
                counters.measure("counted") { FakeGpu.kernel("k", 10) }
                FakeGpu.kernel("k", 10)
            }
            counters.measure("afterwards") { FakeGpu.kernel("k", 300) }
            tools.measure("profiled again") { FakeGpu.kernel("k", 10) }
        } ?: return
        assertEquals(40.0, results.of("cupti_profiler", "profiled").sum(1))
        assertEquals(600.0, results.of("cupti_counters", "afterwards").sum(0))
        assertEquals(20.0, results.of("cupti_profiler", "profiled again").sum(1))
        assertEquals(0L, results.lapsOf("cupti_counters", "profiled", "counted"))
        assertContains(results.problems.single(), "the context is already measured by cupti_profiler")
    }

    @Test
    fun anotherToolThatAsksForCallsIsTold() {
        val results = session {
            FakeGpu.fail("cuptiSubscribe", 39)
            tools.measure("x") { FakeGpu.kernel("k", 10) }
            tools.measure("y") { FakeGpu.kernel("k", 10) }
        } ?: return
        assertEquals(0L, results.lapsOf("cupti_profiler", "x"))
        assertEquals(20.0, results.of("cupti_profiler", "y").sum(1))
        assertContains(
            results.problems.single(),
            "CUPTI cannot report which thread launches kernels (only one tool in a process can subscribe): CUPTI_ERROR_39",
        )
    }

    @Test
    fun lapsInWhichCuptiFailsAreLostAndTheOthersStay() {
        for (function in listOf(
            "cuptiRangeProfilerStop", "cuptiRangeProfilerDecodeData", "cuptiProfilerHostEvaluateToGpuValues",
            "cuCtxSynchronize", "cuptiRangeProfilerStart",
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
            assertEquals(1020.0, results.of("cupti_profiler", "good").sum(1), function)
            assertEquals(0L, results.lapsOf("cupti_profiler", "outer"), function)
            assertTrue(
                results.problems.isNotEmpty() && results.problems.all { "ERROR_9" in it || "error 9" in it },
                "$function: ${results.problems}",
            )
            assertEquals(0L, FakeGpu.call("fake_profiled"), function)
        }
    }

    @Test
    fun moreKernelsThanThereIsRoomForMakeNoLap() {
        val results = session {
            tools.measure("many") { repeat(4001) { FakeGpu.kernel("k", 1) } }
            repeat(3) { tools.measure("most") { repeat(2000) { FakeGpu.kernel("k", 1) } } }
        } ?: return
        assertEquals(12_000.0, results.of("cupti_profiler", "most").sum(1))
        assertEquals(0L, results.lapsOf("cupti_profiler", "many"))
        assertContains(results.problems.single(), "1 ranges were dropped: at most 2000 fit between two starts or ends of regions")
    }

    @Test
    fun lapsWithKernelsThatAreLaunchedWhileNothingIsCountedAreLost() {
        session {
            val context = CudaDriver.currentContext()
            KernelLaunches.subscribe(kernels = true)
            val lap = KernelLap(context, CuptiProfiler, emptyList(), MetricValues.none(emptyList())) { _, _ -> error("not counted") }
            val thread = KernelLaunches.open(lap)
            FakeGpu.kernel("k", 1)
            KernelLaunches.close(lap, thread)
            KernelLaunches.unsubscribe()
            assertContains(lap.failure!!, "while regions of other threads started or ended")
        }
    }

    @Test
    fun aMetricWithoutAValueMakesNoLap() {
        val results = session {
            tools.measure("good") { FakeGpu.kernel("k", 10) }
            tools.measure("bad") {
                FakeGpu.kernel("k", 10)
                FakeGpu.call("fake_without_value", 1)
            }
        } ?: return
        assertEquals(20.0, results.of("cupti_profiler", "good").sum(1))
        assertEquals(0L, results.lapsOf("cupti_profiler", "bad"))
        assertContains(results.problems.single(), "CUPTI has no value for gpu__time_duration.sum in kernel 'k'")
    }
}
