@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.ExportedBridge
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi

/* Bridges to RankResults.kt, called only from C: see ../NativeStrings.kt for the rules. */

@ExportedBridge("tm_keep_results")
public fun tmKeepResults(keep: Int): Unit = keepResults(keep)

@ExportedBridge("tm_take_results")
public fun tmTakeResults(rank: Int, length: NativePtr, error: NativePtr): NativePtr = takeResults(rank, length, error)

@ExportedBridge("tm_merge_results")
public fun tmMergeResults(
    some: NativePtr,
    someLength: Long,
    others: NativePtr,
    othersLength: Long,
    length: NativePtr,
    error: NativePtr,
): NativePtr = mergeResults(some, someLength, others, othersLength, length, error)

@ExportedBridge("tm_write_results")
public fun tmWriteResults(results: NativePtr, length: Long, prefix: NativePtr, error: NativePtr): Int =
    writeResults(results, length, prefix, error)

@ExportedBridge("tm_write_groups")
public fun tmWriteGroups(groups: NativePtr, length: Long, prefix: NativePtr, error: NativePtr): Int =
    writeGroups(groups, length, prefix, error)

@ExportedBridge("tm_rank_groups")
public fun tmRankGroups(rank: Int, size: Int): Int = rankGroups(rank, size)
