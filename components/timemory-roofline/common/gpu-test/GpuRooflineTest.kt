package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import timemory.gpu.CuptiProfiler
import timemory.gpu.cuptiDevice
import timemory.gpu.cuptiMetrics
import timemory.internal.platform.Ffi
import timemory.internal.platform.withText
import timemory.results.Results
import timemory.roofline.GpuRooflineDpFlops
import timemory.roofline.GpuRooflineFlops
import timemory.roofline.GpuRooflineHpFlops
import timemory.roofline.GpuRooflineSpFlops
import timemory.roofline.RooflineForm
import timemory.roofline.RooflinePoints
import timemory.roofline.rooflineEventsGpu
import timemory.roofline.rooflineModeGpu
import timemory.roofline.rooflineTypeLabelsGpu

/**
 * The contents of GPU rooflines. In each nanosecond, a kernel of the fake does 1 addition, 2 multiplications and 3 fused operations in half
 * precision, 10 times that in single precision and 100 times that in double precision; 4 warp instructions; 5, 3 and 2 bytes of the memory
 * levels.
 */
class GpuRooflineTest {
    private val tools = bundle<TripCount, GpuRooflineFlops>()

    private fun Results.numbers(id: String, vararg path: String): List<Double> = List(6) { of(id, *path).sum(it) }

    @Test
    fun operationsInstructionsBytesAndTimeAreThoseOfKernels() {
        val results = gpuSession {
            tools.measure("x") {
                FakeGpu.kernel("first", 10)
                tools.measure("y") { FakeGpu.kernel("second", 1) }
            }
        } ?: return
        assertEquals(
            listOf("flops", "instructions", "l1_bytes", "l2_bytes", "dram_bytes", "runtime"),
            results["gpu_roofline_flops"]!!.type.elements,
        )
        assertEquals(listOf(9990.0, 40.0, 50.0, 30.0, 20.0, 10.0), results.numbers("gpu_roofline_flops", "x", "first"))
        assertEquals(listOf(10_989.0, 44.0, 55.0, 33.0, 22.0, 11.0), results.numbers("gpu_roofline_flops", "x"))
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun eachPrecisionHasAComponentAndAllShareTheProfiler() {
        val all = bundle<GpuRooflineFlops, GpuRooflineHpFlops, GpuRooflineSpFlops, GpuRooflineDpFlops, CuptiProfiler>()
        val results = gpuSession({ cuptiMetrics = "lts__t_bytes.sum" }) { all.measure("x") { FakeGpu.kernel("k", 10) } } ?: return
        assertEquals(
            listOf(9990.0, 90.0, 900.0, 9000.0),
            listOf("", "_hp", "_sp", "_dp").map { results.of("gpu_roofline${it}_flops", "x").sum(0) },
        )
        assertEquals(30.0, results.of("cupti_profiler", "x").sum(1))
        assertEquals(listOf("k"), results["cupti_profiler"]!!.find("x")!!.children.map { it.label })
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun regionsAndKernelsArePointsOfEachLevel() {
        val results = gpuSession { tools.measure("x") { FakeGpu.kernel("k", 1000) } } ?: return
        val found = RooflinePoints.of(results, results, "gpu_roofline_flops", RooflineForm.FLOPS)
        assertEquals(listOf("x L1", "x L2", "x DRAM", "k L1", "k L2", "k DRAM"), found.points.map { "${it.label} ${it.level}" })
        assertEquals(listOf(999.0 / 5, 999.0 / 3, 999.0 / 2), found.points.take(3).map { it.intensity })
        assertEquals(999e9, found.points[0].perSecond)
        val warps = RooflinePoints.of(results, results, "gpu_roofline_flops", RooflineForm.WARP_INSTRUCTIONS).points
        assertEquals(listOf(4.0 / 5 * 32, 4.0 / 3 * 32, 4.0 / 2 * 32), warps.take(3).map { it.intensity })
    }

    @Test
    fun aLevelThatTheGpuDoesNotCountIsLeftOutAndTold() {
        val results = gpuSession({ cuptiDevice = 1 }) {
            FakeGpu.call("fake_device", 1)
            Ffi.withText("dram__bytes") { FakeGpu.call("fake_hide_metric", it) }
            tools.measure("x") { FakeGpu.kernel("k", 10) }
        } ?: return
        assertEquals(listOf(9990.0, 40.0, 50.0, 30.0, 0.0, 10.0), results.numbers("gpu_roofline_flops", "x"))
        assertContains(results.problems.single(), "chip GH100 has no metric 'dram__bytes.sum'")
        val levels = RooflinePoints.of(results, results, "gpu_roofline_flops", RooflineForm.FLOPS).points.map { it.level }.distinct()
        assertEquals(listOf("L1", "L2"), levels)
    }

    @Test
    fun withoutMetricsOfOperationsThereAreNoPoints() {
        gpuSession({ rooflineEventsGpu = "nonsense.sum*2" }) {
            assertContains(
                GpuRooflineFlops.unavailableReason()!!,
                "the GPU has no metric nonsense.sum, without which there are no points: TIMEMORY_ROOFLINE_EVENTS_GPU names others",
            )
        } ?: return
        gpuSession({ rooflineEventsGpu = "dram__bytes.sum*none" }) {
            assertContains(
                GpuRooflineFlops.unavailableReason()!!,
                "TIMEMORY_ROOFLINE_EVENTS_GPU: 'dram__bytes.sum*none' must end with a number above 0",
            )
        }
    }

    @Test
    fun operationsCanBeCountedByOtherMetrics() {
        val results = gpuSession({ rooflineEventsGpu = "smsp__inst_executed*512,lts__t_bytes.sum" }) {
            tools.measure("x") { FakeGpu.kernel("k", 10) }
        } ?: return
        assertEquals(listOf(20_510.0, 40.0, 50.0, 30.0, 20.0, 10.0), results.numbers("gpu_roofline_flops", "x"))
    }

    @Test
    fun filesAreNamedAfterModeAndTypes() {
        gpuSession {
            assertEquals(listOf("gpu_roofline_op", "gpu_roofline_dp_op"), listOf(GpuRooflineFlops.label, GpuRooflineDpFlops.label))
        } ?: return
        gpuSession({ rooflineModeGpu = "ai"; rooflineTypeLabelsGpu = true }) {
            assertEquals(
                listOf("gpu_roofline_half_float_double_ai", "gpu_roofline_float_ai"),
                listOf(GpuRooflineFlops.label, GpuRooflineSpFlops.label),
            )
        }
        assertTrue(Components.find("gpu_roofline") === GpuRooflineFlops && Components.find("gpu_roofline_half") === GpuRooflineHpFlops)
    }

    @Test
    fun lapsInWhichCuptiFailsAreLostAndTheOthersStay() {
        val results = gpuSession {
            tools.measure("good") { FakeGpu.kernel("k", 10) }
            FakeGpu.fail("cuptiRangeProfilerDecodeData", 9)
            tools.measure("bad") { FakeGpu.kernel("k", 10) }
        } ?: return
        assertEquals(9990.0, results.of("gpu_roofline_flops", "good").sum(0))
        assertEquals(0L, results.lapsOf("gpu_roofline_flops", "bad"))
        assertContains(results.problems.single(), "CUPTI_ERROR_9")
    }
}
