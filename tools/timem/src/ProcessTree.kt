package timemory.timem

/**
 * The processes of the command's tree, for `--indiv`.
 *
 * All of them are traced from their first instruction to their last, so none is missed. The kernel's counts for a process include those of
 * children that it waited for, and so do `wait4` and `/proc/PID/io`. Its own usage is the difference, which is known, because the children
 * ended before it and were seen. Whether it waited for them is checked with the page faults of waited-for children, which `/proc/PID/stat`
 * lists separately.
 */
internal class ProcessTree {
    private class Open(var name: String, var memory: Memory?, var inputOutput: InputOutput?)

    private class Children {
        val usage = Usage()
        var inputOutput = InputOutput.NONE
    }

    private val starts = HashMap<Int, Long>()
    private val ending = HashMap<Int, Open>()
    private val children = HashMap<Int, Children>()

    val processes = ArrayList<Process>()

    /** Process or thread [pid] starts, at [at] nanoseconds of the clock. */
    fun started(pid: Int, at: Long) {
        starts[pid] = at
    }

    /** Process or thread [pid] is about to end; [text] contains its `status`, and is reused for more. */
    fun ending(pid: Int, text: ProcText) {
        val process = text.numberAfter(TGID).toInt()
        val memory = Memory.of(text)
        // A thread other than the first matters only if the first ended before it.
        if (process != pid && process !in ending) return
        val io = InputOutput.of(process, text)
        val open = ending.getOrPut(process) { Open("", null, null) }
        open.memory = memory ?: open.memory
        open.inputOutput = io ?: open.inputOutput
        text.read(process, ProcName.COMM)
        if (text.length > 0) open.name = text.line(0)
    }

    /**
     * Process or thread [pid] ended at [at], and used [both], including its waited-for children.
     *
     * @param begin when the command started
     * @param childFaults the page faults of waited-for children, from `/proc/PID/stat`
     */
    fun ended(
        pid: Int,
        at: Long,
        begin: Long,
        both: Usage,
        io: InputOutput?,
        end: Ending,
        isProcess: Boolean,
        parent: Int,
        childFaults: Long,
    ) {
        val start = starts.remove(pid) ?: begin
        if (!isProcess) return
        val seen = ending.remove(pid)
        val started = children.remove(pid)
        val total = io ?: seen?.inputOutput
        var own = both
        var ownIo = total
        val faults = started?.usage?.minorFaults ?: 0L
        if (started != null && childFaults > 0L) {
            own = both - started.usage
            ownIo = total?.minus(started.inputOutput)
        }
        val exact = childFaults == faults || childFaults == 0L
        processes.add(Process(pid, parent, seen?.name ?: "", start - begin, at - start, end, own, ownIo, seen?.memory, exact))
        val ofParent = children.getOrPut(parent) { Children() }
        ofParent.usage += both
        if (total != null) ofParent.inputOutput = ofParent.inputOutput + total
    }

    private companion object {
        val TGID = "Tgid:".encodeToByteArray()
    }
}
