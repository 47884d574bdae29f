package timemory.test

import io.kotest.core.TestConfiguration
import io.kotest.core.extensions.SpecExtension
import io.kotest.core.spec.Spec
import timemory.Timemory

/**
 * Marks this spec as one that starts and ends timemory sessions itself: the Kotest counterpart of [OwnSession].
 * ```
 * class InstrumentationSpec : FunSpec({
 *     ownSession()
 *     test("...") { Timemory.init { ... } }
 * })
 * ```
 * Before it, the session of measured tests is ended and written; the next measured test starts another one, whose files have the prefix
 * `part2-`. The spec is not measured by [MeasuredExtension]. A session that it leaves open is ended after it. Measured specs must not run
 * at the same time.
 */
public fun TestConfiguration.ownSession() {
    extension(OwnSessionExtension)
}

/** Keeps the session of measured tests separate from a spec. */
internal object OwnSessionExtension : SpecExtension {
    override suspend fun intercept(spec: Spec, execute: suspend (Spec) -> Unit) {
        TestSession.end()
        val isOfOthers = Timemory.isInitialized
        try {
            execute(spec)
        } finally {
            if (!isOfOthers) Timemory.finalize()
        }
    }
}
