package timemory

import kotlin.jvm.JvmName
import kotlin.jvm.JvmSynthetic

/*
 * The typed bundles: `bundle<WallClock, ThreadCpuClock>()` is a `Bundle2<WallClock, ThreadCpuClock>`, and so on. All they add to
 * `Bundle` is the types of their results.
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

/**
 * A bundle of one component, to be kept in a `val` and used from any thread.
 *
 * @param scope where laps are recorded; by default as the settings say
 * @throws IllegalArgumentException if a component stands twice in it
 */
@JvmName("bundle1")
public inline fun <reified A : Component> bundle(scope: Scope? = null): Bundle1<A> =
    Bundle1(componentSet(scope, typeKey<A>()))

/** A bundle of two components. */
public class Bundle2<A : Component, B : Component> @PublishedApi internal constructor(set: ComponentSet) : Bundle(set) {
    /**
     * Measures [block] as [measure] does, and returns its value together with what the components recorded in this lap:
     * `val (result, first, second) = ...`. Allocates.
     */
    @JvmSynthetic // Java has `Bundles.measured`
    public inline fun <R> measured(label: String, block: () -> R): Measured2<R, A, B> {
        val lap = Lap(this)
        val result = lap.around(label, block)
        return Measured2(result, lap[0], lap[1])
    }

    /** A handle on a region with [label], for code that starts and stops it at different places. */
    public fun region(label: String): Region2<A, B> = Region2(this, label)
}

/**
 * The value of a measured block and what two components recorded of that one lap; without laps where nothing was recorded.
 *
 * @property result what the block returned
 * @property first what component 1 recorded
 * @property second what component 2 recorded
 */
public class Measured2<out R, out A : Component, out B : Component>(
    public val result: R,
    public val first: A,
    public val second: B,
) {
    public operator fun component1(): R = result

    public operator fun component2(): A = first

    public operator fun component3(): B = second
}

/** A [Region] of a [Bundle2]: its laps' totals are typed and can be destructured. */
public class Region2<A : Component, B : Component> internal constructor(bundle: Bundle, label: String) : Region(bundle, label) {
    /** What component 1 recorded over all laps of this handle since [reset]. */
    public val first: A get() = totalsAt(0)

    /** What component 2 recorded over all laps of this handle since [reset]. */
    public val second: B get() = totalsAt(1)

    public operator fun component1(): A = first

    public operator fun component2(): B = second
}

/**
 * A bundle of two components, to be kept in a `val` and used from any thread.
 *
 * @param scope where laps are recorded; by default as the settings say
 * @throws IllegalArgumentException if a component stands twice in it
 */
@JvmName("bundle2")
public inline fun <reified A : Component, reified B : Component> bundle(scope: Scope? = null): Bundle2<A, B> =
    Bundle2(componentSet(scope, typeKey<A>(), typeKey<B>()))

/** A bundle of three components. */
public class Bundle3<A : Component, B : Component, C : Component> @PublishedApi internal constructor(set: ComponentSet) : Bundle(set) {
    /**
     * Measures [block] as [measure] does, and returns its value together with what the components recorded in this lap:
     * `val (result, first, second, third) = ...`. Allocates.
     */
    @JvmSynthetic // Java has `Bundles.measured`
    public inline fun <R> measured(label: String, block: () -> R): Measured3<R, A, B, C> {
        val lap = Lap(this)
        val result = lap.around(label, block)
        return Measured3(result, lap[0], lap[1], lap[2])
    }

    /** A handle on a region with [label], for code that starts and stops it at different places. */
    public fun region(label: String): Region3<A, B, C> = Region3(this, label)
}

/**
 * The value of a measured block and what three components recorded of that one lap; without laps where nothing was recorded.
 *
 * @property result what the block returned
 * @property first what component 1 recorded
 * @property second what component 2 recorded
 * @property third what component 3 recorded
 */
public class Measured3<out R, out A : Component, out B : Component, out C : Component>(
    public val result: R,
    public val first: A,
    public val second: B,
    public val third: C,
) {
    public operator fun component1(): R = result

    public operator fun component2(): A = first

    public operator fun component3(): B = second

    public operator fun component4(): C = third
}

/** A [Region] of a [Bundle3]: its laps' totals are typed and can be destructured. */
public class Region3<A : Component, B : Component, C : Component> internal constructor(bundle: Bundle, label: String) : Region(bundle, label) {
    /** What component 1 recorded over all laps of this handle since [reset]. */
    public val first: A get() = totalsAt(0)

    /** What component 2 recorded over all laps of this handle since [reset]. */
    public val second: B get() = totalsAt(1)

