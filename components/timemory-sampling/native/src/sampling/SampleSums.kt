package timemory.sampling

import timemory.internal.callgraph.CallPath

/**
 * One sample as it was taken.
 *
 * @property frames addresses, innermost first
 * @property periods the number of periods it represents
 */
internal class RawSample(val kind: SampleKind, val frames: LongArray, val isCut: Boolean, val periods: Long)

/**
 * Sums of samples, in periods, by call path, thread and stack.
 *
 * ### Thread-safety
 * Not thread-safe.
 */
internal class SampleSums {
    /** The key of a sum: samples with equal keys are added up. */
    class Key(val path: CallPath, val thread: Int, val sample: RawSample) {
        private val hash = (path.hashCode() * 31 + thread) * 31 + sample.frames.contentHashCode()

        override fun hashCode(): Int = hash

        override fun equals(other: Any?): Boolean = other is Key && path === other.path && thread == other.thread &&
            sample.kind == other.sample.kind && sample.frames.contentEquals(other.sample.frames)
    }

    private val sums = LinkedHashMap<Key, Long>()

    fun add(path: CallPath, thread: Int, sample: RawSample, periods: Long = sample.periods) {
        val key = Key(path, thread, sample)
        sums[key] = (sums[key] ?: 0L) + periods
    }

    /** Adds the samples in [others], which belong to [path] of [thread]. */
    fun addAt(
        path: CallPath,
        thread: Int,
        others: SampleSums,
    ): Unit = others.forEach { key, periods -> add(path, thread, key.sample, periods) }

    fun forEach(action: (Key, Long) -> Unit) {
        for ((key, periods) in sums) action(key, periods)
    }

    fun clear(): Unit = sums.clear()
}
