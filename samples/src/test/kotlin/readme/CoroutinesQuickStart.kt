package readme.coroutines

import kotlinx.coroutines.*
import timemory.*

private val tools = bundle<WallClock, ThreadCpuClock>()

fun main() {
    runBlocking(measured() + Dispatchers.Default) {
        tools.measureSuspending("crawl") {
            coroutineScope {
                for (page in 1..100) launch { visit(page) }
            }
        }
    }
}

private suspend fun visit(page: Int): Int = tools.measureSuspending("page") {
    val text = tools.measureSuspending("fetch") { fetch(page) }
    tools.measure("parse") { parse(text) }
}

private suspend fun fetch(page: Int): String {
    delay(50)                                                   // a server that takes its time
    return "page $page ".repeat(20_000)
}

private fun parse(text: String): Int = text.split(' ').distinct().size