    /** What component 3 recorded over all laps of this handle since [reset]. */
    public val third: C get() = totalsAt(2)

    public operator fun component1(): A = first

    public operator fun component2(): B = second

    public operator fun component3(): C = third
}

/**
 * A bundle of three components, to be kept in a `val` and used from any thread.
 *
 * @param scope where laps are recorded; by default as the settings say
 * @throws IllegalArgumentException if a component stands twice in it
 */
@JvmName("bundle3")
public inline fun <reified A : Component, reified B : Component, reified C : Component> bundle(scope: Scope? = null): Bundle3<A, B, C> =
    Bundle3(componentSet(scope, typeKey<A>(), typeKey<B>(), typeKey<C>()))

/** A bundle of four components. */
public class Bundle4<A : Component, B : Component, C : Component, D : Component> @PublishedApi internal constructor(set: ComponentSet) : Bundle(set) {
    /**
     * Measures [block] as [measure] does, and returns its value together with what the components recorded in this lap:
     * `val (result, first, second, third, fourth) = ...`. Allocates.
     */
    @JvmSynthetic // Java has `Bundles.measured`
    public inline fun <R> measured(label: String, block: () -> R): Measured4<R, A, B, C, D> {
        val lap = Lap(this)
        val result = lap.around(label, block)
        return Measured4(result, lap[0], lap[1], lap[2], lap[3])
    }

    /** A handle on a region with [label], for code that starts and stops it at different places. */
    public fun region(label: String): Region4<A, B, C, D> = Region4(this, label)
}

/**
 * The value of a measured block and what four components recorded of that one lap; without laps where nothing was recorded.
 *
 * @property result what the block returned
 * @property first what component 1 recorded
 * @property second what component 2 recorded
 * @property third what component 3 recorded
 * @property fourth what component 4 recorded
 */
public class Measured4<out R, out A : Component, out B : Component, out C : Component, out D : Component>(
    public val result: R,
    public val first: A,
    public val second: B,
    public val third: C,
    public val fourth: D,
) {
    public operator fun component1(): R = result

    public operator fun component2(): A = first

    public operator fun component3(): B = second

    public operator fun component4(): C = third

    public operator fun component5(): D = fourth
}

/** A [Region] of a [Bundle4]: its laps' totals are typed and can be destructured. */
public class Region4<A : Component, B : Component, C : Component, D : Component> internal constructor(bundle: Bundle, label: String) : Region(bundle, label) {
    /** What component 1 recorded over all laps of this handle since [reset]. */
    public val first: A get() = totalsAt(0)

    /** What component 2 recorded over all laps of this handle since [reset]. */
    public val second: B get() = totalsAt(1)

    /** What component 3 recorded over all laps of this handle since [reset]. */
    public val third: C get() = totalsAt(2)

    /** What component 4 recorded over all laps of this handle since [reset]. */
    public val fourth: D get() = totalsAt(3)

    public operator fun component1(): A = first

    public operator fun component2(): B = second

    public operator fun component3(): C = third

    public operator fun component4(): D = fourth
}

/**
 * A bundle of four components, to be kept in a `val` and used from any thread.
 *
 * @param scope where laps are recorded; by default as the settings say
 * @throws IllegalArgumentException if a component stands twice in it
 */
@JvmName("bundle4")
public inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component> bundle(scope: Scope? = null): Bundle4<A, B, C, D> =
    Bundle4(componentSet(scope, typeKey<A>(), typeKey<B>(), typeKey<C>(), typeKey<D>()))

/** A bundle of five components. */
public class Bundle5<A : Component, B : Component, C : Component, D : Component, E : Component> @PublishedApi internal constructor(set: ComponentSet) : Bundle(set) {
    /**
     * Measures [block] as [measure] does, and returns its value together with what the components recorded in this lap:
     * `val (result, first, second, third, fourth, fifth) = ...`. Allocates.
     */
    @JvmSynthetic // Java has `Bundles.measured`
    public inline fun <R> measured(label: String, block: () -> R): Measured5<R, A, B, C, D, E> {
        val lap = Lap(this)
        val result = lap.around(label, block)
        return Measured5(result, lap[0], lap[1], lap[2], lap[3], lap[4])
    }

    /** A handle on a region with [label], for code that starts and stops it at different places. */
    public fun region(label: String): Region5<A, B, C, D, E> = Region5(this, label)
}

/**
 * The value of a measured block and what five components recorded of that one lap; without laps where nothing was recorded.
 *
 * @property result what the block returned
 * @property first what component 1 recorded
 * @property second what component 2 recorded
 * @property third what component 3 recorded
 * @property fourth what component 4 recorded
 * @property fifth what component 5 recorded
 */
