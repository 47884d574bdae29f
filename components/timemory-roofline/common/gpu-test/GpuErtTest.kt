package timemory.roofline

import kotlin.math.abs
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import timemory.FakeErt
import timemory.FakeGpu
import timemory.gpu.CudaDevice
import timemory.gpuSession

/** The toolkit on a fake GPU with fictitious bandwidths and peaks: it finds exactly those. Its kernels compute what they should. */
class GpuErtTest {
    private fun onGpu(program: (CudaDevice) -> Unit) {
        gpuSession {
            FakeErt.reset()
            FakeErt.set("l2_bytes", 32_768)
            CudaDevice.open().use(program)
        }
    }

    /** The L2 cache of the fake device has 32 KiB. */
    private fun options(
        vararg types: GpuErtType,
        threads: Int = 1,
        streams: Int = 1,
        skipped: Set<Int> = emptySet(),
        threadsOfBlock: Int = 1024,
    ) = GpuErtOptions {
        this.threads = threads
        this.streams = streams
        this.threadsOfBlock = threadsOfBlock
        minWorkingSet = 32_768
        maxData = 131_072
        this.types = types.toList()
        trials = 4
        warmUpNanoseconds = 1_000_000
        skippedOperations = skipped
    }

    private fun bandwidths(results: ErtResults, threads: Int = 1) = results.bandwidthRoofs(threads, RooflineForm.FLOPS).associate {
        it.name to it.perSecond
    }

    private fun peaks(results: ErtResults, form: RooflineForm = RooflineForm.FLOPS, threads: Int = 1) = results.peakRoofs(
        threads,
        form,
    ).associate { it.name to it.perSecond }

    private fun assertNear(expected: Map<String, Double>, found: Map<String, Double>) {
        assertEquals(expected.keys.sorted(), found.keys.sorted())
        for ((name, value) in expected) assertTrue(abs(found.getValue(name) / value - 1.0) < 0.002, "$name: ${found[name]}, and not $value")
    }

    @Test
    fun theRoofsOfTheDeviceAreFound() = onGpu { gpu ->
        val results = GpuErt(gpu, options(*GpuErtType.entries.toTypedArray())).measure()
        assertEquals(emptyList(), results.problems)
        assertNear(mapOf("L1" to 20_000e9, "L2" to 5_000e9, "DRAM" to 2_000e9), bandwidths(results))
        val flops = mapOf("f16" to 90_000e9, "f32" to 45_000e9, "f64" to 20_000e9)
        assertNear(
            flops.flatMap { (type, peak) -> listOf("fma $type" to peak, "add $type" to peak / 2, "mul $type" to peak / 2) }.toMap(),
            peaks(results),
        )
        val instructions = listOf("mad i32", "mul/xor i32", "add/xor i32")
        assertNear(instructions.associateWith { 11_000e9 }, peaks(results, RooflineForm.INSTRUCTIONS))
        assertNear(instructions.associateWith { 11_000e9 / 32 }, peaks(results, RooflineForm.WARP_INSTRUCTIONS))
    }

    @Test
    fun theLadderOfIntensitiesLiesBelowBothRoofs() = onGpu { gpu ->
        val results = GpuErt(gpu, options(GpuErtType.F32)).measure()
        for (times in GpuErtKernel.TIMES) {
            val largest = results.samples.last { it.label.startsWith("fma") && it.operationsPerElement == 2 * times }
            val allowed = minOf(45_000e9, 2_000e9 * 2 * times / 8)
            assertTrue(
                abs(largest.operationsPerSecond / allowed - 1.0) < 0.002,
                "${largest.label}: ${largest.operationsPerSecond}, and not $allowed",
            )
        }
    }

    @Test
    fun theMachineIsTheGpuWithWhatItsMakerNames() = onGpu { gpu ->
        val machine = GpuErt(gpu, options(GpuErtType.F32)).measure().machine
        assertEquals("gpu:0", machine.device)
        assertTrue(machine.isGpu)
        assertEquals(
            "Fake GPU 0, 132, 1.5, 32768",
            "${machine.processor}, ${machine.processors}, ${machine.gigahertz}, ${machine.caches.single().bytes}",
        )
        assertEquals(2_048e9, machine.published["DRAM"])
        // Compute capability 9.0: 128 single-precision results per cycle, with two operations each.
        assertEquals(1.5e9 * 132 * 128 * 2, machine.published["fma f32"])
        assertEquals(1.5e9 * 132 * 64, machine.published["mad i32"])
    }

