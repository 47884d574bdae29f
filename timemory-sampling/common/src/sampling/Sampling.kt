package timemory.sampling

import timemory.settings.Settings

/** The sampler of the process, as far as this target has one. */
internal expect object Sampling {
    /** Why there is none, as a sentence; `null` where there is one. */
    fun unavailable(): String?

    /** A session begins with [settings]: samples the whole program where they say so. Must not throw. */
    fun begins(settings: Settings)

    /** A region with samples is about to be measured: has the sampler started where that has not happened yet. Must not throw. */
    fun wanted()
}
