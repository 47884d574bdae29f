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
 * A lap of one component in which a thread begins kernels on [context]. What they counted comes when regions begin or end.
 *
 * @property metrics what the component wants of each kernel, in its order
 * @param convert makes the component's values of those metrics of a kernel, and of its nanoseconds
 */
internal class KernelLap(
    val context: Long,
    val owner: ComponentType<*>,
    val metrics: List<String>,
    var sum: MetricValues,
    private val convert: (DoubleArray, Double) -> MetricValues,
) {
    /** By the names of kernels, what it began itself, and no lap inside it. */
    val parts = LinkedHashMap<String, MetricValues>()

    /** Why it is lost, `null` where it is not. */
    @Volatile
    var failure: String? = null

    /** A kernel was begun in it; where [isInnermost], by the lap itself and by none inside it. */
    fun add(name: String, values: DoubleArray, nanoseconds: Double, isInnermost: Boolean) {
        val without = metrics.indices.firstOrNull { values[it].isNaN() && metrics[it].endsWith(".sum") }
        if (without != null) failure = "CUPTI has no value of ${metrics[without]} for kernel '${shorten(name)}'"
        val converted = convert(values, nanoseconds)
        sum += converted
        if (!isInnermost) return
        val key = if (name in parts || parts.size < MAX_NAMES) name else OVER_LIMIT
        parts[key] = parts[key]?.let { it + converted } ?: converted
    }

    private companion object {
        /** So that a program that makes up names does not fill the memory. */
        const val MAX_NAMES = 1000
        const val OVER_LIMIT = "(names over the limit)"
    }
}

/**
 * Which thread began which kernels, in what order, and in which laps: CUPTI counts kernels by their order alone.
 *
 * CUPTI calls back at the begin and the end of each call of the driver that begins kernels, on the thread that makes it. Nothing that this
 * does there waits for anything: who makes notes holds [lock] for a moment, and nobody who holds it calls CUDA.
 */
internal object KernelLaunches {
    /** What is known of one thread: the laps that are open on it, and how deep in calls it is. */
    class ThreadNotes {
        val laps = ArrayList<KernelLap>()
        var subscription = 0
        var depth = 0
        var running: Launch? = null
    }

    /**
     * A call that begins work.
     *
     * @property laps those that were open on the thread and on the context, from the outermost to the innermost
     * @property isGraph whether it begins any number of kernels, whose names are not told
     */
    class Launch(val thread: ThreadNotes, val laps: List<KernelLap>, val name: String, val isGraph: Boolean) {
        /** Whether another thread made such a call at the same time, so that nobody knows which was first. */
        var isOverlapped = false
    }

    /** What was begun on a context in one stretch of counting. */
    class Notes {
        val launches = ArrayList<Launch>()
        val running = ArrayList<Launch>()

        /** Whether a call was in the midst of beginning a kernel when the stretch began or ended. */
        var isCut = false
    }

    private val lock = Lock()
    private val threads = PerThread<ThreadNotes>()
    private val notes = HashMap<Long, Notes>()

    private val names = ActivityNames()
    private var callback = 0L
    private var subscriber = 0L

    /** By contexts, how many graphs were launched there. */
    private val graphs = HashMap<Long, Long>()
    private var users = 0

    /** How often CUPTI was asked to call back: a call of which one of both ends was not told must not be waited for in the next. */
    @Volatile
    private var subscription = 0

    /** Opens [lap] on the calling thread; gives what is known of the thread, to [close] it by. */
    fun open(lap: KernelLap): ThreadNotes {
        val thread = ofThread()
        lock.hold { thread.laps.add(lap) }
        return thread
    }

    fun close(lap: KernelLap, thread: ThreadNotes) = lock.hold { thread.laps.remove(lap) }

    private fun ofThread(): ThreadNotes = threads.get() ?: ThreadNotes().also(threads::set)

    /** Takes notes of [context] from now on, beginning with none. */
    fun begin(context: Long) = lock.hold {
        val before = notes[context]
        notes[context] = Notes().also { it.isCut = before != null && before.running.isNotEmpty() }
    }

    /** What was noted of [context] since [begin]; no more is. */
    fun end(context: Long): Notes = lock.hold {
        val noted = notes.remove(context) ?: Notes()
        if (noted.running.isNotEmpty()) noted.isCut = true
        noted
    }

