package timemory.roofline

/**
 * How the time of measuring is spent: on [sizes] sizes of data in each round, and on [rounds] rounds at most.
 *
 * @param budget how many nanoseconds there are in all, 0 for as many as it takes
 */
internal class ErtTime(
    private val budget: Long,
    private val sizes: Int,
    private val rounds: Int,
    private val now: () -> Long = ::nanoseconds,
) {
    private val begin = if (budget > 0L) now() else 0L
    private var beginOfRound = begin
    private var done = 0

    var round: Int = 1
        private set

    /** How much is done: of the time where there is a budget, otherwise of the sizes. */
    val percent: Int
        get() = if (budget > 0L) minOf(99L, (now() - begin) * 100 / budget).toInt()
        else ((round - 1) * sizes + done) * 100 / maxOf(1, sizes * rounds)

    /** How long the next size may take. */
    fun ofNextSize(): Long {
        val left = maxOf(1, sizes - done)
        done++
        return if (budget == 0L) Long.MAX_VALUE else maxOf(0L, begin + budget - now()) / left
    }

    /** Whether there is time for another round, which begins then. It is as long as the first at most: that left nothing to begin with. */
    fun hasAnotherRound(): Boolean {
        val end = if (budget > 0L) now() else 0L
        if (round == rounds || budget > 0L && end + (end - beginOfRound) > begin + budget) return false
        round++
        done = 0
        beginOfRound = end
        return true
    }
}
