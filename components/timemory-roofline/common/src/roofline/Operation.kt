package timemory.roofline

/**
 * What kernels of the library do with an element.
 *
 * @property id as labels have it
 * @property flops how many operations that is
 */
internal enum class Operation(val id: String, val flops: Int) {
    ADD("add", 1),
    MULTIPLY("mul", 1),

    /** `x * b + c` in one instruction, and two operations. */
    FMA("fma", 2),

    /** An element is read and added to a sum, and nothing is written. */
    READ("read", 1),
    ;

    /** How often an element is read or written in a pass. */
    val accesses: Int get() = if (this == READ) 1 else 2

    companion object {
        /** Those that GPUs are measured with. */
        val GPU: List<Operation> = listOf(ADD, MULTIPLY, FMA)
    }
}

/** How many operations, of any kind, an element undergoes where peaks are measured: so many that reading and writing it is no matter. */
internal const val MANY_OPERATIONS = 64

/** How often the steps between one operation and many operate. */
internal val LADDER: IntArray = intArrayOf(2, 4, 8, 16, 32)

/** `fma f64 512-bit`; as often as is said where that is not once. */
internal fun kernelLabel(operation: Operation, times: Int, dataType: String, width: String): String = when {
    operation == Operation.READ -> "read $dataType $width"
    times == 1 -> "update $dataType $width"
    times == MANY_OPERATIONS -> "${operation.id} $dataType $width"
    else -> "${operation.id} x$times $dataType $width"
}
