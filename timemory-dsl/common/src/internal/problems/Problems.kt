package timemory.internal.problems

import kotlin.concurrent.Volatile
import timemory.internal.lean.*
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.printError

private const val LIMIT = 1000

/**
 * What went wrong while measuring. The program must continue, so nothing is thrown: each kind of problem is reported once on the standard
 * error stream and kept for the results.
 *
 * @param debug whether each is reported with the place in the program where it was noticed
 * @param tell has each told; the standard error stream by default
 *
 * ### Thread-safety
 * May be called from any thread.
 */
internal class Problems(private val debug: Boolean = false, private val tell: ((String) -> Unit)? = null) {
    private val lock = Lock()
    private val sentences = LinkedHashMap<String, String>()

    /** Reports [sentence] unless a problem of this [kind] was reported before. */
    inline fun report(kind: String, sentence: () -> String) {
        // Made without the lock: it may ask an exception of the program's for its message.
        if (isNew(kind)) report(kind, sentence())
    }

    /** Whether [report] would tell a problem of this [kind]. */
    fun isNew(kind: String): Boolean = lock.hold { kind !in sentences && sentences.size < LIMIT }

    /** Reports a complete [sentence]. */
    fun report(kind: String, sentence: String) {
        lock.hold { if (kind in sentences || sentences.size == LIMIT) return else sentences[kind] = sentence }
        tellLine("timemory: $sentence")
        if (debug) tellLine(Throwable("noticed here").stackTraceToString())
    }

    private fun tellLine(line: String) = if (tell == null) printError(line) else tell(line)

    fun all(): List<String> = lock.hold { sentences.values.toList() }
}

/** Gives the problems of the session that measures or ends, `null` if there is none. Set by the owner of the sessions. */
@Volatile
internal var problemsOfSession: (() -> Problems?)? = null

/** Problems reported while there is no session. */
private val problemsOfNoSession = Problems()

/** Where to report what goes wrong now. */
internal fun activeProblems(): Problems = problemsOfSession?.invoke() ?: problemsOfNoSession
