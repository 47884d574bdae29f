package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.yield
import timemory.internal.callgraph.COROUTINE_TYPES
import timemory.internal.callgraph.MAX_COMPONENTS
import timemory.results.Results

/** A bundle has at most 64 components, and a suspending region four more. */
class ComponentLimitTest {
    private fun Results.lapsOf(label: String): Map<String, Long> =
        graphs.associate { it.type.id to (it.find(label)?.inclusive?.laps ?: 0L) }

    @Test
    fun asManyComponentsAsABundleCanHaveAllMeasure() {
        for (count in listOf(28, 29, 31, 32, 33, 60, 61, 64)) {
            val tools = bundleOf(numberedComponents.take(count))
            val results = session {
                runBlocking(Dispatchers.Default.measured() + measured()) {
                    repeat(3) { tools.measureSuspending("suspending") { yield(); pass(1) } }
                }
                repeat(3) { tools.measure("plain") { pass(1) } }
            }
            assertEquals(emptyList(), results.problems)
            for (i in 0 until count) {
                val graph = results["numbered_${i.toString().padStart(2, '0')}"]!!
                for (label in listOf("suspending", "plain")) {
                    assertEquals(
                        listOf<Long?>(3L, 3L * (i + 1)), graph.find(label)!!.inclusive.let { listOf(it.laps, it.exactSum) },
                        "$label, $i of $count",
                    )
                }
            }
            for (id in listOf("active_time", "suspended_time", "suspensions", "thread_changes")) {
                assertEquals(3L, results.lapsOf("suspending")[id], "$id beside $count")
            }
        }
    }

    @Test
    fun aRegionOfEightComponentsIsNotTakenForOneThatHasANinth() {
        val nine = bundleOf(numberedComponents.take(9))
        val results = session({ percentiles = "50" }) {
            nine.measure("region") { pass(1) }
            measure<Numbered00, Numbered01, Numbered02, Numbered03, Numbered04, Numbered05, Numbered06, Numbered07>("region") { pass(1) }
        }
        assertEquals(listOf(2L, 1L), listOf("numbered_07", "numbered_08").map { results[it]!!.find("region")!!.inclusive.laps })
    }

    @Test
    fun aComponentThatFailsLosesItsOwnLapsAlone() {
        val tools = bundleOf(listOf<ComponentType<*>>(Fragile) + numberedComponents.take(62) + FailingInStop)
        val results = session {
            runBlocking(Dispatchers.Default.measured() + measured()) { tools.measureSuspending("suspending") { yield(); pass(1) } }
            tools.measure("plain") { pass(1) }
        }
        for (label in listOf("suspending", "plain")) {
            val laps = results.lapsOf(label)
            assertEquals(0L, laps["failing_in_stop"])
            for ((id, count) in laps) if (id != "failing_in_stop" && (label == "suspending" || id !in COROUTINE_IDS)) assertEquals(
                1L,
                count, "$id in $label",
            )
        }
    }

    @Test
    fun oneMoreIsRefusedOrReported() {
        val tooMany = numberedComponents + FakeClock
        val refusal = assertFailsWith<IllegalArgumentException> { bundleOf(tooMany) }
        assertEquals("a bundle has 1 to 64 components, not 65: remove fake_clock, or others", refusal.message)
        assertFailsWith<IllegalArgumentException> { userBundle("COMPONENT_LIMIT_TEST").configure(*tooMany.toTypedArray()) }
    }

    @Test
    fun aSettingThatNamesMoreSaysWhichAreLeftOut() {
        val all = Components.all.map { it.id }
        if (all.size <= MAX_COMPONENTS) return
        val results = session({ set("LIMIT_TEST_COMPONENTS", all.joinToString(",")) }) {
            assertEquals(all.take(64), userBundle("LIMIT_TEST").types.map { it.id })
        }
        val problem = results.problems.single { "LIMIT_TEST_COMPONENTS" in it }
        assertTrue("name ${all.size} components" in problem && "these are skipped: ${all.drop(64).joinToString()}" in problem, problem)
    }

    private companion object {
        val COROUTINE_IDS = COROUTINE_TYPES.map { it.id }
    }
}

/** Cannot end a lap. */
@DescribedBy(FailingInStop.TYPE::class)
internal class FailingInStop : LongDeltaComponent() {
    override fun stop(): Unit = error("stop is broken")

    override fun read(): Long = 0L

    companion object TYPE : ComponentType<FailingInStop>("failing_in_stop", "Fails", Quantity.COUNT, ::FailingInStop)
}
