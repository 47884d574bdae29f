@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.NativePtr
import kotlinx.atomicfu.locks.SynchronizedObject
import kotlinx.atomicfu.locks.synchronized
import kotlinx.cinterop.ExperimentalForeignApi
import platform.posix.fflush
import platform.posix.fputs
import platform.posix.stdout
import timemory.Components
import timemory.Timemory
import timemory.internal.callgraph.beginAgain
import timemory.ofName
import timemory.output.MetadataExtensions
import timemory.output.Screen
import timemory.output.table
import timemory.output.writeResults
import timemory.settings.SettingsBuilder

/*
 * Results while the program runs: implementation of timemory/results.h.
 */

internal fun table(component: NativePtr, error: NativePtr): NativePtr = orError(error, NativePtr.NULL) {
    val type = Components.ofName(textAt(component))
    Timemory.results()?.get(type)?.let { copyOf(it.table(Timemory.settings, Screen.FILE)) } ?: NativePtr.NULL
}

internal fun report(directory: NativePtr, error: NativePtr): Int = orError(error, 0) {
    val results = checkNotNull(Timemory.results()) { "no results: call timemory_report before timemory_finalize_library" }
    val path = textAt(directory)
    val settings = if (path.isEmpty()) Timemory.settings else Timemory.settings.with(SettingsBuilder().apply { outputPath = path })
    val told = ArrayList<String>()
    val written = writeResults(results, settings, console = { fputs(it + "\n", stdout) }, report = { told.add(it) })
    fflush(stdout)
    // The reason if nothing was written; otherwise the location of the files.
    check(!settings.fileOutput || written.isNotEmpty()) { told.joinToString("; ") }
    told.forEach(Mistakes::tell)
    1
}

internal fun clear(): Unit = orTell(Unit) { beginAgain() }

/** Facts that the program adds to the metadata. */
private object OwnFacts : SynchronizedObject() {
    private val facts = LinkedHashMap<String, String>()

    init {
        MetadataExtensions.add { all() }
    }

    fun add(name: String, value: String): Unit = synchronized(this) { facts[name] = value }

    private fun all(): Map<String, String> = synchronized(this) { facts.toMap() }
}

internal fun addMetadata(name: NativePtr, value: NativePtr): Unit = orTell(Unit) { OwnFacts.add(textAt(name), textAt(value)) }
