package timemory.counters

import timemory.internal.platform.Ffi
import timemory.internal.platform.Lock
import timemory.internal.platform.PerThread
import timemory.internal.platform.ThreadHandle
import timemory.internal.platform.hold

/**
 * PAPI's counters.
 *
 * PAPI can run only one event set per thread and PAPI component at a time, but regions may ask for different events. So each thread has one
 * [PapiThread], to which events are added on demand.
 *
 * @property options the settings for event sets
 */
internal data class PapiCounters(val options: PapiOptions) : CounterKind {
    override fun open(events: List<String>): CounterSet = OpenCounters.alone {
        PapiLibrary.unavailable()?.let { throw UnsupportedOperationException(it) }
        val thread = threadSet()
        PapiView(
            thread,
            events.map { thread.placeOf(it.removeSuffix(overflowSuffix), if (it.endsWith(overflowSuffix)) options.overflow else 1) },
        )
    }

    private val overflowSuffix = "/${options.overflow}"

    /** Returns [events], followed by their overflow counts if those are enabled. */
    fun withOverflows(events: List<String>): List<String> =
        if (options.overflow == 0) events else events + events.map { it + overflowSuffix }

    private fun threadSet(): PapiThread {
        val known = threads.get()
        if (known != null && known.isOpen && known.options == options) return known
        known?.close()
        if (!options.threading) requireFirstThread()
        return OpenCounters.open { PapiThread(options).also { PapiLibrary.register() } }.also { threads.set(it) }
    }

    private fun requireFirstThread() {
        val isFirst = firstThread.hold { (onlyThread ?: ThreadHandle().also { onlyThread = it }).isCurrent() }
        if (!isFirst) {
            throw UnsupportedOperationException(
                "TIMEMORY_PAPI_THREADING is false: only the thread that counted first does, " +
                    "'${onlyThread?.name}'",
            )
        }
    }

    private companion object {
        val threads = PerThread<PapiThread>()
        val firstThread = Lock()
        var onlyThread: ThreadHandle? = null
    }
}

/**
 * The options of event sets.
 *
 * @property multiplexing whether more events are counted than there are counters, in turns
 * @property threading whether events are counted for each thread that requests them, or only for the first one
 * @property process the process, or thread, that is counted; 0 for the calling thread
 * @property overflow the number of events per overflow; 0 if overflows are not counted. They are derived from the counts: PAPI's own way, a
 * signal for each, stops the other events of the set when one of them overflows
 */
internal data class PapiOptions(
    val multiplexing: Boolean = false,
    val threading: Boolean = true,
    val process: Int = 0,
    val overflow: Int = 0,
)

/** All events that PAPI counts for one thread: an event set for each PAPI component. */
internal class PapiThread(val options: PapiOptions) : AutoCloseable {
    private val sets = HashMap<Int, PapiEventSet>()

    var isOpen = true
        private set

    /** Starts counting [event] if needed, and returns the index of its count, in units of [divisor]. */
    fun placeOf(event: String, divisor: Int): PapiPlace {
        if (!PapiLibrary.countsKernel &&
            KERNEL_ONLY.any { event.substringAfter("::").substringBefore(':').equals(it, ignoreCase = true) }
        ) {
            throw papiRefusal(event, PapiLibrary.PERMISSION, options, 0) // in user mode, PAPI would count none of them
        }
        val code = PapiLibrary.codeOf(event)
        val component = PapiLibrary.componentOfEvent.call(code.toLong()).toInt()
        val set = sets.getOrPut(component) { PapiEventSet(component, options) }
        return PapiPlace(set, set.indexOf(event, code), divisor)
    }

    override fun close() = OpenCounters.alone {
        if (isOpen) sets.values.forEach { it.close() }
        isOpen = false
    }
}

/** Events that happen only in the kernel, and are therefore never counted in user mode. */
private val KERNEL_ONLY = listOf("context-switches", "cpu-migrations", "migrations", "cgroup-switches", "cs")

/** Event [index] of [set], counted in whole units of [divisor]. */
internal class PapiPlace(val set: PapiEventSet, val index: Int, val divisor: Int) {
    val count: Long get() = set.countOf(index) / divisor
}

/** The events of a thread that one component asked for. */
private class PapiView(private val thread: PapiThread, private val places: List<PapiPlace>) : CounterSet {
    private val sets = places.map { it.set }.distinct()

    override fun read(into: LongArray) {
        check(thread.isOpen) { "PAPI's settings have changed since the component was made" }
        for (i in sets.indices) sets[i].read()
        for (i in places.indices) into[i] = places[i].count
        // PAPI reports no times: it extrapolates multiplexed events itself.
    }

    override val note: String? = if (PapiLibrary.countsKernel) null else {
        "PAPI counts what happens in user mode only: /proc/sys/kernel/perf_event_paranoid is ${paranoidLevel()}. As root, " +
            "`sysctl kernel.perf_event_paranoid=1` lets it count the kernel too"
    }

    /** Does nothing: the events continue for other components, and are closed with their thread. */
    override fun close() {}
}

