package timemory.roofline

/**
 * Distributes the time over [sizes] data sizes in each round, and at most [rounds] rounds.
 *
 * @param budget the total time in nanoseconds, 0 for no limit
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

    /** The progress: by time if there is a budget, otherwise by sizes. */
    val percent: Int
        get() = if (budget > 0L) minOf(99L, (now() - begin) * 100 / budget).toInt()
        else ((round - 1) * sizes + done) * 100 / maxOf(1, sizes * rounds)

    /** Returns how long the next size may take. */
    fun ofNextSize(): Long {
        val left = maxOf(1, sizes - done)
        done++
        return if (budget == 0L) Long.MAX_VALUE else maxOf(0L, begin + budget - now()) / left
    }

    /** Returns whether another round, as long as the last one, fits into the budget, and starts it if so. */
    fun hasAnotherRound(): Boolean {
        val end = if (budget > 0L) now() else 0L
        if (round == rounds || budget > 0L && end + (end - beginOfRound) > begin + budget) return false
        round++
        done = 0
        beginOfRound = end
        return true
    }
}