    @Test
    fun aKernelThatIsWrongGivesNoRoofButAnError() = onGpu { gpu ->
        FakeErt.spoil("ert_fma_f32_x512")
        val results = GpuErt(gpu, options(GpuErtType.F32)).measure()
        assertEquals(setOf("add f32", "mul f32"), peaks(results).keys)
        assertContains(results.problems.single(), "no roof for 'fma f32': after one pass over 2048 elements: the GPU's sum is ")
    }

    @Test
    fun aWrongResultOfAnyTypeAndOperationIsNoticed() = onGpu { gpu ->
        for (type in GpuErtType.entries) {
            for (operation in Operation.GPU) {
                val kernel = GpuErtKernel(type, operation, 64)
                FakeErt.spoil(kernel.name)
                val results = GpuErt(
                    gpu,
                    options(type, skipped = GpuErtKernel.TIMES.flatMap { listOf(it, 2 * it) }.toSet() - kernel.operationsPerElement),
                )
                    .measure()
                assertContains(results.problems.joinToString(), "no roof for '${kernel.label}'")
            }
        }
    }

    @Test
    fun aKernelThatReadsTooLittleGivesNoBandwidth() = onGpu { gpu ->
        FakeErt.spoil("ert_read_own")
        val results = GpuErt(gpu, options(GpuErtType.F32)).measure()
        assertEquals(listOf("L2", "DRAM"), bandwidths(results).keys.toList())
        assertContains(results.problems.single(), "no roof for 'read L1': after one pass")
    }

    @Test
    fun aKernelThatIsRefusedLeavesTheOthers() = onGpu { gpu ->
        FakeErt.refuse("ert_mul_f32_x512", 701)
        val results = GpuErt(gpu, options(GpuErtType.F32)).measure()
        assertEquals(setOf("add f32", "fma f32"), peaks(results).keys)
        assertContains(
            results.problems.single(),
            "'mul f32' was measured with 0 of 5 data sizes: CUDA cannot launch the kernel 'ert_mul_f32_x512': error 701",
        )
    }

    @Test
    fun whatWasMeasuredBeforeTheDeviceFailedIsKept() = onGpu { gpu ->
        FakeErt.refuse("ert_mul_f32_x1", 700)
        val results = GpuErt(gpu, options(GpuErtType.F32, GpuErtType.F64)).measure()
        assertEquals(setOf("add f32"), peaks(results).keys)
        assertEquals(listOf("L1", "L2", "DRAM"), bandwidths(results).keys.toList())
        assertEquals(2, results.problems.size, "${results.problems}")
        assertContains(results.problems[0], "CUDA_ERROR_ILLEGAL_ADDRESS")
        assertContains(results.problems[1], "the GPU stopped working")
    }

    @Test
    fun withLittleMemorySmallerDataAreMeasuredAndThatIsTold() = onGpu { gpu ->
        FakeGpu.fail("cuMemAlloc_v2", 2)
        val less = GpuErt(gpu, options(GpuErtType.F32)).measure()
        assertEquals(65_536L, less.samples.filter { it.level.isEmpty() }.maxOf { it.workingSet })
        assertEquals(listOf("L1", "L2", "DRAM"), bandwidths(less).keys.toList())
        assertContains(less.problems[0], "is out of memory for 131072 bytes of data or more")
        assertContains(
            less.problems[1],
            "the roof for DRAM may be too high: the L2 cache of 32768 bytes may hold part of the 65536 bytes of data",
        )
        FakeGpu.fail("cuMemAlloc_v2", 2, 2)
        val least = GpuErt(gpu, options(GpuErtType.F32)).measure()
        assertEquals(listOf("L1", "L2"), bandwidths(least).keys.toList())
        assertContains(least.problems[0], "is out of memory for 65536 bytes of data or more")
        assertContains(least.problems[1], "no roof for DRAM: the L2 cache of 32768 bytes may hold part of the 32768 bytes of data")
        FakeGpu.fail("cuMemAlloc_v2", 2, 10)
        val failure = assertFailsWith<IllegalStateException> { GpuErt(gpu, options(GpuErtType.F32)).measure() }
        assertContains(failure.message!!, "does not have enough memory for 8192 bytes of data")
    }

