package timemory.gpu

import timemory.internal.text.wordsOf

/**
 * The kinds of activity that are recorded by CUPTI, and where their records have what is read of them: the number of the kind stands at 0
 * in all.
 *
 * The offsets are those of `CUpti_ActivityKernel4` to `10`, `CUpti_ActivityMemcpy4` to `6`, `CUpti_ActivityMemcpyPtoP3` and `4`,
 * `CUpti_ActivityMemset3` and `4`, `CUpti_ActivitySynchronization` and `2`, and `CUpti_ActivityAPI`: later ones have grown at their ends. A
 * test compares them with the header of CUPTI, where there is one.
 *
 * @property number as `CUpti_ActivityKind` has it
 * @property label as settings name it
 * @property level from which level on it is recorded; `null` for what only `CUPTI_ACTIVITY_KINDS` asks for
 * @property isOnDevice whether its time is the GPU's, and not that of a thread
 */
internal enum class ActivityKind(
    val number: Int,
    val level: Int?,
    val isOnDevice: Boolean,
    val start: Int,
    val device: Int,
    val stream: Int,
    val correlation: Int,
    val description: String,
) {
    CONCURRENT_KERNEL(10, 0, true, 16, 40, 48, 92, "Kernels, which may run concurrently"),
    KERNEL(3, null, true, 16, 40, 48, 92, "Kernels, one after the other: CUDA does not let them run concurrently then"),
    MEMCPY(1, 1, true, 16, 32, 40, 44, "Copies of memory, to, from and within a GPU"),
    MEMCPY2(22, 1, true, 16, 32, 40, 60, "Copies of memory from one GPU to another"),
    MEMSET(2, 1, true, 16, 32, 40, 44, "Fillings of memory"),
    SYNCHRONIZATION(38, 2, false, 8, -1, 32, 24, "Waiting for the device, a stream or an event"),
    RUNTIME(5, 3, false, 8, -1, -1, 32, "Calls of CUDA's runtime"),
    DRIVER(4, 3, false, 8, -1, -1, 32, "Calls of CUDA's driver"),
    ;

    val label: String = name.lowercase()

    /** Where the end of the activity stands; times are in nanoseconds. */
    val end: Int get() = start + 8

    companion object {
        /** Where the record of a kernel has its name, a pointer. */
        const val KERNEL_NAME = 104

        /** Where that of a copy has its direction, a byte, that of waiting for what, and that of a call which; 32 bits each. */
        const val COPY_KIND = 4
        const val WAIT_KIND = 4
        const val CALL = 4

        val NAMES: List<String> = entries.map { it.label }

        private val byNumber =
            arrayOfNulls<ActivityKind>(entries.maxOf { it.number } + 1).also { all -> entries.forEach { all[it.number] = it } }

        fun of(number: Int): ActivityKind? = byNumber.getOrNull(number)

        /** Those that [text] names, also as CUPTI does; `null` if one of them is unknown. */
        fun of(text: String): Set<ActivityKind>? =
            wordsOf(text).mapTo(LinkedHashSet()) { word ->
                entries.find { it.label == word.lowercase().removePrefix("cupti_activity_kind_") } ?: return null
            }

        fun upTo(level: Int): Set<ActivityKind> = entries.filterTo(LinkedHashSet()) { it.level != null && it.level <= level }
    }
}

/** What tells which call of CUDA belongs to which region: `CUpti_ActivityExternalCorrelation`. */
internal object ExternalCorrelation {
    const val KIND = 39
    const val EXTERNAL_KIND = 4
    const val EXTERNAL_ID = 8
    const val CORRELATION = 16

    /**
     * `CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM2`, the last there is: each kind has a stack of its own, and PyTorch's profiler, which may run
     * in the same process, pushes numbers of its own onto those of the first two.
     */
    const val CUSTOM = 5

    /** What a thread is at while it looks whether records come: no span has it. */
    const val LOOKING = -1L
}
