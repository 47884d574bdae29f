package timemory

import kotlin.math.abs
import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertNotNull
import kotlin.test.assertTrue
import timemory.export.ExportFormats
import timemory.export.data.ActivityData
import timemory.export.data.GraphBuilder
import timemory.export.data.RegionData
import timemory.export.data.ResultsBuilder
import timemory.export.data.RunData
import timemory.export.data.RunMetadata
import timemory.export.data.SavedResults
import timemory.export.data.SettingData
import timemory.export.data.TrackData
import timemory.export.data.UnreadableResultsException
import timemory.export.data.read
import timemory.export.data.toData
import timemory.export.data.toResults
import timemory.export.ranks.RankStatistics
import timemory.export.wire.WireResults
import timemory.export.wire.internal.WireFiles
import timemory.internal.platform.writeAtomically
import timemory.output.ResultFormat
import timemory.results.CallGraphNode
import timemory.results.Metric
import timemory.results.Results
import timemory.settings.Settings
import timemory.settings.SettingsBuilder
import timemory.statistics.Bucket
import timemory.statistics.ReadNumber

/** Written results are read back unchanged, and invalid files are reported in a sentence. */
class SavedResultsTest {
    private val directory = shell("mktemp -d").trim()

    @AfterTest
    fun removeFiles() {
        shell("rm -rf '$directory'")
    }

    private fun settings(configure: SettingsBuilder.() -> Unit = {}) = Settings.load(
        SettingsBuilder().apply {
            percentiles = "50,99.9"
            configure()
        },
    )

    private fun file(name: String, content: String): String =
        "$directory/$name".also { path -> writeAtomically(path) { it.append(content) } }

    private fun textOf(path: String): String = shell("cat '$path'")

    /**
     * Returns results of every component, and one whose values are text: everything that can be known about a region, and everything that
     * can be unknown.
     */
    private fun everyKind(): Results {
        val builder = ResultsBuilder()
        builder.processId = 4242L
        builder.threadCount = 4
        builder.processCount = 2
        for (type in Components.all) fill(builder.graph(Metric.of(type)))
        val text = builder.graph(Metric("mood", "mood", "How it is", Binding.WALL, emptyList()))
        text.record(text.node(null, "main"), 2L, "fine; \"quoted\"\n")
        return builder.build()
    }

    private fun fill(graph: GraphBuilder) {
        val main = add(graph, graph.node(null, "main \u00E4\uD83C\uDF89"), 1L, 900_000_017L)
        val loop = add(graph, graph.node(main, "a/b:12 [x] >>> |_ \"\\\u0001"), 1000L, 700_000_001L)
        graph.note(loop, listOf(0, 3), isConcurrent = false, instrumentation = if (graph.type.elementCount > 0) 1234.5 else 0.0)
        graph.notePlace(loop, 17L)
        if (graph.type.elementCount > 0) {
            graph.notePercentile(loop, 50.0, 123.0)
            graph.notePercentile(loop, 99.9, 456_789.0)
            graph.noteHistogram(loop, listOf(Bucket(0.0, 8.0, 3L), Bucket(8.0, 16.0, 997L)))
            graph.setExclusive(loop, DoubleArray(graph.type.elementCount) { 3_000_001.0 + it })
        }
        val worker = add(graph, graph.node(main, "worker"), 7L, 3_000_000_000_123L)
        graph.note(worker, listOf(1, 2), isConcurrent = true, instrumentation = 0.0)
        add(graph, graph.node(worker, "empty"), 0L, 0L)
        if (graph.type.elementCount > 0) add(graph, graph.node(main, "unknown laps"), -1L, 55L)
        for (i in 0L..2L) {
            val lap = add(graph, graph.newNode(loop, "lap"), 1L, 7_000_000L + i)
            graph.noteStart(lap, 626_000_000L + 10_000_000L * i)
        }
    }

    private fun add(graph: GraphBuilder, node: CallGraphNode, laps: Long, sum: Long): CallGraphNode {
        val count = graph.type.elementCount
        if (count == 0) {
            graph.record(node, laps, "value $sum")
            return node
        }
        val numbers = List(count) { i ->
            val total = sum.toDouble() + i
            val mean = if (laps > 0L) total / laps else 0.0
            ReadNumber(maxOf(0L, laps), total, mean, mean, if (laps > 1L) total else mean, if (laps > 1L) 3.5 else 0.0)
        }
        graph.record(node, laps, if (laps > 100L) 2L else 0L, if (count == 1 && graph.type.isAdditive(0)) sum else null, numbers)
        return node
    }

