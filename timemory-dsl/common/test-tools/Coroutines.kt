package timemory

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.runBlocking
import timemory.results.Results
import timemory.settings.SettingsBuilder

/** Measures a coroutine program that starts on the event loop of the calling thread. */
internal fun coroutineSession(
    configure: SettingsBuilder.() -> Unit = {},
    program: suspend CoroutineScope.() -> Unit,
): Results = session(configure) { runBlocking { measuredScope(program) } }
