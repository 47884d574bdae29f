package timemory.live

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.withContext
import timemory.WallClock
import timemory.coroutineSession
import timemory.live.slow.SlowLapRecorder
import timemory.measure
import timemory.measureSuspending
import timemory.results.CallGraphNode
import timemory.results.Results

/**
 * What coroutines do inside a slow lap, on dispatchers that they switch to: native programs only follow those that are measured.
 */
class SlowCoroutinesTest {
    private var kept: Results? = null

    private fun labels(nodes: List<CallGraphNode>): List<String> = nodes.map { it.label }

    @Test
    fun whatACoroutineDidOnOtherThreadsIsInside() {
        coroutineSession({ slowLapThresholds = "wall_clock>1ms" }) {
            measureSuspending<WallClock>("request") {
                measure<WallClock>("parse") { }
                withContext(Dispatchers.Default) { measure<WallClock>("query") { } }
                delay(5)
                measureSuspending<WallClock>("answer") { measure<WallClock>("write") { } }
            }
            kept = SlowLapRecorder.resultsSoFar()
        }
        val request = kept!!["wall_clock"]!!.roots.first { it.label == "request" }
        assertEquals(listOf("parse", "query", "answer"), labels(request.children))
        assertEquals(listOf("write"), labels(request.children[2].children))
        val active = kept!!["active_time"]!!.roots.first { it.label == "request" }
        val suspended = kept!!["suspended_time"]!!.roots.first { it.label == "request" }
        assertEquals(request.inclusive.sum, active.inclusive.sum + suspended.inclusive.sum)
        assertTrue(suspended.inclusive.sum > 0.0) // a thread may leave a coroutine only long after it suspended
    }

    @Test
    fun whatSeveralCoroutinesDidStandsBelowTheirOwnRegions() {
        coroutineSession({ slowLapThresholds = "wall_clock>1ms" }) {
            measureSuspending<WallClock>("request") {
                coroutineScope {
                    List(8) { number ->
                        async(Dispatchers.Default) {
                            measureSuspending<WallClock>("part") {
                                delay(2)
                                measure<WallClock>("step $number") { }
                            }
                        }
                    }.awaitAll()
                }
            }
            kept = SlowLapRecorder.resultsSoFar()
        }
        val request = kept!!["wall_clock"]!!.roots.first { it.label == "request" }
        assertEquals(List(8) { "part" }, labels(request.children))
        assertTrue(request.children.all { it.isConcurrent })
        val steps = request.children.map { it.children.single().label }
        assertEquals((0 until 8).map { "step $it" }, steps.sorted())
    }

    @Test
    fun concurrentRequestsDoNotMix() {
        coroutineSession({ slowLapThresholds = "wall_clock>1ms" }) {
            coroutineScope {
                List(9) { number ->
                    async(Dispatchers.Default) {
                        measureSuspending<WallClock>("request") {
                            delay(2)
                            measure<WallClock>("a $number") { }
                            withContext(Dispatchers.Default) { measure<WallClock>("b $number") { } }
                            delay(2)
                        }
                    }
                }.awaitAll()
            }
            kept = SlowLapRecorder.resultsSoFar()
        }
        val requests = kept!!["wall_clock"]!!.roots.filter { it.label == "request" }
        assertEquals(9, requests.size)
        for (request in requests) {
            val number = request.children.first().label.substringAfter(' ')
            assertEquals(listOf("a $number", "b $number"), labels(request.children))
        }
    }
}
