package timemory.roofline

/*
 * The toolkit's kernels in CUDA C++, without headers, for NVRTC.
 *
 * A compute kernel reads four numbers per thread, operates on each of them K times, and writes them back; threads iterate over the data
 * with the stride of the grid. The four are independent of each other, so that no thread waits for the previous operation; together with
 * the other warps of a multiprocessor that exceeds the latency of its units. Up to 128 operations on each are unrolled; larger numbers use
 * a loop whose counter takes less than 1 % of the time.
 *
 * Each operation is one PTX instruction, marked volatile: compilers combine, widen and remove what they can prove, which is a lot for
 * integer arithmetic. `.rn` keeps an addition and a multiplication separate. The assembler in the driver, after PTX, combines two integer
 * additions into one instruction, and for compute capability 7.5 also two multiplications by constants; so those alternate with
 * exclusive-ors.
 *
 * Data are read and written bypassing the L1 cache (`.cg`): a thread returns to the same numbers in each pass, and would find them there,
 * although the L2 cache is to be measured. The L1 cache is measured by a separate kernel, in which each block repeatedly reads its own
 * data. It writes nothing, because the L1 cache is write-through. Its addresses are computed with numbers unknown to compilers, so that
 * they cannot reuse earlier reads.
 */
internal object GpuErtSource {
    /** `ert_fill_u32`, `ert_check`, `ert_read` and `ert_read_own`. */
    val MEMORY: String = """
typedef unsigned int u32;
typedef unsigned long long u64;
#define LOAD(cache, x, at) asm volatile("ld.global." cache ".v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]) : "l"(at) : "memory")
#define SUM(x) (x[0] + x[1] + x[2] + x[3])
extern "C" __global__ void ert_fill_u32(u32 *data, u64 count) {
    u64 stride = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) data[i] = 1 + i % ${GpuErtKernel.PERIOD};
}
extern "C" __global__ void ert_check(const u32 *data, u64 words, u64 *sum) {
    u64 stride = (u64)gridDim.x * blockDim.x, part = 0;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < words; i += stride) part += data[i];
    atomicAdd(sum, part);
}
extern "C" __global__ void ert_read(const u32 *data, u64 groups, int passes, u32 *sums) {
    u64 first = (u64)blockIdx.x * blockDim.x + threadIdx.x, stride = (u64)gridDim.x * blockDim.x;
    u32 sum = 0;
    for (int pass = 0; pass < passes; pass++) {
        u64 i = first;
        for (; i + 3 * stride < groups; i += 4 * stride) {
            u32 a[4], b[4], c[4], d[4];
            LOAD("cg", a, data + 4 * i);
            LOAD("cg", b, data + 4 * (i + stride));
            LOAD("cg", c, data + 4 * (i + 2 * stride));
            LOAD("cg", d, data + 4 * (i + 3 * stride));
            sum += SUM(a) + SUM(b) + SUM(c) + SUM(d);
        }
        for (; i < groups; i += stride) {
            u32 a[4];
            LOAD("cg", a, data + 4 * i);
            sum += SUM(a);
        }
    }
    sums[first] = sum;
}
extern "C" __global__ void ert_read_own(const u32 *data, u64 groups, int passes, u32 *sums) {
    const u32 *own = data + 4 * groups * blockIdx.x;
    u32 mask = (u32)groups - 1, steps = (u32)groups / blockDim.x * passes, sum = 0;
    #pragma unroll 8
    for (u32 step = 0; step < steps; step++) {
        u32 a[4];
        LOAD("ca", a, own + 4 * ((threadIdx.x + step * blockDim.x) & mask));
        sum += SUM(a);
    }
    sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
"""

    /** Returns `ert_fill_f32` and `ert_add_f32_x1`, `ert_add_f32_x2`, ... for [type]. */
    fun of(type: GpuErtType): String = head(type) + FILL.getValue(type) + body(type) +
        Operation.GPU.joinToString("") { operation -> GpuErtKernel.TIMES.joinToString("") { kernel(type, operation, it) } }

