package timemory

import kotlin.random.Random
import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import timemory.export.ExportFormats
import timemory.export.data.SavedResults
import timemory.export.data.UnreadableResultsException
import timemory.export.data.toData
import timemory.internal.platform.momentNow
import timemory.internal.platform.writeAtomically
import timemory.output.ResultFormat
import timemory.output.Screen
import timemory.output.table
import timemory.results.CallGraph
import timemory.results.CallGraphNode
import timemory.results.CoroutineRuns
import timemory.results.Results
import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/** `results.timemory.json` contains what was measured, to the last digit, so that every other file can be derived from it. */
@DescribedBy(FirstPieces.TYPE::class)
internal class FirstPieces : LongTracker() {
    companion object TYPE : ComponentType<FirstPieces>("pieces", "Pieces of the first kind", Quantity.COUNT, ::FirstPieces)
}

@DescribedBy(OtherPieces.TYPE::class)
internal class OtherPieces : LongTracker() {
    companion object TYPE : ComponentType<OtherPieces>("pieces", "Pieces of the other kind", Quantity.COUNT, ::OtherPieces)
}

class CompactFileTest {
    private val directory = shell("mktemp -d").trim()
    private val settings = Settings.load(SettingsBuilder().apply { percentiles = "50,99.9" })

    @AfterTest
    fun removeFiles() {
        shell("rm -rf '$directory'")
    }

    @Test
    fun every_format_is_the_same_from_the_file_as_from_the_program() {
        for (seed in 1..5) {
            val measured = RandomResults(Random(seed)).make()
            val before = folder("$seed-before")
            val after = folder("$seed-after")
            val file = ResultFormat.COMPACT.write(measured, settings, before).single()
            val read = SavedResults.read(file)
            for (format in ResultFormat.all) {
                val names = withinOneSecond {
                    val names = format.write(measured, settings, before).map { it.substringAfterLast('/') }
                    assertEquals(names, format.write(read, settings, after).map { it.substringAfterLast('/') }, format.id)
                    names
                }
                for (name in names) {
                    // Bars join regions with the same label, and quotients read from files cannot be joined.
                    if (format === ExportFormats.SVG && (name.startsWith("cpu_util") || name.startsWith("read_bytes"))) continue
                    val files = "'$before/$name' '$after/$name'"
                    assertEquals("", shell("cmp -s $files || diff $files 2>&1 | cut -c1-400 | head -4").trim(), "seed $seed, $name")
                }
            }
        }
    }

    @Test
    fun runs_of_a_coroutine_and_names_of_threads_are_read_as_they_were() {
        val active = CallGraphNode(ActiveTime, "", null, 0L, 0)
        val lap = active.child("fetch", 1L, 0)
        lap.inclusive.addLap(70L)
        lap.start = 10L
        lap.facts = CoroutineRuns(longArrayOf(10, 30, 0, 90, 40, 7), leftOut = 2L)
        val names = mapOf(0 to "main", 7 to "DefaultDispatcher-worker-1")
        val measured = Results(listOf(CallGraph(ActiveTime, false, active)), 1L, 2, emptyList(), threadNames = names)
        val read = SavedResults.read(ResultFormat.COMPACT.write(measured, settings, folder("runs")).single())
        val runs = read["active_time"]!!.find("fetch")!!.facts as CoroutineRuns
        assertEquals(listOf(10L, 90L), listOf(runs.start(0), runs.start(1)))
        assertEquals(listOf(30L, 40L), listOf(runs.duration(0), runs.duration(1)))
        assertEquals(listOf("main", "DefaultDispatcher-worker-1"), listOf(runs.thread(0), runs.thread(1)).map(read::threadName))
        assertEquals(2L, runs.leftOut)
    }

    @Test
    fun numbers_are_read_as_they_were() {
        val measured = RandomResults(Random(99)).make()
        val read = SavedResults.read(ResultFormat.COMPACT.write(measured, settings, folder("numbers")).single())
        assertEquals(measured.graphs.map { it.type.id }, read.graphs.map { it.type.id })
        for (graph in measured.graphs) {
            val other = read[graph.type.id]!!
            assertEquals(graph.nodes().count(), other.nodes().count())
            for ((a, b) in graph.nodes().zip(other.nodes())) assertEquals(everythingOf(a), everythingOf(b), graph.type.id)
        }
    }

    @Test
    fun tables_made_of_the_file_have_the_precision_and_width_of_the_component() {
        val type = component("with_format", "A third") {
            precision(5)
            width(20)
            doubleSample { 1.0 / 3 }
        }
        val measured = session { bundleOf(listOf(type)).measure("x") { } }
        val read = SavedResults.read(ResultFormat.COMPACT.write(measured, settings, folder("format")).single())
        val sent = SavedResults.read(ExportFormats.WIRE.write(measured, settings, folder("format-sent")).single())
        for (results in listOf(measured, read, sent)) {
            assertContains(results["with_format"]!!.table(Settings.DEFAULT, Screen.FILE), "| ${" ".repeat(13)}0.33333 |")
        }
    }

