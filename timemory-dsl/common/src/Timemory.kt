package timemory

import kotlin.jvm.JvmOverloads
import kotlin.jvm.JvmStatic
import kotlin.jvm.JvmSynthetic

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
     * when it ends.
     */
    @JvmStatic
    public var isEnabled: Boolean
        get() = recording
        set(value) {
            record(value)
        }

    /** Whether a session has begun and not been finalized. */
    @JvmStatic
    public val isInitialized: Boolean get() = timemory.isInitialized

    /** The settings in force. */
    @JvmStatic
    public val settings: Settings get() = activeSettings

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

    /** As [init], with the settings assigned in [configure]: `Timemory.init { outputPath = "results" }`. */
    @JvmSynthetic // Java passes a SettingsBuilder
    public inline fun init(configure: SettingsBuilder.() -> Unit) {
        init(SettingsBuilder().apply(configure))
    }

    /**
     * Ends the session, writes its results as the settings say, and returns them. Regions measured afterwards are not recorded until
     * the next [init]. Without a session, as when called twice, it does nothing and returns `null`.
     */
    @JvmStatic
    public fun finalize(): Results? = end(write = true)

    /** What was measured so far, regions still open included; `null` without a session. Threads that measure wait meanwhile. */
    @JvmStatic
    public fun results(): Results? = resultsSoFar()
}

/**
 * Measures a whole program: begins a session with the settings assigned in [configure], runs [program], finalizes however it ends,
 * and returns its value.
 * ```
 * fun main() = timemory({ outputPath = "results" }) { solve() }
 * ```
 */
public inline fun <R> timemory(configure: SettingsBuilder.() -> Unit = {}, program: () -> R): R {
    Timemory.init(configure)
    try {
        return program()
    } finally {
        Timemory.finalize()
    }
}
