package timemory.sampling.interval

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNull
import kotlin.test.assertTrue
import kotlin.time.Duration.Companion.milliseconds
import timemory.CpuClock
import timemory.PageRss
import timemory.ThreadCpuClock
import timemory.Timemory
import timemory.TripCount
import timemory.VirtualMemory
import timemory.WrittenChar
import timemory.internal.callgraph.SessionHooks
import timemory.internal.platform.pageSize
import timemory.internal.platform.pause
import timemory.internal.platform.processId
import timemory.internal.platform.readText
import timemory.internal.platform.removeFile
import timemory.internal.platform.writeAtomically
import timemory.measure
import timemory.output.CompactFacts
import timemory.results.Results
import timemory.settings.SettingsBuilder

/** Components of the process are read while it runs, and their values match other kernel sources. */
class IntervalSamplerTest {
    private fun begin(configure: SettingsBuilder.() -> Unit = {}) = Timemory.init {
        coutOutput = false
        fileOutput = false
        configure()
    }

    private fun rowsOf(results: Results?): List<DoubleArray> = (results?.attachments as? CompactFacts)?.overTime?.second.orEmpty()

    /** Waits until [condition] holds, since a busy machine may take its time. */
    private fun await(what: String, condition: () -> Boolean) {
        repeat(60_000) {
            if (condition()) return
            pause(microseconds = 1_000)
        }
        error("waited in vain for $what")
    }

    private fun awaitRows(count: Int) = await("$count rows") { rowsOf(Timemory.results()).size >= count }

    private fun residentNow(): Double = readText("/proc/self/statm").split(' ')[1].toDouble() * pageSize()

    private fun writtenNow(): Double =
        readText("/proc/self/io").lines().first { it.startsWith("wchar:") }.substringAfter(':').trim().toDouble()

    @Test
    fun aSessionThatBeginsWhileTheOneBeforeIsBeingReadHasRowsOfItsOwn() {
        fun beginReading() = begin {
            samplerComponents = "page_rss"
            samplerInterval = "5ms"
        }
        var isFirst = true
        SessionHooks.onResults { _, isEnd ->
            if (isEnd && isFirst) {
                isFirst = false
                beginReading()
                assertEquals(0, rowsOf(Timemory.results()).size)
                assertFailsWith<IllegalStateException> { sample<CpuClock>(5.milliseconds) }
            }
        }
        beginReading()
        measure<TripCount>("region") { awaitRows(3) }
        Timemory.finalize()
        measure<TripCount>("region") { awaitRows(3) }
        assertTrue(rowsOf(Timemory.finalize()).size >= 3)
    }

    @Test
    fun theMemoryInUseIsWhatTheKernelSays() {
        begin()
        val sampler = sample<PageRss>(5.milliseconds)
        val before = residentNow()
        measure<TripCount>("region") { awaitRows(rowsOf(Timemory.results()).size + 3) }
        val after = residentNow()
        sampler.close()
        val graph = Timemory.finalize()!!["sampled_page_rss"]!!
        for (label in listOf(PROCESS_LABEL, "region")) {
            val read = graph.find(label)!!.inclusive
            assertTrue(read.laps >= 2L, "$label ${read.laps}")
            val statistics = read.statistics[0]
            val isNear = statistics.mean > minOf(before, after) / 2 && statistics.mean < maxOf(before, after) * 2
            assertTrue(isNear, "$label ${statistics.mean}, from $before to $after")
            assertTrue(statistics.min <= statistics.mean && statistics.mean <= statistics.max && read.sum == statistics.max, label)
        }
    }