    /** How many graphs were launched on [context] since anybody subscribed. */
    fun graphsOn(context: Long): Long = lock.hold { graphs[context] ?: 0L }

    /**
     * Has CUPTI call back when graphs are launched, and kernels if [kernels], until as many calls of [unsubscribe]. Throws an exception
     * where it does not: another tool may have it do so. Under the lock of [ProfiledContexts].
     */
    fun subscribe(kernels: Boolean) {
        if (users == 0) begin()
        users++
        try {
            val enable = CuptiLibrary.function("cuptiEnableCallback")
            for (call in if (kernels) KERNELS + GRAPHS else GRAPHS) CuptiLibrary.check(
                enable.call(1L, subscriber, DRIVER, call.toLong()),
                "tell which thread launches kernels (call $call)",
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
                "tell which thread launches kernels (one tool in a process can ask for that)",
            )
            Ffi.longAt(into)
        }
        lock.hold { graphs.clear() }
    }

    /** Nobody is called back for one who subscribed; tells why that failed, `null` where it did not. */
    fun unsubscribe(): String? = if (--users > 0) null else reasonWithout {
        CuptiLibrary.check(CuptiLibrary.function("cuptiUnsubscribe").call(subscriber), "end to tell which thread launches kernels")
        0L
    }

    /** Must not throw: CUPTI is above it. */
    private fun called(function: Int, data: Long) {
        try {
            if (Ffi.intAt(data) == ENTER) entered(function, data) else left(data)
        } catch (_: Throwable) {
            // Which kernel it was is then not known: as more kernels are counted than were noted, that is told.
        }
    }

    private fun entered(function: Int, data: Long) {
        val thread = ofThread()
        if (thread.subscription != subscription) {
            thread.subscription = subscription
            thread.depth = 0
            thread.running = null
        }
        if (thread.depth++ > 0) return // a call that the driver makes for another
        val context = Ffi.longAt(data + CONTEXT)
        val isGraph = function in GRAPHS
        if (isGraph) lock.hold { graphs[context] = (graphs[context] ?: 0L) + 1L }
        if (!isGraph && isCaptured(function, Ffi.longAt(data + ARGUMENTS))) return
        val name = if (isGraph) OF_GRAPHS else names.kernel(Ffi.textAt(Ffi.longAt(data + SYMBOL)))
        lock.hold {
            val laps = thread.laps.filter { it.context == context }
            val noted = notes[context]
            if (noted == null) {
                laps.forEach { it.failure = MISSED } // between [end] and [begin] nothing is counted
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

    /** Whether the call of [function] with [arguments] launches nothing, but puts a kernel into a graph. */
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

    private const val MISSED = "a kernel was launched in it while regions of other threads started or ended, and was not measured"
    const val OF_GRAPHS = "(kernels of graphs)"

    /** Of `CUpti_CallbackData`. */
    private const val ARGUMENTS = 16L
    private const val RESULT = 24L
    private const val SYMBOL = 32L
    private const val CONTEXT = 40L
    private const val ENTER = 0
    private const val DRIVER = 1L

    /** Of `cuLaunchKernel_params`, `cuLaunchCooperativeKernel_params` and `CUlaunchConfig`, to which `cuLaunchKernelEx_params` leads. */
    private const val STREAM = 40L
    private const val STREAM_OF_CONFIGURATION = 32L

    /** `CU_STREAM_PER_THREAD`. */
    private const val STREAM_OF_THREAD = 2L
    private val WITH_STREAM = setOf(307, 442, 477, 478)
    private val WITH_CONFIGURATION = setOf(652, 653)
    private val PER_THREAD = setOf(442, 478, 653)

    /**
     * `cuLaunch`, `cuLaunchGrid`, `cuLaunchGridAsync`, `cuLaunchKernel`, `cuLaunchCooperativeKernel` and `cuLaunchKernelEx`, also by
     * default stream of each thread.
     */
    private val KERNELS = setOf(115, 116, 117) + WITH_STREAM + WITH_CONFIGURATION

    /**
     * `cuGraphLaunch`, also by default stream of each thread, and `cuLaunchCooperativeKernelMultiDevice`: what begins any number of
     * kernels.
     */
    private val GRAPHS = setOf(514, 515, 480)
}
