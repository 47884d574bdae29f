@file:OptIn(ExperimentalForeignApi::class)

package timemory.sampling

import kotlin.concurrent.Volatile
import kotlin.random.Random
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.LongVar
import kotlinx.cinterop.alloc
import kotlinx.cinterop.allocArray
import kotlinx.cinterop.get
import kotlinx.cinterop.nativeHeap
import kotlinx.cinterop.ptr
import kotlinx.cinterop.rawValue
import kotlinx.cinterop.toKString
import kotlinx.cinterop.value
import platform.posix.EACCES
import platform.posix.EAGAIN
import platform.posix.ENOSYS
import platform.posix.EPERM
import timemory.cinterop.linux.timemory_process_cpu_nanoseconds
import timemory.cinterop.linux.timemory_thread_id
import timemory.cinterop.sampling.TM_SAMPLED_CPU
import timemory.cinterop.sampling.TM_SAMPLED_DEPTH
import timemory.cinterop.sampling.TM_SAMPLED_WALL
import timemory.cinterop.sampling.tm_python_is_known
import timemory.cinterop.sampling.tm_python_why_not
import timemory.cinterop.sampling.tm_sampled_arm
import timemory.cinterop.sampling.tm_sampled_blocked
import timemory.cinterop.sampling.tm_sampled_count
import timemory.cinterop.sampling.tm_sampled_disarm
import timemory.cinterop.sampling.tm_sampled_has_ended
import timemory.cinterop.sampling.tm_sampled_lost
import timemory.cinterop.sampling.tm_sampled_own
import timemory.cinterop.sampling.tm_sampled_take
import timemory.cinterop.sampling.tm_sampling_begin
import timemory.cinterop.sampling.tm_sampling_has_signal
import timemory.internal.callgraph.Collector
import timemory.internal.callgraph.Node
import timemory.internal.callgraph.PositionWatch
import timemory.internal.callgraph.Sampler
import timemory.internal.callgraph.ThreadGraph
import timemory.internal.platform.Latch
import timemory.internal.platform.Lock
import timemory.internal.platform.errorText
import timemory.internal.platform.hold
import timemory.internal.platform.listFiles
import timemory.internal.platform.startThread
import timemory.internal.problems.activeProblems
import timemory.settings.Settings

/**
 * Samples the process for one session, with timers of its threads and a thread that takes their samples from the signal handler's buffers
 * ten times a second.
 *
 * @param inWholeProgram the kinds for which all regions, and work outside them, have samples, instead of only regions with their component
 */
internal class NativeSampler(private val settings: Settings, private val inWholeProgram: List<SampleKind>) : Sampler {
    private val period = 1_000_000_000L / settings.samplingFreq

    /** Guards [threads]; held for a few steps only, also by measuring threads. */
    private val lock = Lock()
    private val threads = HashMap<Int, SampledThread>()

    /** Threads whose ID has been reused by another thread. */
    private val replaced = ArrayList<SampledThread>()

    /** Guards what was taken. Measuring threads never wait for it. */
    private val taking = Lock()
    private val sums = SampleSums()
    private val names = FunctionNames()
    private val openers = NativeOpeners()
    private val leaving = Latch()

    @Volatile
    private var kinds: List<SampleKind> = emptyList()

    /** Whether threads are armed: not before the delay is over, nor after the end. */
    @Volatile
    private var isArmed = false

    @Volatile
    private var ownThread = 0

    @Volatile
    private var samples: Samples? = null
    private var signal = 0
    private var cpuTimeAtStart = 0L
    private var cpuTime = 0L
    private var lost = 0L

    /** How many threads blocked the signal when they, or sampling, ended. */
    private var blocking = 0
    private var hasEnded = false
    private val frames = nativeHeap.allocArray<LongVar>(TM_SAMPLED_DEPTH)
    private val about = nativeHeap.alloc<LongVar>()

