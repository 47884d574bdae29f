package timemory.export.internal

import timemory.settings.NotOffered
import timemory.settings.notOffered

/** Returns the settings of timemory for C++ that are not available here, with the reasons, for listings. */
internal fun settingsNotOffered(): List<Pair<String, String>> =
    notOffered().flatMap { group -> group.names.map { it to group.reason } }.sortedBy { it.first }

/** Returns the settings of timemory for C++ that none of our modules has, except those that belong to one module. */
internal fun settingsOfTimemoryNotOffered(): List<NotOffered> = listOf(
    NotOffered("MAX_THREAD_BOOKMARKS", "there is no limit to how many threads are told apart"),
    NotOffered("STACK_CLEARING", "regions that are still open are always shown as such"),
    NotOffered("DESTRUCTOR_REPORT", "handles report nothing by themselves"),
    NotOffered("CPU_AFFINITY", "start the program with taskset or numactl to bind it to processors"),
    NotOffered("DART_OUTPUT DART_COUNT DART_LABEL DART_TYPE CTEST_NOTES", "results for CDash are not written"),
    NotOffered("MPI_INIT MPI_FINALIZE", "programs begin and end MPI themselves, in Kotlin and Java by `Mpi.init` and `Mpi.finish`"),
    NotOffered("UPCXX_INIT UPCXX_FINALIZE", "programs begin and end UPC++ themselves"),
    NotOffered(
        "DIFF_OUTPUT INPUT_PATH INPUT_PREFIX INPUT_EXTENSIONS",
        "programs read no results of earlier runs: `timemory diff` compares two runs",
    ),
    NotOffered("PYTHON_EXE", "pictures are drawn without Python (TIMEMORY_PLOT_OUTPUT, `timemory plot`)"),
    NotOffered("CRAYPAT", "craypat_counters shows what CrayPAT counts: choose that by PAT_RT_PERFCTR"),
    NotOffered("LIBRARY_CTOR", "loading the library starts nothing: the first region does, or timemory_init_library"),
    NotOffered("NETWORK_INTERFACE", "network_stats adds up all interfaces"),
)
