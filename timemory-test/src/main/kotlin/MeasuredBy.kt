package timemory.test

import io.kotest.core.spec.DslDrivenSpec
import kotlin.reflect.KClass
import timemory.Bundle
import timemory.Component
import timemory.bundle

/*
 * `measuredBy<WallClock, PeakRss>()` for one to eight components.
 */

/**
 * Measures the test cases of this spec by the components of [bundle]: see [MeasuredExtension].
 *
 * @param whenUnavailable what becomes of a test case if a component cannot measure on this machine
 * @param settings those of the session: see [MeasuredBy.settings]
 */
public fun DslDrivenSpec.measuredBy(
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
public inline fun <reified A : Component> DslDrivenSpec.measuredBy(): Unit =
    measuredBy(bundle<A>())

/** As above, by two components. */
@JvmName("measuredBy2")
public inline fun <reified A : Component, reified B : Component> DslDrivenSpec.measuredBy(): Unit =
    measuredBy(bundle<A, B>())

/** As above, by three components. */
@JvmName("measuredBy3")
public inline fun <reified A : Component, reified B : Component, reified C : Component> DslDrivenSpec.measuredBy(): Unit =
    measuredBy(bundle<A, B, C>())

/** As above, by four components. */
@JvmName("measuredBy4")
public inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component> DslDrivenSpec.measuredBy(): Unit =
    measuredBy(bundle<A, B, C, D>())

/** As above, by five components. */
@JvmName("measuredBy5")
public inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component> DslDrivenSpec.measuredBy(): Unit =
    measuredBy(bundle<A, B, C, D, E>())

/** As above, by six components. */
@JvmName("measuredBy6")
public inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component, reified F : Component> DslDrivenSpec.measuredBy(): Unit =
    measuredBy(bundle<A, B, C, D, E, F>())

/** As above, by seven components. */
@JvmName("measuredBy7")
public inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component, reified F : Component, reified G : Component> DslDrivenSpec.measuredBy(): Unit =
    measuredBy(bundle<A, B, C, D, E, F, G>())

/** As above, by eight components. */
@JvmName("measuredBy8")
public inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component, reified F : Component, reified G : Component, reified H : Component> DslDrivenSpec.measuredBy(): Unit =
    measuredBy(bundle<A, B, C, D, E, F, G, H>())