    /** For threads that measured before the sampler started: each arms itself when it next changes its call path. */
    val arming: PositionWatch = object : PositionWatch() {
        override fun changes(graph: ThreadGraph) {
            watch(graph)?.changes(graph)
        }

        override fun opens(graph: ThreadGraph, node: Node) {
            watch(graph)?.opens(graph, node)
        }
    }

    /**
     * Prepares sampling, before any thread can be sampled.
     *
     * @throws IllegalStateException with a sentence that gives the reason if that is impossible
     */
    fun prepare() {
        val number = tm_sampling_begin(ringWords())
        check(number > 0) { "no signal is free for timers (error ${-number})" }
        signal = number
        SampledPlaces.sweep()
    }

    /**
     * Samples [wanted] after [delay] microseconds.
     *
     * @throws IllegalStateException with a sentence that gives the reason if that is impossible
     */
    fun start(wanted: List<SampleKind>, delay: Int) {
        kinds = wanted
        if (delay == 0) arm()
        check(startThread("timemory-samples") { run(delay) }) { "the sampling thread could not be started" }
    }

    /** Samples [wanted] as well from now on. */
    fun extend(wanted: List<SampleKind>) {
        val further = wanted - kinds.toSet()
        kinds = kinds + further
        if (!isArmed) return
        for (thread in lock.hold { threads.values.toList() }) for (kind in further) arm(thread, kind)
    }

    /** Enough for some seconds of typical stacks. */
    private fun ringWords(): Long = if (settings.samplingFreq <= 1000) 8192L else 32_768L

    private fun run(delay: Int) {
        ownThread = timemory_thread_id().toInt()
        if (delay > 0) {
            leaving.await(delay)
            if (!leaving.isOpen) arm()
        }
        while (!leaving.isOpen) {
            findThreads()
            taking.hold { if (!hasEnded) take() }
            leaving.await(ROUND)
        }
    }

    private fun arm() {
        cpuTimeAtStart = timemory_process_cpu_nanoseconds()
        isArmed = true
        for (thread in lock.hold { threads.values.toList() }) for (kind in kinds) arm(thread, kind)
        findThreads()
    }

    /** When sampling the whole program, threads without regions are sampled as well. */
    private fun findThreads() {
        if (inWholeProgram.isEmpty() || !isArmed) return
        for (name in listFiles("/proc/self/task")) {
            val id = name.toIntOrNull() ?: continue
            if (id == ownThread || lock.hold { threads.containsKey(id) }) continue
            add(id)
        }
    }

    override fun begins(graph: ThreadGraph) {
        watch(graph)
    }

    /** Called by the thread itself. */
    private fun watch(graph: ThreadGraph): NativeWatch? {
        graph.sampledBy = null
        val id = timemory_thread_id().toInt()
        val thread = add(id) ?: return null
        tm_sampled_own(thread.place)
        // The thread already has a watch if it started measuring just when all were to be armed: it has missed nothing.
        val watch = thread.watch?.takeIf { it.isOf(graph) } ?: NativeWatch(graph, thread.place, openers)
        thread.watch = watch
        graph.sampledBy = watch
        return watch
    }

    /** Returns the thread with the given ID; `null` if it cannot be sampled, which is reported. */
    private fun add(id: Int): SampledThread? {
        var isNew = false
        val thread = lock.hold {
            val known = threads[id]
            if (known != null && tm_sampled_has_ended(known.place) == 0) {
                known
            } else {
                isNew = true
                if (known != null) replaced.add(known)
                SampledPlaces.placeFor(id)?.let { place -> SampledThread(id, place, tm_sampled_count(place)!![0]) }
                    .also { if (it == null) threads.remove(id) else threads.put(id, it) }
            }
        }
        if (thread == null) {
            activeProblems().report("samples.threads") { "thread $id is not sampled: there are too many threads, or no memory" }
        } else if (isNew && isArmed) {
            for (kind in kinds) arm(thread, kind)
        }
        return thread
    }

