package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import timemory.gpu.CudaDriver
import timemory.gpu.CuptiPcsampling
import timemory.gpu.CuptiProfiler
import timemory.gpu.cuptiMetrics
import timemory.results.Results

/** Assigns samples of stall reasons to regions. The fake finds a kernel waiting for memory every 10 ns, and running every 100. */
class SamplingTest {
    private val tools = bundle<TripCount, CuptiPcsampling>()

    private fun Results.sums(): String = this["cupti_pcsampling"]!!.nodes().joinToString("\n") { node ->
        "  ".repeat(node.depth) + "${node.label} ${node.inclusive.laps} ${node.inclusive.exactSum}"
    }

    @Test
    fun samplesCountForAllRegionsThatAreOpenAndAreShownByKernelAndReason() {
        val results = gpuSession {
            tools.measure("outer") {
                FakeGpu.kernel("first", 1000)
                repeat(2) { tools.measure("inner") { FakeGpu.kernel("second", 200) } }
                FakeGpu.kernel("first", 4000)
            }
            FakeGpu.kernel("first", 70_000) // outside all regions
        } ?: return
        val expected = """
            outer 1 594
              inner 2 44
                second: memory 2 40
                second: selected 2 4
              first: memory 1 500
              first: selected 1 50
        """.trimIndent()
        assertEquals(expected, results.sums())
        assertEquals(550L, results["cupti_pcsampling"]!!.find("outer")!!.exclusiveExact())
        assertEquals(emptyList(), results.problems)
        assertEquals(0L, FakeGpu.call("fake_sampled"), "a context is still being sampled")
    }

    @Test
    fun moreInstructionsThanAreToldAtOnceAreAskedForAgain() {
        val results = gpuSession { tools.measure("x") { repeat(2500) { FakeGpu.kernel("k", 100) } } } ?: return
        assertEquals(27_500L, results.of("cupti_pcsampling", "x").exactSum)
        assertEquals(25_000L, results.of("cupti_pcsampling", "x", "k: memory").exactSum)
    }

    @Test
    fun whatOtherThreadsDoWithTheContextCounts() {
        val results = gpuSession {
            val context = CudaDriver.currentContext()
            tools.measure("all") {
                inThreads(3) {
                    FakeGpu.call("fake_use_context", context)
                    FakeGpu.kernel("k", 100)
                }
            }
        } ?: return
        assertEquals(33L, results.of("cupti_pcsampling", "all").exactSum)
    }

    @Test
    fun droppedSamplesAreTold() {
        val results = gpuSession {
            tools.measure("x") {
                FakeGpu.call("fake_drop_samples", 17)
                FakeGpu.kernel("k", 100)
            }
        } ?: return
        assertEquals(listOf("cupti_pcsampling: the GPU dropped 17 samples, which are missing"), results.problems)
    }

    @Test
    fun lapsInWhichCuptiFailsAreLostAndTheOthersStay() {
        for (function in listOf("cuptiPCSamplingStop", "cuptiPCSamplingGetData", "cuCtxSynchronize")) {
            val results = gpuSession {
                tools.measure("good") { FakeGpu.kernel("k", 100) }
                tools.measure("outer") {
                    FakeGpu.kernel("k", 100)
                    FakeGpu.fail(function, 9)
                    tools.measure("inner") { FakeGpu.kernel("k", 100) }
                }
                tools.measure("good") { FakeGpu.kernel("k", 500) }
            } ?: return
            assertEquals(66L, results.of("cupti_pcsampling", "good").exactSum, function)
            assertEquals(0L, results.lapsOf("cupti_pcsampling", "outer"), function)
            assertTrue(
                results.problems.isNotEmpty() && results.problems.all { "ERROR_9" in it || "error 9" in it },
                "$function: ${results.problems}",
            )
            assertEquals(0L, FakeGpu.call("fake_sampled"), function)
        }
    }

    @Test
    fun memoryThatIsFullMakesNoLap() {
        val results = gpuSession {
            tools.measure("x") {
                FakeGpu.call("fake_fill_samples", 1)
                FakeGpu.kernel("k", 100)
            }
            FakeGpu.call("fake_fill_samples", 0)
            tools.measure("y") { FakeGpu.kernel("k", 100) }
        } ?: return
        assertEquals(0L, results.lapsOf("cupti_pcsampling", "x"))
        assertEquals(11L, results.of("cupti_pcsampling", "y").exactSum)
        assertContains(results.problems.single(), "the GPU's memory for samples was full")
    }

    @Test
    fun itIsToldWhyNothingCanBeSampled() {
        for (function in listOf(
            "cuptiPCSamplingEnable", "cuptiPCSamplingGetStallReasons", "cuptiPCSamplingSetConfigurationAttribute",
            "cuptiPCSamplingStart",
        )) {
            val results = gpuSession {
                FakeGpu.fail(function, 35)
                tools.measure("x") { FakeGpu.kernel("k", 100) }
                assertEquals(0L, FakeGpu.call("fake_sampled"), function)
            } ?: return
            assertEquals(0L, results.lapsOf("cupti_pcsampling", "x"), function)
            assertContains(results.problems.single(), "NVreg_RestrictProfilingToAdminUsers=0")
        }
        val results = gpuSession {
            FakeGpu.call("fake_support", 2)
            tools.measure("x") { FakeGpu.kernel("k", 100) }
        }!!
        assertContains(results.problems.single(), "GPU 0 cannot be profiled by CUPTI")
    }

    @Test
    fun aContextIsSampledOrProfiledAndNotBoth() {
        val profiler = bundle<TripCount, CuptiProfiler>()
        val results = gpuSession({ cuptiMetrics = "dram__bytes.sum" }) {
            tools.measure("sampled") { profiler.measure("profiled") { FakeGpu.kernel("k", 100) } }
            profiler.measure("afterwards") { FakeGpu.kernel("k", 100) }
        } ?: return
        assertEquals(11L, results.of("cupti_pcsampling", "sampled").exactSum)
        assertEquals(200.0, results.of("cupti_profiler", "afterwards").sum(1))
        assertContains(results.problems.single(), "the context is already measured by cupti_pcsampling")
    }
}
