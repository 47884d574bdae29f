package readme.words

import kotlinx.coroutines.*
import timemory.*

private val tools = bundle<WallClock, ThreadCpuClock>()

fun main() {
    runBlocking {
        measuredScope {
            tools.measureSuspending("words") {
                coroutineScope {
                    repeat(4) { part -> launch(Dispatchers.Default.measured()) { count(part) } }
                }
            }
        }
    }
}

private suspend fun count(part: Int): Int = tools.measureSuspending("part") {
    val text = tools.measureSuspending("fetch") { fetch(part) }
    tools.measure("count") { text.split(' ').groupingBy { it }.eachCount().size }
}

private suspend fun fetch(part: Int): String {
    delay(20)                                                   // a server that takes its time
    return List(50_000) { "word${(it * 31 + part) % 1000}" }.joinToString(" ")
}
