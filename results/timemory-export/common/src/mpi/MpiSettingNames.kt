package timemory.mpi

import timemory.settings.SettingList
import timemory.settings.choice
import timemory.settings.flag
import timemory.settings.number
import timemory.settings.text

/** The settings for multi-process programs. Names and defaults match timemory's if it has the setting. */
internal object MpiSettingNames : SettingList() {
    val enableMpip = add(flag("ENABLE_MPIP", "Enable libtimemory-mpip.so, which measures MPI functions", true).fixed())
    val mpipComponents = add(
        text(
            "MPIP_COMPONENTS",
            "Ids of the components of MPI functions; if empty, those of TRACE_COMPONENTS, PROFILER_COMPONENTS, COMPONENTS or " +
                "GLOBAL_COMPONENTS, else a wall clock; 'none' for none",
            "",
        ).fixed(),
    )
    val mpipPermitList =
        add(text("MPIP_PERMIT_LIST", "MPI functions to measure, all if empty; names may end with *", "").fixed())
    val mpipRejectList = add(text("MPIP_REJECT_LIST", "MPI functions not to measure; names may end with *", "").fixed())
    val mpipCommData = add(flag("MPIP_COMM_DATA", "Record with mpi_comm_data how much data MPI functions move", true).fixed())
    val mpipPeers = add(
        flag(
            "MPIP_PEERS",
            "Add a region to mpi_comm_data for each rank that data is sent to or received from, such as MPI_Send_dst_1",
            false,
        ).fixed(),
    )
    val collapseProcesses = add(
        flag(
            "COLLAPSE_PROCESSES",
            "Merge the results of all ranks of an MPI program in files of timemory's layout; otherwise each rank is an element of " +
                "'ranks' and 'mpi'",
            true,
        ).fixed(),
    )
    val nodeCount = add(
        number(
            "NODE_COUNT",
            "Number of groups of neighbouring ranks into which results are merged in files of timemory's layout, each an element of " +
                "'ranks' and 'mpi'; 0 for one group",
            0,
            least = 0,
            most = 1_000_000_000,
        ).fixed(),
    )
    val mpiThread = add(flag("MPI_THREAD", "Call MPI_Init_thread in Mpi.init; otherwise MPI_Init", true))
    val mpiThreadType = add(
        choice(
            "MPI_THREAD_TYPE",
            "Threads that may call MPI after Mpi.init; overrides the program if set",
            "funneled",
            listOf("single", "serialized", "multiple"),
        ),
    )
    val mpiLibrary = add(text("MPI_LIBRARY", "MPI library that Mpi.init loads; the launcher's if empty", ""))
    val mpiJoinTimeout = add(
        number(
            "MPI_JOIN_TIMEOUT",
            "Seconds that a rank waits for the others in MPI_Finalize to merge results, before it writes its own; 0 to merge nothing",
            300,
            least = 0,
            most = 1_000_000,
        ),
    )
    val mpiOutputPerRank = add(
        flag("MPI_OUTPUT_PER_RANK", "Write the results of each rank in addition to the merged ones", false),
    )
    val mpiOutputPerNode = add(
        flag("MPI_OUTPUT_PER_NODE", "Write the results of each machine's ranks in addition to the merged ones", false),
    )
}