    @Test
    fun laps_that_ended_have_their_sum_after_reading() {
        for (open in listOf(1_000L, 0L)) {
            val measured = RandomResults(Random(98)).make()
            val laps = measured["wall_clock"]!!.nodes().first().inclusive
            val ended = laps.endedLaps to laps.endedSum
            laps.addOpenLap(open)
            val read = SavedResults.read(ResultFormat.COMPACT.write(measured, settings, folder("open-$open")).single())
            val after = read["wall_clock"]!!.nodes().first().inclusive
            assertEquals(ended, after.endedLaps to after.endedSum)
            assertEquals(ended.second + open, after.sum)
        }
    }

    @Test
    fun two_components_with_one_id_are_both_read() {
        val measured = session {
            measure<FirstPieces>("a") { store<FirstPieces>(3) }
            measure<OtherPieces>("a") { store<OtherPieces>(4) }
        }
        val read = SavedResults.read(ResultFormat.COMPACT.write(measured, settings, folder("ids")).single())
        assertEquals(listOf("pieces" to 3.0, "pieces_2" to 4.0), read.graphs.map { it.type.id to it.find("a")!!.inclusive.sum })
    }

    private fun everythingOf(node: CallGraphNode): String = with(node.inclusive) {
        listOf(
            node.label, node.depth, knownLaps, openLaps, endedLaps, endedSum, exactSum, isTooLarge, display(),
            statistics.indices.map { i ->
                statistics[i].let { listOf(it.count, it.sum, it.min, it.max, it.squaresAroundMean, sum(i), last(i), node.exclusive(i)) }
            },
            node.exclusiveExact(), node.threads, node.place, node.start, node.instrumentation, node.isConcurrent, node.hasMissingLaps,
            percentile(50.0), percentile(99.9), histogram().map { listOf(it.from, it.to, it.count) },
        ).toString()
    }

    @Test
    fun a_folder_with_the_file_is_read_from_it_alone_and_knows_what_the_run_was() {
        val measured = RandomResults(Random(5)).make()
        val folder = folder("run")
        ResultFormat.COMPACT.write(measured, settings, folder)
        ExportFormats.TREE.write(measured, settings, folder)
        writeAtomically("$folder/wall.tree.json") { it.append("this is not JSON") }
        val data = SavedResults.readData(folder)
        assertEquals("here", data.metadata!!.info["HOSTNAME"])
        assertEquals(listOf("program", "--fast"), data.metadata.commandLine)
        assertEquals("true", data.metadata.settings.getValue("TIMEMORY_ENABLED").value)
        assertEquals(measured.toData(listOf(50.0, 99.9)).toJson(), data.toJson())
    }

    @Test
    fun what_was_read_can_be_written_and_read_again() {
        val measured = RandomResults(Random(6)).make()
        val first = ResultFormat.COMPACT.write(measured, settings, folder("first")).single()
        val second = ResultFormat.COMPACT.write(SavedResults.read(first), settings, folder("second")).single()
        assertEquals(shell("cat '$first'"), shell("cat '$second'"))
    }

    @Test
    fun a_label_stands_in_it_once() {
        val graph = RandomResults(Random(1)).make()
        val text = shell("cat '${ResultFormat.COMPACT.write(graph, settings, folder("labels")).single()}'")
        assertTrue(graph.graphs.sumOf { one -> one.nodes().count { it.label == "load" } } > 1, "the label is there more than once")
        assertEquals(2, text.split("\"load\"").size)
    }

    @Test
    fun broken_files_are_refused_with_a_sentence() {
        val file = ResultFormat.COMPACT.write(RandomResults(Random(2)).make(), settings, folder("broken")).single()
        val text = shell("cat '$file'")
        fun refusal(change: (String) -> String): String {
            writeAtomically("$directory/broken.timemory.json") { it.append(change(text)) }
            return assertFailsWith<UnreadableResultsException> { SavedResults.read("$directory/broken.timemory.json") }.message!!
        }
        assertContains(refusal { it.substring(0, it.length / 2) }, "is truncated at")
        assertContains(refusal { it.replace("\"version\":1", "\"version\":2") }, "version 2; this library reads 1 to 1")
        assertContains(refusal { it.replace("\"results\"", "\"pictures\"") }, "'pictures'")
        assertContains(refusal { it.replace("\"nodes\":[[0,", "\"nodes\":[[0,99,") }, "a label")
        assertContains(refusal { it.replace("\"nodes\":[[0,", "\"nodes\":[[-1,") }, "how deep a region is")
    }

    /** Repeats [write] until no second ended meanwhile, because profiles contain the second in which they were written. */
    private fun <T> withinOneSecond(write: () -> T): T {
        while (true) {
            val second = momentNow().epoch
            val written = write()
            if (momentNow().epoch == second) return written
        }
    }

    private fun folder(name: String): String = "$directory/$name".also { shell("mkdir -p '$it'") }
}
