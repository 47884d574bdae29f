@file:OptIn(ExperimentalForeignApi::class)

package timemory.timem

import kotlinx.cinterop.ByteVar
import kotlinx.cinterop.CPointer
import kotlinx.cinterop.CPointerVar
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.LongVar
import kotlinx.cinterop.addressOf
import kotlinx.cinterop.allocArray
import kotlinx.cinterop.get
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.nativeHeap
import kotlinx.cinterop.set
import kotlinx.cinterop.usePinned
import platform.posix.geteuid
import platform.posix.getpid
import timemory.internal.platform.errorText
import timemory.timem.linux.TIMEM_CHILDLESS
import timemory.timem.linux.TIMEM_ENDED
import timemory.timem.linux.TIMEM_ENDING
import timemory.timem.linux.TIMEM_NOTHING
import timemory.timem.linux.TIMEM_SIGNALLED
import timemory.timem.linux.TIMEM_STARTED
import timemory.timem.linux.timem_dumped_core
import timemory.timem.linux.timem_exec_failure
import timemory.timem.linux.timem_fork
import timemory.timem.linux.timem_now
import timemory.timem.linux.timem_reap
import timemory.timem.linux.timem_release
import timemory.timem.linux.timem_resume
import timemory.timem.linux.timem_status_code
import timemory.timem.linux.timem_trace
import timemory.timem.linux.timem_wait

/**
 * Runs the command once and measures it.
 *
 * ### How the values at exit are obtained
 *
 * The mapped and resident memory of a process cannot be read once it has ended, and on recent kernels, except by root, neither can
 * `/proc/PID/io`. Periodic sampling, as in timemory, misses short programs altogether and the last part of long ones. So the command's
 * process is *held* just before its end (`PTRACE_O_TRACEEXIT`): its memory is still there, the kernel has completed all its reads and
 * writes, and timem reads the values and releases it. That is exact, and costs nothing until then except a stop for each signal that the
 * process receives. The time for which it is held is excluded from the reported wall time.
 *
 * Only the command's own process is traced, with `PTRACE_SEIZE`, which does not disturb job control: its threads and the processes it
 * starts run undisturbed, even under debuggers. With `--indiv` all processes are traced, which costs a stop for each fork, thread and exit.
 *
 * A traced program does not get the rights of a set-user-ID file unless root traces it. So timem checks first, and does not trace such a
 * command, nor a shell, which may become any program. If the process is not held, it is sampled.
 *
 * CPU times, peak memory, page faults and context switches come from `wait4`, which is always exact, for the command and all descendants
 * that were waited for. Descendants whose parent ended before them become children of timem (`PR_SET_CHILD_SUBREAPER`) and also count if
 * they end before the command; those that are still running then are reported and not counted.
 */
internal class CommandRun(private val command: Command, private val options: Options, private val onSignal: (Int) -> Unit) {
    private val text = ProcText()
    private val event: CPointer<LongVar> = nativeHeap.allocArray(4)
    private val numbers = LongArray(Usage.SIZE)
    private val tree = if (options.individual) ProcessTree() else null
    private val samples =
        if (options.rows > 0 && options.bufferSize == 0) Samples(MAX_ROWS_KEPT, isWhole = true) else Samples(options.bufferSize)

    private var direct = 0
    private var begin = 0L
    private var held = 0L
    private var memory: Memory? = null
    private var directIo: InputOutput? = null
    private var inputOutput: InputOutput? = null
    private val total = Usage()
    private var ending: Ending? = null
    private var end = 0L
    private var orphans = 0
    private var withheld: String? = null

    /** Runs it to its end. Called once. */
    fun run(): Run {
        val network = if (options.networkStats) Network.read() else null
        direct = start()
        val counters = when {
            !options.counters -> null
            options.events.isEmpty() -> Counters.openUsual(direct)
            else -> Counters.open(options.events, direct)
        }
        val isHeld = trace()
        begin = timem_release()
        debug { "process $direct started, ${if (isHeld) "to be held at its exit" else "not traced"}" }
        watch(isSampled = options.sample && (!isHeld || options.isSamplingAsked))
        val failure = timem_exec_failure()
        val hasSurvivors = hasSurvivors()
        return Run(
            end - begin - held,
            ending ?: Ending(0, false),
            failure,
            total,
            inputOutput,
            memory,
            samples,
            counters?.take() ?: emptyList(),
            tree?.processes?.sortedBy { it.start } ?: emptyList(),
            orphans,
            hasSurvivors,
            network?.let { Network.read() - it },
            withheld,
        )
    }

    private fun start(): Int = memScoped {
        val words = allocArray<CPointerVar<ByteVar>>(command.words.size + 1)
        for ((index, word) in command.words.withIndex()) {
            val chars = allocArray<ByteVar>(word.size + 1)
            for (i in word.indices) chars[i] = word[i]
            words[index] = chars
        }
        val pid = timem_fork(words)
        if (pid < 0) throw Failure("cannot start a process: ${errorText(-pid)}")
        pid
    }

