package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import timemory.roofline.ErtCache
import timemory.roofline.ErtConditions
import timemory.roofline.ErtLaunch
import timemory.roofline.ErtMachine
import timemory.roofline.ErtResults
import timemory.roofline.ErtSample
import timemory.roofline.ErtSampledKernel
import timemory.roofline.ErtTiming
import timemory.roofline.RooflineForm
import timemory.roofline.writeErtJson

/** Roofs of a GPU next to those of the CPU. */
class DeviceRoofsTest {
    private val gpu = ErtMachine("Test GPU", 100, listOf(ErtCache(2, 40_000_000, 100)), 1.5, "nvrtc", "gpu:1", mapOf("DRAM" to 2e12))
    private val cpu = ErtMachine("Test CPU", 2, emptyList(), 3.0, "native")

    private fun sample(
        label: String,
        size: Long,
        gigabytes: Double,
        operations: Double = 1e9,
        isPeak: Boolean = false,
        isOfInstructions: Boolean = false,
        level: String = "",
    ) =
        ErtSample(
            ErtSampledKernel(label, "f32", vectorBits = 0, operationsPerElement = 2, isPeak, isOfInstructions),
            ErtConditions(threads = 1, size, level, ErtLaunch(2, 264, 1024)),
            ErtTiming(trials = 3, gigabytes * 1e9, operations, nanoseconds = 1e9, medianNanoseconds = 1.1e9),
        )

    @Test
    fun whatReadsOneLevelAloneIsTakenForThatWhateverItsSize() {
        val samples = listOf(
            sample("read L1", 2_000_000, 9_000.0, level = "L1"), sample("read", 10_000_000, 5_000.0),
            sample("read", 35_000_000, 3_000.0), sample("read", 400_000_000, 1_800.0),
        )
        val roofs = ErtResults(gpu, samples).bandwidthRoofs(1, RooflineForm.FLOPS)
        assertEquals(listOf("L1" to 9_000.0, "L2" to 5_000.0, "DRAM" to 1_800.0), roofs.map { it.name to it.perSecond / 1e9 })
    }

    @Test
    fun ofDataThatTheSecondCacheKeepsAPartOfOnlyTheLargestShowTheMemory() {
        val samples =
            listOf(sample("read", 90_000_000, 2_500.0), sample("read", 400_000_000, 1_800.0), sample("fma x1 f32", 400_000_000, 1_700.0))
        assertEquals(
            listOf("DRAM" to 1_800.0),
            ErtResults(gpu, samples).bandwidthRoofs(1, RooflineForm.FLOPS).map { it.name to it.perSecond / 1e9 },
        )
        assertEquals(
            emptyList(),
            ErtResults(gpu, listOf(sample("read", 60_000_000, 2_700.0))).bandwidthRoofs(1, RooflineForm.FLOPS).map { it.name },
        )
    }

    @Test
    fun aWarpHasAnInstructionForEach32OfItsThreadsAndACpuHasNoWarps() {
        val samples = listOf(
            sample("mad i32", 1_000, 1.0, 64e9, isPeak = true, isOfInstructions = true),
            sample("fma f32", 1_000, 1.0, 99e9, isPeak = true),
        )
        assertEquals(
            listOf("mad i32" to 2e9),
            ErtResults(gpu, samples).peakRoofs(1, RooflineForm.WARP_INSTRUCTIONS).map { it.name to it.perSecond },
        )
        assertEquals(
            listOf("mad i32" to 64e9),
            ErtResults(gpu, samples).peakRoofs(1, RooflineForm.INSTRUCTIONS).map { it.name to it.perSecond },
        )
        assertEquals(emptyList(), ErtResults(cpu, samples).peakRoofs(1, RooflineForm.WARP_INSTRUCTIONS))
    }

    @Test
    fun aFileSaysWhichRoofsItsMeasurementsAre() {
        val peak = sample("fma f32", 1_000, 1.0, 99e9, isPeak = true)
        val ofGpu = listOf(sample("read", 400_000_000, 3.0), peak)
        val all = listOf(ErtResults(cpu, listOf(sample("update", 1_000, 2.0))), ErtResults(gpu, ofGpu))
        val roofs = buildString { writeErtJson(all, this) }.substringAfter("\"roofs\":").filterNot { it.isWhitespace() }
        assertContains(
            roofs,
            "[{\"device\":\"cpu\",\"machine\":\"TestCPU,1thread\",\"bandwidths\":[{\"name\":\"DRAM\",\"perSecond\":2.0E9}],\"peaks\":[]},",
        )
        assertContains(roofs, "{\"device\":\"gpu:1\",\"machine\":\"TestGPU\",\"bandwidths\":[{\"name\":\"DRAM\",\"perSecond\":3.0E9}],")
        assertContains(roofs, "\"peaks\":[{\"name\":\"fmaf32\",\"perSecond\":9.9E10,\"type\":\"f32\"}]")
    }

    @Test
    fun aFileOfSeveralDevicesNamesThatOfEachSample() {
        val all = listOf(
            ErtResults(cpu, listOf(sample("update f64", 1_000, 1.0))),
            ErtResults(gpu, listOf(sample("read L1", 1_000, 1.0, level = "L1")), listOf("no roof of f16")),
        )
        val text = buildString { writeErtJson(all, this) }
        parseJson(text)
        for (part in listOf(
            "\"device\":\"cpu\"", "\"device\":\"gpu:1\"", "\"level\":\"L1\"", "\"nstreams\":2", "\"grid_size\":264",
            "\"block_size\":1024", "\"no roof of f16\"",
        )) assertContains(text, part)
        assertFalse(ErtMachine.CPU.startsWith(ErtMachine.GPU))
        val twice = assertFailsWith<IllegalArgumentException> { writeErtJson(listOf(all[1], all[1]), StringBuilder()) }
        assertEquals("measurements of one device can be written once, not of gpu:1, gpu:1", twice.message)
    }
}
