@file:OptIn(ExperimentalTimemoryApi::class)

package samples

import kotlin.math.abs
import kotlin.system.exitProcess
import timemory.*
import timemory.gpu.CudaDevice
import timemory.gpu.CudaEvent
import timemory.gpu.CudaKernels
import timemory.gpu.CudaMemory
import timemory.gpu.CudaModule
import timemory.gpu.CudaStream
import timemory.gpu.CuptiActivity
import timemory.gpu.NvtxMarker

private val tools = bundle<WallClock, CudaEvent, CuptiActivity, NvtxMarker>()

/**
 * GPU kernels that are compiled at run time: vector addition, matrix multiplication in single and double precision, and a reduction. Each
 * is measured in its stream by `cuda_event`, and along with its memory copies by `cupti_activity`. The results are compared with those of
 * the CPU. `bin/demo gpu` runs it on the JVM, `bin/demo gpu-native` runs the same source as a native program.
 *
 * Arguments: the length of vectors (1048576) and the number of rows of the square matrices (512).
 */
fun main(args: Array<String>) {
    CudaDevice.unavailableReason()?.let {
        println("kernels: there is no GPU to run on: $it")
        exitProcess(1)
    }
    val length = args.getOrNull(0)?.toInt() ?: (1 shl 20)
    val side = args.getOrNull(1)?.toInt() ?: 512
    CudaDevice.open().use { gpu ->
        val kernels = gpu.compile(CudaKernels.SOURCE)
        val stream = gpu.newStream()
        println("vectors of $length: largest difference ${addVectors(gpu, kernels, stream, length)}")
        println("matrices of $side: largest difference ${multiply(gpu, kernels, stream, side)}")
        println("sum of $length: difference ${reduce(gpu, kernels, stream, length)}")
        Timemory.finalize()
        gpu.close(stream)
    }
}

/** Adds two vectors on the GPU [gpu]; returns the largest difference from the CPU's result. */
fun addVectors(gpu: CudaDevice, kernels: CudaModule, stream: CudaStream, length: Int): Float {
    val numbers = FloatArray(length) { it % 1000 / 8f }
    return tools.measure("vectors") {
        memory(gpu, 4L * length) { a ->
            memory(gpu, 4L * length) { sum ->
                tools.measure("copy") { a.write(numbers) }
                tools.measure("add", stream) {
                    kernels.kernel("vector_add_float").launch(CudaKernels.blocksFor(length), CudaKernels.THREADS, stream, a, a, sum, length)
                }
                gpu.await(stream)
                sum.readFloats(length).withIndex().maxOf { (i, found) -> abs(found - 2 * numbers[i]) }
            }
        }
    }
}

/** Multiplies a matrix by a diagonal one on the GPU [gpu]; returns the largest difference from the known result. */
fun multiply(gpu: CudaDevice, kernels: CudaModule, stream: CudaStream, side: Int): Double {
    val count = side * side
    val numbers = DoubleArray(count) { it % 1000 / 8.0 }
    return tools.measure("matrices") {
        memory(gpu, 8L * count) { a ->
            memory(gpu, 8L * count) { b ->
                memory(gpu, 8L * count) { product ->
                    tools.measure("copy") {
                        a.write(numbers)
                        b.write(DoubleArray(count) { if (it % (side + 1) == 0) 3.0 else 0.0 })
                    }
                    tools.measure("multiply", stream) {
                        kernels.kernel("matrix_multiply_double").launch(
                            CudaKernels.blocksFor(count), CudaKernels.THREADS, stream, a, b, product,
                            side,
                        )
                    }
                    gpu.await(stream)
                    product.readDoubles(count).withIndex().maxOf { (i, found) -> abs(found - 3 * numbers[i]) }
                }
            }
        }
    }
}

/** Sums integers on the GPU [gpu]; returns the difference from the sum. */
fun reduce(gpu: CudaDevice, kernels: CudaModule, stream: CudaStream, length: Int): Float = tools.measure("sum") {
    memory(gpu, 4L * length) { numbers ->
        memory(gpu, 4L) { sum ->
            tools.measure("copy") {
                numbers.write(FloatArray(length) { (it % 4).toFloat() })
                sum.write(floatArrayOf(0f))
            }
            tools.measure("reduce", stream) {
                kernels.kernel("reduce_float").launch(CudaKernels.blocksFor(length), CudaKernels.THREADS, stream, numbers, sum, length)
            }
            gpu.await(stream)
            abs(sum.readFloats(1).single() - (0 until length).sumOf { it % 4 })
        }
    }
}

private inline fun <R> memory(gpu: CudaDevice, bytes: Long, use: (CudaMemory) -> R): R = gpu.allocate(bytes).use(use)
