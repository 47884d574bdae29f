package timemory.gpu

import timemory.internal.text.wordsOf

/**
 * The kinds of CUPTI activity records that are used, with the offsets of the fields that are read; the kind itself is at offset 0 in all of
 * them.
 *
 * The offsets are those of `CUpti_ActivityKernel4` to `10`, `CUpti_ActivityMemcpy4` to `6`, `CUpti_ActivityMemcpyPtoP3` and `4`,
 * `CUpti_ActivityMemset3` and `4`, `CUpti_ActivitySynchronization` and `2`, and `CUpti_ActivityAPI`: later versions only add fields at the
 * end. A test compares them with CUPTI's header if it is installed.
 *
 * @property number in `CUpti_ActivityKind`
 * @property label its name in settings
 * @property level the level from which it is recorded; `null` if it is recorded only on request by `CUPTI_ACTIVITY_KINDS`
 * @property isOnDevice whether its time is spent on the GPU rather than on a thread
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
    KERNEL(3, null, true, 16, 40, 48, 92, "Kernels, serialized: CUDA does not run them concurrently in this mode"),
    MEMCPY(1, 1, true, 16, 32, 40, 44, "Memory copies to, from and within a GPU"),
    MEMCPY2(22, 1, true, 16, 32, 40, 60, "Memory copies from one GPU to another"),
    MEMSET(2, 1, true, 16, 32, 40, 44, "memset and its variants"),
    SYNCHRONIZATION(38, 2, false, 8, -1, 32, 24, "Waiting for the device, a stream or an event"),
    RUNTIME(5, 3, false, 8, -1, -1, 32, "CUDA runtime calls"),
    DRIVER(4, 3, false, 8, -1, -1, 32, "CUDA driver calls"),
    ;

    val label: String = name.lowercase()

    /** The offset of the end time; times are in nanoseconds. */
    val end: Int get() = start + 8

    companion object {
        /** The offset of a kernel's name, a pointer. */
        const val KERNEL_NAME = 104

        /** The offsets of a copy's direction (a byte), of what is waited for, and of the called function; 32 bits each. */
        const val COPY_KIND = 4
        const val WAIT_KIND = 4
        const val CALL = 4

        val NAMES: List<String> = entries.map { it.label }

        private val byNumber =
            arrayOfNulls<ActivityKind>(entries.maxOf { it.number } + 1).also { all -> entries.forEach { all[it.number] = it } }

        fun of(number: Int): ActivityKind? = byNumber.getOrNull(number)

        /** Returns the kinds that [text] names, also by CUPTI's names; `null` if one of them is unknown. */
        fun of(text: String): Set<ActivityKind>? =
            wordsOf(text).mapTo(LinkedHashSet()) { word ->
                entries.find { it.label == word.lowercase().removePrefix("cupti_activity_kind_") } ?: return null
            }

        fun upTo(level: Int): Set<ActivityKind> = entries.filterTo(LinkedHashSet()) { it.level != null && it.level <= level }
    }
}

/** `CUpti_ActivityExternalCorrelation`, which assigns a CUDA call to a region. */
internal object ExternalCorrelation {
    const val KIND = 39
    const val EXTERNAL_KIND = 4
    const val EXTERNAL_ID = 8
    const val CORRELATION = 16

    /**
     * `CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM2`, the last one. Each kind has its own stack, and PyTorch's profiler, which may run in the
     * same process, pushes its own IDs onto those of the first two.
     */
    const val CUSTOM = 5

    /** The ID of a thread that checks whether records arrive; no span has it. */
    const val LOOKING = -1L
}
