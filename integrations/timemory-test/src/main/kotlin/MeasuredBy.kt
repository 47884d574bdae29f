package timemory.test

import io.kotest.core.spec.AbstractSpec
import kotlin.reflect.KClass
import timemory.Component
import timemory.bundle
import timemory.bundle.Bundle

/*
 * The function `measuredBy<WallClock, PeakRss>()` for one component; MeasuredByArities.kt, generated from this pattern, contains those for
 * two to eight.
 */

/**
 * Measures the test cases of this spec with the components of [bundle]: see [MeasuredExtension].
 *
 * @param whenUnavailable what happens to a test case if a component is unavailable on this machine
 * @param settings the session's settings: see [MeasuredBy.settings]
 */
public fun AbstractSpec.measuredBy(
    bundle: Bundle,
    whenUnavailable: WhenUnavailable = WhenUnavailable.ABORT,
    settings: KClass<out SessionSettings> = SessionSettings.FromEnvironment::class,
) {
    extension(MeasuredExtension(bundle, whenUnavailable, settings))
    // A spec's extensions are not notified of the project's end.
    afterProject { TestSession.finish() }
}

/**
 * Measures the test cases of this spec with one component: see [MeasuredExtension].
 * ```
 * class ParserSpec : FunSpec({
 *     measuredBy<WallClock>()
 *     test("parses numbers") { ... } // region "ParserSpec.parses numbers"
 * })
 * ```
 */
@JvmName("measuredBy1")
public inline fun <reified A : Component> AbstractSpec.measuredBy(): Unit =
    measuredBy(bundle<A>())
