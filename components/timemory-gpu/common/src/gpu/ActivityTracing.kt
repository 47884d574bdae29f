package timemory.gpu

import kotlin.concurrent.Volatile
import timemory.internal.callgraph.Session
import timemory.internal.callgraph.SessionHooks
import timemory.internal.callgraph.activeSession
import timemory.internal.platform.Lock
import timemory.internal.platform.PerThread
import timemory.internal.platform.hold
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.problems.activeProblems

/**
 * Makes CUPTI write records while a session has regions with [CuptiActivity].
 *
 * Each thread tells CUPTI its current span by pushing the span's ID on a per-thread stack of CUPTI's, and popping it later. If regions end
 * in another order than they started, the IDs above are popped too, and the regions that continue get new spans, without the one that ended
 * around them.
 *
 * **Flushing.** GPU activity is known once the GPU was waited for, and CUPTI has flushed its records. This happens when results are
 * collected, and when so many laps wait that memory matters. It is done by one thread at a time, without holding any lock that CUPTI's
 * threads, or a thread that collects results, could need.
 *
 * **Other tools that record.** CUPTI has one pair of buffer callbacks per process, the last one registered, and a tool that stops recording
 * stops it for all: another tool in the process, such as PyTorch's profiler, takes our records away without any notification. So the
 * flushing thread makes a CUDA call of its own, whose record must arrive. If neither that record nor any other arrives, the work launched
 * by the waiting laps is unknown, and they are lost.
 */
internal object ActivityTracing {
    private val starting = Lock()
    private val flushing = Lock()
    private val ids = Lock()
    private var lastId = 0L

    @Volatile
    private var isOn = false
    private var isRegistered = false
    private var enabled: List<Int> = emptyList()

    /** Failed CUPTI requests, reported when results are collected. */
    private var refusals: List<String> = emptyList()

    @Volatile
    private var wanted: Set<ActivityKind> = emptySet()

    @Volatile
    private var records = ActivityRecords()

    @Volatile
    private var timeline = GpuTimeline()
    private val buffers = ActivityBuffers({ wanted }, { records }, { timeline })
    private val contexts = HashSet<Long>()
    private val stacks = PerThread<ArrayList<ActivitySpan>>()

    /** Starts a lap on the calling thread. */
    fun open(): ActivityLap {
        if (!isOn) {
            val kinds = GpuSettings.activityKinds // before taking the lock, because the first use loads the settings
            starting.hold { if (!isOn) begin(kinds) }
        }
        noteContext()
        val stack = stacks.get() ?: ArrayList<ActivitySpan>().also(stacks::set)
        return ActivityLap().also { push(stack, it) }
    }

    /** Ends [lap], which was started on the calling thread. */
    fun close(lap: ActivityLap) {
        val stack = stacks.get() ?: return
        val index = stack.indexOfLast { it.lap === lap }
        if (index < 0) return
        noteContext()
        val goOn = stack.subList(index + 1, stack.size).map { it.lap }
        repeat(goOn.size + 1) { pop(stack) }
        goOn.forEach { push(stack, it) }
        if (records.end(lap) >= MAX_PENDING) flush(isEnd = false)
    }

    private fun push(stack: ArrayList<ActivitySpan>, lap: ActivityLap) {
        val span = ActivitySpan(ids.hold { ++lastId }, lap, stack.lastOrNull())
        records.open(span)
        CuptiLibrary.check(CuptiLibrary.pushExternal.call(ExternalCorrelation.CUSTOM.toLong(), span.id), "record the region of a thread")
        stack.add(span)
    }

    private fun pop(stack: ArrayList<ActivitySpan>) {
        val status = CuptiLibrary.popExternal.call(ExternalCorrelation.CUSTOM.toLong(), 0L)
        stack.removeAt(stack.lastIndex)
        if (status.toInt() != CuptiLibrary.QUEUE_EMPTY) CuptiLibrary.check(status, "record that a thread left a region")
    }

    private fun noteContext() {
        val context = CudaDriver.currentContext()
        if (context != 0L) starting.hold { contexts.add(context) }
    }

    private fun begin(kinds: Set<ActivityKind>) {
        if (!isRegistered) {
            buffers.register()
            SessionHooks.onResults(::beforeResults)
            isRegistered = true
        }
        wanted = kinds
        // Records of calls carry the span IDs, so they are needed even if calls are not shown.
        val needed = listOf(ExternalCorrelation.KIND, ActivityKind.DRIVER.number, ActivityKind.RUNTIME.number)
        needed.forEach { CuptiLibrary.check(enable(it), "record which region calls CUDA (kind $it)") }
        val refused = wanted.associateWith { enable(it.number) }.filterValues { it.toInt() != CuptiLibrary.SUCCESS }
        refusals = refused.map { (kind, status) -> "${kind.label} is not recorded: ${CuptiLibrary.describe(status.toInt())}" }
        enabled = needed + wanted.filter { it !in refused }.map { it.number }
        isOn = true
        endBeforeOthers()
    }

    private fun enable(kind: Int): Long = CuptiLibrary.enable.call(kind.toLong())

    /** Waits for the GPU, takes all records, and completes the laps that had ended before. */
    fun flush(isEnd: Boolean) {
        flushing.hold {
            if (!isEnd && !records.isWorthFlushing) return
            val laps = records.beginFlush()
            records.whole(laps, take(isEnd))
        }
    }