public class Measured5<out R, out A : Component, out B : Component, out C : Component, out D : Component, out E : Component>(
    public val result: R,
    public val first: A,
    public val second: B,
    public val third: C,
    public val fourth: D,
    public val fifth: E,
) {
    public operator fun component1(): R = result

    public operator fun component2(): A = first

    public operator fun component3(): B = second

    public operator fun component4(): C = third

    public operator fun component5(): D = fourth

    public operator fun component6(): E = fifth
}

/** A [Region] of a [Bundle5]: its laps' totals are typed and can be destructured. */
public class Region5<A : Component, B : Component, C : Component, D : Component, E : Component> internal constructor(bundle: Bundle, label: String) : Region(bundle, label) {
    /** What component 1 recorded over all laps of this handle since [reset]. */
    public val first: A get() = totalsAt(0)

    /** What component 2 recorded over all laps of this handle since [reset]. */
    public val second: B get() = totalsAt(1)

    /** What component 3 recorded over all laps of this handle since [reset]. */
    public val third: C get() = totalsAt(2)

    /** What component 4 recorded over all laps of this handle since [reset]. */
    public val fourth: D get() = totalsAt(3)

    /** What component 5 recorded over all laps of this handle since [reset]. */
    public val fifth: E get() = totalsAt(4)

    public operator fun component1(): A = first

    public operator fun component2(): B = second

    public operator fun component3(): C = third

    public operator fun component4(): D = fourth

    public operator fun component5(): E = fifth
}

/**
 * A bundle of five components, to be kept in a `val` and used from any thread.
 *
 * @param scope where laps are recorded; by default as the settings say
 * @throws IllegalArgumentException if a component stands twice in it
 */
@JvmName("bundle5")
public inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component> bundle(scope: Scope? = null): Bundle5<A, B, C, D, E> =
    Bundle5(componentSet(scope, typeKey<A>(), typeKey<B>(), typeKey<C>(), typeKey<D>(), typeKey<E>()))

/** A bundle of six components. */
public class Bundle6<A : Component, B : Component, C : Component, D : Component, E : Component, F : Component> @PublishedApi internal constructor(set: ComponentSet) : Bundle(set) {
    /**
     * Measures [block] as [measure] does, and returns its value together with what the components recorded in this lap:
     * `val (result, first, second, third, fourth, fifth, sixth) = ...`. Allocates.
     */
    @JvmSynthetic // Java has `Bundles.measured`
    public inline fun <R> measured(label: String, block: () -> R): Measured6<R, A, B, C, D, E, F> {
        val lap = Lap(this)
        val result = lap.around(label, block)
        return Measured6(result, lap[0], lap[1], lap[2], lap[3], lap[4], lap[5])
    }

    /** A handle on a region with [label], for code that starts and stops it at different places. */
    public fun region(label: String): Region6<A, B, C, D, E, F> = Region6(this, label)
}

/**
 * The value of a measured block and what six components recorded of that one lap; without laps where nothing was recorded.
 *
 * @property result what the block returned
 * @property first what component 1 recorded
 * @property second what component 2 recorded
 * @property third what component 3 recorded
 * @property fourth what component 4 recorded
 * @property fifth what component 5 recorded
 * @property sixth what component 6 recorded
 */
public class Measured6<out R, out A : Component, out B : Component, out C : Component, out D : Component, out E : Component, out F : Component>(
    public val result: R,
    public val first: A,
    public val second: B,
    public val third: C,
    public val fourth: D,
    public val fifth: E,
    public val sixth: F,
) {
    public operator fun component1(): R = result

    public operator fun component2(): A = first

    public operator fun component3(): B = second

    public operator fun component4(): C = third

    public operator fun component5(): D = fourth

    public operator fun component6(): E = fifth

    public operator fun component7(): F = sixth
}

/** A [Region] of a [Bundle6]: its laps' totals are typed and can be destructured. */
public class Region6<A : Component, B : Component, C : Component, D : Component, E : Component, F : Component> internal constructor(bundle: Bundle, label: String) : Region(bundle, label) {
    /** What component 1 recorded over all laps of this handle since [reset]. */
    public val first: A get() = totalsAt(0)

    /** What component 2 recorded over all laps of this handle since [reset]. */
    public val second: B get() = totalsAt(1)

    /** What component 3 recorded over all laps of this handle since [reset]. */
    public val third: C get() = totalsAt(2)

    /** What component 4 recorded over all laps of this handle since [reset]. */
    public val fourth: D get() = totalsAt(3)

