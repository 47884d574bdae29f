package timemory.results

/**
 * Additional facts about a node besides its laps, from the code that made the results: how processes differ there. Tables have a column for
 * each.
 */
internal interface NodeFacts {
    /** The titles of the columns: the same for all nodes of a graph that have facts. */
    val titles: List<String>

    /** The contents of the columns, with numbers in raw units formatted by [show]. */
    fun cells(show: (Double) -> String): List<String>

    /** All of it as numbers, for the compact file, from which it can be restored. */
    fun numbers(): DoubleArray
}
