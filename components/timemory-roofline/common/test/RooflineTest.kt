package timemory

import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertNotNull
import kotlin.test.assertTrue
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext
import timemory.counters.CounterKind
import timemory.counters.CounterSet
import timemory.output.TextTable
import timemory.plot.PictureStyle
import timemory.results.Results
import timemory.roofline.BandwidthRoof
import timemory.roofline.CpuRooflineDpFlops
import timemory.roofline.CpuRooflineFlops
import timemory.roofline.CpuRooflineSpFlops
import timemory.roofline.ErtCache
import timemory.roofline.ErtConditions
import timemory.roofline.ErtMachine
import timemory.roofline.ErtResults
import timemory.roofline.ErtSample
import timemory.roofline.ErtSampledKernel
import timemory.roofline.ErtTiming
import timemory.roofline.MemoryLevel
import timemory.roofline.PeakRoof
import timemory.roofline.Precision
import timemory.roofline.Roofline
import timemory.roofline.RooflineChart
import timemory.roofline.RooflineElements
import timemory.roofline.RooflineEvent
import timemory.roofline.RooflineEvents
import timemory.roofline.RooflineForm
import timemory.roofline.RooflinePicture
import timemory.roofline.RooflinePoint
import timemory.roofline.RooflinePoints
import timemory.roofline.countBytes
import timemory.roofline.countFlops
import timemory.roofline.countInstructions
import timemory.roofline.rooflineMode
import timemory.roofline.writeErtJson
import timemory.roofline.writePlotterJson
import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/** Roofline components, with no events or those of tests. */
class RooflineTest {
    init {
        noEvents()
    }

    @AfterTest
    fun forget() {
        RooflineEvents.listsOfTest = null
    }

    private fun noEvents() {
        RooflineEvents.listsOfTest = { _, _ -> emptyList() }
    }

    private fun Results.element(id: String, name: String, vararg path: String): Double = this[id]!!.let { graph ->
        graph.find(*path)!!.inclusive.sum(graph.type.elements.indexOf(name))
    }

    @Test
    fun whatTheProgramSaysIsAddedToEveryRegionThatIsOpen() {
        val results = session {
            measure<CpuRooflineFlops>("outer") {
                countFlops(10.0)
                countBytes(4.0)
                measure<CpuRooflineFlops>("inner") {
                    countFlops(100.0)
                    countBytes(8.0, MemoryLevel.L1)
                    countInstructions(7.0)
                }
            }
            countFlops(1e6)
        }
        val id = "cpu_roofline_flops"
        assertEquals(110.0, results.element(id, "flops", "outer"))
        assertEquals(100.0, results.element(id, "flops", "outer", "inner"))
        assertEquals(listOf(4.0, 8.0, 7.0), listOf("dram_bytes", "l1_bytes", "instructions").map { results.element(id, it, "outer") })
        val outer = results[id]!!.find("outer")!!
        assertEquals(10.0, outer.exclusive(0))
        assertTrue(results.element(id, "runtime", "outer") > 0.0)
    }

    @Test
    fun rooflinesHaveArithmetic() {
        session {
            fun lap(flops: Double) = bundle<CpuRooflineFlops>().measured("x") { countFlops(flops) }.first
            val both = lap(10.0) + lap(30.0)
            assertEquals(listOf(40.0, 30.0), listOf(both.sum.flops, both.last.flops))
            assertEquals(20.0, (both / 2).sum.flops)
            assertEquals(10.0, (both - lap(30.0)).sum.flops)
        }
    }

    @Test
    fun aComponentTakesOperationsOfItsPrecisionAlone() {
        val results = session {
            measure<CpuRooflineSpFlops, CpuRooflineDpFlops, CpuRooflineFlops>("x") {
                countFlops(3.0, Precision.SINGLE)
                countFlops(5.0, Precision.DOUBLE)
            }
        }
        assertEquals(listOf(3.0, 5.0, 8.0), listOf("sp_", "dp_", "").map { results.element("cpu_roofline_${it}flops", "flops", "x") })
    }

    @Test
    fun eventsReplaceWhatTheProgramSaysOfTheSameNumberAndLeaveTheRest() {
        RooflineEvents.listsOfTest = { mode, _ ->
            val element = if (mode == "op") RooflineElements.FLOPS else RooflineElements.of(MemoryLevel.DRAM)
            listOf(
                FakeCounters to listOf(
                    RooflineEvent(FakeCounters.EVENTS[0], 4.0, element),
                    RooflineEvent(FakeCounters.EVENTS[1], 1.0, element),
                ),
            )
        }
        for (mode in listOf("op", "ai")) {
            val results = session({ rooflineMode = mode }) {
                measure<CpuRooflineDpFlops>("x") {
                    FakeCounters.happen(0, 10)
                    FakeCounters.happen(1, 2)
                    countFlops(1000.0)
                    countBytes(500.0)
                }
            }
            val counted = 4.0 * 10 + 2
            assertEquals(if (mode == "op") counted else 1000.0, results.element("cpu_roofline_dp_flops", "flops", "x"), mode)
            assertEquals(if (mode == "op") 500.0 else counted, results.element("cpu_roofline_dp_flops", "dram_bytes", "x"), mode)
            assertEquals("cpu_roofline_dp_$mode", results.graphs.single().type.label)
        }
    }

