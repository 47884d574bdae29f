package timemory.export.wire.internal

/** The bits of the flag field of a wire-form node: its kind and the fields that follow. */
internal object NodeFlags {
    const val VALUES: Int = 1
    const val ONE: Int = 1 shl 1
    const val EXACT: Int = 1 shl 2
    const val SELF: Int = 1 shl 3
    const val PLACE: Int = 1 shl 4
    const val THREADS: Int = 1 shl 5
    const val INSTRUMENTATION: Int = 1 shl 6
    const val CONCURRENT: Int = 1 shl 7
    const val RANKS: Int = 1 shl 8
    const val LAST_WHOLE: Int = 1 shl 9
    const val LAST_REAL: Int = 1 shl 10
    const val OBJECT: Int = 1 shl 11
    const val SCOPE: Int = 1 shl 12
    const val UNKNOWN_LAPS: Int = 1 shl 13
    const val OPEN: Int = 1 shl 14
    const val TOO_LARGE: Int = 1 shl 15
    const val TEXTS: Int = 1 shl 16
    const val LAST_TEXT: Int = 1 shl 17
    const val DISTRIBUTION: Int = 1 shl 18
    const val MISSING: Int = 1 shl 19
    const val START: Int = 1 shl 20
    const val SELF_EXACT: Int = 1 shl 21
    const val KEPT: Int = 1 shl 22
    const val MEDIANS: Int = 1 shl 23
    const val UNENDED: Int = 1 shl 24
    const val ALL: Int = (1 shl 25) - 1

    /** Flags that only nodes with values have. */
    const val ONLY_WITH_VALUES: Int = ONE or EXACT or RANKS or LAST_WHOLE or LAST_REAL or OBJECT or UNKNOWN_LAPS or OPEN or TOO_LARGE or
        TEXTS or LAST_TEXT or DISTRIBUTION or KEPT or MEDIANS or UNENDED
}

/** Properties of one number of a value, as the bits of a byte. */
internal object NumberFlags {
    const val VALUE: Int = 1
    const val SUM: Int = 2
    const val COUNT: Int = 4
    const val UNKNOWN: Int = 8
    const val SQUARES: Int = 16
}
