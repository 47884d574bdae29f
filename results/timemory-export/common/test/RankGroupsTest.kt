package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertContentEquals
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import timemory.export.data.ResultsBuilder
import timemory.export.internal.writeSpeedscope
import timemory.export.json
import timemory.export.ranks.RankStatistics
import timemory.export.wire.WireResults
import timemory.mpi.RankGroups
import timemory.mpi.collapseProcesses
import timemory.mpi.nodeCount
import timemory.mpi.rankGroups
import timemory.mpi.writeGroups
import timemory.results.Metric
import timemory.results.Results
import timemory.settings.Settings
import timemory.settings.SettingsBuilder
import timemory.statistics.ReadNumber

/** Results of an MPI program whose groups of ranks stay separate. */
class RankGroupsTest {
    private fun ofRank(rank: Int, laps: Int): ByteArray {
        val results = session {
            measure<FakeClock>("solve") { repeat(laps) { measure<FakeClock>("step") { pass(1_000) } } }
        }
        return WireResults.encode(results, rank)
    }

    private fun joint(groups: List<ByteArray>): Results = WireResults.ofGroups(groups, maxNodes = 1_000) { _, why -> error(why) }

    private fun lapsOfSteps(flat: Any?, rank: Int): Any? = flat.at("timemory", "fake_clock", "ranks", rank, "graph", 1, "entry", "laps")

    @Test
    fun eachGroupIsAnElementOfTheListsOfTimemorysFiles() {
        val results = joint(listOf(WireResults.merge(listOf(ofRank(0, 2), ofRank(1, 3))), ofRank(2, 7)))
        val flat = parseJson(results.json("fake_clock", hierarchy = false)!!)
        assertEquals(listOf("5", "7"), List(2) { lapsOfSteps(flat, it) })
        assertEquals(listOf("0", "1"), List(2) { flat.at("timemory", "fake_clock", "ranks", it, "rank") })
        assertEquals(listOf("3", "2"), listOf("mpi_size", "num_ranks").map { flat.at("timemory", "fake_clock", it) })
        val tree = parseJson(results.json("fake_clock", hierarchy = true)!!).at("timemory", "fake_clock", "mpi") as List<*>
        assertEquals(2, tree.size)
        val steps = tree.map { it.at(0, "children", 0, "children", 0, "node", "inclusive", "entry", "laps") }
        assertEquals(listOf<Any?>("5", "7"), steps)
        assertEquals(12L, results["fake_clock"]!!.find("solve", "step")!!.inclusive.laps)
    }

    @Test
    fun whatEachRankHadIsKeptWhereEachIsAGroup() {
        val step = joint(listOf(ofRank(0, 2), ofRank(1, 3)))["fake_clock"]!!.find("solve", "step")!!
        assertContentEquals(doubleArrayOf(2_000.0, 3_000.0), RankStatistics.of(step)!!.values())
    }

    @Test
    fun titlesOfOtherToolsSayOfHowManyProcessesResultsAre() {
        assertContains(buildString { writeSpeedscope(this, joint(listOf(ofRank(0, 2), ofRank(1, 3)))) }, "\"name\":\"2 processes\"")
    }

    @Test
    fun oneGroupOfAllIsOneElement() {
        val results = joint(listOf(WireResults.merge(listOf(ofRank(0, 2), ofRank(1, 3)))))
        val flat = parseJson(results.json("fake_clock", hierarchy = false)!!)
        assertEquals(1, (flat.at("timemory", "fake_clock", "ranks") as List<*>).size)
        assertEquals(listOf("2", "1"), listOf("mpi_size", "num_ranks").map { flat.at("timemory", "fake_clock", it) })
        assertEquals("5", lapsOfSteps(flat, 0))
        val tree = parseJson(results.json("fake_clock", hierarchy = true)!!).at("timemory", "fake_clock", "mpi") as List<*>
        assertEquals(1, tree.size)
    }

    @Test
    fun aGroupOfOtherUnitsIsReportedAndWrittenApart() {
        val inBytes = Metric("fake_clock", "fake", "Time", Binding.WALL, listOf(Metric.Number("", Quantity.COUNT, "", true)))
        val builder = ResultsBuilder()
        builder.graph(inBytes).let { it.record(it.node(null, "main"), 1L, 0L, 1L, listOf(ReadNumber(1L, 1.0, 1.0, 1.0, 1.0, 0.0))) }
        val written = ArrayList<Pair<String, Int>>()
        val reported = ArrayList<String>()
        val groups = listOf(ofRank(0, 2), WireResults.encode(builder.build(), 1), ofRank(2, 3), byteArrayOf(1, 2, 3))
        Settings.DEFAULT.writeGroups(groups, "", reported::add) { results, settings ->
            written.add(settings.outputPrefix to results.processCount)
        }
        assertEquals(listOf("" to 2, "rank-1-" to 1), written)
        assertEquals(2, reported.size, reported.toString())
        val apart = "the results of rank 1 are written separately, not merged with others: has component fake_clock with other"
        for (what in listOf(apart, "results of a group of ranks are lost: ")) assertTrue(reported.any { what in it }, reported.toString())
    }

    @Test
    fun groupsComeOneBehindAnother() {
        val all = listOf(byteArrayOf(1, 2, 3), byteArrayOf(), ByteArray(300) { it.toByte() })
        val bytes = all.map(RankGroups::of).reduce(ByteArray::plus)
        assertEquals(all.map { it.toList() }, RankGroups.listOf(bytes).map { it.toList() })
        for (end in bytes.indices - setOf(0, 11, 19)) {
            assertFailsWith<IllegalArgumentException>("$end bytes") { RankGroups.listOf(bytes.copyOf(end)) }
        }
    }

    @Test
    fun settingsSayHowManyGroupsThereAre() {
        val reported = ArrayList<String>()
        fun groups(ranks: Int, change: SettingsBuilder.() -> Unit) =
            Settings.DEFAULT.with(SettingsBuilder().apply(change)).rankGroups(0, ranks) { reported.add(it) }
        assertEquals(
            listOf(1, 100, 8, 3, 1),
            listOf(
                groups(100) { },
                groups(100) { collapseProcesses = false },
                groups(100) { nodeCount = 8 },
                groups(3) { nodeCount = 8 },
                groups(3) { nodeCount = 1 },
            ),
        )
        assertEquals(emptyList(), reported)
        assertEquals(1, groups(5_000) { collapseProcesses = false })
        assertContains(reported.single(), "the results of 5000 ranks are merged into one: rank 0 accepts at most 4096 separate ones")
    }
}