    private fun assertSame(expected: RunData, actual: RunData, hasThreads: Boolean) {
        assertEquals(expected.threadCount, actual.threadCount)
        assertEquals(expected.processCount, actual.processCount)
        assertEquals(expected.components.map { it.id }, actual.components.map { it.id })
        for ((one, other) in expected.components.zip(actual.components)) {
            assertEquals("${one.label}, ${one.description}, ${one.binding}", "${other.label}, ${other.description}, ${other.binding}")
            assertEquals(
                one.numbers.map { "${it.name}${it.unitSuffix} ${it.isAdditive}" },
                other.numbers.map { "${it.name}${it.unitSuffix} ${it.isAdditive}" },
            )
            assertEquals(one.regions.map { it.label }, other.regions.map { it.label })
            for ((a, b) in one.regions.zip(other.regions)) assertSame(one.id, a, b, hasThreads)
        }
    }

    private fun assertSame(id: String, a: RegionData, b: RegionData, hasThreads: Boolean) {
        val at = "$id: ${a.label}"
        assertEquals(
            listOf(
                a.depth, a.laps, a.openLaps, a.exactSum, a.text, a.isConcurrent, a.start, a.place, a.percentiles.keys,
                a.histogram.map { it.count },
            ),
            listOf(
                b.depth, b.laps, b.openLaps, b.exactSum, b.text, b.isConcurrent, b.start, b.place, b.percentiles.keys,
                b.histogram.map { it.count },
            ),
            at,
        )
        if (hasThreads) assertEquals(a.threads, b.threads, at)
        assertNear(
            a.numbers.flatMap { listOf(it.sum, it.mean, it.min, it.max, it.standardDeviation) },
            b.numbers.flatMap { listOf(it.sum, it.mean, it.min, it.max, it.standardDeviation) }, at,
        )
        if (hasThreads) assertNear(a.exclusive.orEmpty(), b.exclusive.orEmpty(), "$at, exclusive")
        assertNear(a.percentiles.values.toList(), b.percentiles.values.toList(), "$at, percentiles")
        assertNear(a.histogram.flatMap { listOf(it.from, it.to) }, b.histogram.flatMap { listOf(it.from, it.to) }, "$at, histogram")
        assertNear(listOf(a.instrumentation), listOf(b.instrumentation), "$at, instrumentation")
    }

    /** Compares without the last digit, which sums of squares lose. */
    private fun assertNear(expected: List<Double?>, actual: List<Double?>, at: String) {
        assertEquals(expected.size, actual.size, at)
        for ((a, b) in expected.zip(actual)) assertTrue(
            a == b || a != null && b != null && abs(a - b) <= 1e-9 * maxOf(1.0, abs(a)),
            "$at: $expected, $actual",
        )
    }

    private fun write(results: Results, format: ResultFormat, configure: SettingsBuilder.() -> Unit = {}): List<String> =
        format.write(results, settings(configure), directory)

    private fun small(): Results {
        val builder = ResultsBuilder()
        val graph = builder.graph(Metric.of(WallClock))
        add(graph, graph.node(add(graph, graph.node(null, "main"), 1L, 100L), "inner \u00E4"), 3L, 60L)
        return builder.build()
    }

    @Test
    fun everyKindOfComponentIsReadFromTreesAsItWas() {
        val results = everyKind()
        write(results, ExportFormats.TREE)
        assertTrue(results.graphs.size > 20, "${results.graphs.size}")
        val read = Results.read(directory)
        assertEquals(4242L, read.processId)
        assertSame(results.only(read.graphs.map { it.type.id }).toData(), read.toData(), hasThreads = true)
        assertEquals(results.graphs.size, read.graphs.size)
    }

    @Test
    fun everyKindOfComponentIsReadFromFlatFilesAsItWas() {
        val results = everyKind()
        write(results, ExportFormats.JSON)
        val read = SavedResults.read(directory)
        assertEquals(results.graphs.size, read.graphs.size)
        assertSame(results.only(read.graphs.map { it.type.id }).toData(), read.toData(), hasThreads = false)
    }

