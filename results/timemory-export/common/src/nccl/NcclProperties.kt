// Written by 'java timemory-dsl/codegen/settings/SettingProperties.java' from NcclSettingNames.kt.

@file:kotlin.jvm.JvmName("NcclProperties")

package timemory.nccl

import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/** Enable libtimemory-ncclp.so, which measures NCCL functions (`ENABLE_NCCLP`, true). */
public val Settings.enableNcclp: Boolean get() = get(NcclSettingNames.enableNcclp)

/** See [Settings.enableNcclp]. */
public var SettingsBuilder.enableNcclp: Boolean
    get() = get(NcclSettingNames.enableNcclp)
    set(value) = assign(NcclSettingNames.enableNcclp, value)

/**
 * Ids of the components of NCCL functions; if empty, those of TRACE_COMPONENTS, PROFILER_COMPONENTS, COMPONENTS or GLOBAL_COMPONENTS, else
 * a wall clock; 'none' for none (`NCCLP_COMPONENTS`, empty).
 */
public val Settings.ncclpComponents: String get() = get(NcclSettingNames.ncclpComponents)

/** See [Settings.ncclpComponents]. */
public var SettingsBuilder.ncclpComponents: String
    get() = get(NcclSettingNames.ncclpComponents)
    set(value) = assign(NcclSettingNames.ncclpComponents, value)

/** NCCL functions to measure, all if empty; names may end with * (`NCCLP_PERMIT_LIST`, empty). */
public val Settings.ncclpPermitList: String get() = get(NcclSettingNames.ncclpPermitList)

/** See [Settings.ncclpPermitList]. */
public var SettingsBuilder.ncclpPermitList: String
    get() = get(NcclSettingNames.ncclpPermitList)
    set(value) = assign(NcclSettingNames.ncclpPermitList, value)

/** NCCL functions not to measure; names may end with * (`NCCLP_REJECT_LIST`, empty). */
public val Settings.ncclpRejectList: String get() = get(NcclSettingNames.ncclpRejectList)

/** See [Settings.ncclpRejectList]. */
public var SettingsBuilder.ncclpRejectList: String
    get() = get(NcclSettingNames.ncclpRejectList)
    set(value) = assign(NcclSettingNames.ncclpRejectList, value)

/** Record with nccl_comm_data how much data NCCL functions move (`NCCLP_COMM_DATA`, true). */
public val Settings.ncclpCommData: Boolean get() = get(NcclSettingNames.ncclpCommData)

/** See [Settings.ncclpCommData]. */
public var SettingsBuilder.ncclpCommData: Boolean
    get() = get(NcclSettingNames.ncclpCommData)
    set(value) = assign(NcclSettingNames.ncclpCommData, value)

/** Add a region to nccl_comm_data for each rank that data is sent to or received from, such as ncclSend_dst_1 (`NCCLP_PEERS`, false). */
public val Settings.ncclpPeers: Boolean get() = get(NcclSettingNames.ncclpPeers)

/** See [Settings.ncclpPeers]. */
public var SettingsBuilder.ncclpPeers: Boolean
    get() = get(NcclSettingNames.ncclpPeers)
    set(value) = assign(NcclSettingNames.ncclpPeers, value)

/** File to load NCCL from if the process has not loaded it (`NCCL_LIBRARY`, libnccl.so). */
public val Settings.ncclLibrary: String get() = get(NcclSettingNames.ncclLibrary)

/** See [Settings.ncclLibrary]. */
public var SettingsBuilder.ncclLibrary: String
    get() = get(NcclSettingNames.ncclLibrary)
    set(value) = assign(NcclSettingNames.ncclLibrary, value)