    private fun head(type: GpuErtType): String {
        val (c, letter, suffix) = WORDS.getValue(type)
        val (add, oddAdd, multiply, oddMultiply, fma) = INSTRUCTIONS.getValue(type)
        return """
typedef unsigned int u32;
typedef unsigned long long u64;
typedef $c T;
struct add {
    static __device__ __forceinline__ void apply(T &x, T p, T q, bool odd) {
        if (odd) asm volatile("$oddAdd %0, %0, %1;" : "+$letter"(x) : "$letter"(q));
        else asm volatile("$add %0, %0, %1;" : "+$letter"(x) : "$letter"(p));
    }
};
struct mul {
    static __device__ __forceinline__ void apply(T &x, T p, T q, bool odd) {
        if (odd) asm volatile("$oddMultiply %0, %0, %1;" : "+$letter"(x) : "$letter"(q));
        else asm volatile("$multiply %0, %0, %1;" : "+$letter"(x) : "$letter"(p));
    }
};
struct fma_ {
    static __device__ __forceinline__ void apply(T &x, T p, T q, bool) { asm volatile("$fma %0, %0, %1, %2;" : "+$letter"(x) : "$letter"(p), "$letter"(q)); }
};
""" + if (type == GpuErtType.F64) {
            """
__device__ __forceinline__ void load(const T *at, T (&x)[4]) {
    asm volatile("ld.global.cg.v2.f64 {%0, %1}, [%2];" : "=d"(x[0]), "=d"(x[1]) : "l"(at) : "memory");
    asm volatile("ld.global.cg.v2.f64 {%0, %1}, [%2];" : "=d"(x[2]), "=d"(x[3]) : "l"(at + 2) : "memory");
}
__device__ __forceinline__ void store(T *at, const T (&x)[4]) {
    asm volatile("st.global.cg.v2.f64 [%0], {%1, %2};" :: "l"(at), "d"(x[0]), "d"(x[1]) : "memory");
    asm volatile("st.global.cg.v2.f64 [%0], {%1, %2};" :: "l"(at + 2), "d"(x[2]), "d"(x[3]) : "memory");
}
"""
        } else {
            """
__device__ __forceinline__ void load(const T *at, T (&x)[4]) {
    asm volatile("ld.global.cg.v4.$suffix {%0, %1, %2, %3}, [%4];" : "=$letter"(x[0]), "=$letter"(x[1]), "=$letter"(x[2]), "=$letter"(x[3]) : "l"(at) : "memory");
}
__device__ __forceinline__ void store(T *at, const T (&x)[4]) {
    asm volatile("st.global.cg.v4.$suffix [%0], {%1, %2, %3, %4};" :: "l"(at), "$letter"(x[0]), "$letter"(x[1]), "$letter"(x[2]), "$letter"(x[3]) : "memory");
}
"""
        }
    }

    private fun body(type: GpuErtType) = """
extern "C" __global__ void ert_fill_${type.id}(N *data, u64 count) {
    u64 stride = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) data[i] = number(1 + (int)(i % ${GpuErtKernel.PERIOD}));
}
template <class O, int K> __device__ __forceinline__ void run(T *data, u64 groups, int passes, T p, T q) {
    u64 first = (u64)blockIdx.x * blockDim.x + threadIdx.x, stride = (u64)gridDim.x * blockDim.x;
    for (int pass = 0; pass < passes; pass++) {
        for (u64 i = first; i < groups; i += stride) {
            T x[4];
            load(data + 4 * i, x);
            #pragma unroll 1
            for (int row = 0; row < (K > $IN_A_ROW ? K / $IN_A_ROW : 1); row++) {
                #pragma unroll
                for (int k = 0; k < (K > $IN_A_ROW ? $IN_A_ROW : K); k++) {
                    #pragma unroll
                    for (int chain = 0; chain < 4; chain++) O::apply(x[chain], p, q, k & 1);
                }
            }
            store(data + 4 * i, x);
        }
    }
}
"""

    private fun kernel(type: GpuErtType, operation: Operation, times: Int): String {
        val struct = if (operation == Operation.FMA) "fma_" else operation.id
        val name = GpuErtKernel.nameOf(type, operation, times)
        return "extern \"C\" __global__ void $name(T *data, u64 groups, int passes, T p, T q) { run<$struct, $times>(data, groups, " +
            "passes, p, q); }\n"
    }

    private const val IN_A_ROW = 128

    /**
     * The C type of a number in a chain, its PTX register constraint, and the type it is read as. Two half-precision numbers make one of a
     * chain.
     */
    private val WORDS = mapOf(
        GpuErtType.F16 to Triple("u32", "r", "u32"),
        GpuErtType.F32 to Triple("float", "f", "f32"),
        GpuErtType.F64 to Triple("double", "d", "f64"),
        GpuErtType.I32 to Triple("int", "r", "s32"),
    )

    /** An addition and a multiplication, each with the instruction that it alternates with, and the combination of both. */
    private val INSTRUCTIONS = mapOf(
        GpuErtType.F16 to listOf("add.rn.f16x2", "add.rn.f16x2", "mul.rn.f16x2", "mul.rn.f16x2", "fma.rn.f16x2"),
        GpuErtType.F32 to listOf("add.rn.f32", "add.rn.f32", "mul.rn.f32", "mul.rn.f32", "fma.rn.f32"),
        GpuErtType.F64 to listOf("add.rn.f64", "add.rn.f64", "mul.rn.f64", "mul.rn.f64", "fma.rn.f64"),
        GpuErtType.I32 to listOf("add.s32", "xor.b32", "mul.lo.s32", "xor.b32", "mad.lo.s32"),
    )

    /** The type of a number in memory, and its conversion from an integer. */
    private val FILL = mapOf(
        GpuErtType.F16 to """
typedef unsigned short N;
__device__ __forceinline__ N number(int i) { N bits; asm("cvt.rn.f16.s32 %0, %1;" : "=h"(bits) : "r"(i)); return bits; }
""",
    ).withDefault { "typedef T N;\n__device__ __forceinline__ N number(int i) { return (N)i; }\n" }
}
