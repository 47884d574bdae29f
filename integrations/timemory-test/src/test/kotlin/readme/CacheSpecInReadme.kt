package readme

import io.kotest.core.spec.style.FunSpec
import timemory.*
import timemory.test.*

private val item = "item"
private val ring = ArrayDeque<String>()
private val text = "1,2,3"
private val cache = HashMap<String, List<Int>>()
private var kept: Any? = null

private fun parse(text: String): List<Int> = text.split(",").map { it.toInt() }

private fun parsed(text: String): List<Int> = cache.getOrPut(text) { measureValue<WallClock, _>("parse") { parse(text) } }

/** What the docs show, compiled only: ExampleSpec runs it. */
private object InReadme {
    @Suppress("unused")
    abstract class CacheSpec : FunSpec({
        measuredBy<WallClock, PeakRss>()

        test("offers and polls without garbage") {
            shouldAllocateAtMost(0) { ring.addLast(item); ring.removeFirst() }
        }
        test("parses once") {
            shouldEnter("parse", 0L..1L) { parsed(text); parsed(text) }
        }
        test("the cache is worth it") {
            shouldTakeAtMost(0.1, timesOf = { kept = parse(text) }) { kept = parsed(text) }
        }
    })
}
