package timemory.test

import io.kotest.core.TestConfiguration
import io.kotest.core.extensions.SpecExtension
import io.kotest.core.spec.Spec
import timemory.Timemory

/**
 * Says of this spec that it begins and ends timemory sessions itself: for Kotest what [OwnSession] is for JUnit.
 * ```
 * class InstrumentationSpec : FunSpec({
 *     ownSession()
 *     test("...") { Timemory.init { ... } }
 * })
 * ```
 * Before it, the session of measured tests is ended and written; the next measured test begins another, whose files begin with `part2-`.
 * The spec is not measured by [MeasuredExtension]. A session that it leaves open is ended after it. Specs that are measured must not run
 * beside it.
 */
public fun TestConfiguration.ownSession() {
    extension(OwnSessionExtension)
}

/** Keeps the session of measured tests out of the way of a spec. */
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
