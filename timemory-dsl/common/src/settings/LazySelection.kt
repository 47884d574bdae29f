package timemory.settings

import kotlin.concurrent.Volatile

/**
 * What a component measures by its settings. The request is fixed when a session starts and stays until the next one; what is available of
 * it is determined when the component is first used.
 *
 * @param R what is asked for, with `equals`
 * @param C what is had
 */
internal class LazySelection<R : Any, C : Any>(private val requestBy: (Settings) -> R, private val choose: (R) -> C) {
    private class Made<R, C>(val request: R, val choice: C)

    @Volatile
    private var request: R? = null

    @Volatile
    private var made: Made<R, C>? = null

    /** Settles the request for a session with [settings]; tells whether it is another than before. */
    fun configure(settings: Settings): Boolean {
        val before = request
        request = requestBy(settings)
        return before != request
    }

    /** What is had now. Two threads that ask at once may both look; nothing is locked meanwhile, as looking tells of problems. */
    fun choice(): C {
        val request = request ?: requestBy(Settings.load(SettingsBuilder())).also { request = it }
        made?.let { if (it.request == request) return it.choice }
        return choose(request).also { made = Made(request, it) }
    }
}
