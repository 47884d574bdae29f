@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.ExportedBridge
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi

/* Bridges to Traces.kt, called only from C: see ../NativeStrings.kt for the rules. */

@ExportedBridge("tm_trace_init")
public fun tmTraceInit(
    components: NativePtr,
    readsCommandLine: Int,
    explicit: Int,
): Unit = traceInit(components, readsCommandLine, explicit)

@ExportedBridge("tm_trace_finalize")
public fun tmTraceFinalize(): Unit = traceFinalize()

@ExportedBridge("tm_trace_is_initialized")
public fun tmTraceIsInitialized(): Int = traceIsInitialized()

@ExportedBridge("tm_push_trace")
public fun tmPushTrace(name: Int, text: NativePtr, follows: Int): Unit = pushTrace(name, text, follows)

@ExportedBridge("tm_pop_trace")
public fun tmPopTrace(name: Int, text: NativePtr): Unit = popTrace(name, text)

@ExportedBridge("tm_push_trace_hash")
public fun tmPushTraceHash(hash: Long, follows: Int): Unit = pushTraceHash(hash, follows)

@ExportedBridge("tm_pop_trace_hash")
public fun tmPopTraceHash(hash: Long): Unit = popTraceHash(hash)

@ExportedBridge("tm_add_hash")
public fun tmAddHash(hash: Long, name: Int, text: NativePtr): Unit = addHash(hash, name, text)

@ExportedBridge("tm_is_throttled")
public fun tmIsThrottled(name: Int, text: NativePtr): Int = isThrottled(name, text)

@ExportedBridge("tm_reset_throttle")
public fun tmResetThrottle(name: Int, text: NativePtr): Unit = resetThrottle(name, text)

@ExportedBridge("tm_say_no_mpi")
public fun tmSayNoMpi(): Unit = sayNoMpi()
