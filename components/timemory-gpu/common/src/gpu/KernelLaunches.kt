package timemory.gpu

import kotlin.concurrent.Volatile
import timemory.ComponentType
import timemory.internal.platform.Ffi
import timemory.internal.platform.Lock
import timemory.internal.platform.PerThread
import timemory.internal.platform.hold
import timemory.internal.platform.textAt
import timemory.internal.platform.withMemory
import timemory.internal.source.reasonWithout
import timemory.internal.text.shorten

/**
 * A lap of one component in which a thread launches kernels on [context]. Their counts become available when regions start or end.
 *
 * @property metrics the metrics that the component needs for each kernel, in its order
 * @property convert converts those metrics of a kernel, and its nanoseconds, to the component's values
 */
internal class KernelLap(
    val context: Long,
    val owner: ComponentType<*>,
    val metrics: List<String>,
    var sum: MetricValues,
    private val convert: (DoubleArray, Double) -> MetricValues,
) {
    /** By kernel name, the work launched by the lap itself, rather than by a lap inside it. */
    val parts = LinkedHashMap<String, MetricValues>()

    /** Why it is lost; `null` if it is not. */
    @Volatile
    var failure: String? = null

    /** Adds a kernel that was launched in it, by the lap itself if [isInnermost]. */
    fun add(name: String, values: DoubleArray, nanoseconds: Double, isInnermost: Boolean) {
        val without = metrics.indices.firstOrNull { values[it].isNaN() && metrics[it].endsWith(".sum") }
        if (without != null) failure = "CUPTI has no value for ${metrics[without]} in kernel '${shorten(name)}'"
        val converted = convert(values, nanoseconds)
        sum += converted
        if (!isInnermost) return
        val key = if (name in parts || parts.size < MAX_NAMES) name else OVER_LIMIT
        parts[key] = parts[key]?.let { it + converted } ?: converted
    }

    private companion object {
        /** Bounds memory when names are generated. */
        const val MAX_NAMES = 1000
        const val OVER_LIMIT = "(names over the limit)"
    }
}

/**
 * Records which thread launched which kernels, in what order and in which laps: CUPTI identifies counted kernels only by their order.
 *
 * CUPTI calls back at the start and the end of each driver call that launches kernels, on the calling thread. These callbacks never wait
 * for long: [lock] is held only for a moment, and no thread calls CUDA while holding it.
 */
internal object KernelLaunches {
    /** A thread's open laps, and the nesting depth of its current driver calls. */
    class ThreadNotes {
        val laps = ArrayList<KernelLap>()
        var subscription = 0
        var depth = 0
        var running: Launch? = null
    }

    /**
     * A call that launches work.
     *
     * @property laps the open laps of the thread and context, outermost first
     * @property isGraph whether it launches any number of kernels, whose names are unknown
     */
    class Launch(val thread: ThreadNotes, val laps: List<KernelLap>, val name: String, val isGraph: Boolean) {
        /** Whether another thread made such a call at the same time, so that their order is unknown. */
        var isOverlapped = false
    }

    /** The launches on a context during one period of counting. */
    class Notes {
        val launches = ArrayList<Launch>()
        val running = ArrayList<Launch>()

        /** Whether a call was launching a kernel when the period started or ended. */
        var isCut = false
    }

    private val lock = Lock()
    private val threads = PerThread<ThreadNotes>()
    private val notes = HashMap<Long, Notes>()

    private val names = ActivityNames()
    private var callback = 0L
    private var subscriber = 0L

    /** The number of graph launches by context. */
    private val graphs = HashMap<Long, Long>()
    private var users = 0

    /** Counts the subscriptions, so that a call of which only one end was reported in one of them is not waited for in the next. */
    @Volatile
    private var subscription = 0

    /** Opens [lap] on the calling thread; returns the thread's notes, needed to [close] it. */
    fun open(lap: KernelLap): ThreadNotes {
        val thread = ofThread()
        lock.hold { thread.laps.add(lap) }
        return thread
    }

    fun close(lap: KernelLap, thread: ThreadNotes) = lock.hold { thread.laps.remove(lap) }

    private fun ofThread(): ThreadNotes = threads.get() ?: ThreadNotes().also(threads::set)

    /** Starts recording launches on [context]. */
    fun begin(context: Long) = lock.hold {
        val before = notes[context]
        notes[context] = Notes().also { it.isCut = before != null && before.running.isNotEmpty() }
    }

    /** Stops recording launches on [context], and returns those since [begin]. */
    fun end(context: Long): Notes = lock.hold {
        val noted = notes.remove(context) ?: Notes()
        if (noted.running.isNotEmpty()) noted.isCut = true
        noted
    }

    /** Returns how many graphs were launched on [context] since the first subscription. */
    fun graphsOn(context: Long): Long = lock.hold { graphs[context] ?: 0L }

    /**
     * Subscribes to callbacks for graph launches, and for kernels if [kernels], until a matching number of [unsubscribe] calls. Throws an
     * exception if that fails, for example because another tool is subscribed. Must be called under the lock of [ProfiledContexts].
     */
    fun subscribe(kernels: Boolean) {
        if (users == 0) begin()
        users++
        try {
            val enable = CuptiLibrary.function("cuptiEnableCallback")
            for (call in if (kernels) KERNELS + GRAPHS else GRAPHS) CuptiLibrary.check(
                enable.call(1L, subscriber, DRIVER, call.toLong()),
                "report which thread launches kernels (call $call)",
            )
        } catch (failure: Throwable) {
            unsubscribe()
            throw failure
        }
    }

