package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertContentEquals
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import timemory.gpu.CudaDevice
import timemory.gpu.CudaKernels
import timemory.gpu.CudaModule
import timemory.gpu.CudaStream
import timemory.gpu.CuptiActivity

/** Kernels compiled at run time: checks what is passed to CUDA, with a GPU that knows them by name. */
class KernelTest {
    private fun onGpu(program: (CudaDevice, CudaModule) -> Unit) {
        gpuSession { CudaDevice.open().use { gpu -> program(gpu, gpu.compile(CudaKernels.SOURCE)) } }
    }

    @Test
    fun vectorsAreAdded() = onGpu { gpu, kernels ->
        val stream = gpu.newStream()
        val (a, b, sum) = List(3) { gpu.allocate(4000) }
        a.write(FloatArray(1000) { it.toFloat() })
        b.write(FloatArray(1000) { 0.5f })
        kernels.kernel("vector_add_float").launch(CudaKernels.blocksFor(1000), CudaKernels.THREADS, stream, a, b, sum, 1000)
        gpu.await(stream)
        assertContentEquals(FloatArray(1000) { it + 0.5f }, sum.readFloats(1000))
        listOf(a, b, sum).forEach { it.close() }
        gpu.close(stream)
    }

    @Test
    fun matricesAreMultipliedAndSumsReduced() = onGpu { gpu, kernels ->
        val (a, b, product) = List(3) { gpu.allocate(8L * 9) }
        a.write(DoubleArray(9) { it + 1.0 })
        b.write(DoubleArray(9) { if (it % 4 == 0) 2.0 else 0.0 })
        kernels.kernel("matrix_multiply_double").launch(CudaKernels.blocksFor(9), CudaKernels.THREADS, CudaStream.DEFAULT, a, b, product, 3)
        assertContentEquals(DoubleArray(9) { 2.0 * (it + 1) }, product.readDoubles(9))
        val sum = gpu.allocate(8).also { it.write(doubleArrayOf(0.0)) }
        kernels.kernel("reduce_double").launch(1, CudaKernels.THREADS, CudaStream.DEFAULT, product, sum, 9)
        assertEquals(90.0, sum.readDoubles(1).single())
    }

    @Test
    fun numbersOfHalfPrecisionArePassedByTheirBits() = onGpu { gpu, kernels ->
        val (a, b, sum) = List(3) { gpu.allocate(4) }
        a.write(shortArrayOf(0x3C00, 0xC000.toShort())) // 1, -2
        b.write(shortArrayOf(0x3800, 0x4000)) // 0.5, 2
        kernels.kernel("vector_add_half").launch(1, CudaKernels.THREADS, CudaStream.DEFAULT, a, b, sum, 2)
        assertContentEquals(shortArrayOf(0x3E00, 0), sum.readHalves(2))
    }

    @Test
    fun theirTimesAndCopiesCountForTheRegion() {
        val results = gpuSession {
            CudaDevice.open().use { gpu ->
                val add = gpu.compile(CudaKernels.SOURCE).kernel("vector_add_float")
                bundle<CuptiActivity>().measure("add") {
                    val memory = gpu.allocate(400)
                    memory.write(FloatArray(100))
                    add.launch(1, CudaKernels.THREADS, CudaStream.DEFAULT, memory, memory, memory, 100)
                }
            }
        } ?: return
        val parts = results["cupti_activity"]!!.find("add")!!.children.map { "${it.label} ${it.inclusive.exactSum}" }
        assertEquals(listOf("memcpy HtoD 400", "vector_add_float 256"), parts)
    }

    @Test
    fun mistakesAreToldInTheWordsOfTheCompiler() = onGpu { gpu, kernels ->
        assertContains(
            assertFailsWith<IllegalArgumentException> { gpu.compile("a mistake") }.message!!,
            "NVRTC cannot compile the kernels: line 1: a mistake",
        )
        assertContains(
            assertFailsWith<IllegalStateException> { kernels.kernel("nothing") }.message!!,
            "CUDA cannot find the kernel 'nothing'",
        )
        val kernel = kernels.kernel("reduce_float")
        assertContains(
            assertFailsWith<IllegalArgumentException> { kernel.launch(1, 1, CudaStream.DEFAULT, "text") }.message!!,
            "does not take a String",
        )
        assertFailsWith<IllegalArgumentException> { kernel.launch(0, 1, CudaStream.DEFAULT) }
        assertContains(
            assertFailsWith<IllegalArgumentException> { gpu.allocate(8).readFloats(3) }.message!!,
            "3 numbers of 4 bytes do not fit in 8 bytes",
        )
        FakeGpu.fail("cuLaunchKernelEx", 700)
        val memory = gpu.allocate(8)
        val failure =
            assertFailsWith<IllegalStateException> { kernel.launch(1, CudaKernels.THREADS, CudaStream.DEFAULT, memory, memory, 2) }
        assertTrue("CUDA cannot launch the kernel 'reduce_float': CUDA_ERROR_ILLEGAL_ADDRESS" in failure.message!!, failure.message)
    }
}
