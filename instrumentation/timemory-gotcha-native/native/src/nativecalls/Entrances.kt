@file:OptIn(ExperimentalForeignApi::class)

package timemory.nativecalls

import cnames.structs.timemory_call
import kotlinx.cinterop.ByteVar
import kotlinx.cinterop.COpaquePointer
import kotlinx.cinterop.CPointer
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.StableRef
import kotlinx.cinterop.asStableRef
import kotlinx.cinterop.staticCFunction
import kotlinx.cinterop.toCPointer
import kotlinx.cinterop.toKString
import kotlinx.cinterop.toLong
import platform.posix.free
import timemory.bundle.Bundle
import timemory.cinterop.gotcha.timemory_use_kotlin
import timemory.cinterop.gotcha.tm_take_error
import timemory.internal.callgraph.graphForFrame
import timemory.internal.callgraph.recording
import timemory.internal.problems.activeProblems

/*
 * Called by the C code around wrapped calls. Everything whose address it receives lives as long as the process because threads may still be
 * using it.
 */

/** A bundle, and the labels of its regions by their index in C: nothing is allocated during a call. Functions are added before any call. */
internal class WrappedRegions(private val bundle: Bundle) {
    private var functions = emptyList<String>()
    private var addresses = LongArray(0) // 0: not called yet

    val address: Long = StableRef.create(this).asCPointer().toLong()

    fun add(function: String) {
        functions = functions + function
        addresses = LongArray(functions.size)
    }

    /** Whether a region began: not after measuring has ended. */
    fun begin(name: CPointer<ByteVar>): Boolean {
        if (recording && graphForFrame() == null) return false
        bundle.push(labelAt(name))
        return true
    }

    fun end() = bundle.pop()

    private fun labelAt(name: CPointer<ByteVar>): String {
        val address = name.toLong()
        for (i in addresses.indices) if (addresses[i] == address) return functions[i]
        // The first call: any number of threads write the same value.
        val i = functions.indexOf(name.toKString())
        addresses[i] = address
        return functions[i]
    }
}

/** An audit whose failures are reported. */
internal class ReportedAudit(private val audit: NativeAudit) {
    val pointer: COpaquePointer = StableRef.create(this).asCPointer()

    fun incoming(call: NativeCall) = reported { audit.incoming(call) }

    fun outgoing(call: NativeCall?) = reported { audit.outgoing(call) }

    private inline fun reported(block: () -> Unit) {
        try {
            block()
        } catch (failure: Throwable) {
            val what = "an audit of native functions (${audit::class.simpleName ?: "an object"})"
            activeProblems().report(what, "$what failed with $failure: the rest of it in that call is skipped")
        }
    }
}

private fun regionsAt(bundle: Long): WrappedRegions = bundle.toCPointer<ByteVar>()!!.asStableRef<WrappedRegions>().get()

/** Lets C call Kotlin. */
internal val entrances: Unit = timemory_use_kotlin(
    staticCFunction { bundle: Long, label: CPointer<ByteVar>? -> regionsAt(bundle).begin(label!!) },
    staticCFunction { bundle: Long, _: CPointer<ByteVar>? -> regionsAt(bundle).end() },
)

internal val incoming = staticCFunction { call: CPointer<timemory_call>?, audit: COpaquePointer? ->
    audit!!.asStableRef<ReportedAudit>().get().incoming(NativeCall(call!!))
}

internal val outgoing = staticCFunction { call: CPointer<timemory_call>?, audit: COpaquePointer? ->
    audit!!.asStableRef<ReportedAudit>().get().outgoing(call?.let(::NativeCall))
}

/** Returns why the last C call on this thread failed. */
internal fun takeError(): String {
    val text = tm_take_error() ?: return "out of memory"
    return text.toKString().also { free(text) }
}

/** Functions that the runtime calls while it holds its own locks, or on its own threads, on which Kotlin code must not run. */
private val RUNTIMES = Regex(
    "malloc|calloc|realloc|free|posix_memalign|aligned_alloc|memalign|malloc_usable_size|_Zn.*|_Zd.*|mmap(64)?|munmap|madvise|mprotect|" +
        "pthread_.*|__pthread_.*|sem_.*|sched_.*|clock_.*|nanosleep|syscall|gettid|dl_iterate_phdr|_Unwind_.*|__cxa_.*|__tls_get_addr|" +
        "mem(cpy|move|set|cmp|chr)|str(len|n?cmp|n?cpy|dup)|abort|sigaction|__errno_location",
)

internal fun refuseRuntimes(function: String, what: String) {
    require(!RUNTIMES.matches(function.substringBefore('@'))) {
        "$function cannot be $what: Kotlin's runtime calls it where Kotlin code cannot run; it can be counted"
    }
}