    /** Starts with a random part of the period, or threads that live for less than that would never have a sample. */
    private fun arm(thread: SampledThread, kind: SampleKind) {
        val number = if (kind == SampleKind.CPU) TM_SAMPLED_CPU else TM_SAMPLED_WALL
        val error = tm_sampled_arm(thread.place, number, 1L + Random.nextLong(period), period)
        if (!isArmed) tm_sampled_disarm(thread.place)
        if (error == 0 || tm_sampled_has_ended(thread.place) != 0) return
        activeProblems().report("samples.timer") { "thread ${thread.id} is not sampled: ${whyNoTimer(error)}" }
    }

    private fun whyNoTimer(error: Int): String = when (error) {
        EAGAIN -> "no more timers are available ('ulimit -i' shows the limit per user)"
        EPERM, EACCES, ENOSYS -> "timer_create is not permitted, as in a sandbox (${errorText(error)})"
        else -> "timer_create fails (${errorText(error)})"
    }

    private fun noteWhetherBlocked(thread: SampledThread) {
        if (tm_sampled_blocked(thread.place) > maxOf(2 * period, NOTICED)) blocking++
    }

    /** Empties the buffers, and drops threads that have ended. */
    private fun take() {
        for (thread in lock.hold { threads.values + replaced }) {
            val hasEnded = tm_sampled_has_ended(thread.place) != 0
            take(thread)
            if (!hasEnded) continue
            lock.hold { if (threads[thread.id] === thread) threads.remove(thread.id) else replaced.remove(thread) }
            lost += tm_sampled_lost(thread.place)
            noteWhetherBlocked(thread)
            if (thread.watch == null) sums.addAt(OUTSIDE, 0, thread.early)
            SampledPlaces.release(thread.id, thread.place)
        }
    }

    private fun take(thread: SampledThread) {
        val taken = ArrayList<RawSample>()
        while (tm_sampled_take(thread.place, frames, about.ptr) != 0) taken.add(sample())
        for (sample in taken) names.look(sample.frames)
        val from = thread.taken + 1L
        thread.taken += taken.size
        // Read after the samples were taken: if there is none yet, all of them precede the watch.
        val watch = thread.watch
        if (watch == null) {
            for (sample in taken) thread.early.add(OUTSIDE, 0, sample)
            return
        }
        sums.addAt(watch.first, watch.number, thread.early)
        thread.early.clear()
        watch.places(from, thread.taken) { number, path -> sums.add(path, watch.number, taken[(number - from).toInt()]) }
    }

    private fun sample(): RawSample {
        val about = this.about.value
        val kind = if ((about and 0xffL) == TM_SAMPLED_CPU.toLong()) SampleKind.CPU else SampleKind.WALL
        val stack = LongArray((about ushr 16 and 0xffffL).toInt()) { frames[it] }
        return RawSample(kind, stack, about ushr 8 and 0xffL != 0L, about ushr 32)
    }

    /** Reads the samples so far; at the end of the session sampling stops. */
    fun collect(isEnd: Boolean): Unit = taking.hold {
        if (hasEnded) return
        hasEnded = isEnd
        if (isEnd) stop()
        cpuTime = if (cpuTimeAtStart == 0L) 0L else timemory_process_cpu_nanoseconds() - cpuTimeAtStart
        take()
        samples = named()
        if (isEnd) {
            reportWhatFellShort()
            names.close()
            nativeHeap.free(frames.rawValue)
            nativeHeap.free(about.rawPtr)
        }
    }

    private fun stop() {
        isArmed = false
        leaving.open()
        for (thread in lock.hold { threads.values.toList() }) {
            noteWhetherBlocked(thread)
            tm_sampled_disarm(thread.place)
        }
    }

    private fun named(): Samples {
        openers.resolve(names)
        val samples = Samples(settings.samplingDepth) { kind, set -> kind in inWholeProgram || kind.type in set.types }
        val add = { key: SampleSums.Key, periods: Long ->
            val stack = names.namesOf(key.sample.frames, key.sample.isCut)
            if (!isOfResults(stack)) samples[key.sample.kind].add(key.path, key.thread, stack, period, key.sample.isCut, periods)
        }
        sums.forEach(add)
        for (thread in lock.hold { threads.values.toList() }) thread.early.forEach(add)
        return samples
    }

