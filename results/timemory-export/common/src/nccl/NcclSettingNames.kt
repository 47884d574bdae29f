package timemory.nccl

import timemory.settings.SettingList
import timemory.settings.flag
import timemory.settings.text

/** The settings for NCCL programs. Names and defaults match timemory's if it has the setting. */
internal object NcclSettingNames : SettingList() {
    val enableNcclp = add(flag("ENABLE_NCCLP", "Enable libtimemory-ncclp.so, which measures NCCL functions", true).fixed())
    val ncclpComponents = add(
        text(
            "NCCLP_COMPONENTS",
            "Ids of the components of NCCL functions; if empty, those of TRACE_COMPONENTS, PROFILER_COMPONENTS, COMPONENTS or " +
                "GLOBAL_COMPONENTS, else a wall clock; 'none' for none",
            "",
        ).fixed(),
    )
    val ncclpPermitList =
        add(text("NCCLP_PERMIT_LIST", "NCCL functions to measure, all if empty; names may end with *", "").fixed())
    val ncclpRejectList = add(text("NCCLP_REJECT_LIST", "NCCL functions not to measure; names may end with *", "").fixed())
    val ncclpCommData = add(flag("NCCLP_COMM_DATA", "Record with nccl_comm_data how much data NCCL functions move", true).fixed())
    val ncclpPeers = add(
        flag(
            "NCCLP_PEERS",
            "Add a region to nccl_comm_data for each rank that data is sent to or received from, such as ncclSend_dst_1",
            false,
        ).fixed(),
    )
    val ncclLibrary = add(
        text("NCCL_LIBRARY", "File to load NCCL from if the process has not loaded it", "libnccl.so").fixed(),
    )
}