    @Test
    fun aTypeThatIsNotCompiledLeavesTheOthers() = onGpu { gpu ->
        val results = GpuErt(
            gpu,
            options(
                GpuErtType.F16,
                GpuErtType.F32,
            ),
        ) { if (it == "compiling kernels of f16") FakeGpu.fail("nvrtcCompileProgram", 6) }.measure()
        assertEquals(setOf("add f32", "mul f32", "fma f32"), peaks(results).keys)
        assertContains(results.problems.single(), "no roofs for f16: NVRTC cannot compile the kernels: line 1: a mistake")
    }

    @Test
    fun withoutACompilerThereIsTheReasonAndNoResult() = onGpu { gpu ->
        FakeGpu.fail("nvrtcCompileProgram", 6)
        assertContains(
            assertFailsWith<IllegalStateException> { GpuErt(gpu, options(GpuErtType.F32)).measure() }.message!!,
            "NVRTC cannot compile the kernels",
        )
    }

    @Test
    fun severalThreadsAndStreamsShareTheDataAndTheDevice() = onGpu { gpu ->
        FakeErt.set("parts", 4)
        val results = GpuErt(gpu, options(GpuErtType.F32, threads = 2, streams = 2)).measure()
        assertEquals(emptyList(), results.problems)
        assertNear(mapOf("L1" to 20_000e9, "L2" to 5_000e9, "DRAM" to 2_000e9), bandwidths(results, threads = 2))
        assertNear(mapOf("fma f32" to 45_000e9, "add f32" to 22_500e9, "mul f32" to 22_500e9), peaks(results, threads = 2))
        val sample = results.samples.last()
        assertEquals("2 threads, 65536 bytes", "${sample.threads} threads, ${sample.workingSet} bytes")
        // Two blocks of 1024 threads fill a multiprocessor, of which there are 132.
        assertEquals(
            "2 streams, 66 blocks, 1024 threads",
            sample.launch!!.let { "${it.streams} streams, ${it.blocks} blocks, ${it.threadsOfBlock} threads" },
        )
    }

    @Test
    fun ofSeveralThreadsTheOneThatFailsIsHeard() = onGpu { gpu ->
        val results =
            GpuErt(gpu, options(GpuErtType.F32, threads = 2)) { if (it == "add x1 f32") FakeGpu.fail("cuCtxSetCurrent", 700) }.measure()
        assertContains(
            results.problems.single(),
            "'add x1 f32' was measured with 0 of 5 data sizes: CUDA cannot make a context current: CUDA_ERROR_ILLEGAL_ADDRESS",
        )
        assertEquals(setOf("add f32", "mul f32", "fma f32"), peaks(results, threads = 2).keys)
    }

    @Test
    fun aGpuWhoseFirstCacheKeepsNothingHasNoRoofForIt() = onGpu { gpu ->
        FakeErt.set("has_l1", 0)
        val results = GpuErt(gpu, options(GpuErtType.F32)).measure()
        assertEquals(listOf("L2", "DRAM"), bandwidths(results).keys.toList())
        assertContains(
            results.problems.single(),
            "no roof for L1: a multiprocessor of Fake GPU 0 does not cache its reads from memory",
        )
    }

    @Test
    fun largerBlocksThanTheDeviceAllowsAreRefused() = onGpu { gpu ->
        val failure = assertFailsWith<IllegalArgumentException> { GpuErt(gpu, options(GpuErtType.F32, threadsOfBlock = 2048)).measure() }
        assertEquals("threads of a block: 2048, but Fake GPU 0 allows at most 1024 (TIMEMORY_ERT_BLOCK_SIZE)", failure.message)
    }

    @Test
    fun skippedNumbersOfOperationsAreNotMeasured() = onGpu { gpu ->
        val results = GpuErt(gpu, options(GpuErtType.F64, skipped = setOf(512, 1024))).measure()
        assertEquals(emptySet(), peaks(results).keys)
        assertTrue(results.samples.any { it.operationsPerElement == 256 })
    }
}
