package timemory.test

import io.kotest.core.spec.style.FunSpec
import timemory.PeakRss
import timemory.WallClock
import timemory.bundle
import timemory.measureValue

private val ring = ArrayDeque<String>(16)
private const val item = "item"
private val text = List(20_000) { it }.joinToString(",")
private val cache = HashMap<String, List<Int>>()
private var kept: Any? = null

private fun parse(text: String): List<Int> = text.split(",").map { it.toInt() }

private fun parsed(text: String): List<Int> = cache.getOrPut(text) { measureValue<WallClock, _>("parse") { parse(text) } }

/** The examples in the docs, with the code that they test. */
class ExampleSpec : FunSpec({
    measuredBy(bundle<WallClock, PeakRss>(), settings = SilentSettings::class)

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
