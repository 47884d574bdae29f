package timemory.settings

import kotlin.concurrent.Volatile

/**
 * Selects what a component measures, according to its settings. The request is fixed when a session starts and stays until the next one;
 * what is available of it is determined when the component is first used.
 *
 * @param R the request, with `equals`
 * @param C the resolved choice
 */
internal class LazySelection<R : Any, C : Any>(private val requestBy: (Settings) -> R, private val choose: (R) -> C) {
    private class Made<R, C>(val request: R, val choice: C)

    @Volatile
    private var request: R? = null

    @Volatile
    private var made: Made<R, C>? = null

    /** Fixes the request for a session with [settings]. Returns whether it differs from the previous one. */
    fun configure(settings: Settings): Boolean {
        val before = request
        request = requestBy(settings)
        return before != request
    }

    /** Returns the resolved choice. Concurrent threads may both resolve it: no lock is held, because resolving reports problems. */
    fun choice(): C {
        val request = request ?: requestBy(Settings.load(SettingsBuilder())).also { request = it }
        made?.let { if (it.request == request) return it.choice }
        return choose(request).also { made = Made(request, it) }
    }
}