    private fun reportWhatFellShort() {
        val samples = samples ?: return
        val cut = kinds.sumOf { samples[it].cut }
        if (cut > 0L) {
            activeProblems().report("samples.depth") {
                "$cut samples had stacks deeper than the $TM_SAMPLED_DEPTH functions that are recorded; the functions between these and " +
                    "their region are shown as ~$DEEPER"
            }
        }
        val lost = lostSoFar()
        if (lost > 0L) {
            activeProblems().report("samples.lost") {
                "$lost samples were lost because they arrived too fast: lower TIMEMORY_SAMPLING_FREQ"
            }
        }
        if (blocking > 0) {
            activeProblems().report("samples.blocked") {
                (if (blocking == 1) "a thread blocks" else "$blocking threads block") +
                    " ${nameOf(signal)}, the sampling signal: no samples are taken of it meanwhile"
            }
        }
        val whyNoPython = whyNoPython()
        if (whyNoPython.isNotEmpty() && kinds.any { samples[it].size > 0L }) {
            activeProblems().report("samples.python") { "samples show the interpreter instead of Python functions: $whyNoPython" }
        }
        val isTaken = tm_sampling_has_signal() == 0
        if (isTaken) {
            activeProblems().report("samples.none") {
                "samples are missing since the program took over ${nameOf(signal)}, the sampling signal"
            }
        }
    }

    private fun whyNoPython(): String = tm_python_why_not()?.toKString().orEmpty()

    private fun lostSoFar(): Long = lost + lock.hold { threads.values.sumOf { tm_sampled_lost(it.place) } }

    override fun addTo(collector: Collector) {
        val samples = samples ?: return
        for (kind in kinds) samples[kind].addTo(collector, settings.samplingFrames, withOutside = kind in inWholeProgram)
    }

    /** Returns facts for the metadata. */
    fun facts(): Map<String, String> {
        val facts = LinkedHashMap<String, String>()
        val reasons = ArrayList<String>()
        if (signal != SIGPROF) reasons.add("SIGPROF is used by the program")
        if (settings.samplingEngine != "auto") reasons.add("${settings.samplingEngine} exists on the JVM only")
        facts["SAMPLING_ENGINE"] = "per-thread timers, ${nameOf(signal)}" +
            if (reasons.isEmpty()) "" else " (${reasons.joinToString("; ")})"
        facts["SAMPLING_PERIOD"] = "${period / 1000} us"
        val whyNoPython = whyNoPython()
        if (tm_python_is_known() != 0) facts["SAMPLING_PYTHON"] = "Python functions are shown"
        if (whyNoPython.isNotEmpty()) facts["SAMPLING_PYTHON"] = "Python functions are not shown: $whyNoPython"
        val samples = samples ?: return facts
        facts["SAMPLES"] = ofEach { samples[it].size.toString() }
        facts["SAMPLES_OUTSIDE_OF_REGIONS"] = ofEach { samples[it].outside.toString() }
        facts["SAMPLES_LOST"] = lostSoFar().toString()
        if (SampleKind.CPU in kinds) {
            val sampled = samples[SampleKind.CPU].weight / 1_000_000
            facts["SAMPLED_CPU_TIME"] = "$sampled ms, of ${cpuTime / 1_000_000} ms that the process took"
        }
        return facts
    }

    /** The fact for each kind; with several kinds, preceded by their names. */
    private fun ofEach(fact: (SampleKind) -> String): String =
        if (kinds.size == 1) fact(kinds.single()) else kinds.joinToString { "${it.id} ${fact(it)}" }

    private companion object {
        /** CPU time without samples is reported from 50 ms on: kernels check timers every 10 ms at the latest. */
        const val NOTICED = 50_000_000L

        /** The interval between two rounds in microseconds. */
        const val ROUND = 100_000
        const val SIGPROF = 27

        fun nameOf(signal: Int) = if (signal == SIGPROF) "SIGPROF" else "signal $signal"
    }
}
