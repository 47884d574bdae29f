package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import timemory.export.data.ResultsBuilder
import timemory.export.internal.ComponentFiles
import timemory.export.internal.labelHash
import timemory.export.json
import timemory.results.Metric
import timemory.statistics.ReadNumber

/** timemory's flat and tree JSON. */
class ComponentFilesTest {
    private fun sample() = session {
        measure<FakeClock>("main") {
            repeat(2) { measure<FakeClock>("load") { pass(2_000_000) } }
            measure<FakeClock>("compute") { pass(16_000_000) }
        }
    }

    @Test
    fun theGraphOfAComponentIsHadAsTheJsonOfItsFiles() {
        val results = sample()
        val graph = results[FakeClock]!!
        assertEquals(buildString { ComponentFiles(results, graph).writeTree(this) }, results.json("fake_clock", hierarchy = true))
        assertEquals(buildString { ComponentFiles(results, graph).writeFlat(this) }, results.json("fake_clock", hierarchy = false))
        assertEquals(null, results.json("wall_clock", hierarchy = true))
    }

    @Test
    fun jsonOfEveryLabelIsValid() {
        val labels = listOf("", "\"\\/\b\n\r\t\u0000\u001f", "日本語\ud83d\ude00", "\ud800 alone", "\u2028\u2029", "x".repeat(10_000))
        val results = session { for (label in labels) measure<FakeClock>(label) { pass(1) } }
        val json = ComponentFiles(results, results["fake_clock"]!!)
        val graph = parseJson(buildString { json.writeFlat(this) }).at("timemory", "fake_clock", "ranks", 0, "graph") as List<*>
        assertEquals(labels.map { ">>> $it" }, graph.map { (it as Map<*, *>)["prefix"] })
        assertTrue('\ud800' !in buildString { json.writeFlat(this) }.replace("\ud83d\ude00", ""))
    }

    @Test
    fun flatJsonHoldsEntryStatisticsAndRollingHash() {
        val results = sample()
        val json = parseJson(buildString { ComponentFiles(results, results["fake_clock"]!!).writeFlat(this) })
        assertEquals("1.0E9", json.at("timemory", "fake_clock", "unit_value").toString().toDouble().toString())
        assertEquals("sec", json.at("timemory", "fake_clock", "unit_repr"))
        val nodes = (json.at("timemory", "fake_clock", "ranks", 0, "graph") as List<*>).map { it as Map<*, *> }
        assertEquals(listOf(">>> main", ">>> |_load", ">>> |_compute"), nodes.map { it["prefix"] })
        assertEquals("4000000", nodes[1].at("entry", "accum"))
        assertEquals("2000000", nodes[1].at("entry", "value"))
        assertEquals(0.004, nodes[1].at("stats", "sum").toString().toDouble())
        assertEquals(
            nodes[0]["hash"].toString().toULong() + nodes[1]["hash"].toString().toULong(),
            nodes[1]["rolling_hash"].toString().toULong(),
        )
    }

    @Test
    fun aValueOfSeveralNumbersIsThoseNumbers() {
        val results = session { repeat(2) { measure<CurrentPeakRss>("load") {} } }
        val graph = results[CurrentPeakRss]!!
        val totals = graph.find("load")!!.inclusive
        val json = parseJson(buildString { ComponentFiles(results, graph).writeFlat(this) })
        val entry = json.at("timemory", "current_peak_rss", "ranks", 0, "graph", 0, "entry")
        fun numbers(name: String) = (entry.at(name) as List<*>).map { it.toString().toDouble() }
        assertEquals(List(2) { totals.last(it) }, numbers("value"))
        assertEquals(List(2) { totals.sum(it) }, numbers("accum"))
        assertEquals(List(2) { totals.sum(it) / 1e6 }, numbers("repr_data"))
        assertEquals("${totals.sum(0).toLong()} B, ${totals.sum(1).toLong()} B", entry.at("repr_display"))
    }

    @Test
    fun treeJsonNestsAndHasExclusiveValues() {
        val results = session {
            measure<FakeClock>("a/b:12") {
                pass(1)
                measure<FakeClock>("c") { pass(3) }
            }
        }
        val json = parseJson(buildString { ComponentFiles(results, results["fake_clock"]!!).writeTree(this) })
        val top = json.at("timemory", "fake_clock", "graph", 0)!!
        assertEquals("0", top.at("node", "hash"))
        val node = top.at("children", 0)!!
        assertEquals("a\u2215b\u223612", node.at("node", "prefix"))
        assertEquals("a/b:12", node.at("node", "label"))
        assertEquals("4", node.at("node", "inclusive", "entry", "accum"))
        assertEquals("1", node.at("node", "exclusive", "entry", "accum"))
        assertEquals(null, (node.at("node", "exclusive", "stats") as Map<*, *>)["min"])
        assertEquals("c", node.at("children", 0, "node", "prefix"))
    }

    @Test
    fun hashesOfLabelsAreThePublishedOnes() {
        assertEquals(0xaf63dc4c8601ec8cuL, labelHash("a"))
        assertEquals(0x85944171f73967e8uL, labelHash("foobar"))
        assertEquals(0xcbf29ce484222325uL, labelHash(""))
    }

    @Test
    fun tenThousandLevelsAreWritten() {
        val tools = bundle<FakeClock>()
        val results = session {
            repeat(10_000) { tools.push("level") }
            repeat(10_000) { tools.pop() }
        }
        val tree = buildString { ComponentFiles(results, results["fake_clock"]!!).writeTree(this) }
        assertEquals(10_000, tree.split("\"prefix\":\"level\"").size - 1)
        assertEquals(tree.count { it == '{' }, tree.count { it == '}' })
    }

    @Test
    fun overheadIsInBothFiles() {
        val read = ResultsBuilder()
        val graph = read.graph(Metric("wall_clock", "wall", "Elapsed", Binding.PROCESS, listOf(Metric.Number("", Quantity.TIME, "", true))))
        val node = graph.node(null, "full")
        graph.record(node, 1, 0, 1_000, listOf(ReadNumber(1, 1_000.0, 1_000.0, 1_000.0, 1_000.0, 0.0)))
        graph.note(node, listOf(0), isConcurrent = false, instrumentation = 250.0)
        val results = read.build()
        val files = ComponentFiles(results, results.graphs.single())
        for (text in listOf(buildString { files.writeTree(this) }, buildString { files.writeFlat(this) })) {
            assertTrue("\"instrumentation\":{\"sum\":0.00000025,\"share\":0.25,\"high\":true}" in text, text)
        }
    }
}
