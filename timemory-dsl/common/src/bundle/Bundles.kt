package timemory.bundle

import kotlin.jvm.JvmSynthetic
import timemory.Component
import timemory.internal.callgraph.ComponentSet

/*
 * The typed bundles: `bundle<WallClock, ThreadCpuClock>()` is a `Bundle2<WallClock, ThreadCpuClock>`, and so on. They only add the types of
 * the results to `Bundle`. BundlesArities.kt, generated from this pattern, contains those for two to eight components.
 */

/** A bundle of one component. */
public class Bundle1<A : Component> @PublishedApi internal constructor(set: ComponentSet) : Bundle(set) {
    /**
     * Measures [block] like [measure], and returns its value together with the values recorded in this lap: `val (result, first) = ...`.
     * Allocates.
     *
     * @sample readme.first.main
     * @since 0.2.0
     */
    @JvmSynthetic // Java has `Bundles.measured`
    public inline fun <R> measured(label: String, block: () -> R): Measured1<R, A> {
        val lap = Lap(this)
        val result = lap.around(label, block)
        return Measured1(result, lap[0])
    }

    /** Creates a handle on a region with [label], for code that starts and stops it in different places. */
    public fun region(label: String): Region1<A> = Region1(this, label)
}

/**
 * The value of a measured block and the values that one component recorded in that lap; without laps if nothing was recorded.
 *
 * @property result the value returned by the block
 * @property first the values recorded by component 1
 */
public class Measured1<out R, out A : Component>(
    public val result: R,
    public val first: A,
) {
    public operator fun component1(): R = result

    public operator fun component2(): A = first
}

/** A [Region] of a [Bundle1]: the totals of its laps are typed and can be destructured. */
public class Region1<A : Component> internal constructor(bundle: Bundle, label: String) : Region(bundle, label) {
    /** The values recorded by component 1 in all laps of this handle since [reset]. */
    public val first: A get() = totalsAt(0)

    public operator fun component1(): A = first
}