/** A running event set of one PAPI component. */
internal class PapiEventSet(component: Int, private val options: PapiOptions) : AutoCloseable {
    private val codes = ArrayList<Int>()
    private var isRunning = false

    /** The counts before the set was last stopped to add an event, after which PAPI restarts at 0. */
    private var earlier = LongArray(0)

    /** The set's handle, which PAPI needs in memory, followed by the counts. */
    private var memory = Ffi.allocate(COUNTS + MAX_EVENTS * 8L)

    private val number: Long get() = Ffi.intAt(memory).toLong()

    init {
        Ffi.putInt(memory, PapiLibrary.NO_EVENT_SET)
        if (options.multiplexing) check(PapiLibrary.initializeMultiplexing.call(), "prepare for multiplexing")
        check(PapiLibrary.createEventSet.call(memory), "create an event set")
        try {
            PapiLibrary.setDomain.call(if (PapiLibrary.countsKernel) PapiLibrary.USER_AND_KERNEL else PapiLibrary.USER, component.toLong())
            check(PapiLibrary.assignComponent.call(number, component.toLong()), "assign the event set to component $component")
            if (options.multiplexing) check(PapiLibrary.setMultiplex.call(number), "multiplex events")
            if (options.process != 0) {
                check(PapiLibrary.attach.call(number, options.process.toLong()), "attach to process ${options.process}")
            }
        } catch (failure: Throwable) {
            close()
            throw failure
        }
    }

    private fun check(status: Long, what: String) {
        if (status.toInt() != PapiLibrary.OK) {
            throw UnsupportedOperationException("PAPI cannot $what: ${PapiLibrary.describe(status.toInt())}")
        }
    }

    /** Returns the index of the event with [code], adding the event if needed. */
    fun indexOf(name: String, code: Int): Int {
        val known = codes.indexOf(code)
        if (known >= 0) return known
        if (codes.size == MAX_EVENTS) {
            throw UnsupportedOperationException("PAPI event '$name' is one too many: at most $MAX_EVENTS can be counted on a thread")
        }
        pauseCounting()
        val status = PapiLibrary.addEvent.call(number, code.toLong()).toInt()
        try {
            if (status != PapiLibrary.OK) throw papiRefusal(name, status, options, codes.size)
            codes.add(code)
            earlier = earlier.copyOf(codes.size)
        } finally {
            goOn(name)
        }
        return codes.lastIndex
    }

    private fun pauseCounting() {
        if (!isRunning) return
        check(PapiLibrary.stop.call(number, memory + COUNTS), "stop counting")
        for (i in earlier.indices) earlier[i] += Ffi.longAt(memory + COUNTS + 8 * i)
        isRunning = false
    }

    private fun goOn(name: String) {
        if (codes.isEmpty()) return
        val status = PapiLibrary.start.call(number).toInt()
        if (status != PapiLibrary.OK) throw papiRefusal(name, status, options, codes.size - 1)
        isRunning = true
    }

    /** Reads all counts, for [countOf]. */
    fun read() {
        val status = PapiLibrary.read.call(number, memory + COUNTS).toInt()
        if (status != PapiLibrary.OK) check(status.toLong(), "read its counters")
    }

    fun countOf(index: Int): Long = earlier[index] + Ffi.longAt(memory + COUNTS + 8 * index)

    /** May be called by another thread once the set's thread has ended. */
    override fun close() {
        if (memory == 0L) return
        if (isRunning) PapiLibrary.stop.call(number, memory + COUNTS)
        isRunning = false
        PapiLibrary.cleanUpEventSet.call(number)
        PapiLibrary.destroyEventSet.call(memory)
        Ffi.free(memory)
        memory = 0L
    }

    private companion object {
        const val COUNTS = 8
        const val MAX_EVENTS = 64
    }
}

/** Returns the exception for PAPI's [status] on adding event [name] to [others] others, with a way out. */
internal fun papiRefusal(name: String, status: Int, options: PapiOptions, others: Int): UnsupportedOperationException {
    val reason = when {
        status == PapiLibrary.CONFLICT &&
            options.multiplexing -> "PAPI event '$name' cannot be counted together with the $others others, even multiplexed"
        status == PapiLibrary.CONFLICT ->
            "PAPI event '$name' cannot be counted together with the $others others: the processor does not have enough counters. " +
                "TIMEMORY_PAPI_MULTIPLEXING=true multiplexes them, which makes their counts estimates"
        status == PapiLibrary.PERMISSION ->
            "the kernel does not let this process count '$name': /proc/sys/kernel/perf_event_paranoid is ${paranoidLevel()}. As root, " +
                "`sysctl kernel.perf_event_paranoid=1` allows it (or start the program with the ambient capability CAP_PERFMON)"
        else -> {
            val disabled = PapiEvents.disabledComponents()
            "PAPI event '$name' is not counted on this machine: ${PapiLibrary.describe(status)} (`timemory avail -H` lists what is)" +
                if (disabled.isEmpty()) "" else ". Without events here: ${disabled.joinToString("; ")}"
        }
    }
    return UnsupportedOperationException(reason)
}