    /** The value of `main` grows with the rank, and process 1 is never in `inner`. */
    private fun ofRank(rank: Int): Results {
        val builder = ResultsBuilder()
        val wall = builder.graph(Metric.of(WallClock))
        val main = add(wall, wall.node(null, "main"), 1L, 100L * (rank + 1) + rank)
        if (rank != 1) add(wall, wall.node(main, "inner"), 3L, 60L + rank)
        val marks = builder.graph(Metric.of(CurrentPeakRss))
        val numbers = List(2) { i -> (1e6 * (rank + i + 1)).let { ReadNumber(1L, it, it, it, it, 0.0) } }
        marks.record(marks.node(null, "main"), 1L, 0L, null, numbers)
        return builder.build()
    }

    /** Compares to seven digits: files have the mean and deviation rather than the sums behind them. */
    private fun comparisonsIn(results: Results): Map<String, List<Float>?> = buildMap {
        for (graph in results.graphs) for (node in graph.nodes()) {
            put("${graph.type.id} ${node.label}", RankStatistics.of(node)?.numbers()?.map { it.toFloat() })
        }
    }

    @Test
    fun howProcessesDifferIsReadFromTreesAndFlatFiles() {
        val parts = List(3) { WireFiles.Part(WireFiles.sourceOf(WireFiles.encode(ofRank(it), it)), it, isKept = true) }
        val merged = WireFiles.decode(WireFiles.merge(parts, 1_000))
        val expected = comparisonsIn(merged)
        assertEquals(listOf(3f, 2f), listOf("main", "inner").map { expected.getValue("wall_clock $it")?.get(1) })
        for (format in listOf(ExportFormats.TREE, ExportFormats.JSON)) {
            val path = "$directory/${format.id}".also { shell("mkdir '$it'") }
            format.write(merged, settings(), path)
            val read = Results.read(path)
            assertEquals(3, read.processCount)
            assertEquals(expected, comparisonsIn(read), format.id)
        }
    }

    @Test
    fun aComparisonOfProcessesThatContradictsItselfIsRefused() {
        for (wrong in listOf("\"count\":4", "\"count\":0", "\"min_rank\":-1", "\"min_rank\":0.5", "\"ranks\":[1,1]")) {
            val name = wrong.substringBefore(':')
            val parts = List(3) { WireFiles.Part(WireFiles.sourceOf(WireFiles.encode(ofRank(it), it)), it, isKept = true) }
            val path = write(WireFiles.decode(WireFiles.merge(parts, 1_000)).only(listOf("wall_clock")), ExportFormats.TREE)[0]
            val changed = textOf(path).replaceFirst(Regex("(\"ranks\":\\{.*?)$name:(\\[[^\\]]*\\]|[^,]*)"), "$1$wrong")
            assertContains(refused(file("wrong.json", changed)), ": expected a comparison of processes", false, wrong)
        }
    }

    @Test
    fun aPairOfNumbersIsReadAsTimemoryForCxxWritesIt() {
        val path = file(
            "current_peak_rss.json",
            """{"timemory":{"current_peak_rss":{"type":["start peak rss"," stop peak rss"],"description":"","unit_value":
               {"first":1000000,"second":1000000},"unit_repr":["MB","MB"],"ranks":[{"rank":0,"graph_size":1,"graph":[{"hash":1,
               "prefix":">>> main","depth":0,"entry":{"laps":1,"value":{"first":4200000,"second":5100000},"accum":{"first":4200000,
               "second":5100000},"repr_data":{"first":4.2,"second":5.1},"repr_display":"4.2 MB, 5.1 MB"},"rolling_hash":1}]}]}}}""",
        )
        val main = assertNotNull(Results.read(path)["current_peak_rss"]?.find("main")).inclusive
        assertEquals(listOf(4_200_000.0, 5_100_000.0), List(2) { main.sum(it) })
    }

    @Test
    fun compressedFilesAreRead() {
        val paths = write(small(), ExportFormats.TREE) { gzipOutput = true }
        assertTrue(paths[0].endsWith(".gz"))
        assertSame(small().toData(), Results.read(paths[0]).toData(), hasThreads = true)
        assertSame(small().toData(), Results.read(directory).toData(), hasThreads = true)
    }

