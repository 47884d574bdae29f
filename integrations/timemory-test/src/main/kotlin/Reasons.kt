package timemory.test

import org.opentest4j.TestAbortedException

/*
 * Why a test was aborted, told on the standard error stream besides: Kotest's JUnit runner passes on that it was, but not the reason.
 */

internal fun tellReason(reason: String?): Unit = System.err.println("timemory: $reason")

internal inline fun <R> tellingReasons(check: () -> R): R = try {
    check()
} catch (failure: TestAbortedException) {
    tellReason(failure.message)
    throw failure
}
