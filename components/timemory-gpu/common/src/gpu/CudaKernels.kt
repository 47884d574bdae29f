package timemory.gpu

import kotlin.jvm.JvmStatic
import timemory.ExperimentalTimemoryApi

/**
 * Example kernels for [CudaDevice.compile]. Their last argument is the number of elements, or the side length, as `int`, and they must be
 * launched with [THREADS] threads per block.
 *
 * - `vector_add_half`, `_float`, `_double` (`a, b, sum, n`): one thread per element.
 * - `matrix_multiply_half`, `_float`, `_double` (`a, b, product, n`): square matrices in row-major order; one thread per element of the
 *   product, which reads a row and a column. `2 n^3` operations in total.
 * - `reduce_float`, `_double` (`numbers, sum, n`): adds each block's sum to `sum`; `reduce_double` requires compute capability 6.0.
 *
 * Half-precision numbers are passed as bits. Their arithmetic is written in PTX, so that no CUDA header is needed.
 */
@ExperimentalTimemoryApi
public object CudaKernels {
    /** The number of threads per block of these kernels. */
    public const val THREADS: Int = 256

    /** Returns how many blocks are needed for [elements] threads. */
    @JvmStatic
    public fun blocksFor(elements: Int): Int {
        require(elements > 0) { "the number of elements for the GPU must be above 0, not $elements" }
        return (elements - 1) / THREADS + 1
    }

    /** The source of all kernels, in CUDA C++. */
    @JvmStatic
    public val SOURCE: String by lazy {
        HALF + TYPES.joinToString("") { (name, type) -> ofType(name, type) } +
            listOf("float", "double").joinToString("", transform = ::reduction)
    }

    private val TYPES = listOf("half" to "half_bits", "float" to "float", "double" to "double")

    private const val HALF = """
struct half_bits { unsigned short bits; };
__device__ half_bits operator+(half_bits a, half_bits b) { half_bits r; asm("add.f16 %0, %1, %2;" : "=h"(r.bits) : "h"(a.bits), "h"(b.bits)); return r; }
__device__ half_bits multiply_add(half_bits a, half_bits b, half_bits c) {
    half_bits r;
    asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(r.bits) : "h"(a.bits), "h"(b.bits), "h"(c.bits));
    return r;
}
__device__ float multiply_add(float a, float b, float c) { return fmaf(a, b, c); }
__device__ double multiply_add(double a, double b, double c) { return fma(a, b, c); }
"""

    private fun ofType(name: String, type: String) = """
extern "C" __global__ void vector_add_$name(const $type *a, const $type *b, $type *sum, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) sum[i] = a[i] + b[i];
}
extern "C" __global__ void matrix_multiply_$name(const $type *a, const $type *b, $type *product, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (long long)n * n) return;
    long long row = i / n, column = i % n;
    $type sum = {};
    for (int k = 0; k < n; k++) sum = multiply_add(a[row * n + k], b[(long long)k * n + column], sum);
    product[i] = sum;
}
"""

    private fun reduction(type: String) = """
extern "C" __global__ void reduce_$type(const $type *numbers, $type *sum, int n) {
    __shared__ $type part[$THREADS];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = i < n ? numbers[i] : 0;
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    }
    if (threadIdx.x == 0) atomicAdd(sum, part[0]);
}
"""
}