    private fun begin() {
        subscription++
        if (callback == 0L) callback = Ffi.callback { _, _, function, data, _ -> called(function.toInt(), data) }
        subscriber = Ffi.withMemory(8L) { into ->
            CuptiLibrary.check(
                CuptiLibrary.function("cuptiSubscribe").call(into, callback, 0L),
                "report which thread launches kernels (only one tool in a process can subscribe)",
            )
            Ffi.longAt(into)
        }
        lock.hold { graphs.clear() }
    }

    /** Reverses one [subscribe]; returns why that failed, `null` if it did not. */
    fun unsubscribe(): String? = if (--users > 0) null else reasonWithout {
        CuptiLibrary.check(CuptiLibrary.function("cuptiUnsubscribe").call(subscriber), "stop reporting which thread launches kernels")
        0L
    }

    /** Must not throw, because CUPTI is the caller. */
    private fun called(function: Int, data: Long) {
        try {
            if (Ffi.intAt(data) == ENTER) entered(function, data) else left(data)
        } catch (_: Throwable) {
            // The kernel is then unknown; since more kernels are counted than were noted, that is reported.
        }
    }

    private fun entered(function: Int, data: Long) {
        val thread = ofThread()
        if (thread.subscription != subscription) {
            thread.subscription = subscription
            thread.depth = 0
            thread.running = null
        }
        if (thread.depth++ > 0) return // a nested call by the driver itself
        val context = Ffi.longAt(data + CONTEXT)
        val isGraph = function in GRAPHS
        if (isGraph) lock.hold { graphs[context] = (graphs[context] ?: 0L) + 1L }
        if (!isGraph && isCaptured(function, Ffi.longAt(data + ARGUMENTS))) return
        val name = if (isGraph) OF_GRAPHS else names.kernel(Ffi.textAt(Ffi.longAt(data + SYMBOL)))
        lock.hold {
            val laps = thread.laps.filter { it.context == context }
            val noted = notes[context]
            if (noted == null) {
                laps.forEach { it.failure = MISSED } // nothing is counted between [end] and [begin]
                return
            }
            val launch = Launch(thread, laps, name, isGraph)
            if (noted.running.isNotEmpty()) {
                noted.running.forEach { it.isOverlapped = true }
                launch.isOverlapped = true
            }
            noted.launches.add(launch)
            noted.running.add(launch)
            thread.running = launch
        }
    }

    /** Returns whether the call of [function] with [arguments] captures a kernel into a graph instead of launching it. */
    private fun isCaptured(function: Int, arguments: Long): Boolean {
        val stream = when (function) {
            in WITH_STREAM -> Ffi.longAt(arguments + STREAM)
            in WITH_CONFIGURATION -> Ffi.longAt(Ffi.longAt(arguments) + STREAM_OF_CONFIGURATION)
            else -> return false
        }
        return CudaDriver.isCapturing(if (stream == 0L && function in PER_THREAD) STREAM_OF_THREAD else stream)
    }

    private fun left(data: Long) {
        val thread = threads.get() ?: return
        if (thread.subscription != subscription || thread.depth == 0 || --thread.depth > 0) return
        val launch = thread.running ?: return
        thread.running = null
        val result = Ffi.longAt(data + RESULT)
        val isRefused = result != 0L && Ffi.intAt(result) != CudaDriver.SUCCESS
        lock.hold {
            for (noted in notes.values) {
                noted.running.remove(launch)
                if (isRefused) noted.launches.remove(launch)
            }
        }
    }

    private const val MISSED = "a kernel launched in it while regions of other threads started or ended was not measured"
    const val OF_GRAPHS = "(kernels of graphs)"

    /** In `CUpti_CallbackData`. */
    private const val ARGUMENTS = 16L
    private const val RESULT = 24L
    private const val SYMBOL = 32L
    private const val CONTEXT = 40L
    private const val ENTER = 0
    private const val DRIVER = 1L

    /** In `cuLaunchKernel_params`, `cuLaunchCooperativeKernel_params` and the `CUlaunchConfig` that `cuLaunchKernelEx_params` points to. */
    private const val STREAM = 40L
    private const val STREAM_OF_CONFIGURATION = 32L

    /** `CU_STREAM_PER_THREAD`. */
    private const val STREAM_OF_THREAD = 2L
    private val WITH_STREAM = setOf(307, 442, 477, 478)
    private val WITH_CONFIGURATION = setOf(652, 653)
    private val PER_THREAD = setOf(442, 478, 653)

    /**
     * `cuLaunch`, `cuLaunchGrid`, `cuLaunchGridAsync`, `cuLaunchKernel`, `cuLaunchCooperativeKernel` and `cuLaunchKernelEx`, including the
     * variants for per-thread default streams.
     */
    private val KERNELS = setOf(115, 116, 117) + WITH_STREAM + WITH_CONFIGURATION

    /**
     * `cuGraphLaunch`, including the variant for per-thread default streams, and `cuLaunchCooperativeKernelMultiDevice`: calls that launch
     * any number of kernels.
     */
    private val GRAPHS = setOf(514, 515, 480)
}
