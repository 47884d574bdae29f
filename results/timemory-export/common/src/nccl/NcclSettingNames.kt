package timemory.nccl

import timemory.settings.SettingList
import timemory.settings.flag
import timemory.settings.text

/** The settings for programs that use NCCL. Names and defaults are timemory's where it has the setting. */
internal object NcclSettingNames : SettingList() {
    val enableNcclp = add(flag("ENABLE_NCCLP", "Whether libtimemory-ncclp.so measures functions of NCCL", true).fixed())
    val ncclpComponents = add(
        text(
            "NCCLP_COMPONENTS",
            "The components of functions of NCCL, by their ids; if empty those of TRACE_COMPONENTS, PROFILER_COMPONENTS, COMPONENTS or " +
                "GLOBAL_COMPONENTS, a wall clock if all are; none for none",
            "",
        ).fixed(),
    )
    val ncclpPermitList =
        add(text("NCCLP_PERMIT_LIST", "The functions of NCCL that are measured, all if empty; a name may end with *", "").fixed())
    val ncclpRejectList = add(text("NCCLP_REJECT_LIST", "The functions of NCCL that are not measured; a name may end with *", "").fixed())
    val ncclpCommData = add(flag("NCCLP_COMM_DATA", "Whether nccl_comm_data records which data functions of NCCL move", true).fixed())
    val ncclpPeers = add(
        flag("NCCLP_PEERS", "Whether nccl_comm_data has a region for each rank that data go to or come from, such as ncclSend_dst_1", false)
            .fixed(),
    )
    val ncclLibrary = add(
        text("NCCL_LIBRARY", "The file that NCCL is loaded from where the process has not loaded it otherwise", "libnccl.so").fixed(),
    )
}
