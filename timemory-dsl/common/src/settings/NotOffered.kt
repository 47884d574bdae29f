package timemory

/**
 * Why a setting that timemory for C++ has is not here, `null` for names that it does not have either: whoever sets one should learn that it
 * does nothing, and need not wonder whether it is only mistyped.
 */
internal fun whyNotOffered(name: String): String? = NOT_OFFERED.firstOrNull { name in it.names }?.reason

private class NotOffered(names: String, val reason: String) {
    val names: Set<String> = names.split(' ').toSet()
}

private const val NOT_YET = "this version does not have it yet"

private val NOT_OFFERED = listOf(
    NotOffered("COLLAPSE_PROCESSES NODE_COUNT", "each process writes results of its own"),
    NotOffered("MAX_THREAD_BOOKMARKS", "there is no limit to how many threads are told apart"),
    NotOffered("STACK_CLEARING", "regions that are still open are always shown as such"),
    NotOffered("DESTRUCTOR_REPORT", "handles report nothing by themselves"),
    NotOffered("CPU_AFFINITY", "start the program with taskset or numactl to bind it to processors"),
    NotOffered(
        "ENABLE_ALL_SIGNALS DISABLE_ALL_SIGNALS",
        "results are written on SIGTERM and SIGINT (TIMEMORY_ENABLE_SIGNAL_HANDLER); after a crash the memory they are made from cannot be trusted",
    ),
    NotOffered("DART_OUTPUT CTEST_NOTES", "results for CDash are not written"),
    NotOffered("MPI_INIT MPI_FINALIZE MPI_THREAD MPI_THREAD_TYPE UPCXX_INIT UPCXX_FINALIZE", "the program starts and ends MPI and UPC++ itself"),
    NotOffered("DIFF_OUTPUT INPUT_PATH INPUT_PREFIX INPUT_EXTENSIONS", NOT_YET),
)
