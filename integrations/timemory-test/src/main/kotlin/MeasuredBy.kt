package timemory.test

import io.kotest.core.spec.AbstractSpec
import kotlin.reflect.KClass
import timemory.Component
import timemory.bundle
import timemory.bundle.Bundle

/*
 * `measuredBy<WallClock, PeakRss>()` for one component; MeasuredByArities.kt, which is generated from the same pattern, has those for two
 * to eight.
 */

/**
 * Measures the test cases of this spec by the components of [bundle]: see [MeasuredExtension].
 *
 * @param whenUnavailable what becomes of a test case if a component cannot measure on this machine
 * @param settings those of the session: see [MeasuredBy.settings]
 */
public fun AbstractSpec.measuredBy(
    bundle: Bundle,
    whenUnavailable: WhenUnavailable = WhenUnavailable.ABORT,
    settings: KClass<out SessionSettings> = SessionSettings.FromEnvironment::class,
) {
    extension(MeasuredExtension(bundle, whenUnavailable, settings))
    // A spec's extensions are not told of the project's end.
    afterProject { TestSession.finish() }
}

/**
 * Measures the test cases of this spec by one component: see [MeasuredExtension].
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