    @Test
    fun theFirstListOfWhichAllCanBeCountedIsTaken() {
        val broken = object : CounterKind {
            override fun open(events: List<String>): CounterSet = throw UnsupportedOperationException("no counters in tests")
        }
        val event = RooflineEvent(FakeCounters.EVENTS[0], 1.0, RooflineElements.FLOPS)
        RooflineEvents.listsOfTest = { _, _ -> listOf(broken to listOf(event)) }
        assertContains(assertNotNull(CpuRooflineFlops.eventsUnavailableReason), "no counters in tests")
        RooflineEvents.listsOfTest = { _, _ ->
            listOf(
                broken to listOf(event),
                FakeCounters to listOf(event, RooflineEvent(FakeCounters.EVENTS[1], 1.0, RooflineElements.FLOPS)),
            )
        }
        assertEquals(null, CpuRooflineFlops.eventsUnavailableReason)
    }

    @Test
    fun aSuspendingRegionHasWhatItsCoroutineSays() {
        val results = coroutineSession {
            measureSuspending<CpuRooflineFlops>("request") {
                measure<CpuRooflineFlops>("part") { countFlops(5.0) }
                withContext(Dispatchers.Default.measured()) { countFlops(2.0) }
            }
        }
        val graph = results["cpu_roofline_flops"]!!
        assertEquals(7.0, graph.nodes().first { it.label == "request" }.inclusive.sum(0))
    }

    @Test
    fun tablesLeaveOutWhatIsNotKnownOfAnyRegion() {
        val graph = results()["cpu_roofline_flops"]!!
        val table = buildString { TextTable(graph, Settings.DEFAULT).writeTo(this) }
        for (name in listOf("flops;", "instructions;", "l1_bytes;", "dram_bytes;", "runtime")) assertContains(table, name)
        assertFalse("l2_bytes" in table || "l3_bytes" in table)
    }

    @Test
    fun wrongCountsAreRefused() {
        assertEquals("-1.0 operations, must be 0 or more", assertFailsWith<IllegalArgumentException> { countFlops(-1.0) }.message)
        assertFailsWith<IllegalArgumentException> { countBytes(Double.NaN) }
        assertFailsWith<IllegalArgumentException> { countInstructions(Double.POSITIVE_INFINITY) }
    }

    @Test
    fun namesOfTimemoryAreUnderstood() {
        for (name in listOf(
            "cpu_roofline", "cpu_roofline_flops",
            "TIMEMORY_CPU_ROOFLINE_FLOPS",
        )) assertTrue(Components.find(name) === CpuRooflineFlops)
        assertTrue(Components.find("cpu_roofline_single") === CpuRooflineSpFlops)
        assertTrue(Components.find("cpu_roofline_double") === CpuRooflineDpFlops)
        val settings = SettingsBuilder().apply { set("ROOFLINE_MODE", "activity") }
        assertEquals("ai", settings.rooflineMode)
        assertFailsWith<IllegalArgumentException> { settings.set("ROOFLINE_MODE", "both") }
    }

    private fun results(): Results = session {
        measure<CpuRooflineFlops>("<b>&") {
            countFlops(1e6)
            countBytes(1e6)
            countBytes(4e6, MemoryLevel.L1)
            countInstructions(2e6)
        }
        measure<CpuRooflineFlops>("idle") { }
    }

    private fun points(form: RooflineForm = RooflineForm.FLOPS) = results().let { RooflinePoints.of(it, it, "cpu_roofline_flops", form) }

    @Test
    fun aRegionHasAPointForEachLevelWhoseBytesAreKnown() {
        val found = points()
        assertEquals(mapOf("L1" to 0.25, "DRAM" to 1.0), found.points.associate { it.level to it.intensity })
        assertEquals(listOf("no FLOPs were counted in 'idle'"), found.problems)
        val instructions = points(RooflineForm.INSTRUCTIONS).points.first { it.level == "DRAM" }
        assertEquals(2e6 / (1e6 / 64), instructions.intensity, "for each line of 64 bytes")
    }