    /** Arranges for the process to be held at its exit if that is wanted and harmless; returns whether it will be. */
    private fun trace(): Boolean {
        if (!options.sample && tree == null) return false
        if (tree == null && geteuid() != 0u) {
            withheld = command.reasonNotToTrace()
            if (withheld != null) return false
        }
        val failure = timem_trace(direct, if (tree != null) 1 else 0)
        if (failure == 0) return true
        if (tree != null) throw Failure("--indiv needs ptrace, which is refused here: ${errorText(-failure)}")
        withheld = "ptrace: ${errorText(-failure)}"
        return false
    }

    private fun watch(isSampled: Boolean) {
        val schedule = SampleSchedule(options.sampleDelay, options.sampleFrequency)
        while (ending == null) {
            val wait = if (isSampled) maxOf(0L, begin + schedule.next - timem_now()) else FOREVER
            if (step(wait) == TIMEM_NOTHING.toInt() && isSampled) {
                samples.take(direct, timem_now() - begin, text)
                schedule.advance()
            }
        }
    }

    /** Handles the next event. */
    private fun step(wait: Long): Int {
        val what = timem_wait(wait, event)
        val pid = event[0].toInt()
        when (what.toUInt()) {
            TIMEM_STARTED -> tree?.started(pid, timem_now())
            TIMEM_ENDING -> hold(pid, event[1])
            TIMEM_ENDED -> take(pid, event[1])
            TIMEM_SIGNALLED -> onSignal(pid)
            TIMEM_CHILDLESS -> if (ending == null) throw Failure("process $direct ended unnoticed: did another process wait for it?")
            else -> Unit
        }
        return what
    }

    /** Process [pid] is held just before its end. */
    private fun hold(pid: Int, since: Long) {
        text.read(pid, ProcName.STATUS)
        if (pid == direct) memory = Memory.of(text) ?: memory
        if (tree != null) tree.ending(pid, text)
        if (pid == direct) directIo = InputOutput.of(pid, text) ?: directIo
        if (pid == direct && options.rows > 0) samples.take(pid, since - begin, text)
        timem_resume(pid)
        val heldFor = timem_now() - since
        if (pid == direct) held += heldFor
        debug { "process $pid was held at its exit for ${heldFor / 1000} us" }
    }

    /** Process [pid] has ended: reaps it and takes its usage. */
    private fun take(pid: Int, at: Long) {
        text.read(pid, ProcName.STAT)
        val behindName = text.behindName()
        val parent = text.word(1, behindName).toInt()
        val childFaults = text.word(8, behindName)
        val isProcess = tree == null || isProcess(pid)
        val io = if (isProcess) InputOutput.of(pid, text) else null
        val status = numbers.usePinned { timem_reap(pid, it.addressOf(0)) }
        if (status < 0) throw Failure("process $pid cannot be waited for: ${errorText(-status)}")
        val usage = Usage(numbers.copyOf())
        val end = Ending(timem_status_code(status), timem_dumped_core(status) != 0)
        tree?.ended(pid, at, begin, usage, io, end, isProcess, parent, childFaults)
        debug { "process $pid ended with ${end.code}" }
        val isOrphan = pid != direct && parent == getpid() && !survivors.remove(pid)
        if (pid == direct) {
            this.end = at
            ending = end
        } else if (isOrphan && isProcess) {
            orphans++
        }
        if (pid == direct || isOrphan) {
            total += usage
            val read = io ?: if (pid == direct) directIo ?: samples.all().lastOrNull()?.inputOutput else null
            if (read != null) inputOutput = inputOutput?.plus(read) ?: read
        }
    }

    /** Whether [pid] is a process, rather than one of its threads. */
    private fun isProcess(pid: Int): Boolean = text.read(pid, ProcName.STATUS).numberAfter(TGID).toInt() == pid

    /**
     * Reaps the orphans that ended before the command did and are only seen now. Returns whether others are still running; they are
     * remembered, so that later runs are not charged for them.
     */
    private fun hasSurvivors(): Boolean {
        while (true) {
            when (step(0L).toUInt()) {
                TIMEM_CHILDLESS -> return false
                TIMEM_NOTHING -> {
                    survivors += childrenOf(getpid())
                    return true
                }
            }
        }
    }

    private inline fun debug(message: () -> String) {
        if (options.debug) Screen.tell("timem: ${message()}")
    }

    private companion object {
        const val FOREVER = -1L

        /** If rows over time are shown, this many samples are kept, over the whole time. */
        const val MAX_ROWS_KEPT = 2000
        val TGID = "Tgid:".encodeToByteArray()
        val survivors = HashSet<Int>()

        fun childrenOf(pid: Int): List<Int> = try {
            timemory.internal.platform.readText("/proc/$pid/task/$pid/children").split(' ').mapNotNull(String::toIntOrNull)
        } catch (_: Exception) {
            emptyList()
        }
    }
}

/**
 * When the command is sampled, in nanoseconds after its start: at the requested frequency, or else early and then more and more rarely, up
 * to five times a second, so that short commands are seen and long ones are not disturbed.
 */
internal class SampleSchedule(delay: Double?, frequency: Double?) {
    private val period = if (frequency != null) (1e9 / frequency).toLong() else 0L

    var next = if (delay != null) (delay * 1e9).toLong() else if (frequency != null) period else FIRST
        private set

    fun advance() {
        next += if (period > 0L) period else minOf(next, MAX_NANOSECONDS)
    }

    private companion object {
        const val FIRST = 1_000_000L
        const val MAX_NANOSECONDS = 200_000_000L
    }
}
