package timemory.roofline

import kotlinx.cinterop.COpaquePointer
import kotlinx.cinterop.ExperimentalForeignApi
import timemory.ExperimentalTimemoryApi
import timemory.cinterop.kernels.timemory_aligned
import timemory.cinterop.kernels.timemory_at_f32
import timemory.cinterop.kernels.timemory_at_f64
import timemory.cinterop.kernels.timemory_fill_f32
import timemory.cinterop.kernels.timemory_fill_f64
import timemory.cinterop.kernels.timemory_free_aligned
import timemory.cinterop.kernels.timemory_run_chain
import timemory.cinterop.kernels.timemory_run_f32
import timemory.cinterop.kernels.timemory_run_f64
import timemory.cinterop.kernels.timemory_run_instructions
import timemory.cinterop.kernels.timemory_widths

/**
 * A vector width.
 *
 * @property bits 0 for scalars
 * @property flags the required processor features, by the names of `/proc/cpuinfo`
 */
internal enum class Width(val id: String, val bits: Int, val flags: Set<String>) {
    SCALAR("scalar", 0, setOf("sse2")),
    SSE("128-bit", 128, setOf("sse2")),
    AVX("256-bit", 256, setOf("avx2", "fma")),
    AVX512("512-bit", 512, setOf("avx512f")),
}

/** The number of independent vectors processed together, as in `kernels.def`. */
private const val SIDE_BY_SIDE = 12

@ExperimentalTimemoryApi
@OptIn(ExperimentalForeignApi::class)
public actual fun platformKernels(): ErtKernels {
    val flags = processorFlags()
    // Every AArch64 processor has 128-bit vectors and fused multiply-add.
    val isArm = timemory_widths() < Width.entries.size
    val widths = if (isArm) Width.entries.take(timemory_widths()) else Width.entries.filter { flags.containsAll(it.flags) }
    if (widths.isEmpty()) {
        throw UnsupportedOperationException(
            "the processor has no SSE2, or /proc/cpuinfo does not list its features: there are no " +
                "kernels for it",
        )
    }
    val hasFma = isArm || "fma" in flags
    val widest = widths.last()
    val kernels = ArrayList<ErtKernel>()
    for (type in NativeType.entries) {
        kernels.add(NativeKernel(Operation.ADD, type, widest, 1))
        kernels.add(NativeKernel(Operation.READ, type, widest, 1))
    }
    for (type in NativeType.entries) {
        for (width in widths) {
            for (operation in listOf(Operation.ADD, Operation.MULTIPLY, Operation.FMA)) {
                if (operation != Operation.FMA || hasFma) kernels.add(NativeKernel(operation, type, width, MANY_OPERATIONS))
            }
        }
    }
    kernels.add(InstructionKernel)
    val ladder =
        if (hasFma) NativeType.entries.flatMap { type -> LADDER.map { NativeKernel(Operation.FMA, type, widest, it) } } else emptyList()
    return ErtKernels("native", kernels, ladder, measuredGigahertz())
}

/** The type of elements. */
internal enum class NativeType(val id: String, val bytes: Int) {
    F64("f64", 8),
    F32("f32", 4),
}

internal class NativeKernel(
    private val operation: Operation,
    private val type: NativeType,
    private val width: Width,
    private val times: Int,
) : ErtKernel(
    label = kernelLabel(operation, times, type.id, width.id),
    dataType = type.id,
    bytesOfElement = type.bytes,
    vectorBits = width.bits,
    operationsPerElement = operation.flops * times,
    bytesPerElement = operation.accesses * type.bytes,
    blockElements = SIDE_BY_SIDE * maxOf(1, width.bits / 8 / type.bytes),
    isPeak = times == MANY_OPERATIONS,
) {
    override fun newWork(elements: Long, alignment: Int): NativeWork = newWork(elements, alignment, factor = 0.5, addend = 0.5)

    /** Elements start as 1.0, which multiplying by a half and adding a half leaves unchanged; other numbers are for tests. */
    fun newWork(elements: Long, alignment: Int, factor: Double, addend: Double): NativeWork =
        NativeWork(type, operation.ordinal, width.ordinal, elements, alignment, times.toLong(), factor, addend)
}

@OptIn(ExperimentalForeignApi::class)
internal class NativeWork(
    private val type: NativeType,
    private val operation: Int,
    private val width: Int,
    private val elements: Long,
    alignment: Int,
    private val times: Long,
    private val factor: Double,
    private val addend: Double,
) : ErtWork {
    private val data: COpaquePointer = timemory_aligned(alignment.toLong(), elements * type.bytes)
        ?: throw IllegalStateException(
            "not enough memory for ${elements * type.bytes} bytes: measure with less " +
                "(TIMEMORY_ERT_MAX_DATA_SIZE)",
        )

    init {
        if (type == NativeType.F64) timemory_fill_f64(data, elements, 1.0) else timemory_fill_f32(data, elements, 1.0f)
    }

    override fun run(passes: Long) {
        if (type == NativeType.F64) {
            timemory_run_f64(operation, width, data, elements, passes, times, factor, addend)
        } else {
            timemory_run_f32(operation, width, data, elements, passes, times, factor.toFloat(), addend.toFloat())
        }
    }

    operator fun get(index: Long): Double =
        if (type == NativeType.F64) timemory_at_f64(data, index) else timemory_at_f32(data, index)

    override fun close() = timemory_free_aligned(data, elements * type.bytes)
}

/** The simplest instructions. An element is one iteration of a loop with 66 instructions. */
internal object InstructionKernel : ErtKernel(
    label = "add i64",
    dataType = "i64",
    bytesOfElement = 8,
    vectorBits = 0,
    operationsPerElement = 66,
    bytesPerElement = 0,
    blockElements = 1,
    isPeak = true,
    isOfInstructions = true,
) {
    @OptIn(ExperimentalForeignApi::class)
    override fun newWork(elements: Long, alignment: Int): ErtWork = object : ErtWork {
        override fun run(passes: Long) = timemory_run_instructions(elements * passes)

        override fun close() {}
    }
}

/** Returns the frequency while nothing else is computed, from the fastest of many short runs of a chain of single-cycle additions. */
@OptIn(ExperimentalForeignApi::class)
private fun measuredGigahertz(): Double {
    var fastest = Long.MAX_VALUE
    repeat(CHAIN_RUNS) {
        val begin = nanoseconds()
        timemory_run_chain(CHAIN_TURNS)
        fastest = minOf(fastest, nanoseconds() - begin)
    }
    return CHAIN_LENGTH * CHAIN_TURNS.toDouble() / fastest
}

private const val CHAIN_RUNS = 100
private const val CHAIN_TURNS = 20_000L
private const val CHAIN_LENGTH = 64
