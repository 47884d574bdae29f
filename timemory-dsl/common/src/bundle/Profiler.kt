package timemory.bundle

import kotlin.concurrent.Volatile
import kotlin.contracts.ExperimentalContracts
import kotlin.contracts.InvocationKind
import kotlin.contracts.contract
import kotlin.jvm.JvmSynthetic
import timemory.ComponentType
import timemory.OpenRegion
import timemory.TimemoryDsl
import timemory.UnrecordedRegion
import timemory.internal.callgraph.ComponentSet
import timemory.internal.callgraph.Node
import timemory.internal.callgraph.enterAndStart
import timemory.internal.callgraph.recording
import timemory.internal.callgraph.stopAll

/**
 * Measures a program's work on objects of type [C]. Functions decide for each object whether it is measured, the label of its region, and
 * the components.
 * ```
 * val tracks = profiler<Track>("TRACK") {
 *     configure(WallClock, ThreadCpuClock)
 *     query { it.type == Electron }
 *     labeler { it.volume.name }
 *     tweak { track -> if (track.energy < 100.keV) insert(PeakRss) }
 * }
 *
 * tracks.measure(track) { process(track) }
 * ```
 * In Java:
 * ```
 * static final Profiler<Track> TRACKS = Bundles.profiler("TRACK");
 *
 * TRACKS.configure(WallClock.TYPE, ThreadCpuClock.TYPE);
 * TRACKS.query(track -> track.type() == ELECTRON);
 * TRACKS.labeler(track -> track.volume().name());
 * TRACKS.tweak((components, track) -> { if (track.energy() < 100 * KEV) components.insert(PeakRss.TYPE); });
 *
 * try (OpenRegion region = TRACKS.open(track)) { process(track); }
 * ```
 * ### Thread-safety
 * May measure on any number of threads at once, and be changed meanwhile. Its functions are called on the thread that measures.
 *
 * @property bundle the components measured without a tweak: those of the [userBundle][timemory.userBundle] with the profiler's label
 */
@TimemoryDsl
public class Profiler<C> internal constructor(public val bundle: UserBundle) {
    @Volatile
    private var query: Query<C>? = null

    @Volatile
    private var labeler: Labeler<C> = Labeler { it.toString() }

    @Volatile
    private var tweak: Tweak<C>? = null

    /** Configures the components like [UserBundle.configure]. */
    public fun configure(vararg types: ComponentType<*>): Unit = bundle.configure(*types)

    /** Configures the components like [UserBundle.configure]. */
    public fun configure(components: String): Unit = bundle.configure(components)

    /** Measures only the objects that [query] selects; all by default. */
    public fun query(query: Query<C>) {
        this.query = query
    }

    /** Labels the regions with [labeler]; by default, with `toString()` of their objects. */
    public fun labeler(labeler: Labeler<C>) {
        this.labeler = labeler
    }

    /** Changes the components of each region with [tweak]. */
    public fun tweak(tweak: Tweak<C>) {
        this.tweak = tweak
    }

    /** Measures [block], which works on [context], if the query selects it, and returns the block's value. */
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

    /** Opens the region of [context] if the query selects it; the returned object closes it. */
    public fun open(context: C): OpenRegion = (if (recording) enterFor(context)?.held() else null) ?: UnrecordedRegion

    @PublishedApi
    internal fun enterFor(context: C): Node? {
        if (query?.isMeasured(context) == false) return null
        return enterAndStart(labeler.label(context), setFor(context))
    }

    private fun setFor(context: C): ComponentSet {
        val tweak = tweak ?: return bundle.set
        val components = TweakedComponents(bundle.set)
        with(tweak) { components.tweak(context) }
        return components.set
    }
}

/** Selects the objects to measure. */
public fun interface Query<in C> {
    /** Whether [context] is measured. */
    public fun isMeasured(context: C): Boolean
}

/** Labels the regions of objects. */
public fun interface Labeler<in C> {
    /** The label of the region of [context]. */
    public fun label(context: C): String
}

/** Changes the components for the region of one object. */
public fun interface Tweak<in C> {
    /** Inserts or removes components for [context]. */
    public fun TweakedComponents.tweak(context: C)
}

/** The components of one region that is about to be opened. */
public class TweakedComponents internal constructor(internal var set: ComponentSet) {
    /** Adds the component with [type] unless it is present. */
    public fun insert(type: ComponentType<*>) {
        set = set.with(type)
    }

    /** Removes the component with [type] if it is present. */
    public fun remove(type: ComponentType<*>) {
        set = set.without(type)
    }
}
