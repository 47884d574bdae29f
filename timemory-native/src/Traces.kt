@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.concurrent.Volatile
import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.concurrent.ThreadLocal
import kotlin.native.internal.NativePtr
import kotlinx.atomicfu.locks.SynchronizedObject
import kotlinx.atomicfu.locks.synchronized
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.addressOf
import kotlinx.cinterop.usePinned
import platform.posix.fclose
import platform.posix.fopen
import platform.posix.fread
import timemory.ComponentType
import timemory.OpenRegion
import timemory.Timemory
import timemory.WallClock
import timemory.bundle.UserBundle
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.problems.activeProblems
import timemory.internal.text.shorten

/*
 * Traces: regions that instrumentation creates for functions regardless of whether they are worth measuring. Each thread measures how long
 * those of each name take; those that are too short to be worth their overhead are no longer recorded.
 */

/** The components if no setting names any: the argument of `timemory_trace_init`. */
@Volatile
private var usual: List<ComponentType<*>> = listOf(WallClock)

/** Chosen by `TRACE_COMPONENTS`, `COMPONENTS` and `GLOBAL_COMPONENTS`. */
private fun tracedBundle() = UserBundle.ofTool("TRACE", listOf(""), usual)

private val traced by lazy(::tracedBundle)

/** The traces of one name on one thread. */
private class Trace(private val name: String) {
    /** The open ones, `null` for those that are not recorded: the function may call itself. */
    private var open = arrayOfNulls<OpenRegion>(4)
    private var starts = LongArray(4)
    private var depth = 0
    private var laps = 0
    private var nanoseconds = 0L
    var isThrottled = false

    /** @param follows whether the thread's current components measure it, instead of those of the trace setting */
    fun begin(follows: Boolean) {
        if (depth == starts.size) {
            open = open.copyOf(2 * depth)
            starts = starts.copyOf(2 * depth)
        }
        val isRecorded = !isThrottled && Timemory.isEnabled
        if (isRecorded) starts[depth] = monotonicNanoseconds()
        open[depth++] = if (!isRecorded) null else if (follows) Timemory.open(name) else traced.open(name)
    }

    fun end() {
        if (depth == 0) return // one pop too many
        val region = open[--depth] ?: return
        open[depth] = null
        region.close()
        nanoseconds += monotonicNanoseconds() - starts[depth]
        if (++laps % LOOK_EVERY == 0) look()
    }

    private fun look() {
        val settings = Timemory.settings
        if (laps < settings.throttleCount) return
        isThrottled = nanoseconds / laps < settings.throttleValue
        if (isThrottled) ThrottledTraces.add(name)
        if (isThrottled && settings.verbose > 0) {
            Mistakes.tell("trace '$name' took ${nanoseconds / laps} ns on average of $laps laps and is no longer recorded on this thread")
        }
        laps = 0
        nanoseconds = 0L
    }

    private companion object {
        /** Settings are not checked in each lap. */
        const val LOOK_EVERY = 10
    }
}

/** The traces that are no longer recorded on some thread: their counts are incomplete, which results say. */
internal object ThrottledTraces : SynchronizedObject() {
    private val names = LinkedHashSet<String>()
    private var more = false

    fun add(name: String) {
        synchronized(this) { if (names.size < MAX_NAMES) names.add(name) else if (name !in names) more = true }
    }

    fun forget() {
        synchronized(this) {
            names.clear()
            more = false
        }
    }

    fun report() {
        val known = synchronized(this) { names.toList() }
        if (known.isEmpty()) return
        activeProblems().report("throttled traces") {
            val isOne = known.size == 1
            val count = if (more) "more than $MAX_NAMES" else "${known.size}"
            val shown = known.take(SHOWN).joinToString { "'${shorten(it)}'" } + if (known.size > SHOWN) ", ..." else ""
            "$count ${if (isOne) "function was" else "functions were"} called often and took little time, and " +
                "${if (isOne) "was" else "were"} no longer measured after a while; --no-throttle, or TIMEMORY_THROTTLE_VALUE=0, measures " +
                "${if (isOne) "it" else "them"}: $shown"
        }
    }

    private const val MAX_NAMES = 1_000
    private const val SHOWN = 10
}

