package timemory

import kotlin.jvm.JvmOverloads
import kotlin.jvm.JvmStatic
import kotlin.jvm.JvmSynthetic
import timemory.bundle.componentSetOf
import timemory.bundle.reportPopWithoutPush
import timemory.internal.callgraph.addListener
import timemory.internal.callgraph.end
import timemory.internal.callgraph.enterAndStart
import timemory.internal.callgraph.initialize
import timemory.internal.callgraph.isInitialized
import timemory.internal.callgraph.knownSettings
import timemory.internal.callgraph.recording
import timemory.internal.callgraph.resultsSoFar
import timemory.internal.callgraph.stopAll
import timemory.internal.callgraph.switchRecording
import timemory.internal.lean.*
import timemory.results.Results
import timemory.results.ResultsListener
import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/**
 * The life of a measurement: when it begins, whether it is on, and when its results are written.
 *
 * Nothing here need be called. The first measured region begins a session with the settings of the environment, and the results
 * are written when the process ends, be it normally, by `exitProcess`, an uncaught exception, SIGTERM or SIGINT.
 *
 * ### Thread-safety
 * May be called from any thread.
 */
public object Timemory {
    /**
     * Whether regions are recorded. Off costs one check for each region; what is open when it is switched off is still recorded
     * when it ends. On the JVM, regions of a program that starts with `TIMEMORY_ENABLED=false` begin no session: that waits until this, or
     * anything else that needs one, is set or asked for.
     */
    @JvmStatic
    public var isEnabled: Boolean
        get() = recording
        set(value) {
            switchRecording(value)
        }

    /** Whether a session has begun and not been finalized. */
    @JvmStatic
    public val isInitialized: Boolean get() = timemory.internal.callgraph.isInitialized

    /** The settings in force; those that a session would begin with where there is none. */
    @JvmStatic
    public val settings: Settings get() = knownSettings()

    /**
     * Changes settings of the session that measures: those of the output, units, components, and whether anything is recorded.
     *
     * @throws IllegalArgumentException for a setting that is looked at only when measuring begins, such as `flatProfile`; nothing is
     * changed then
     * @throws IllegalStateException without a session
     */
    @JvmStatic
    public fun change(settings: SettingsBuilder): Unit = timemory.internal.callgraph.change(settings)

    /** Changes the settings assigned in [configure]: `Timemory.change { timingUnits = "msec" }`. */
    @JvmSynthetic // Java passes a SettingsBuilder
    public inline fun change(configure: SettingsBuilder.() -> Unit): Unit = change(SettingsBuilder().apply(configure))

    /**
     * Begins a session; the calling thread becomes the primary one. Does nothing but say so where one has begun already.
     *
     * @param settings what it assigns goes before environment, system properties and file
     */
    @JvmStatic
    @JvmOverloads
    public fun init(settings: SettingsBuilder = SettingsBuilder()) {
        initialize(settings)
    }

    /** Initializes timemory with the settings assigned in [configure]: `Timemory.init { outputPath = "results"; components(WallClock,
     * PeakRss) }`. */
    @JvmSynthetic // Java passes a SessionBuilder
    public inline fun init(configure: SessionBuilder.() -> Unit) {
        init(SessionBuilder().apply(configure))
    }

    /**
     * Initializes timemory with command-line arguments: those that are settings, such as `--timemory-output-path=results` or
     * `--timemory-enabled=false`, go before everything else, and the others are returned.
     * ```
     * fun main(args: Array<String>) = solve(Timemory.init(args))
     * ```
     * An argument that begins with `--timemory-` and is no setting is said, and left out all the same. Arguments after `--` are never
     * looked at; with `TIMEMORY_SUPPRESS_PARSING` none are.
     */
    @JvmStatic
    @JvmOverloads
    public fun init(
        args: Array<String>,
        settings: SettingsBuilder = SettingsBuilder(),
    ): Array<String> = initialize(settings, args, explicit = true)

