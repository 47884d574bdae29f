package timemory.internal.platform

/** The index of each number of `getrusage` in the array filled by [readUsage]. */
internal object UsageIndex {
    const val USER_TIME = 0
    const val SYSTEM_TIME = 1
    const val PEAK_RSS = 2
    const val MINOR_FAULTS = 3
    const val MAJOR_FAULTS = 4
    const val BLOCKS_IN = 5
    const val BLOCKS_OUT = 6
    const val VOLUNTARY_SWITCHES = 7
    const val INVOLUNTARY_SWITCHES = 8
    const val COUNT = 9
}
