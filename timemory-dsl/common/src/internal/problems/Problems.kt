package timemory.internal.problems

import kotlin.concurrent.Volatile
import timemory.internal.lean.*
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.printError

private const val LIMIT = 1000

/**
 * The problems that occurred while measuring. The program must continue, so nothing is thrown: each kind of problem is reported once to
 * stderr and kept for the results.
 *
 * @param debug whether each is reported with the place in the program where it was detected
 * @param tell reports each one; to stderr by default
 *
 * ### Thread-safety
 * May be called from any thread.
 */
internal class Problems(private val debug: Boolean = false, private val tell: ((String) -> Unit)? = null) {
    private val lock = Lock()
    private val sentences = LinkedHashMap<String, String>()

    /** Reports [sentence] unless a problem of this [kind] was reported before. */
    inline fun report(kind: String, sentence: () -> String) {
        // Created without the lock: it may call code of the program to get an exception's message.
        if (isNew(kind)) report(kind, sentence())
    }

    /** Whether [report] would report a problem of this [kind]. */
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

/** Returns the problems of the session that is running or ending; `null` if there is none. Set by the owner of the sessions. */
@Volatile
internal var problemsOfSession: (() -> Problems?)? = null

/** Problems reported while there is no session. */
private val problemsOfNoSession = Problems()

/** Where to report current problems. */
internal fun activeProblems(): Problems = problemsOfSession?.invoke() ?: problemsOfNoSession
