package timemory.nativecalls

import kotlin.concurrent.AtomicLong
import timemory.internal.problems.activeProblems

/** Calls of [function] that were not measured because Kotlin could not run in them: reported when there are more of them than before. */
internal class UnseenCalls(private val function: String, private val what: String, private val count: () -> Long) {
    private val reported = AtomicLong(0L)

    fun report() {
        val calls = count()
        if (reported.getAndSet(calls) == calls) return
        activeProblems().report(
            "native gotcha $function unseen",
            "$calls calls of $function so far are not $what: they come from Kotlin's runtime, as from kotlin.math, where Kotlin " +
                "code cannot run. Call platform.posix.$function to have it $what, or count it",
        )
    }
}
