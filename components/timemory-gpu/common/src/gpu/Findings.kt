package timemory.gpu

import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.problems.activeProblems

/** Collects problems that occur under a lock, to report them after its release: printing may block, and measuring threads with it. */
internal class Findings {
    private val lock = Lock()
    private var waiting = ArrayList<Pair<String, String>>()

    fun add(kind: String, sentence: String) {
        lock.hold { waiting.add(kind to sentence) }
    }

    /** Reports them. Must not be called under a lock. */
    fun report() {
        val found = lock.hold { if (waiting.isEmpty()) return else waiting.also { waiting = ArrayList() } }
        val problems = activeProblems()
        for ((kind, sentence) in found) problems.report(kind) { sentence }
    }
}
