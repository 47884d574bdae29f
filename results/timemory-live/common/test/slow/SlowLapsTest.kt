package timemory.live.slow

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue
import timemory.ComponentType
import timemory.Components
import timemory.DescribedBy
import timemory.LongComponent
import timemory.Quantity
import timemory.Timemory
import timemory.WallClock
import timemory.internal.callgraph.SessionHooks
import timemory.internal.platform.pause
import timemory.internal.platform.processId
import timemory.internal.platform.readText
import timemory.live.slowLapThresholds
import timemory.measure
import timemory.results.CallGraph
import timemory.results.CallGraphNode
import timemory.results.Results
import timemory.session
import timemory.settings.SettingsBuilder

/** A duration that tests set, so that the machine has no influence. */
@DescribedBy(Effort.TYPE::class)
internal class Effort : LongComponent() {
    override fun start() {}

    override fun stop() = record(spent)

    companion object TYPE : ComponentType<Effort>("effort", "What a test says", Quantity.COUNT, ::Effort) {
        var spent = 0L
    }
}

private const val SLOWER_THAN_ANY_MACHINE = "wall_clock>1h"

/** Slow laps are recorded, with what happened inside them. */
class SlowLapsTest {
    private var kept: Results? = null

    init {
        Components.register(Effort)
    }

    /** Returns the slow laps of [program]. */
    private fun slowLapsOf(limit: String, configure: SettingsBuilder.() -> Unit = {}, program: () -> Unit): CallGraph? {
        session({
            slowLapThresholds = limit
            configure()
        }) {
            program()
            kept = SlowLapRecorder.resultsSoFar()
        }
        return kept!!["wall_clock"]
    }

    private fun spend(label: String, amount: Long, inside: () -> Unit = {}) = measure<WallClock, Effort>(label) {
        inside()
        Effort.spent = amount
    }

    private fun labels(nodes: List<CallGraphNode>?): List<String> = nodes.orEmpty().map { it.label }

    @Test
    fun theSlowLapsOfASessionThatBeginsWhileTheOneBeforeIsBeingReadAreItsOwn() {
        fun begin() = Timemory.init {
            fileOutput = false
            coutOutput = false
            slowLapThresholds = "effort>100"
        }
        var isFirst = true
        SessionHooks.onResults { _, isEnd ->
            if (isEnd && isFirst) {
                isFirst = false
                begin()
                spend("too early", 200L)
            }
        }
        begin()
        try {
            spend("first", 200L)
            Timemory.finalize()
            spend("second", 200L)
            assertEquals(listOf("second"), labels(SlowLapRecorder.resultsSoFar()["wall_clock"]?.roots))
        } finally {
            Timemory.finalize()
        }
    }

    @Test
    fun theSlowestOfEachPlaceAreKeptInOrder() {
        val graph = slowLapsOf("effort>100") {
            for (i in 1L..30L) spend("page", 100L + i)
            spend("page", 99L)
            spend("other", 150L)
            spend("quick", 1L)
        }
        assertEquals(listOf("other") + List(10) { "page" }, labels(graph?.roots))
        assertContains(kept!!.problems.single(), "31 laps beyond effort>100, of which the slowest 10 of each call path are kept")
    }

    @Test
    fun whatHappenedInsideStandsBelowWithItsTimes() {
        val graph = slowLapsOf("effort>100") {
            spend("page", 200L) {
                spend("query", 1L) { spend("row", 1L) }
                spend("render", 2L)
            }
            spend("after", 1L)
        }
        val page = assertNotNull(graph).roots.single()
        assertEquals(listOf("query", "render"), labels(page.children))
        assertEquals(listOf("row"), labels(page.children[0].children))
        val (query, render) = page.children
        assertTrue(page.start <= query.start && query.start + query.inclusive.sum <= render.start)
        assertEquals(page.inclusive.sum - query.inclusive.sum - render.inclusive.sum, page.exclusive())
    }

    @Test
    fun lapsThatAreOpenAtTheEndAreSlowBeyondTheLimit() {
        val folder = "/tmp/timemory-slow-${processId()}"
        Timemory.init {
            slowLapThresholds = "wall_clock>1ms"
            outputPath = folder
            coutOutput = false
        }
        var graph: CallGraph? = null
        measure<WallClock>("page") {
            measure<WallClock>("row") {
                pause(5_000)
                measure<WallClock>("brief") { graph = Timemory.finalize()!!["wall_clock"] }
            }
        }
        assertEquals(1L, graph!!.find("page")!!.inclusive.openLaps)
        val table = readText("$folder/slow/wall.txt")
        val slow = Regex(">>> (.*?) +[|] +\\d").findAll(table).map { it.groupValues[1] }.toList()
        assertEquals(listOf("page", "|_row", "  |_brief"), slow, table)
    }