    /** What component 5 recorded over all laps of this handle since [reset]. */
    public val fifth: E get() = totalsAt(4)

    /** What component 6 recorded over all laps of this handle since [reset]. */
    public val sixth: F get() = totalsAt(5)

    public operator fun component1(): A = first

    public operator fun component2(): B = second

    public operator fun component3(): C = third

    public operator fun component4(): D = fourth

    public operator fun component5(): E = fifth

    public operator fun component6(): F = sixth
}

/**
 * A bundle of six components, to be kept in a `val` and used from any thread.
 *
 * @param scope where laps are recorded; by default as the settings say
 * @throws IllegalArgumentException if a component stands twice in it
 */
@JvmName("bundle6")
public inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component, reified F : Component> bundle(scope: Scope? = null): Bundle6<A, B, C, D, E, F> =
    Bundle6(componentSet(scope, typeKey<A>(), typeKey<B>(), typeKey<C>(), typeKey<D>(), typeKey<E>(), typeKey<F>()))

/** A bundle of seven components. */
public class Bundle7<A : Component, B : Component, C : Component, D : Component, E : Component, F : Component, G : Component> @PublishedApi internal constructor(set: ComponentSet) : Bundle(set) {
    /**
     * Measures [block] as [measure] does, and returns its value together with what the components recorded in this lap:
     * `val (result, first, second, third, fourth, fifth, sixth, seventh) = ...`. Allocates.
     */
    @JvmSynthetic // Java has `Bundles.measured`
    public inline fun <R> measured(label: String, block: () -> R): Measured7<R, A, B, C, D, E, F, G> {
        val lap = Lap(this)
        val result = lap.around(label, block)
        return Measured7(result, lap[0], lap[1], lap[2], lap[3], lap[4], lap[5], lap[6])
    }

    /** A handle on a region with [label], for code that starts and stops it at different places. */
    public fun region(label: String): Region7<A, B, C, D, E, F, G> = Region7(this, label)
}

/**
 * The value of a measured block and what seven components recorded of that one lap; without laps where nothing was recorded.
 *
 * @property result what the block returned
 * @property first what component 1 recorded
 * @property second what component 2 recorded
 * @property third what component 3 recorded
 * @property fourth what component 4 recorded
 * @property fifth what component 5 recorded
 * @property sixth what component 6 recorded
 * @property seventh what component 7 recorded
 */
public class Measured7<out R, out A : Component, out B : Component, out C : Component, out D : Component, out E : Component, out F : Component, out G : Component>(
    public val result: R,
    public val first: A,
    public val second: B,
    public val third: C,
    public val fourth: D,
    public val fifth: E,
    public val sixth: F,
    public val seventh: G,
) {
    public operator fun component1(): R = result

    public operator fun component2(): A = first

    public operator fun component3(): B = second

    public operator fun component4(): C = third

    public operator fun component5(): D = fourth

    public operator fun component6(): E = fifth

    public operator fun component7(): F = sixth

    public operator fun component8(): G = seventh
}

/** A [Region] of a [Bundle7]: its laps' totals are typed and can be destructured. */
public class Region7<A : Component, B : Component, C : Component, D : Component, E : Component, F : Component, G : Component> internal constructor(bundle: Bundle, label: String) : Region(bundle, label) {
    /** What component 1 recorded over all laps of this handle since [reset]. */
    public val first: A get() = totalsAt(0)

    /** What component 2 recorded over all laps of this handle since [reset]. */
    public val second: B get() = totalsAt(1)

    /** What component 3 recorded over all laps of this handle since [reset]. */
    public val third: C get() = totalsAt(2)

    /** What component 4 recorded over all laps of this handle since [reset]. */
    public val fourth: D get() = totalsAt(3)

    /** What component 5 recorded over all laps of this handle since [reset]. */
    public val fifth: E get() = totalsAt(4)

    /** What component 6 recorded over all laps of this handle since [reset]. */
    public val sixth: F get() = totalsAt(5)

    /** What component 7 recorded over all laps of this handle since [reset]. */
    public val seventh: G get() = totalsAt(6)

    public operator fun component1(): A = first

    public operator fun component2(): B = second

    public operator fun component3(): C = third

    public operator fun component4(): D = fourth

    public operator fun component5(): E = fifth

    public operator fun component6(): F = sixth

    public operator fun component7(): G = seventh
}

/**
 * A bundle of seven components, to be kept in a `val` and used from any thread.
 *
 * @param scope where laps are recorded; by default as the settings say
 * @throws IllegalArgumentException if a component stands twice in it
 */
