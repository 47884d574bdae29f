package readme.crawl

import kotlinx.coroutines.*
import timemory.*

private val pages = listOf("a", "b")

private suspend fun fetch(page: String): String {
    delay(1)
    return page
}

private fun parse(text: String) = text.length

private suspend fun serve() = delay(1)

internal fun crawl() {
    runBlocking(measured()) {                                        // once, near the top; measuredScope { } on both targets
        measureSuspending<WallClock, ThreadCpuClock>("crawl") {
            pages.forEach { page -> launch { measureSuspending<WallClock>("page") { parse(fetch(page)) } } }
        }
    }
}

internal fun switchOn() {
    runBlocking(measured()) { serve() }             // JVM; also launch, async, withContext, CoroutineScope(...)

    runBlocking { measuredScope { serve() } }       // JVM and Kotlin/Native, on the dispatcher one is on
}
