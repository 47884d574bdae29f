@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.concurrent.Volatile
import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ByteVar
import kotlinx.cinterop.CPointer
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.LongVar
import kotlinx.cinterop.addressOf
import kotlinx.cinterop.convert
import kotlinx.cinterop.interpretCPointer
import kotlinx.cinterop.pointed
import kotlinx.cinterop.readBytes
import kotlinx.cinterop.reinterpret
import kotlinx.cinterop.usePinned
import kotlinx.cinterop.value
import platform.posix.fflush
import platform.posix.fputs
import platform.posix.malloc
import platform.posix.memcpy
import platform.posix.stdout
import timemory.Timemory
import timemory.export.data.UnreadableResultsException
import timemory.export.wire.WireResults
import timemory.internal.callgraph.SessionHooks
import timemory.internal.callgraph.end
import timemory.mpi.RankGroups
import timemory.mpi.mpiOutputPerRank
import timemory.mpi.rankGroups
import timemory.mpi.writeGroups
import timemory.output.writeResults
import timemory.results.Results
import timemory.settings.Settings

/*
 * Results that leave the process to be merged with those of others: implementation of timemory/ranks.h.
 */

/** The results of a session that were not written at its end, and whether the program requested that end. */
private class Kept(val results: Results, val settings: Settings, val wasAsked: Boolean) {
    val isWanted: Boolean get() = wasAsked || settings.autoOutput

    /** Written as at the end of the session. */
    fun write() {
        if (isWanted && results.graphs.isNotEmpty()) write(results, settings)
    }
}

@Volatile
private var keeps = false

@Volatile
private var kept: Kept? = null

/** The results whose settings are used to write merged results. */
@Volatile
private var taken: Kept? = null

/** The settings of the results that were taken. */
private val settings: Settings get() = taken?.settings ?: Timemory.settings

internal fun keepResults(keep: Int): Unit = orTell(Unit) {
    if (keep != 0 && !keeps) SessionHooks.addShutdownHook(writeAtEnd)
    if (keep == 0 && keeps) SessionHooks.removeShutdownHook(writeAtEnd)
    keeps = keep != 0
    if (!keeps) writeKept()
}

/** Ends the current session as [keepResults] requests; false if there is no request. */
internal fun keepAtEnd(): Boolean {
    if (!keeps) return false
    endAndKeep(wasAsked = true)
    return true
}

private fun endAndKeep(wasAsked: Boolean) {
    if (!Timemory.isInitialized) return
    val settings = Timemory.settings
    val results = end(write = false) ?: return
    // From an earlier session: only one of them can be merged with those of other processes.
    kept?.write()
    kept = Kept(results, settings, wasAsked)
}

private fun writeKept() {
    val results = kept
    kept = null
    results?.write()
}

/** Writes results that were not taken: the process ends before they could be merged with those of others, or there are no others. */
private val writeAtEnd: () -> Unit = ::writeKept

internal fun takeResults(rank: Int, length: NativePtr, error: NativePtr): NativePtr = orError(error, NativePtr.NULL) {
    endAndKeep(wasAsked = false)
    if (kept == null) {
        beginImplicitly()
        endAndKeep(wasAsked = false)
    }
    val own = checkNotNull(kept) { "another thread is ending the session" }
    kept = null
    taken = own
    if (own.settings.mpiOutputPerRank) own.write()
    copyOf(WireResults.encode(own.results, rank), length)
}

internal fun mergeResults(
    some: NativePtr,
    someLength: Long,
    others: NativePtr,
    othersLength: Long,
    length: NativePtr,
    error: NativePtr,
): NativePtr = orError(error, NativePtr.NULL) {
    val parts = listOf(bytesAt(some, someLength), bytesAt(others, othersLength))
    copyOf(readable { WireResults.merge(parts, settings.maxNodes) }, length)
}

internal fun writeResults(results: NativePtr, length: Long, prefix: NativePtr, error: NativePtr): Int = orError(error, 0) {
    writeWanted(listOf(bytesAt(results, length)), textAt(prefix))
}

internal fun writeGroups(groups: NativePtr, length: Long, prefix: NativePtr, error: NativePtr): Int = orError(error, 0) {
    writeWanted(RankGroups.listOf(bytesAt(groups, length)), textAt(prefix))
}

private fun writeWanted(groups: List<ByteArray>, prefix: String): Int {
    if (taken?.isWanted == false) return 1
    readable {
        settings.writeGroups(groups, prefix, Mistakes::tell) { results, of -> if (results.graphs.isNotEmpty()) write(results, of) }
    }
    return 1
}

internal fun rankGroups(rank: Int, size: Int): Int = orTell(1) { settings.rankGroups(rank, size, Mistakes::tell) }

private fun write(results: Results, settings: Settings) {
    val problems = ArrayList<String>()
    writeResults(results, settings, console = { fputs(it + "\n", stdout) }, report = { problems.add(it) })
    fflush(stdout)
    problems.forEach(Mistakes::tell)
}

private inline fun <R> readable(read: () -> R): R = try {
    read()
} catch (failure: UnreadableResultsException) {
    throw IllegalArgumentException(failure.message, failure)
}

private fun bytesAt(pointer: NativePtr, length: Long): ByteArray {
    require(length in 0..Int.MAX_VALUE) { "$length bytes of results are more than a process can take" }
    val bytes = interpretCPointer<ByteVar>(pointer)
    require(bytes != null) { "the pointer to the results is NULL" }
    return bytes.readBytes(length.toInt())
}

/** Returns a copy of [bytes] for C, which owns and frees it. */
private fun copyOf(bytes: ByteArray, length: NativePtr): NativePtr {
    val copy: CPointer<ByteVar> = checkNotNull(malloc(maxOf(1, bytes.size).convert())?.reinterpret()) { "out of memory for results" }
    if (bytes.isNotEmpty()) bytes.usePinned { memcpy(copy, it.addressOf(0), bytes.size.convert()) }
    interpretCPointer<LongVar>(length)!!.pointed.value = bytes.size.toLong()
    return copy.rawValue
}
