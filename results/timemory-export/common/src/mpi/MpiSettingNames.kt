package timemory.mpi

import timemory.settings.SettingList
import timemory.settings.choice
import timemory.settings.flag
import timemory.settings.number
import timemory.settings.text

/** The settings for programs of many processes. Names and defaults are timemory's where it has the setting. */
internal object MpiSettingNames : SettingList() {
    val enableMpip = add(flag("ENABLE_MPIP", "Whether libtimemory-mpip.so measures functions of MPI", true).fixed())
    val mpipComponents = add(
        text(
            "MPIP_COMPONENTS",
            "The components of functions of MPI, by their ids; if empty those of TRACE_COMPONENTS, PROFILER_COMPONENTS, COMPONENTS or " +
                "GLOBAL_COMPONENTS, a wall clock if all are; none for none",
            "",
        ).fixed(),
    )
    val mpipPermitList =
        add(text("MPIP_PERMIT_LIST", "The functions of MPI that are measured, all if empty; a name may end with *", "").fixed())
    val mpipRejectList = add(text("MPIP_REJECT_LIST", "The functions of MPI that are not measured; a name may end with *", "").fixed())
    val mpipCommData = add(flag("MPIP_COMM_DATA", "Whether mpi_comm_data records which data functions of MPI move", true).fixed())
    val mpipPeers = add(
        flag("MPIP_PEERS", "Whether mpi_comm_data has a region for each rank that data go to or come from, such as MPI_Send_dst_1", false)
            .fixed(),
    )
    val collapseProcesses = add(
        flag(
            "COLLAPSE_PROCESSES",
            "Whether the joint results of all ranks of an MPI program are one in files of timemory's layout; otherwise each rank is an " +
                "element of 'ranks' and 'mpi' there",
            true,
        ).fixed(),
    )
    val nodeCount = add(
        number(
            "NODE_COUNT",
            "Into how many groups of neighbouring ranks results are joined in files of timemory's layout, each an element of 'ranks' and " +
                "'mpi' there; 0 for one of all ranks",
            0,
            least = 0,
            most = 1_000_000_000,
        ).fixed(),
    )
    val mpiThread = add(flag("MPI_THREAD", "Whether Mpi.init calls MPI_Init_thread; otherwise MPI_Init", true))
    val mpiThreadType = add(
        choice(
            "MPI_THREAD_TYPE",
            "Which threads may call MPI where Mpi.init begins it; set, it counts before what the program says",
            "funneled",
            listOf("single", "serialized", "multiple"),
        ),
    )
    val mpiLibrary = add(text("MPI_LIBRARY", "The MPI library that Mpi.init loads; that of the launcher if empty", ""))
    val mpiJoinTimeout = add(
        number(
            "MPI_JOIN_TIMEOUT",
            "How many seconds a rank waits in MPI_Finalize for the others, to join results with theirs; after that it writes its own. 0 " +
                "for joining nothing",
            300,
            least = 0,
            most = 1_000_000,
        ),
    )
    val mpiOutputPerRank = add(
        flag("MPI_OUTPUT_PER_RANK", "Whether each rank writes its own results as well where those of all ranks are joined", false),
    )
    val mpiOutputPerNode = add(
        flag("MPI_OUTPUT_PER_NODE", "Whether the results of each machine's ranks are written as well where those of all are joined", false),
    )
}
