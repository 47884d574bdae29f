package timemory.export.wire.internal

/**
 * Assigns ranks: returns for each of [heads] the rank of its process, if it has a single one, or an offset for the ranks of its processes,
 * so that no two processes share a rank. Otherwise their values could not be told apart.
 *
 * A known rank is kept if no earlier part has it; a process without one gets its index among the parts if that rank is free. All others get
 * ranks above the highest.
 */
internal fun ranksOf(heads: List<WireHead>): IntArray = PartRanks().of(heads)

private class PartRanks {
    private val taken = HashSet<Int>()
    private var highest = -1

    fun of(heads: List<WireHead>): IntArray {
        val ranks = IntArray(heads.size)
        val (unknown, known) = heads.indices.partition { knownRanks(heads[it]).isEmpty() }
        for (i in known) ranks[i] = takeKnown(knownRanks(heads[i]), heads[i].processCount)
        for (i in unknown) if (heads[i].processCount == 1) ranks[i] = takePlace(i)
        return ranks
    }

    private fun knownRanks(head: WireHead): List<Int> = head.processes.map { it.rank }.filter { it >= 0 }

    private fun takeKnown(own: List<Int>, processCount: Int): Int {
        val above = if (own.any { it in taken }) highest + 1 - own.min() else 0
        for (rank in own) take(higher(rank, above))
        return if (processCount == 1) highest.takeIf { above > 0 } ?: own[0] else above
    }

    private fun takePlace(place: Int): Int = (if (place in taken) higher(highest, 1) else place).also(::take)

    private fun take(rank: Int) {
        taken.add(rank)
        highest = maxOf(highest, rank)
    }
}
