@file:OptIn(DelicateCoroutinesApi::class, ExperimentalAtomicApi::class)

package timemory

import kotlin.concurrent.atomics.AtomicInt
import kotlin.concurrent.atomics.ExperimentalAtomicApi
import kotlin.concurrent.atomics.incrementAndFetch
import kotlin.coroutines.suspendCoroutine
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import kotlinx.coroutines.DelicateCoroutinesApi
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.GlobalScope
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.yield
import timemory.internal.callgraph.currentGraph

/** Collects everything that nothing refers to. */
internal expect fun collectGarbage()

/** Coroutines that are suspended forever and no longer referenced. */
class DroppedCoroutinesTest {
    private val tools = bundle<WallClock, FakeWork>()

    private fun keptLaps(): Int {
        val laps = currentGraph!!.session.openLaps
        collectGarbage()
        laps.sweep()
        return laps.size
    }

    @Test
    fun theirRegionsCountAsOpenAndNeedNoMemory() {
        val results = session {
            val started = AtomicInt(0)
            val context = Dispatchers.Default.measured() + measured()
            repeat(COROUTINES) {
                GlobalScope.launch(context) {
                    tools.measureSuspending("outer") {
                        tools.measureSuspending("dropped") {
                            started.incrementAndFetch()
                            suspendCoroutine<Unit> { }
                        }
                    }
                }
            }
            runBlocking { while (started.load() < COROUTINES) yield() }
            var kept = keptLaps()
            // The last ones suspended may be on the stacks of threads that have not noticed yet.
            for (attempt in 0 until 100) {
                if (kept <= 1000) break
                runBlocking { repeat(100) { GlobalScope.launch(context) { tools.measureSuspending("other") { } }.join() } }
                kept = keptLaps()
            }
            assertTrue(kept <= 1000, "$kept of ${2 * COROUTINES} laps are kept")
        }
        for (path in listOf(arrayOf("outer"), arrayOf("outer", "dropped"))) {
            for (id in listOf("wall_clock", "active_time", "suspended_time", "suspensions")) {
                val totals = results[id]!!.find(*path)!!.inclusive
                assertEquals(
                    listOf(COROUTINES.toLong(), COROUTINES.toLong()), listOf(totals.laps, totals.openLaps),
                    "$id of ${path.last()}",
                )
            }
            val (wall, active, suspended) =
                listOf("wall_clock", "active_time", "suspended_time").map { results[it]!!.find(*path)!!.inclusive.exactSum!! }
            assertEquals(wall, active + suspended)
        }
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun whatIsStillReachableIsNotTakenForDropped() {
        val results = session {
            val strand = Strand.here()
            val region = strand.resume().use { tools.open("kept", strand) }
            repeat(1000) { Strand.here().let { dropped -> dropped.resume().use { tools.open("dropped", dropped) } } }
            assertTrue(keptLaps() in 1..100)
            strand.resume().use { region.close() }
        }
        val wall = results["wall_clock"]!!
        assertEquals(listOf(1L, 0L), wall.find("kept")!!.inclusive.let { listOf(it.laps, it.openLaps) })
        assertEquals(listOf(1000L, 1000L), wall.find("dropped")!!.inclusive.let { listOf(it.laps, it.openLaps) })
    }

    private companion object {
        val COROUTINES = repeats(20_000, thorough = 100_000)
    }
}