    @Test
    fun compressedFilesThatAreNotWholeAreTold() {
        val path = write(small(), ExportFormats.TREE) { gzipOutput = true }[0]
        shell("head -c 100 '$path' > '$directory/cut.gz'")
        assertContains(refused("$directory/cut.gz"), "gzip-compressed and truncated")
    }

    @Test
    fun percentilesThatABundleAsksForAreReadBack() {
        val tools = bundle<FakeClock> { percentiles(50) }
        val measured = session { for (ticks in 1L..99L) tools.measure("work") { pass(ticks) } }
        val read = listOf(ExportFormats.TREE, ExportFormats.JSON).map { Results.read(write(measured, it)[0]) } +
            WireResults.decode(WireResults.encode(measured))
        for (results in read) assertEquals(50.0, results["fake_clock"]!!.find("work")!!.inclusive.percentile(50.0))
    }

    @Test
    fun whatWasMeasuredIsReadBack() {
        val measured = session({
            percentiles = "50"
            timelineProfile = true
        }) {
            repeat(3) {
                measure<FakeClock>("work") {
                    pass(1_000_003L * (it + 1))
                    measure<FakeClock>("inside") { pass(17L) }
                }
            }
        }
        write(measured, ExportFormats.TREE) { percentiles = "50" }
        assertSame(measured.toData(listOf(50.0)), Results.read(directory).toData(), hasThreads = true)
    }

    @Test
    fun ofADirectoryTheLastRunIsReadWithItsMetadata() {
        write(everyKind(), ExportFormats.JSON)
        write(small(), ExportFormats.TREE)
        write(small(), ExportFormats.METADATA) { outputPath = "/somewhere" }
        val run = SavedResults.readData(directory)
        val wall = run.components.first { it.id == "wall_clock" }
        assertEquals(listOf("main", "inner \u00E4"), wall.regions.map { it.label }, "the tree is read, not the flat file beside it")
        assertEquals("wall_clock", run.components[0].id)
        val metadata = assertNotNull(run.metadata)
        assertEquals("0", metadata.info["PID"])
        assertEquals("/somewhere", metadata.settings["TIMEMORY_OUTPUT_PATH"]?.value)
        assertTrue(metadata.settings["TIMEMORY_OUTPUT_PATH"]!!.isSet)
        assertFalse(metadata.settings["TIMEMORY_ENABLED"]!!.isSet)
    }

    @Test
    fun directoriesWithoutResultsAreTold() {
        assertContains(refused(directory), "no results in this directory")
        assertContains(refused("$directory/missing.json"), "no such file or directory")
        assertContains(refused("/dev/zero"), "not a results file")
    }

    @Test
    fun dataGoesThroughJsonAsItIs() {
        val data = everyKind().toData()
        val again = RunData.fromJson(data.toJson())
        assertEquals(data.toJson(), again.toJson())
        assertSame(data, again.toResults().toData(), hasThreads = true)
        assertEquals(
            data.components.map { it.numbers.map { number -> number.quantity } },
            again.toResults().toData().components.map { it.numbers.map { number -> number.quantity } },
        )
    }

    @Test
    fun filesOfDataAreReadRegionByRegion() {
        val run = everyKind().toData(
            metadata = RunMetadata(info = mapOf("HOSTNAME" to "here"), settings = mapOf("TIMEMORY_X" to SettingData("7", isSet = true))),
            percentiles = emptyList(),
            timelines = listOf(TrackData("stream 7", listOf(ActivityData("copy", 5L, 17L), ActivityData("kernel", 30L, 2L)))),
        )
        val path = file("run.json", run.toJson())
        assertSame(run, Results.read(path).toData(), hasThreads = true)
        val again = SavedResults.readData(path)
        assertEquals(run.toJson(), again.toJson())
        assertEquals("stream 7", again.timelines[0].name)
        val tooMany = assertFailsWith<UnreadableResultsException> { SavedResults.read(path, maxRegions = 3) }
        assertContains(tooMany.message!!, "more than 3 regions")
    }