    /**
     * Ends the session, writes its results as the settings say, and returns them. Regions measured afterwards are not recorded until
     * the next [init]. Without a session, as when called twice, it does nothing and returns `null`.
     */
    @JvmStatic
    public fun finalize(): Results? = end(write = true)

    /**
     * Has [listener] told of the results of each session from now on, when they have been written: by [finalize], and at the end of the
     * process however it comes. It is called by the thread that ends the session. What it throws is said on the standard error stream.
     */
    @JvmStatic
    public fun whenFinalized(listener: ResultsListener): Unit = addListener(listener)

    /**
     * Measures [block] as one lap of the region [label], with the components that were chosen when the program runs, and returns its value:
     * see [timemory.measure].
     */
    @JvmSynthetic // Java has pushRegion and popRegion
    public inline fun <R> measure(label: String, block: () -> R): R {
        val node = if (recording) enterAndStart(label, chosenComponents()) else null
        try {
            return block()
        } finally {
            if (node != null) stopAll(node)
        }
    }

    /** Opens the region [label] with the components chosen; the object returned closes it, on the same thread. */
    @JvmStatic
    public fun open(label: String): OpenRegion =
        (if (recording) enterAndStart(label, chosenComponents())?.held() else null) ?: UnrecordedRegion

    /** Opens the region [label] with the components chosen, for [popRegion] to close on the same thread. */
    @JvmStatic
    public fun pushRegion(label: String): Unit = pushChosen(label)

    /** Closes the region that [pushRegion] opened last on this thread with [label]; regions pushed after it stay open. */
    @JvmStatic
    public fun popRegion(label: String): Unit = popChosen(label)

    /** The components of regions that the calling thread opens without naming any. */
    @JvmStatic
    public val components: List<ComponentType<*>> get() = chosenComponents().types

    /**
     * Chooses the components of regions that name none, on threads that pushed none: ids separated by commas, semicolons or spaces.
     *
     * @throws IllegalArgumentException if an id is unknown or stands twice
     */
    @JvmStatic
    public fun setDefaultComponents(components: String): Unit = defaultComponents.configure(components)

    /** Adds to the components that the calling thread chose. */
    @JvmStatic
    public fun addComponents(components: String) {
        val types = Components.ofNames(components)
        changeChosen { (it + types).distinct() }
    }

    /** Takes away from the components that the calling thread chose. */
    @JvmStatic
    public fun removeComponents(components: String) {
        val types = Components.ofNames(components).toSet()
        changeChosen { it - types }
    }

    /**
     * Chooses the components of regions that the calling thread opens without naming any, until [popComponents].
     *
     * @throws IllegalArgumentException if an id is unknown or stands twice
     */
    @JvmStatic
    public fun pushComponents(components: String): Unit = pushComponents(componentSetOf(Components.ofNames(components), null))

    /** Pushes components by their types. */
    @JvmStatic
    public fun pushComponents(vararg types: ComponentType<*>): Unit = pushComponents(componentSetOf(types.asList(), null))

    /** Goes back to the components that were chosen before the last [pushComponents] of this thread. */
    @JvmStatic
    public fun popComponents() {
        if (!popPushedComponents()) reportPopWithoutPush("popComponents()")
    }

    /** Runs [block] with [components] chosen: see [pushComponents]. Not for code that suspends. */
    @JvmSynthetic // Java pushes and pops
    public inline fun <R> withComponents(components: String, crossinline block: () -> R): R {
        pushComponents(components)
        try {
            return block()
        } finally {
            popComponents()
        }
    }

    /** What was measured so far, regions still open included; `null` without a session. Threads that measure go on meanwhile. */
    @JvmStatic
    public fun results(): Results? = resultsSoFar()
}

/**
 * Measures a whole program: begins a session as [configure] says, runs [program], finalizes however it ends,
 * and returns its value.
 * ```
 * fun main() = timemory({ outputPath = "results" }) { solve() }
 * ```
 */
public inline fun <R> timemory(configure: SessionBuilder.() -> Unit = {}, program: () -> R): R {
    Timemory.init(configure)
    try {
        return program()
    } finally {
        Timemory.finalize()
    }
}
