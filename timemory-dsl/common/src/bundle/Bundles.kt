package timemory.bundle

import kotlin.jvm.JvmSynthetic
import timemory.Component
import timemory.internal.callgraph.ComponentSet

/*
 * The typed bundles: `bundle<WallClock, ThreadCpuClock>()` is a `Bundle2<WallClock, ThreadCpuClock>`, and so on. All they add to
 * `Bundle` is the types of their results. BundlesArities.kt, which is generated from the same pattern, has those of two to eight
 * components.
 */

/** A bundle of one component. */
public class Bundle1<A : Component> @PublishedApi internal constructor(set: ComponentSet) : Bundle(set) {
    /**
     * Measures [block] as [measure] does, and returns its value together with what the components recorded in this lap:
     * `val (result, first) = ...`. Allocates.
     */
    @JvmSynthetic // Java has `Bundles.measured`
    public inline fun <R> measured(label: String, block: () -> R): Measured1<R, A> {
        val lap = Lap(this)
        val result = lap.around(label, block)
        return Measured1(result, lap[0])
    }

    /** A handle on a region with [label], for code that starts and stops it at different places. */
    public fun region(label: String): Region1<A> = Region1(this, label)
}

/**
 * The value of a measured block and what one component recorded of that one lap; without laps where nothing was recorded.
 *
 * @property result what the block returned
 * @property first what component 1 recorded
 */
public class Measured1<out R, out A : Component>(
    public val result: R,
    public val first: A,
) {
    public operator fun component1(): R = result

    public operator fun component2(): A = first
}

/** A [Region] of a [Bundle1]: its laps' totals are typed and can be destructured. */
public class Region1<A : Component> internal constructor(bundle: Bundle, label: String) : Region(bundle, label) {
    /** What component 1 recorded over all laps of this handle since [reset]. */
    public val first: A get() = totalsAt(0)

    public operator fun component1(): A = first
}