@JvmName("bundle7")
public inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component, reified F : Component, reified G : Component> bundle(scope: Scope? = null): Bundle7<A, B, C, D, E, F, G> =
    Bundle7(componentSet(scope, typeKey<A>(), typeKey<B>(), typeKey<C>(), typeKey<D>(), typeKey<E>(), typeKey<F>(), typeKey<G>()))

/** A bundle of eight components. */
public class Bundle8<A : Component, B : Component, C : Component, D : Component, E : Component, F : Component, G : Component, H : Component> @PublishedApi internal constructor(set: ComponentSet) : Bundle(set) {
    /**
     * Measures [block] as [measure] does, and returns its value together with what the components recorded in this lap:
     * `val (result, first, second, third, fourth, fifth, sixth, seventh, eighth) = ...`. Allocates.
     */
    @JvmSynthetic // Java has `Bundles.measured`
    public inline fun <R> measured(label: String, block: () -> R): Measured8<R, A, B, C, D, E, F, G, H> {
        val lap = Lap(this)
        val result = lap.around(label, block)
        return Measured8(result, lap[0], lap[1], lap[2], lap[3], lap[4], lap[5], lap[6], lap[7])
    }

    /** A handle on a region with [label], for code that starts and stops it at different places. */
    public fun region(label: String): Region8<A, B, C, D, E, F, G, H> = Region8(this, label)
}

/**
 * The value of a measured block and what eight components recorded of that one lap; without laps where nothing was recorded.
 *
 * @property result what the block returned
 * @property first what component 1 recorded
 * @property second what component 2 recorded
 * @property third what component 3 recorded
 * @property fourth what component 4 recorded
 * @property fifth what component 5 recorded
 * @property sixth what component 6 recorded
 * @property seventh what component 7 recorded
 * @property eighth what component 8 recorded
 */
public class Measured8<out R, out A : Component, out B : Component, out C : Component, out D : Component, out E : Component, out F : Component, out G : Component, out H : Component>(
    public val result: R,
    public val first: A,
    public val second: B,
    public val third: C,
    public val fourth: D,
    public val fifth: E,
    public val sixth: F,
    public val seventh: G,
    public val eighth: H,
) {
    public operator fun component1(): R = result

    public operator fun component2(): A = first

    public operator fun component3(): B = second

    public operator fun component4(): C = third

    public operator fun component5(): D = fourth

    public operator fun component6(): E = fifth

    public operator fun component7(): F = sixth

    public operator fun component8(): G = seventh

    public operator fun component9(): H = eighth
}

/** A [Region] of a [Bundle8]: its laps' totals are typed and can be destructured. */
public class Region8<A : Component, B : Component, C : Component, D : Component, E : Component, F : Component, G : Component, H : Component> internal constructor(bundle: Bundle, label: String) : Region(bundle, label) {
    /** What component 1 recorded over all laps of this handle since [reset]. */
    public val first: A get() = totalsAt(0)

    /** What component 2 recorded over all laps of this handle since [reset]. */
    public val second: B get() = totalsAt(1)

    /** What component 3 recorded over all laps of this handle since [reset]. */
    public val third: C get() = totalsAt(2)

    /** What component 4 recorded over all laps of this handle since [reset]. */
    public val fourth: D get() = totalsAt(3)

    /** What component 5 recorded over all laps of this handle since [reset]. */
    public val fifth: E get() = totalsAt(4)

    /** What component 6 recorded over all laps of this handle since [reset]. */
    public val sixth: F get() = totalsAt(5)

    /** What component 7 recorded over all laps of this handle since [reset]. */
    public val seventh: G get() = totalsAt(6)

    /** What component 8 recorded over all laps of this handle since [reset]. */
    public val eighth: H get() = totalsAt(7)

    public operator fun component1(): A = first

    public operator fun component2(): B = second

    public operator fun component3(): C = third

    public operator fun component4(): D = fourth

    public operator fun component5(): E = fifth

    public operator fun component6(): F = sixth

    public operator fun component7(): G = seventh

    public operator fun component8(): H = eighth
}

/**
 * A bundle of eight components, to be kept in a `val` and used from any thread.
 *
 * @param scope where laps are recorded; by default as the settings say
 * @throws IllegalArgumentException if a component stands twice in it
 */
@JvmName("bundle8")
public inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component, reified F : Component, reified G : Component, reified H : Component> bundle(scope: Scope? = null): Bundle8<A, B, C, D, E, F, G, H> =
    Bundle8(componentSet(scope, typeKey<A>(), typeKey<B>(), typeKey<C>(), typeKey<D>(), typeKey<E>(), typeKey<F>(), typeKey<G>(), typeKey<H>()))
