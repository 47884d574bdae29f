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
import timemory.internal.platform.writeAtomically
import timemory.output.ResultFormat
import timemory.results.CallGraph
import timemory.results.CallGraphNode
import timemory.results.DeviceActivity
import timemory.results.DeviceTimeline
import timemory.results.DeviceTrack
import timemory.results.Results
import timemory.results.RunMetadataFacts
import timemory.settings.Settings
import timemory.settings.SettingsBuilder
import timemory.statistics.Distribution
import timemory.statistics.Statistics
import timemory.statistics.newHistogram

/** What stands in `results.timemory.json` is what was measured, to the last digit, so that every other file can be made of it. */
class CompactFileTest {
    private val directory = shell("mktemp -d").trim()
    private val settings = Settings.load(SettingsBuilder().apply { percentiles = "50,99.9" })

    @AfterTest
    fun removeFiles() {
        shell("rm -rf '$directory'")
    }

    @Test
    fun every_format_is_the_same_from_the_file_as_from_the_program() {
        for (seed in 1..12) {
            val measured = RandomResults(Random(seed)).make()
            val before = folder("$seed-before")
            val after = folder("$seed-after")
            val file = ResultFormat.COMPACT.write(measured, settings, before).single()
            val read = SavedResults.read(file)
            for (format in ResultFormat.all) {
                val names = format.write(measured, settings, before).map { it.substringAfterLast('/') }
                assertEquals(names, format.write(read, settings, after).map { it.substringAfterLast('/') }, format.id)
                for (name in names) {
                    // Bars join regions of one label, and what quotients are together is not known of what was read.
                    if (format === ExportFormats.SVG && (name.startsWith("cpu_util") || name.startsWith("read_bytes"))) continue
                    val difference = shell("cmp '$before/$name' '$after/$name' 2>&1; true").trim()
                    val lines = shell("diff '$before/$name' '$after/$name' | cut -c1-400 | head -4")
                    assertEquals("", difference, "seed $seed, $name: $lines")
                }
            }
        }
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

    private fun everythingOf(node: CallGraphNode): String = with(node.inclusive) {
        listOf(
            node.label, node.depth, knownLaps, openLaps, exactSum, isTooLarge, display(),
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
        assertContains(refusal { it.substring(0, it.length / 2) }, "it was not written to its end")
        assertContains(refusal { it.replace("\"version\":1", "\"version\":2") }, "version 2; this library reads 1 to 1")
        assertContains(refusal { it.replace("\"results\"", "\"pictures\"") }, "'pictures'")
        assertContains(refusal { it.replace("\"nodes\":[[0,", "\"nodes\":[[0,99,") }, "a label")
        assertContains(refusal { it.replace("\"nodes\":[[0,", "\"nodes\":[[-1,") }, "how deep a region is")
    }

    private fun folder(name: String): String = "$directory/$name".also { shell("mkdir -p '$it'") }
}

/** Results of components of each kind there is, with everything that a region can have. */
private class RandomResults(private val random: Random) {
    private var place = 0L

    fun make(): Results = Results(
        listOf(WallClock, PeakRss, CpuUtil, ReadBytes, Score, Motto).map { graph(it) },
        4242L,
        3,
        listOf("something was wrong with \"quotes\" & <marks>"),
        1,
        object : DeviceTimeline {
            override val tracks = List(4) { stream ->
                val activities = List(5) { DeviceActivity("kernel ${it % 3}", 0, stream, 1000L * it, random.nextLong(1, 900)) }
                DeviceTrack("GPU 0, stream $stream", activities, 0L)
            }
        },
        RunMetadataFacts(
            mapOf("HOSTNAME" to "here", "CPU_MODEL" to "a \"fast\" one"),
            mapOf("HOME" to "/home/ä"),
            listOf("program", "--fast"),
            mapOf("TIMEMORY_ENABLED" to RunMetadataFacts.Setting("true", isSet = false)),
        ),
    )

    private fun graph(type: ComponentType<*>): CallGraph {
        val root = CallGraphNode(type, "", null, 0L, 0)
        place = 0L
        repeat(2) { fill(root, 0, type) }
        val graph = CallGraph(type, random.nextInt(4) == 0, root)
        for (node in graph.nodes()) for (child in node.children) if (!child.isConcurrent) node.addNested(child.inclusive)
        return graph
    }

    private fun fill(parent: CallGraphNode, depth: Int, type: ComponentType<*>) {
        repeat(random.nextInt(1, 5)) { i ->
            val isLap = type === WallClock && depth == 2 && random.nextBoolean()
            val node = parent.child(LABELS.random(random), if (isLap) 100L * place + i + 1L else 0L, 0)
            if (node.inclusive.laps > 0L) return@repeat
            record(node.inclusive, type, if (isLap) 1L else if (random.nextInt(12) == 0) 0L else random.nextLong(1, 4))
            note(node, depth)
            if (isLap) node.start = random.nextLong(0, 1_000_000)
            if (depth < 3 && random.nextInt(3) > 0) fill(node, depth + 1, type)
        }
    }

    private fun note(node: CallGraphNode, depth: Int) {
        node.place = if (random.nextInt(5) == 0) place + random.nextInt(10) else place
        place = node.place + 1
        node.addThread(if (random.nextInt(3) == 0) random.nextInt(200) else 0)
        if (random.nextInt(8) == 0) node.addThread(70)
        node.instrumentation = if (random.nextBoolean()) 0.0 else random.nextDouble() * 100
        node.isConcurrent = depth > 0 && random.nextInt(4) == 0
        node.hasMissingLaps = random.nextInt(10) == 0
    }

    private fun record(totals: Totals, type: ComponentType<*>, laps: Long) {
        if (laps == 0L) return
        when (type) {
            WallClock, PeakRss -> recordLongs(totals, laps)
            Score -> {
                val all = Statistics()
                repeat(laps.toInt()) { all.add(NUMBERS.random(random)) }
                totals.addDoubles(NUMBERS.random(random), all)
            }
            CpuUtil -> recordValues(totals, type, laps) { Ratio(random.nextDouble(), random.nextInt(3).toDouble(), 100.0) }
            ReadBytes -> recordValues(totals, type, laps) { Rate(random.nextLong(1_000_000), random.nextLong(1, 1_000_000)) }
            else -> totals.addValues(laps, TEXTS.random(random), TEXTS.random(random), emptyArray())
        }
    }

    private fun recordLongs(totals: Totals, laps: Long) {
        val histogram = Distribution(newHistogram())
        repeat(laps.toInt()) {
            val lap = if (random.nextInt(20) == 0) 1L shl 60 else random.nextLong(0, 5_000_000)
            if (random.nextInt(10) == 0) totals.addOpenLap(lap) else totals.addLap(lap)
            histogram.record(lap)
        }
        if (random.nextBoolean()) totals.addDistribution(histogram)
        if (random.nextInt(30) == 0) totals.addLongs(1L, Long.MAX_VALUE, 3e19, 5L, 5L, Long.MAX_VALUE, 1e30)
    }

    private fun recordValues(totals: Totals, type: ComponentType<*>, laps: Long, lap: () -> Any) {
        var sum: Any? = null
        var last: Any = ""
        val numbers = Array(type.elementCount) { Statistics() }
        repeat(laps.toInt()) {
            last = lap()
            sum = sum?.let { type.plusAny(it, last) } ?: last
            type.numbersAny(last).forEachIndexed { i, number -> numbers[i].add(number) }
        }
        totals.addValues(laps, sum!!, last, numbers)
    }

    private companion object {
        val LABELS = listOf("load", "store", "run", "ä \"quoted\" <b>", "line\nbreak", "\uD83D\uDE00", "a/b:1")
        val NUMBERS = listOf(0.0, -0.0, 1.0, 0.1, 1.0 / 3.0, 5e-324, 1.7976931348623157e308, -12345.678, 1e15, 123456789012345678.0)
        val TEXTS = listOf("one", "two words", "")
    }
}

/** Records floating-point numbers. */
private class Score : DoubleComponent() {
    override fun start() = Unit

    override fun stop() = Unit

    companion object : ComponentType<Score>("score", "A number of any kind", Quantity.COUNT, ::Score)
}

/** Records texts. */
private class Motto : ValueComponent<String>(Motto) {
    override fun start() = Unit

    override fun stop() = Unit

    companion object : ValueComponentType<Motto, String>("motto", "A text", Quantity.COUNT, ::Motto) {
        override fun plus(a: String, b: String): String = "$a$b"
    }
}
