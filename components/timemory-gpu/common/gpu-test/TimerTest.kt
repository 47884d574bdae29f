package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import timemory.gpu.CudaDevice
import timemory.gpu.CudaKernels
import timemory.gpu.CudaTimer

/** The basics of measuring a GPU: its properties, times, and memory. */
class TimerTest {
    private fun onGpu(program: (CudaDevice) -> Unit) {
        gpuSession {
            FakeErt.reset()
            CudaDevice.open().use(program)
        }
    }

    @Test
    fun aTimerWaitsForTheLastOfItsStreams() = onGpu { gpu ->
        val streams = List(2) { gpu.newStream() }
        CudaTimer(streams).use { timer ->
            FakeGpu.kernel("before", 700_000, streams[0])
            timer.begin()
            FakeGpu.kernel("short", 1_000, streams[0])
            FakeGpu.kernel("long", 5_000, streams[1])
            timer.end()
            assertEquals(5_000.0, timer.nanoseconds(), 1.0, "the second stream began when the first had done what came before")
            timer.begin()
            FakeGpu.kernel("long", 9_000, streams[0])
            timer.end()
            assertEquals(9_000.0, timer.nanoseconds(), 1.0)
        }
        assertFailsWith<IllegalArgumentException> { CudaTimer(emptyList()) }
    }

    @Test
    fun aFailureWhileAKernelRanIsToldWithTheTime() = onGpu { gpu ->
        CudaTimer(listOf(gpu.newStream())).use { timer ->
            timer.begin()
            timer.end()
            FakeGpu.fail("cuEventSynchronize", 700)
            assertContains(
                assertFailsWith<IllegalStateException> { timer.nanoseconds() }.message!!,
                "CUDA cannot wait for an event: CUDA_ERROR_ILLEGAL_ADDRESS",
            )
        }
    }

    @Test
    fun aGpuTellsWhatItIs() = onGpu { gpu ->
        val told = gpu.properties
        val facts = told.run {
            listOf(
                name, computeCapability, multiprocessors, kilohertz, memoryKilohertz, memoryBits, secondCacheBytes, hasFirstCache,
                maxThreadsOfBlock, maxThreadsOfMultiprocessor,
            )
        }
        assertEquals("Fake GPU 0, 90, 132, 1500000, 1000000, 8192, 65536, true, 1024, 2048", facts.joinToString())
        assertEquals(2.048e12, told.memoryBytesPerSecond)
    }

    @Test
    fun memoryThatIsNotLeftIsNoneAndOtherFailuresAreTold() = onGpu { gpu ->
        assertNotNull(gpu.allocateOrNull(8L)).use { memory ->
            memory.write(longArrayOf(-2L))
            assertEquals(-2L, memory.readLongs(1).single())
        }
        FakeGpu.fail("cuMemAlloc_v2", 2)
        assertNull(gpu.allocateOrNull(8L))
        FakeGpu.fail("cuMemAlloc_v2", 700)
        assertContains(
            assertFailsWith<IllegalStateException> { gpu.allocateOrNull(8L) }.message!!,
            "CUDA cannot allocate 8 bytes of memory: CUDA_ERROR_ILLEGAL_ADDRESS",
        )
    }

    @Test
    fun aKernelTellsHowManyOfItsBlocksRunAtOnce() = onGpu { gpu ->
        val kernel = gpu.compile(CudaKernels.SOURCE).kernel("vector_add_float")
        assertEquals(listOf(2, 8, 0), listOf(1024, 256, 2048).map(kernel::blocksOfMultiprocessor))
    }
}
