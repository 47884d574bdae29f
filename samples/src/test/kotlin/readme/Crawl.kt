package readme.crawl

import kotlinx.coroutines.*
import timemory.*

private val pages = listOf("a", "b")

private suspend fun fetch(page: String): String {
    delay(1)
    return page
}

private fun parse(text: String) = text.length

internal fun crawl() {
    runBlocking(measured()) {                                        // once, near the top; measuredScope { } on both targets
        measureSuspending<WallClock, ThreadCpuClock>("crawl") {
            pages.forEach { page -> launch { measureSuspending<WallClock>("page") { parse(fetch(page)) } } }
        }
    }
}
