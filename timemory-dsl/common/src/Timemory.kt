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
 * Controls a measuring session: its start, its end, and whether regions are recorded.
 *
 * No call is required: the first measured region starts a session with the settings of the environment, and the results are written when
 * the process ends, whether normally, by `exitProcess`, an uncaught exception, SIGTERM or SIGINT.
 *
 * ### Thread-safety
 * May be called from any thread.
 */
public object Timemory {
    /**
     * Whether regions are recorded. When disabled, a region costs one check; regions that are open when recording is disabled are still
     * recorded when they end. On the JVM, regions of a program that starts with `TIMEMORY_ENABLED=false` do not start a session: it starts
     * when this is set to `true`, or when something else needs it.
     */
    @JvmStatic
    public var isEnabled: Boolean
        get() = recording
        set(value) {
            switchRecording(value)
        }

    /** Whether a session has started and has not been finalized. */
    @JvmStatic
    public val isInitialized: Boolean get() = timemory.internal.callgraph.isInitialized

    /** The settings of the session, or those that a new session would start with. */
    @JvmStatic
    public val settings: Settings get() = knownSettings()

    /**
     * Changes settings of the running session: output, units, components, and whether regions are recorded.
     *
     * @throws IllegalArgumentException for a setting that is read only when a session starts, such as `flatProfile`; then nothing is
     * changed
     * @throws IllegalStateException without a session
     */
    @JvmStatic
    public fun change(settings: SettingsBuilder): Unit = timemory.internal.callgraph.change(settings)

    /** Changes the settings assigned in [configure]: `Timemory.change { timingUnits = "msec" }`. */
    @JvmSynthetic // Java passes a SettingsBuilder
    public inline fun change(configure: SettingsBuilder.() -> Unit): Unit = change(SettingsBuilder().apply(configure))

    /**
     * Starts a session; the calling thread becomes the primary thread. If a session is already running, this is reported and has no other
     * effect.
     *
     * @param settings its assignments take precedence over environment variables, system properties and the settings file
     */
    @JvmStatic
    @JvmOverloads
    public fun init(settings: SettingsBuilder = SettingsBuilder()) {
        initialize(settings)
    }

    /**
     * Initializes timemory with the settings assigned in [configure]: `Timemory.init { outputPath = "results"; components(WallClock,
     * PeakRss) }`.
     */
    @JvmSynthetic // Java passes a SessionBuilder
    public inline fun init(configure: SessionBuilder.() -> Unit) {
        init(SessionBuilder().apply(configure))
    }

    /**
     * Initializes timemory with command-line arguments: those that are settings, such as `--timemory-output-path=results` or
     * `--timemory-enabled=false`, take precedence over everything else, and the others are returned.
     * ```
     * fun main(args: Array<String>) = solve(Timemory.init(args))
     * ```
     * An argument that starts with `--timemory-` but is not a setting is reported and ignored. Arguments after `--` are never parsed; with
     * `TIMEMORY_SUPPRESS_PARSING` none are.
     */
    @JvmStatic
    @JvmOverloads
    public fun init(
        args: Array<String>,
        settings: SettingsBuilder = SettingsBuilder(),
    ): Array<String> = initialize(settings, args, explicit = true)

    /**
     * Ends the session, writes its results according to the settings, and returns them. Later regions are not recorded until the next
     * [init]. Returns `null` without a session, as when called twice.
     */
    @JvmStatic
    public fun finalize(): Results? = end(write = true)

    /**
     * Registers [listener] for the results of this and later sessions. It is called after they have been written, by the thread that ends
     * the session: in [finalize], or at process exit. Exceptions that it throws are logged to stderr.
     */
    @JvmStatic
    public fun whenFinalized(listener: ResultsListener): Unit = addListener(listener)

    /**
     * Measures [block] as one lap of the region [label] with the components chosen at run time, and returns its result: see
     * [timemory.measure].
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

    /** Opens the region [label] with the chosen components. The returned object closes it, on the same thread. */
    @JvmStatic
    public fun open(label: String): OpenRegion =
        (if (recording) enterAndStart(label, chosenComponents())?.held() else null) ?: UnrecordedRegion

    /** Opens the region [label] with the chosen components; [popRegion] closes it on the same thread. */
    @JvmStatic
    public fun pushRegion(label: String): Unit = pushChosen(label)

    /** Closes the region [label] that [pushRegion] opened last on this thread; regions pushed after it stay open. */
    @JvmStatic
    public fun popRegion(label: String): Unit = popChosen(label)

    /** The components of regions that the calling thread opens without naming components. */
    @JvmStatic
    public val components: List<ComponentType<*>> get() = chosenComponents().types

    /**
     * Sets the components of regions that do not name any, on threads that have not pushed any: ids separated by commas, semicolons or
     * spaces.
     *
     * @throws IllegalArgumentException if an id is unknown or occurs twice
     */
    @JvmStatic
    public fun setDefaultComponents(components: String): Unit = defaultComponents.configure(components)

    /** Adds [components] to those chosen on the calling thread. */
    @JvmStatic
    public fun addComponents(components: String) {
        val types = Components.ofNames(components)
        changeChosen { (it + types).distinct() }
    }

    /** Removes [components] from those chosen on the calling thread. */
    @JvmStatic
    public fun removeComponents(components: String) {
        val types = Components.ofNames(components).toSet()
        changeChosen { it - types }
    }

    /**
     * Sets the components of regions that the calling thread opens without naming any, until [popComponents].
     *
     * @throws IllegalArgumentException if an id is unknown or occurs twice
     */
    @JvmStatic
    public fun pushComponents(components: String): Unit = pushComponents(componentSetOf(Components.ofNames(components), null))

    /** Pushes components by their types. */
    @JvmStatic
    public fun pushComponents(vararg types: ComponentType<*>): Unit = pushComponents(componentSetOf(types.asList(), null))

    /** Restores the components from before the last [pushComponents] of this thread. */
    @JvmStatic
    public fun popComponents() {
        if (!popPushedComponents()) reportPopWithoutPush("popComponents()")
    }

    /**
     * Runs [block] with [components]: see [pushComponents]. [block] must not suspend.
     *
     * @sample readme.chosen.choose
     * @since 0.2.0
     */
    @JvmSynthetic // Java pushes and pops
    public inline fun <R> withComponents(components: String, crossinline block: () -> R): R {
        pushComponents(components)
        try {
            return block()
        } finally {
            popComponents()
        }
    }

    /** Returns the results so far, including open regions, or `null` without a session. Other threads continue measuring meanwhile. */
    @JvmStatic
    public fun results(): Results? = resultsSoFar()
}

/**
 * Measures a whole program: starts a session configured by [configure], runs [program], finalizes the session, even after an exception, and
 * returns the result.
 * ```
 * fun main() = timemory({ outputPath = "results" }) { solve() }
 * ```
 * @sample readme.dsl.main
 * @since 0.2.0
 */
public inline fun <R> timemory(configure: SessionBuilder.() -> Unit = {}, program: () -> R): R {
    Timemory.init(configure)
    try {
        return program()
    } finally {
        Timemory.finalize()
    }
}