    @Test
    fun dataTellsItsVersionAndFilesOfLaterOnesAreRefused() {
        assertTrue(small().toData().toJson().startsWith("{\"version\":1,"))
        assertContains(refused(file("later.json", "{\"version\":2,\"components\":[]}")), "has version 2; this library reads 1 to 1")
        assertContains(refused(file("empty.json", "{}")), "not timemory results")
        assertContains(refused(file("other.json", "{\"name\":{\"timemory\":1}}")), "not timemory results")
        val late = "{\"components\":[{\"id\":\"x\",\"numbers\":[{}],\"regions\":[],\"label\":\"late\"}]}"
        assertContains(refused(file("late.json", late)), "'label' of a component after its regions")
        assertContains(refused(file("kind.json", "{\"components\":[{\"id\":7,\"numbers\":{}}]}")), "line 1")
        assertContains(refused(file("nested.json", "{\"components\":[{\"regions\":[" + "[".repeat(100_000))), "line 1")
    }

    @Test
    fun dataOfLaterVersionsIsRefusedAndUnknownKeysAreNot() {
        assertContains(assertFailsWith<UnreadableResultsException> { RunData.fromJson("{\"version\":2}") }.message!!, "version 2")
        val run = RunData.fromJson(
            "{\"later\":[{\"a\":[null]}],\"components\":[{\"id\":\"x\",\"colour\":\"red\",\"regions\":[{\"label\":\"a\"}]}]}",
        )
        assertEquals("a", run.components[0].regions[0].label)
        for (wrong in listOf(
            "", "{", "[]", "{\"version\":1e99}", "{\"components\":[{}]}", "{\"components\":7}",
            "{\"later\":" + "[".repeat(100_000),
        )) {
            val message = assertFailsWith<UnreadableResultsException>(wrong.take(40)) { RunData.fromJson(wrong) }.message!!
            assertTrue(message.startsWith("the data of a run") && message.length < 300 && "kotlin" !in message && '\n' !in message, message)
        }
    }

    @Test
    fun dataThatDoesNotFitTogetherIsRefused() {
        val run = RunData.fromJson("{\"components\":[{\"id\":\"x\",\"numbers\":[{}],\"regions\":[{\"label\":\"a\",\"laps\":1}]}]}")
        assertContains(assertFailsWith<UnreadableResultsException> { run.toResults() }.message!!, "1 numbers, not 0")
    }

    @Test
    fun filesOfOtherVersionsAreRead() {
        val tree = textOf(write(small(), ExportFormats.TREE)[0])
        val known = Results.read(file("known.json", tree)).toData().toJson()
        for (other in listOf(
            tree.replace("\"type\":", "\"type\":\"other\",\"type\":"),
            tree.replace("\"type\":", "\"later\":{\"a\":[1,{\"b\":null}]},\"type\":"),
            tree.replace("\"tid\":", "\"numa\":[[0]],\"tid\":"),
            tree.replace("\"laps\":", "\"cereal_class_version\":0,\"laps\":"),
            tree.replace("\"hash\":", "\n\t\"hash\" :\r\n"),
            "\uFEFF$tree",
        )) {
            assertEquals(known, Results.read(file("other.json", other)).toData().toJson())
        }
    }

    @Test
    fun filesCutAnywhereAreRefusedInASentence() {
        for (format in listOf(ExportFormats.JSON, ExportFormats.TREE)) {
            val whole = textOf(write(small(), format)[0]).encodeToByteArray()
            val path = "$directory/cut"
            for (length in 0 until whole.size - 1) {
                writeAtomically(path) { it.bytes(whole, length) }
                val message = refused(path)
                assertContains(message, if (length == 0) "is truncated" else "line ", message = "cut at $length")
            }
        }
    }

    @Test
    fun bytesThatAreWrongAreReadOrRefusedInASentence() {
        val whole = textOf(write(small(), ExportFormats.TREE)[0]).encodeToByteArray()
        val path = "$directory/changed"
        var refused = 0
        for (wrong in "0\"}[\\x,".encodeToByteArray() + (-1).toByte()) {
            for (at in whole.indices step 11) {
                val changed = whole.copyOf().also { it[at] = wrong }
                writeAtomically(path) { it.bytes(changed, changed.size) }
                try {
                    Results.read(path)
                } catch (failure: UnreadableResultsException) {
                    refused++
                    assertSentence(path, failure.message!!)
                }
            }
        }
        assertTrue(refused > whole.size / 11, "$refused")
    }