    @Test
    fun operationsOfOneRunAndBytesOfAnotherAreJoinedByPath() {
        val operations = session { measure<CpuRooflineFlops>("a") { measure<CpuRooflineFlops>("b") { countFlops(6.0) } } }
        val bytes = session { measure<CpuRooflineFlops>("a") { measure<CpuRooflineFlops>("b") { countBytes(3.0) } } }
        val found = RooflinePoints.of(operations, bytes, "cpu_roofline_flops", RooflineForm.FLOPS)
        assertEquals(listOf(listOf("a"), listOf("a", "b")), found.points.map { it.path })
        assertEquals(listOf(2.0, 2.0), found.points.map { it.intensity })
        val own = RooflinePoints.of(operations, bytes, "cpu_roofline_flops", RooflineForm.FLOPS, isExclusive = true)
        assertEquals(listOf("b"), own.points.map { it.label })
    }

    private fun roofline(points: List<RooflinePoint> = points().points) =
        Roofline(
            "test", RooflineForm.FLOPS, listOf(BandwidthRoof("L1", 4e11), BandwidthRoof("DRAM", 2e10)),
            listOf(PeakRoof("fma", 1e11), PeakRoof("add", 5e10)), points,
        )

    private fun point(level: String, intensity: Double, gigaflops: Double) =
        RooflinePoint("x", listOf("x"), level, gigaflops * 1e9, gigaflops * 1e9 / intensity, 1e9, 1L)

    @Test
    fun noPointIsAllowedMoreThanItsLevelsBandwidthAndTheHighestPeak() {
        val roofline = roofline()
        assertEquals(2e10 * 0.5, roofline.attainable(point("DRAM", 0.5, 1.0)))
        assertEquals(1e11, roofline.attainable(point("DRAM", 50.0, 1.0)))
        assertEquals(4e11 * 0.125, roofline.attainable(point("L1", 0.125, 1.0)))
    }

    @Test
    fun aPointLiesBelowItsRoofInThePictureExactlyWhereItsNumbersDo() {
        val below = drawn(roofline(listOf(point("DRAM", 0.5, 9.0))))
        val above = drawn(roofline(listOf(point("DRAM", 0.5, 11.0))))
        val on = drawn(roofline(listOf(point("DRAM", 0.5, 10.0))))
        // The roof at the point's position.
        val roof = on.discs.single { it.tooltip.isNotEmpty() }.y
        assertTrue(below.discs.single { it.tooltip.isNotEmpty() }.y > roof)
        assertTrue(above.discs.single { it.tooltip.isNotEmpty() }.y < roof)
    }

    private fun drawn(roofline: Roofline) = RecordingCanvas().also { RooflineChart(roofline, PictureStyle()).drawOn(it) }

    @Test
    fun roofsCarryTheirValuesAndUnits() {
        val texts = drawn(roofline()).texts.map { it.text }
        assertTrue(
            texts.containsAll(
                listOf(
                    "L1: 400 GB/s", "DRAM: 20 GB/s", "fma: 100 GFLOP/s", "add: 50 GFLOP/s",
                    "Arithmetic intensity (FLOP/byte)",
                ),
            ),
            texts.toString(),
        )
    }

    @Test
    fun namesOfTwoRoofsThatAreCloseStandAboveAndBelowThem() {
        val (first, second, third) = namesOf(BandwidthRoof("L1", 4.8e11), BandwidthRoof("L2", 4.5e11), BandwidthRoof("DRAM", 5e10))
        assertEquals(listOf(first.left, first.left), listOf(second.left, third.left))
        assertTrue(second.y > first.y + 15.0 && third.y > second.y + 15.0)
    }

    @Test
    fun namesOfMoreRoofsThatAreCloseStandOneBehindTheOther() {
        val (first, second, third) = namesOf(BandwidthRoof("L1", 4.8e11), BandwidthRoof("L2", 4.5e11), BandwidthRoof("L3", 4.2e11))
        assertTrue(second.left > first.left + 50.0 && second.y < first.y)
        assertTrue(third.left == first.left && third.y > first.y + 15.0)
    }

    private fun namesOf(vararg roofs: BandwidthRoof): List<RecordingCanvas.Text> {
        val texts = drawn(Roofline("test", RooflineForm.FLOPS, roofs.toList(), listOf(PeakRoof("fma", 1e11)), emptyList())).texts
        return roofs.map { roof -> texts.single { it.text.startsWith(roof.name + ":") } }
    }

    @Test
    fun nothingInThePictureLiesOutsideOfIt() {
        val style = PictureStyle(width = 700)
        val far = listOf(point("L1", 1e-4, 1e-3), point("DRAM", 1e5, 90.0))
        val chart = RooflineChart(roofline(far), style)
        val canvas = RecordingCanvas().also(chart::drawOn)
        for (disc in canvas.discs) assertTrue(disc.x in 0.0..700.0 && disc.y in 0.0..chart.height)
        assertEquals(2, canvas.discs.count { it.tooltip.isNotEmpty() })
    }

