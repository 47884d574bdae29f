package timemory

import kotlin.contracts.ExperimentalContracts
import kotlin.contracts.InvocationKind
import kotlin.contracts.contract
import kotlin.jvm.JvmSynthetic

/**
 * Measures what a program does with its objects of type [C], as the user of the program decides for each of them: whether it is measured,
 * how the region is called, and with which components.
 * ```
 * val tracks = profiler<Track>("TRACK") {
 *     configure(WallClock, ThreadCpuClock)
 *     query = { it.type == Electron }
 *     labeler = { it.volume.name }
 *     tweak { track -> if (track.energy < 100.keV) insert(PeakRss) }
 * }
 *
 * tracks.measure(track) { process(track) }
 * ```
 * ### Thread-safety
 * May measure on any number of threads at once. The functions are called on the thread that measures.
 *
 * @property bundle the components that are measured without a tweak: those of [userBundle] with the profiler's label
 */
public class Profiler<C> internal constructor(public val bundle: UserBundle) {
    /** Whether an object is measured. */
    public var query: (C) -> Boolean = { true }

    /** How the region of an object is called. */
    public var labeler: (C) -> String = { it.toString() }

    /** Changes the components of one region. */
    public var tweak: Tweak<C>? = null

    /** As [UserBundle.configure]. */
    public fun configure(vararg types: ComponentType<*>): Unit = bundle.configure(*types)

    /** As [UserBundle.configure]. */
    public fun configure(components: String): Unit = bundle.configure(components)

    /** Sets [tweak]; in Kotlin, with the components as receiver: `tweak { track -> insert(PeakRss) }`. */
    @JvmSynthetic // Java has setTweak
    public fun tweak(change: TweakedComponents.(C) -> Unit) {
        tweak = Tweak { components, context -> components.change(context) }
    }

    /** Measures [block], which works on [context], unless [query] says no, and returns its value. */
    @JvmSynthetic // Java has `open`
    @OptIn(ExperimentalContracts::class)
    public inline fun <R> measure(context: C, block: () -> R): R {
        contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
        val node = if (recording) enterFor(context) else null
        try {
            return block()
        } finally {
            if (node != null) stopAll(node)
        }
    }

    /** Opens the region of [context], unless [query] says no; the object returned closes it. */
    public fun open(context: C): OpenRegion = (if (recording) enterFor(context) else null) ?: UnrecordedRegion

    @PublishedApi
    internal fun enterFor(context: C): Node? {
        if (!query(context)) return null
        val set = tweak?.let { TweakedComponents(bundle.set).also { components -> it.tweak(components, context) }.set } ?: bundle.set
        return enterAndStart(labeler(context), set)
    }
}

/** Changes the components of the region of one object. */
public fun interface Tweak<in C> {
    /** Inserts into [components] or removes from them, as [context] asks for. */
    public fun tweak(components: TweakedComponents, context: C)
}

/** The components of one region that is about to be opened. */
public class TweakedComponents internal constructor(internal var set: ComponentSet) {
    /** Adds the component with [type], unless it is there. */
    public fun insert(type: ComponentType<*>) {
        if (type !in set.types) set = componentSetOf(set.types + type, set.requestedScope)
    }

    /** Takes the component with [type] away, where it is there. */
    public fun remove(type: ComponentType<*>) {
        if (type in set.types) set = componentSetOf(set.types - type, set.requestedScope)
    }
}

/** A profiler whose bundle is [userBundle] of [label] and [backups], as [configure] sets it up. */
public fun <C> profiler(label: String, vararg backups: String, configure: Profiler<C>.() -> Unit = {}): Profiler<C> =
    Profiler<C>(userBundle(label, *backups)).apply(configure)