/** A thread's traces: by number for names that have one, otherwise by name. */
private class Traces {
    private var numbered = arrayOfNulls<Trace>(64)
    private val named = HashMap<String, Trace>()
    private var session = 0

    fun ofThisSession(): Traces {
        if (session == sessionsOver) return this
        numbered.fill(null)
        named.clear()
        session = sessionsOver
        return this
    }

    fun known(number: Int, text: NativePtr): Trace? = numbered.getOrNull(number) ?: named[nameOf(number, text)]

    fun of(number: Int, text: NativePtr): Trace {
        if (number < 0) return of(textAt(text))
        if (number >= numbered.size) numbered = numbered.copyOf(maxOf(2 * numbered.size, number + 1))
        return numbered[number] ?: of(nameOf(number, text)).also { numbered[number] = it }
    }

    /** Returns the same one for a name, whether it is given by its number or by a hash. */
    fun of(name: String): Trace = named.getOrPut(name) { Trace(name) }

    fun known(name: String): Trace? = named[name]
}

@ThreadLocal
private var tracesOfThread: Traces? = null

private val traces: Traces get() = (tracesOfThread ?: Traces().also { tracesOfThread = it }).ofThisSession()

/** How many sessions have ended: traces throttled until then are measured again. */
@Volatile
private var sessionsOver = 0

internal fun forgetTraces() {
    sessionsOver++
    ThrottledTraces.forget()
}

/** How many more times `timemory_trace_init` was called than `timemory_trace_finalize`. */
@Volatile
private var uses = 0
private val changing = SynchronizedObject()

internal fun traceInit(components: NativePtr, readsCommandLine: Int, explicit: Int): Unit = synchronized(changing) {
    uses++
    orTell(Unit) {
        val text = textAt(components)
        if (text.isNotEmpty()) usual = componentsIn(text, instead = listOf(WallClock))
        begin(if (readsCommandLine != 0) commandLine() else emptyArray(), explicit = explicit != 0)
        if (text.isNotEmpty()) tracedBundle()
    }
}

private fun commandLine(): Array<String> {
    val file = fopen("/proc/self/cmdline", "rb") ?: return emptyArray()
    val bytes = ByteArray(1 shl 20)
    val length = bytes.usePinned { fread(it.addressOf(0), 1u, bytes.size.toULong(), file) }.toInt()
    fclose(file)
    return bytes.decodeToString(0, length).split('\u0000').filter { it.isNotEmpty() }.toTypedArray()
}

internal fun traceFinalize(): Unit = synchronized(changing) {
    if (uses == 0) return
    uses--
    if (uses == 0) orTell(Unit) { Timemory.finalize() }
}

internal fun traceIsInitialized(): Int = if (uses > 0) 1 else 0

internal fun pushTrace(name: Int, text: NativePtr, follows: Int) {
    traces.of(name, text).begin(follows != 0)
}

internal fun popTrace(name: Int, text: NativePtr) {
    traces.known(name, text)?.end()
}

/** The names for hashes. */
private object Hashes : SynchronizedObject() {
    private val names = HashMap<Long, String>()

    fun add(hash: Long, name: String) {
        synchronized(this) { names[hash] = name }
    }

    fun nameOf(hash: Long): String? {
        val name = synchronized(this) { names[hash] }
        if (name == null) Mistakes.tell("no name was added for trace ${hash.toULong()} by timemory_add_hash_id")
        return name
    }
}

internal fun pushTraceHash(hash: Long, follows: Int) {
    val name = Hashes.nameOf(hash) ?: return
    traces.of(name).begin(follows != 0)
}

internal fun popTraceHash(hash: Long) {
    Hashes.nameOf(hash)?.let(traces::known)?.end()
}

internal fun addHash(hash: Long, name: Int, text: NativePtr): Unit = Hashes.add(hash, nameOf(name, text))

internal fun isThrottled(name: Int, text: NativePtr): Int = if (traces.known(name, text)?.isThrottled == true) 1 else 0

internal fun resetThrottle(name: Int, text: NativePtr) {
    traces.known(name, text)?.isThrottled = false
}

internal fun sayNoMpi(): Unit =
    Mistakes.tell(
        "timemory_trace_set_mpi: MPI functions are measured by libtimemory-mpip.so: preload it, or link the program with it",
    )
