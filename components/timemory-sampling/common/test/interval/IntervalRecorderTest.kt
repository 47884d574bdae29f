package timemory.sampling.interval

import kotlin.test.AfterTest
import kotlin.test.BeforeTest
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNull
import kotlin.test.assertTrue
import timemory.Binding
import timemory.Component
import timemory.ComponentType
import timemory.DescribedBy
import timemory.LongDeltaComponent
import timemory.Quantity
import timemory.Timemory
import timemory.TripCount
import timemory.internal.callgraph.activeSession
import timemory.measure
import timemory.output.CompactFacts
import timemory.results.CallGraph
import timemory.results.CallGraphNode

/** The value that a component of these tests reads. */
private var done = 0L

/** Makes it fail while set. */
private var isBroken = false

/** An amount that the test sets itself. */
@DescribedBy(WorkDone.TYPE::class)
internal class WorkDone : LongDeltaComponent() {
    override fun read(): Long = if (isBroken) error("broken") else done

    companion object TYPE : ComponentType<WorkDone>("work_done", "Work that the test does", Quantity.COUNT, ::WorkDone) {
        override val binding: Binding get() = Binding.PROCESS
    }
}

/** Readings become rows over time, and values of the regions that were open, with a clock that the test controls. */
class IntervalRecorderTest {
    private var now = 0L
    private val recorder = IntervalRecorder(listOf(readingOf(WorkDone)), 100) { now }

    @BeforeTest
    fun begin() {
        done = 0L
        isBroken = false
        Timemory.init {
            coutOutput = false
            fileOutput = false
        }
        now = activeSession()!!.paths.began
    }

    @AfterTest
    fun end() {
        isBroken = false
        Timemory.finalize()
    }

    private fun readAfter(nanoseconds: Long, work: Long) {
        now += nanoseconds
        done += work
        recorder.read(activeSession()!!)
    }

    private fun results(): Pair<CompactFacts?, CallGraph?> {
        val graphs = ArrayList<CallGraph>()
        return recorder.addTo(graphs, threadsApart = false) to graphs.firstOrNull()
    }

    private fun rows(): List<List<Double>> = results().first!!.overTime!!.second.map { it.toList() }

    /** The number of readings, their sum, the minimum and the maximum. */
    private fun CallGraphNode.amounts() =
        inclusive.statistics[0].let { listOf(inclusive.laps.toDouble(), inclusive.sum, it.min, it.max) }

    @Test
    fun rowsHaveWhatWasAddedInEachInterval() {
        done = 1_000L
        recorder.start()
        readAfter(10L, 5L)
        readAfter(30L, 7L)
        val columns = results().first!!.overTime!!.first
        assertEquals(listOf("work_done"), columns.map { it.name })
        assertTrue(columns[0].isAdditive)
        assertEquals(listOf(listOf(10.0, 10.0, 1.0, 5.0, 5.0, 5.0), listOf(40.0, 30.0, 1.0, 7.0, 7.0, 7.0)), rows())
    }

    @Test
    fun aReadingCountsAtTheOpenRegionAndAtThoseAroundIt() {
        recorder.start()
        readAfter(10L, 1L)
        measure<TripCount>("outer") {
            readAfter(10L, 2L)
            measure<TripCount>("inner") {
                readAfter(10L, 4L)
                readAfter(10L, 8L)
            }
        }
        readAfter(10L, 16L)
        val graph = results().second!!
        assertEquals("sampled_work_done", graph.type.id)
        assertEquals(listOf(5.0, 31.0, 1.0, 16.0), graph.find(PROCESS_LABEL)!!.amounts())
        assertEquals(listOf(3.0, 14.0, 2.0, 8.0), graph.find("outer")!!.amounts())
        assertEquals(listOf(2.0, 12.0, 4.0, 8.0), graph.find("outer", "inner")!!.amounts())
        assertEquals(listOf(PROCESS_LABEL, "outer"), graph.roots.map { it.label })
        // Values are those of the whole process, so the inner region's is not subtracted from the outer one's.
        assertEquals(14.0, graph.find("outer")!!.exclusive())
        assertEquals(listOf(0), graph.find("outer")!!.threads)
    }

    @Test
    fun nothingIsCountedOfAPause() {
        recorder.start()
        readAfter(10L, 1L)
        now += 100L
        done += 50L
        recorder.start()
        readAfter(10L, 2L)
        val rows = rows()
        assertEquals(listOf(10.0, 120.0), rows.map { it[SampledRows.END] })
        assertEquals(listOf(10.0, 10.0), rows.map { it[SampledRows.COVERED] })
        assertEquals(listOf(1.0, 2.0), rows.map { it[SampledRows.COLUMNS] })
    }

    @Test
    fun aComponentThatFailsIsReportedAndTheOthersGoOn() {
        val both = IntervalRecorder(listOf(readingOf(WorkDone), readingOf(timemory.VirtualMemory)), 100) { now }
        both.start()
        isBroken = true
        repeat(2) {
            now += 10L
            both.read(activeSession()!!)
        }
        val graphs = ArrayList<CallGraph>()
        val rows = both.addTo(graphs, threadsApart = false)!!.overTime!!.second
        assertTrue(rows.all { it[3].isNaN() && it[6] > 0.0 }, rows.map { it.toList() }.toString())
        assertEquals(listOf("sampled_virtual_memory"), graphs.map { it.type.id })
        val problems = activeSession()!!.problems.all().filter { "work_done" in it }
        assertEquals(1, problems.size, problems.toString())
    }

    @Test
    fun nothingIsThereBeforeTheFirstReading() {
        recorder.start()
        assertNull(results().first)
        assertNull(results().second)
    }

    @Test
    fun whatSaysNothingOfTheProcessIsRefusedWithTheReason() {
        fun reason(type: ComponentType<out Component>) = whyNotSampled(type)!!
        assertTrue("the reading thread" in reason(timemory.ThreadCpuClock))
        assertTrue("measures regions" in reason(timemory.WallClock))
        assertTrue("measures regions" in reason(TripCount))
        assertNull(whyNotSampled(WorkDone))
        for (type in listOf(timemory.PageRss, timemory.CpuClock, timemory.CpuUtil, timemory.ReadBytes)) {
            assertNull(whyNotSampled(type), type.id)
        }
    }
}
