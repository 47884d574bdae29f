package timemory.test

import org.opentest4j.TestAbortedException

/* Prints the reason why a test was aborted to stderr: Kotest's JUnit runner reports that it was, but not why. */

internal fun tellReason(reason: String?): Unit = System.err.println("timemory: $reason")

internal inline fun <R> tellingReasons(check: () -> R): R = try {
    check()
} catch (failure: TestAbortedException) {
    tellReason(failure.message)
    throw failure
}