    @Test
    fun regionsNestAsDeeplyAsTheyDidAndNoMore() {
        val levels = repeats(30_000, native = 10_000, thorough = 100_000)
        val open = "{\"node\":{\"hash\":1,\"prefix\":\"x\",\"inclusive\":{\"entry\":{\"laps\":1},\"stats\":{\"sum\":1.0}}},\"children\":["
        val begin = "{\"timemory\":{\"wall_clock\":{\"unit_repr\":\"sec\",\"graph\":["
        val read = Results.read(file("deep.json", begin + open.repeat(levels) + "]}".repeat(levels) + "]}}}"))
        assertEquals(levels - 1, read.graphs[0].nodes().last().depth)
        assertContains(refused(file("endless.json", begin + "{\"node\":{\"prefix\":\"x\"},\"children\":[".repeat(250_000))), "deep")
        for (start in listOf(
            "{\"timemory\":", "{\"timemory\":{\"wall_clock\":{\"unknown\":", "{\"timemory\":{\"wall_clock\":{\"type\":",
            begin + "{\"node\":", begin + "{\"node\":{\"tid\":",
        )) {
            refused(file("nested.json", start + "[".repeat(20_000)))
            refused(file("nested.json", start + "{\"a\":".repeat(20_000)))
        }
    }

    @Test
    fun whatIsLargerThanAnyResultsIsRefusedWithoutReadingItWhole() {
        val begin = "{\"timemory\":{\"wall_clock\":{\"type\":\"wall\",\"unknown\":"
        assertContains(refused(file("text.json", "$begin\"" + "x".repeat(11_000_000))), "more than 10000000 bytes")
        assertContains(refused(file("number.json", begin + "7".repeat(100_000))), "more than 1000 digits")
        assertContains(refused(file("name.json", "{\"timemory\":{\"" + "x".repeat(60_000))), "more than 50000 bytes")
        val value = "{\"timemory\":{\"wall_clock\":{\"unit_value\":[" + "1,".repeat(9_000_000)
        assertContains(refused(file("value.json", value)), "value of more than")
        val tree = write(everyKind(), ExportFormats.TREE).first { "wall" in it }
        assertContains(
            assertFailsWith<UnreadableResultsException> { SavedResults.read(tree, maxRegions = 3) }.message!!,
            "more than 3 regions",
        )
    }

    @Test
    fun numbersBeyondRangeAreTakenForWhatTheyCanBe() {
        val numbers = listOf("1e999", "-1e999", "99999999999999999999999", "9223372036854775808", "-5", "1e-999", "null", "\"x\"", "[]")
        val template = "{\"timemory\":{\"wall_clock\":{\"unit_repr\":\"sec\",\"unit_value\":1000000000,\"thread_count\":@,\"graph\":[" +
            "{\"node\":{\"hash\":1,\"prefix\":\"x\",\"tid\":[@],\"pid\":@,\"place\":@,\"start\":@," +
            "\"inclusive\":{\"entry\":{\"laps\":@,\"accum\":@,\"open_laps\":@},\"stats\":{\"sum\":@,\"mean\":@,\"min\":@," +
            "\"percentiles\":{\"50\":@},\"histogram\":{\"bounds\":[@,@],\"counts\":[@]}}},\"exclusive\":{\"stats\":{\"sum\":@}}}," +
            "\"children\":[]}]}}}"
        for (number in numbers) {
            val read = Results.read(file("number.json", template.replace("@", number)))
            assertEquals("x", read.graphs[0].roots[0].label, number)
            assertTrue(RunData.fromJson(read.toData().toJson()).toResults().graphs.isNotEmpty())
        }
    }

    /** Returns the error message for [path]. */
    private fun refused(path: String): String =
        assertFailsWith<UnreadableResultsException> { SavedResults.read(path) }.message!!.also { assertSentence(path, it) }

    private fun assertSentence(path: String, message: String) {
        assertTrue(message.startsWith("$path: "), message)
        assertTrue(
            message.length < path.length + 300 && '\n' !in message && "kotlin" !in message && "Exception" !in message &&
                !message.endsWith(": null"),
            message,
        )
    }
}
