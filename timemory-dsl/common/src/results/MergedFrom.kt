package timemory.results

/** The processes that results were merged of, as those who merged them know them: for the compact file, in which they find them again. */
internal interface MergedFrom {
    /** How many there are. */
    val size: Int

    /** The rank of process [index], in ascending order; -1 where it has none. */
    fun rank(index: Int): Int

    /** Its machine; empty where that is not known. */
    fun host(index: Int): String

    /** Its number there; 0 where that is not known. */
    fun processId(index: Int): Long

    /** Distinguishes processes of one number. */
    fun stamp(index: Int): Long
}
