package timemory.export.internal

import timemory.settings.NotOffered
import timemory.settings.notOffered

/** Returns the settings of timemory for C++ that are not supported here, with the reasons, for listings. */
internal fun settingsNotOffered(): List<Pair<String, String>> =
    notOffered().flatMap { group -> group.names.map { it to group.reason } }.sortedBy { it.first }

/** Returns the settings of timemory for C++ that none of our modules supports, except those that belong to one module. */
internal fun settingsOfTimemoryNotOffered(): List<NotOffered> = listOf(
    NotOffered("MAX_THREAD_BOOKMARKS", "there is no limit on the number of threads"),
    NotOffered("STACK_CLEARING", "regions that are still open are always shown as such"),
    NotOffered("DESTRUCTOR_REPORT", "handles do not report anything"),
    NotOffered("CPU_AFFINITY", "start the program with taskset or numactl to bind it to processors"),
    NotOffered("DART_OUTPUT DART_COUNT DART_LABEL DART_TYPE CTEST_NOTES", "results for CDash are not written"),
    NotOffered("MPI_INIT MPI_FINALIZE", "programs start and end MPI themselves, in Kotlin and Java with `Mpi.init` and `Mpi.finish`"),
    NotOffered("UPCXX_INIT UPCXX_FINALIZE", "programs start and end UPC++ themselves"),
    NotOffered(
        "DIFF_OUTPUT INPUT_PATH INPUT_PREFIX INPUT_EXTENSIONS",
        "programs do not read results of earlier runs: `timemory diff` compares two runs",
    ),
    NotOffered("PYTHON_EXE", "plots are drawn without Python (TIMEMORY_PLOT_OUTPUT, `timemory plot`)"),
    NotOffered("CRAYPAT", "craypat_counters shows what CrayPAT counts: set PAT_RT_PERFCTR"),
    NotOffered("LIBRARY_CTOR", "loading the library does not start measuring: the first region or timemory_init_library does"),
    NotOffered("NETWORK_INTERFACE", "network_stats adds up all interfaces"),
)