    /** Makes CUPTI flush all records; returns why some did not arrive, `null` if all did. */
    private fun take(isEnd: Boolean): String? {
        repeat(LOOKS) {
            val comeBefore = buffers.come
            when (val found = look(isEnd)) {
                Found.RECORDS -> return null
                is Found.Refusal -> return found.reason
                Found.NOTHING -> if (it == LOOKS - 1 && buffers.come != comeBefore) return null // from threads that are still running
            }
        }
        enabled.forEach(::enable)
        val others = "another tool in this process that records activities (PyTorch's profiler is one)"
        return if (look(isEnd) == Found.RECORDS) {
            "$others stopped CUPTI from recording: GPU activities since then are missing; recording has resumed"
        } else {
            "$others receives CUPTI's records, which go to a single tool: GPU activities are not recorded here"
        }
    }

    private sealed interface Found {
        /** The record of the flushing thread's own call arrived, and so have those of all earlier work. */
        data object RECORDS : Found

        data object NOTHING : Found

        class Refusal(val reason: String) : Found
    }

    private fun look(isEnd: Boolean): Found {
        val before = buffers.sightings
        val isLooking = CuptiLibrary.pushExternal.call(ExternalCorrelation.CUSTOM.toLong(), ExternalCorrelation.LOOKING).toInt()
        val waited = starting.hold { contexts.toList() }.count(::synchronize)
        if (isLooking == CuptiLibrary.SUCCESS) CuptiLibrary.popExternal.call(ExternalCorrelation.CUSTOM.toLong(), 0L)
        val status = CuptiLibrary.flushAll.call(if (isEnd) CuptiLibrary.FLUSH_ALL else CuptiLibrary.FLUSH_WHOLE).toInt()
        return when {
            status != CuptiLibrary.SUCCESS -> Found.Refusal("CUPTI did not return its records: ${CuptiLibrary.describe(status)}")
            buffers.sightings != before || isLooking != CuptiLibrary.SUCCESS || waited == 0 -> Found.RECORDS
            else -> Found.NOTHING
        }
    }

    /** Returns whether [context] was waited for; a destroyed context has nothing left to wait for. */
    private fun synchronize(context: Long): Boolean = try {
        CudaDriver.within(context) { CudaDriver.check(CudaDriver.synchronizeContext.call(), "wait for a context") }
        true
    } catch (failure: IllegalStateException) {
        starting.hold { contexts.remove(context) }
        note("a context was not waited for: ${failure.message}")
        false
    }

    /** To be called when results are made. */
    private fun note(problem: String) = starting.hold { if (problem !in refusals) refusals = refusals + problem }

    private fun beforeResults(session: Session, isEnd: Boolean) {
        if (!isOn) return
        flush(isEnd)
        align(session)
        if (!isEnd) return
        if (endRecording()) tell()
        timeline = GpuTimeline()
    }

    /** Stops CUPTI's recording, unless a session that has started meanwhile needs it. */
    private fun endRecording(): Boolean = starting.hold {
        if (activeSession() != null) return false
        for (kind in enabled) {
            val status = CuptiLibrary.disable.call(kind.toLong()).toInt()
            if (status != CuptiLibrary.SUCCESS) {
                refusals = refusals + "CUPTI keeps recording activities of kind $kind: ${CuptiLibrary.describe(status)}"
            }
        }
        isOn = false
        contexts.clear()
        true
    }

    private fun align(session: Session) {
        try {
            timeline.align(session.paths.began, monotonicNanoseconds(), CuptiLibrary.now())
            session.devices = timeline
        } catch (failure: IllegalStateException) {
            activeProblems().report("cupti_activity time") { "cupti_activity: the GPU timeline is not shown: ${failure.message}" }
        }
    }

    private fun tell() {
        val lost = records.forget()
        val buffers = buffers.forget()
        records = ActivityRecords()
        val problems = activeProblems()
        fun tell(count: Long, kind: String, sentence: () -> String) {
            if (count > 0L) problems.report("cupti_activity $kind") { "cupti_activity: ${sentence()}" }
        }
        for (refusal in starting.hold { refusals.also { refusals = emptyList() } }) problems.report("cupti_activity $refusal") {
            "cupti_activity: $refusal"
        }
        tell(buffers.records, "dropped") { "CUPTI dropped ${buffers.records} records; their activities are missing" }
        tell(buffers.buffers, "unreadable") { "${buffers.buffers} buffers could not be read to their end: ${buffers.reason}" }
        tell(lost.incomplete, "incomplete") {
            "${lost.incomplete} records without times were skipped: their activities had not ended"
        }
        tell(
            lost.late.count,
            "late",
        ) {
            "${lost.late.count} activities (${lost.late.nanoseconds} ns) were reported after their laps had been recorded, and " +
                "are missing from them"
        }
        tell(
            lost.overLimit.count,
            "over limit",
        ) {
            "${lost.overLimit.count} records (${lost.overLimit.nanoseconds} ns) arrived before their regions were " +
                "known, and were too many to keep"
        }
        tell(timeline.leftOut, "timeline") {
            "pages and traces show the first ${GpuTimeline.MAX_ACTIVITIES} GPU activities, not the other ${timeline.leftOut}"
        }
        tell(
            lost.outside.count,
            "outside",
        ) {
            "${lost.outside.count} activities (${lost.outside.nanoseconds} ns on the GPU) were launched outside any region " +
                "with it, and are not counted"
        }
    }

    private const val MAX_PENDING = 50_000

    /** Two attempts, because what arrives first may be left from before another tool stopped the recording. */
    private const val LOOKS = 2
}