    @Test
    fun valuesAreThoseOfTheGraph() {
        var all: Results? = null
        val graph = slowLapsOf("effort>100") {
            spend("page", 200L) { spend("query", 1L) }
            all = Timemory.results()
        }
        val page = graph!!.roots.single()
        assertEquals(all!!["wall_clock"]!!.find("page")!!.inclusive.exactSum, page.inclusive.exactSum)
        assertEquals(all!!["wall_clock"]!!.find("page", "query")!!.inclusive.exactSum, page.children.single().inclusive.exactSum)
    }

    @Test
    fun aRegionWithoutAWallClockIsThereAsWell() {
        val graph = slowLapsOf("effort>100") {
            spend("page", 200L) { measure<Effort>("inside") { } }
        }
        assertEquals(listOf("inside"), labels(graph!!.roots.single().children))
    }

    @Test
    fun quickLapsThatFollowEachOtherAreOneEntry() {
        val graph = slowLapsOf("effort>100") { spend("page", 200L) { repeat(100_000) { spend("row", 1L) } } }
        val inside = graph!!.roots.single().children
        // A lap interrupted by the machine is a separate entry.
        assertTrue(inside.size < 1_000, "${inside.size} entries")
        assertTrue(inside.all { it.label == "row" })
    }

    @Test
    fun ofTooManyLapsInsideTheLongestAndTheLatestAreKept() {
        val graph = slowLapsOf("effort>100") {
            spend("page", 200L) {
                spend("long") { pause(microseconds = 30_000) }
                repeat(3_000) { spend(if (it % 2 == 0) "a" else "b", 1L) }
                spend("last", 1L)
            }
        }
        val inside = graph!!.roots.single().children
        assertTrue(inside.size <= 512)
        assertEquals("long", inside.first().label)
        assertEquals("last", inside.last().label)
        assertContains(kept!!.problems.last(), "slow laps lack their shortest nested regions")
    }

    private fun spend(label: String, inside: () -> Unit) = spend(label, 1L, inside)

    @Test
    fun aLapThatIsSlowInsideAnotherOneIsShownThere() {
        val graph = slowLapsOf("effort>100") { spend("page", 300L) { spend("query", 200L) { spend("row", 1L) } } }
        assertEquals(listOf("page"), labels(graph!!.roots))
        assertEquals(listOf("row"), labels(graph.roots.single().children.single().children))
    }

    @Test
    fun aLapThatIsSlowInsideOneOfWhichMuchIsForgottenIsShownByItself() {
        val graph = slowLapsOf("effort>100") {
            spend("program", 300L) {
                spend("query", 200L) { spend("row", 1L) }
                repeat(3_000) { spend(if (it % 2 == 0) "a" else "b", 1L) }
            }
        }
        assertEquals(listOf("program", "query"), labels(graph!!.roots))
        assertEquals(listOf("row"), labels(graph.roots[1].children))
    }

    @Test
    fun nothingIsKeptOfQuickLaps() {
        assertNull(slowLapsOf(SLOWER_THAN_ANY_MACHINE) { spend("page", 1L) })
    }

    @Test
    fun whatCannotBeALimitIsReportedAndTheOthersHold() {
        val problems = ArrayList<String>()
        val limits = slowLimitsOf("wal_clock>1s,wall_clock>5MB,cpu_util>3,peak_rss>2MB,wall_clock>1500us") { problems.add(it) }
        assertEquals(listOf("peak_rss" to 2_000_000L, "wall_clock" to 1_500_000L), limits.map { it.type.id to it.most })
        assertEquals(3, problems.size)
        assertContains(problems[0], "'wall_clock'")
        assertContains(problems[1], "wall_clock>5MB")
        assertContains(problems[2], "cpu_util")
    }

    @Test
    fun whatIsNoLimitAtAllIsNoSetting() {
        val failure = assertFailsWith<IllegalArgumentException> { SettingsBuilder().slowLapThresholds = "wall_clock" }
        assertContains(failure.message!!, "wall_clock>200ms")
    }

    @Test
    fun whoAsksWhereNothingIsKeptIsToldHowItWouldBe() {
        session({}) {
            val failure = assertFailsWith<IllegalStateException> { SlowLapRecorder.resultsSoFar() }
            assertContains(failure.message!!, "TIMEMORY_SLOW_LAP_THRESHOLDS")
        }
    }
}