    @Test
    fun theSumOfAllIntervalsIsWhatTheKernelCountedMeanwhile() {
        begin()
        val earliest = writtenNow()
        val sampler = sample<WrittenChar, CpuClock>(5.milliseconds)
        awaitRows(1)
        val begun = writtenNow()
        val path = "/tmp/timemory-sampler-test-${processId()}"
        repeat(20) {
            writeAtomically(path) { file -> file.append("x".repeat(10_000)) }
            pause(microseconds = 1_000)
        }
        removeFile(path)
        val written = writtenNow()
        sampler.close()
        val latest = writtenNow()
        val results = Timemory.finalize()!!
        val rows = rowsOf(results)
        val sum = rows.sumOf { it[SampledRows.COLUMNS] }
        assertTrue(written - begun >= 200_000.0, "${written - begun} bytes")
        assertTrue(sum in written - begun..latest - earliest, "$sum is not from ${written - begun} to ${latest - earliest}")
        assertEquals(sum, results["sampled_written_char"]!!.find(PROCESS_LABEL)!!.inclusive.sum, 0.5)
        assertTrue(rows.sumOf { it[SampledRows.COLUMNS + SampledRows.WIDTH] } > 0.0, "no CPU time")
        for ((earlier, later) in rows.zip(rows.drop(1))) {
            assertEquals(later[SampledRows.END], earlier[SampledRows.END] + later[SampledRows.COVERED], "rows follow one another")
        }
    }

    @Test
    fun aWholeProgramIsReadBySettings() {
        begin {
            sample<PageRss, CpuClock>(2.milliseconds)
            samplerRows = 4
        }
        assertEquals("page_rss,cpu_clock", Timemory.settings.samplerComponents)
        assertEquals("2ms", Timemory.settings.samplerInterval)
        await("rows of several readings") { rowsOf(Timemory.results()).any { it[SampledRows.READINGS] > 2.0 } }
        val results = Timemory.finalize()!!
        assertEquals(listOf("sampled_page_rss", "sampled_cpu_clock"), results.graphs.map { it.type.id })
        assertTrue(rowsOf(results).size in 2..4)
        // The next session is read only if it asks for it.
        begin()
        pause(microseconds = 5_000)
        assertNull(Timemory.finalize()!!.attachments)
    }

    @Test
    fun whatCannotBeReadIsReportedByNameAndTheRestIsRead() {
        begin {
            samplerComponents = "page_rss thread_cpu_clock pege_rss"
            samplerInterval = "2ms"
        }
        awaitRows(1)
        val results = Timemory.finalize()!!
        assertEquals(listOf("page_rss"), (results.attachments as CompactFacts).overTime!!.first.map { it.name })
        val facts = timemory.output.MetadataExtensions.all().toMap()
        assertContains(facts.getValue("SAMPLER"), "page_rss every 2ms")
        assertContains(facts.getValue("SAMPLER_LEFT_OUT"), "thread_cpu_clock is not read at intervals: its values are those of")
        assertContains(facts.getValue("SAMPLER_LEFT_OUT"), "'pege_rss'; the nearest is 'page_rss'")
    }

    @Test
    fun thereIsOneSamplerAtATimeAndItsComponentsStay() {
        begin()
        sample<PageRss>(2.milliseconds).use {
            assertContains(assertFailsWith<IllegalStateException> { sample<PageRss>(2.milliseconds) }.message!!, "page_rss every 2ms")
            awaitRows(1)
        }
        val rows = rowsOf(Timemory.results()).size
        assertFailsWith<IllegalStateException> { sample<VirtualMemory>(2.milliseconds) }
        assertFailsWith<IllegalStateException> { sample<PageRss>(3.milliseconds) }
        pause(microseconds = 10_000)
        assertEquals(rows, rowsOf(Timemory.results()).size, "nothing is read after it was closed")
        sample<PageRss>(2.milliseconds).use { awaitRows(rows + 1) }
        assertFailsWith<IllegalArgumentException> { sample<ThreadCpuClock>() }
        assertFailsWith<IllegalArgumentException> { sample<PageRss>(0.milliseconds) }
        Timemory.finalize()
    }

    @Test
    fun nothingIsReadWhileNothingIsRecorded() {
        begin()
        sample<PageRss>(2.milliseconds).use {
            awaitRows(1)
            Timemory.isEnabled = false
            val rows = rowsOf(Timemory.results()).size + 1 // for the interval in progress
            pause(microseconds = 30_000)
            assertTrue(rowsOf(Timemory.results()).size <= rows)
            Timemory.isEnabled = true
            awaitRows(rows + 1)
        }
        Timemory.finalize()
    }
}
