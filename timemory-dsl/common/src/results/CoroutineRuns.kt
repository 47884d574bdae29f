package timemory.results

import timemory.internal.lean.*

/**
 * When threads ran the coroutine of one lap of timeline scope: between two runs it was suspended.
 *
 * @property leftOut how many runs followed those that were kept
 */
internal class CoroutineRuns(private val runs: LongArray, val leftOut: Long) : NodeFacts {
    val size: Int get() = runs.size / NUMBERS

    /** When run [i] started, in nanoseconds after measuring began. */
    fun start(i: Int): Long = runs[NUMBERS * i]

    /** How long run [i] took, in nanoseconds. */
    fun duration(i: Int): Long = runs[NUMBERS * i + 1]

    /** The number of the thread. */
    fun thread(i: Int): Int = runs[NUMBERS * i + 2].toInt()

    override val titles: List<String> get() = emptyList()

    override fun cells(show: (Double) -> String): List<String> = emptyList()

    override fun numbers(): DoubleArray = DoubleArray(1 + runs.size) { i -> if (i == 0) leftOut.toDouble() else runs[i - 1].toDouble() }

    companion object {
        /** How many numbers there are of one run. */
        const val NUMBERS: Int = 3

        /** The runs that [numbers] tell of; `null` if they cannot. */
        fun of(numbers: DoubleArray): CoroutineRuns? {
            if (numbers.size % NUMBERS != 1 || numbers.any { it.isNaN() || it < 0.0 || it > MAX_NUMBER }) return null
            return CoroutineRuns(LongArray(numbers.size - 1) { numbers[it + 1].toLong() }, numbers[0].toLong())
        }

        private const val MAX_NUMBER = 9e15
    }
}