    @Test
    fun labelsAreMarkupNeitherInThePictureNorInThePage() {
        val picture = RooflinePicture(roofline(), "roofline")
        for (text in listOf(buildString { picture.writeSvg(this) }, buildString { picture.writeHtml(this) })) {
            assertFalse("<b>" in text)
            assertTrue("&lt;b&gt;&amp;" in text)
        }
        val page = buildString { picture.writeHtml(this) }
        assertFalse(
            "http://" in page.replace("http://www.w3.org/2000/svg", "") || "https://" in page || "src=" in page,
            "needs nothing from elsewhere",
        )
        assertFalse("<?xml" in page)
    }

    @Test
    fun whereThereIsNothingToDrawThatIsSaid() {
        val empty = Roofline("nothing", RooflineForm.FLOPS, emptyList(), emptyList(), emptyList())
        assertEquals(
            "nothing to draw: 'nothing' has neither roofs nor points",
            assertFailsWith<IllegalArgumentException> { RooflinePicture(empty, "x") }.message,
        )
    }

    private fun sample(workingSet: Long, gigabytes: Double, threads: Int = 1, isPeak: Boolean = false, label: String = "update f64") =
        ErtSample(
            ErtSampledKernel(label, "f64", vectorBits = 512, operationsPerElement = 2, isPeak, isOfInstructions = false),
            ErtConditions(threads, workingSet),
            ErtTiming(trials = 3, gigabytes * 1e9, totalOperations = 2e9, nanoseconds = 1e9, medianNanoseconds = 1.1e9),
        )

    private fun machine(caches: List<ErtCache>) = ErtMachine("test", 2, caches, 3.0, "native")

    private val caches = listOf(ErtCache(1, 48_000, 1), ErtCache(2, 1_000_000, 1), ErtCache(3, 32_000_000, 2))

    @Test
    fun aLevelsRoofIsTheBestOfTheSizesThatAreSurelyIts() {
        val samples = listOf(
            sample(8_000, 100.0), sample(30_000, 400.0), sample(47_000, 999.0), sample(200_000, 200.0), sample(700_000, 180.0),
            sample(1_500_000, 998.0),
            sample(10_000_000, 90.0), sample(40_000_000, 997.0), sample(127_000_000, 996.0), sample(128_000_000, 20.0),
            sample(256_000_000, 19.0), sample(30_000, 5000.0, isPeak = true),
        )
        val roofs = ErtResults(machine(caches), samples).bandwidthRoofs(1, RooflineForm.FLOPS)
        assertEquals(listOf("L1" to 400.0, "L2" to 200.0, "L3" to 90.0, "DRAM" to 20.0), roofs.map { it.name to it.perSecond / 1e9 })
        assertEquals(listOf(30_000L, 200_000L, 10_000_000L, 128_000_000L), roofs.map { it.sample?.workingSet })
        val lines = ErtResults(machine(caches), samples).bandwidthRoofs(1, RooflineForm.INSTRUCTIONS)
        assertEquals(400e9 / 64, lines.first().perSecond)
    }

    @Test
    fun aSharedCacheServesEachThreadWithItsShareOnly() {
        val samples =
            listOf(sample(10_000_000, 150.0, threads = 2), sample(14_000_000, 999.0, threads = 2), sample(64_000_000, 30.0, threads = 2))
        val roofs = ErtResults(machine(caches), samples).bandwidthRoofs(2, RooflineForm.FLOPS)
        assertEquals(listOf("L3" to 150.0, "DRAM" to 30.0), roofs.map { it.name to it.perSecond / 1e9 })
    }

    @Test
    fun withoutKnownCachesOnlyTheLargestDataAreTakenForMemory() {
        val roofs =
            ErtResults(machine(emptyList()), listOf(sample(8_000, 100.0), sample(1_000_000, 7.0))).bandwidthRoofs(1, RooflineForm.FLOPS)
        assertEquals(listOf("DRAM" to 7.0), roofs.map { it.name to it.perSecond / 1e9 })
    }

    @Test
    fun measurementsAndPointsAreValidJson() {
        val ert = ErtResults(machine(caches), listOf(sample(8_000, 100.0, label = "a \"b\"\n")))
        val text = buildString { writeErtJson(ert, this) }
        parseJson(text)
        assertContains(text, "\"working-set\":8000")
        for (isTraffic in listOf(false, true)) {
            val plotter = buildString { writePlotterJson(roofline(), "DRAM", ert.samples, isTraffic, this) }
            parseJson(plotter)
            assertContains(plotter, if (isTraffic) "\"bandwidth\":1000000.0" else "\"flops\":1000000.0")
        }
        assertFailsWith<IllegalArgumentException> { writePlotterJson(roofline(), "L2", ert.samples, false, StringBuilder()) }
    }
}
