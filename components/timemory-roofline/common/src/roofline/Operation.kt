package timemory.roofline

/**
 * The operation that the library's kernels do with an element.
 *
 * @property id its name in labels
 * @property flops how many floating-point operations it counts as
 */
internal enum class Operation(val id: String, val flops: Int) {
    ADD("add", 1),
    MULTIPLY("mul", 1),

    /** `x * b + c` in one instruction, which counts as two operations. */
    FMA("fma", 2),

    /** An element is read and added to a sum; nothing is written. */
    READ("read", 1),
    ;

    /** How often an element is read or written in a pass. */
    val accesses: Int get() = if (this == READ) 1 else 2

    companion object {
        /** The operations that GPUs are measured with. */
        val GPU: List<Operation> = listOf(ADD, MULTIPLY, FMA)
    }
}

/** The number of operations per element for measuring peaks: so many that reading and writing the element is negligible. */
internal const val MANY_OPERATIONS = 64

/** The numbers of operations between one and many. */
internal val LADDER: IntArray = intArrayOf(2, 4, 8, 16, 32)

/** Returns a label such as `fma f64 512-bit`, with the number of operations unless it is one. */
internal fun kernelLabel(operation: Operation, times: Int, dataType: String, width: String): String = when {
    operation == Operation.READ -> "read $dataType $width"
    times == 1 -> "update $dataType $width"
    times == MANY_OPERATIONS -> "${operation.id} $dataType $width"
    else -> "${operation.id} x$times $dataType $width"
}
