// Written by 'java timemory-dsl/codegen/settings/SettingProperties.java' from MpiSettingNames.kt.

@file:kotlin.jvm.JvmName("MpiProperties")

package timemory.mpi

import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/** Enable libtimemory-mpip.so, which measures MPI functions (`ENABLE_MPIP`, true). */
public val Settings.enableMpip: Boolean get() = get(MpiSettingNames.enableMpip)

/** See [Settings.enableMpip]. */
public var SettingsBuilder.enableMpip: Boolean
    get() = get(MpiSettingNames.enableMpip)
    set(value) = assign(MpiSettingNames.enableMpip, value)

/**
 * Ids of the components of MPI functions; if empty, those of TRACE_COMPONENTS, PROFILER_COMPONENTS, COMPONENTS or GLOBAL_COMPONENTS, else a
 * wall clock; 'none' for none (`MPIP_COMPONENTS`, empty).
 */
public val Settings.mpipComponents: String get() = get(MpiSettingNames.mpipComponents)

/** See [Settings.mpipComponents]. */
public var SettingsBuilder.mpipComponents: String
    get() = get(MpiSettingNames.mpipComponents)
    set(value) = assign(MpiSettingNames.mpipComponents, value)

/** MPI functions to measure, all if empty; names may end with * (`MPIP_PERMIT_LIST`, empty). */
public val Settings.mpipPermitList: String get() = get(MpiSettingNames.mpipPermitList)

/** See [Settings.mpipPermitList]. */
public var SettingsBuilder.mpipPermitList: String
    get() = get(MpiSettingNames.mpipPermitList)
    set(value) = assign(MpiSettingNames.mpipPermitList, value)

/** MPI functions not to measure; names may end with * (`MPIP_REJECT_LIST`, empty). */
public val Settings.mpipRejectList: String get() = get(MpiSettingNames.mpipRejectList)

/** See [Settings.mpipRejectList]. */
public var SettingsBuilder.mpipRejectList: String
    get() = get(MpiSettingNames.mpipRejectList)
    set(value) = assign(MpiSettingNames.mpipRejectList, value)

/** Record with mpi_comm_data how much data MPI functions move (`MPIP_COMM_DATA`, true). */
public val Settings.mpipCommData: Boolean get() = get(MpiSettingNames.mpipCommData)

/** See [Settings.mpipCommData]. */
public var SettingsBuilder.mpipCommData: Boolean
    get() = get(MpiSettingNames.mpipCommData)
    set(value) = assign(MpiSettingNames.mpipCommData, value)

/** Add a region to mpi_comm_data for each rank that data is sent to or received from, such as MPI_Send_dst_1 (`MPIP_PEERS`, false). */
public val Settings.mpipPeers: Boolean get() = get(MpiSettingNames.mpipPeers)

/** See [Settings.mpipPeers]. */
public var SettingsBuilder.mpipPeers: Boolean
    get() = get(MpiSettingNames.mpipPeers)
    set(value) = assign(MpiSettingNames.mpipPeers, value)

/**
 * Merge the results of all ranks of an MPI program in files of timemory's layout; otherwise each rank is an element of 'ranks' and 'mpi'
 * (`COLLAPSE_PROCESSES`, true).
 */
public val Settings.collapseProcesses: Boolean get() = get(MpiSettingNames.collapseProcesses)

/** See [Settings.collapseProcesses]. */
public var SettingsBuilder.collapseProcesses: Boolean
    get() = get(MpiSettingNames.collapseProcesses)
    set(value) = assign(MpiSettingNames.collapseProcesses, value)

/**
 * Number of groups of neighbouring ranks into which results are merged in files of timemory's layout, each an element of 'ranks' and 'mpi';
 * 0 for one group (`NODE_COUNT`, 0).
 */
public val Settings.nodeCount: Int get() = get(MpiSettingNames.nodeCount)

/** See [Settings.nodeCount]. */
public var SettingsBuilder.nodeCount: Int
    get() = get(MpiSettingNames.nodeCount)
    set(value) = assign(MpiSettingNames.nodeCount, value)

/** Call MPI_Init_thread in Mpi.init; otherwise MPI_Init (`MPI_THREAD`, true). */
public val Settings.mpiThread: Boolean get() = get(MpiSettingNames.mpiThread)

/** See [Settings.mpiThread]. */
public var SettingsBuilder.mpiThread: Boolean
    get() = get(MpiSettingNames.mpiThread)
    set(value) = assign(MpiSettingNames.mpiThread, value)

/** Threads that may call MPI after Mpi.init; overrides the program if set (`MPI_THREAD_TYPE`, funneled). */
public val Settings.mpiThreadType: String get() = get(MpiSettingNames.mpiThreadType)

/** See [Settings.mpiThreadType]. */
public var SettingsBuilder.mpiThreadType: String
    get() = get(MpiSettingNames.mpiThreadType)
    set(value) = assign(MpiSettingNames.mpiThreadType, value)

/** MPI library that Mpi.init loads; the launcher's if empty (`MPI_LIBRARY`, empty). */
public val Settings.mpiLibrary: String get() = get(MpiSettingNames.mpiLibrary)

/** See [Settings.mpiLibrary]. */
public var SettingsBuilder.mpiLibrary: String
    get() = get(MpiSettingNames.mpiLibrary)
    set(value) = assign(MpiSettingNames.mpiLibrary, value)

/**
 * Seconds that a rank waits for the others in MPI_Finalize to merge results, before it writes its own; 0 to merge nothing
 * (`MPI_JOIN_TIMEOUT`, 300).
 */
public val Settings.mpiJoinTimeout: Int get() = get(MpiSettingNames.mpiJoinTimeout)

/** See [Settings.mpiJoinTimeout]. */
public var SettingsBuilder.mpiJoinTimeout: Int
    get() = get(MpiSettingNames.mpiJoinTimeout)
    set(value) = assign(MpiSettingNames.mpiJoinTimeout, value)

/** Write the results of each rank in addition to the merged ones (`MPI_OUTPUT_PER_RANK`, false). */
public val Settings.mpiOutputPerRank: Boolean get() = get(MpiSettingNames.mpiOutputPerRank)

/** See [Settings.mpiOutputPerRank]. */
public var SettingsBuilder.mpiOutputPerRank: Boolean
    get() = get(MpiSettingNames.mpiOutputPerRank)
    set(value) = assign(MpiSettingNames.mpiOutputPerRank, value)

/** Write the results of each machine's ranks in addition to the merged ones (`MPI_OUTPUT_PER_NODE`, false). */
public val Settings.mpiOutputPerNode: Boolean get() = get(MpiSettingNames.mpiOutputPerNode)

/** See [Settings.mpiOutputPerNode]. */
public var SettingsBuilder.mpiOutputPerNode: Boolean
    get() = get(MpiSettingNames.mpiOutputPerNode)
    set(value) = assign(MpiSettingNames.mpiOutputPerNode, value)
