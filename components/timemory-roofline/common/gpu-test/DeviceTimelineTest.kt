package timemory

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertNull
import kotlin.test.assertTrue
import timemory.export.internal.HtmlReport
import timemory.export.internal.PageTemplate
import timemory.export.internal.TextTemplate
import timemory.gpu.CuptiActivity
import timemory.gpu.GpuTimeline
import timemory.internal.platform.Ffi
import timemory.internal.platform.processId
import timemory.internal.platform.withText
import timemory.results.Results

/** GPU activity in the formats with a timeline. */
class DeviceTimelineTest {
    private val tools = bundle<WallClock, CuptiActivity>()

    private fun program(): Results? = gpuSession {
        val stream = FakeGpu.stream()
        tools.measure("x") {
            FakeGpu.kernel("first", 1000)
            FakeGpu.kernel("second", 200)
            FakeGpu.kernel("first", 5, stream)
            FakeGpu.run(38, "", 70, detail = 3)
        }
    }

    @Test
    fun eachStreamHasATrackWithItsActivitiesInTheOrderOfTime() {
        val tracks = (program() ?: return).devices!!.tracks
        assertEquals("GPU 0, stream 7", tracks[0].name)
        assertEquals(2, tracks.size)
        val lines = ArrayList<String>()
        var end = 0L
        tracks[0].forEach { name, start, nanoseconds ->
            lines += "$name $nanoseconds ${start >= end}"
            end = start + nanoseconds
        }
        assertEquals(listOf("first 1000 true", "second 200 true"), lines)
    }

    @Test
    fun thePageHasThemBesideTheLapsOfThreads() {
        val results = program() ?: return
        val page = buildString { HtmlReport(TextTemplate(PageTemplate.PLACEHOLDER)).write(this, "test", listOf("run" to results)) }
        assertContains(page.replace(" ", "").replace("\n", ""), "\"gpu\":{\"tracks\":[{\"name\":\"GPU0,stream7\",\"kind\":\"stream\"},")
        assertContains(page.replace(" ", "").replace("\n", ""), "\"duration\":[1000,200,5]")
    }

    @Test
    fun tracesOfPerfettoHaveThemOnTracksOfTheirOwn() {
        val folder = "/tmp/timemory-devices-${processId()}"
        gpuSession({ fileOutput = true; outputPath = folder; outputFormats = "perfetto" }) {
            tools.measure("x") { FakeGpu.kernel("first", 1000) }
        } ?: return
        for (text in listOf("GPU 0, stream 7", "first", "gpu")) shell("grep -q -a '$text' $folder/results.perfetto-trace")
        shell("rm -r $folder")
    }

    private fun shell(command: String) = assertEquals(0L, Ffi.withText(command) { Ffi.find(null, "system")!!.call(it) }, command)

    @Test
    fun withoutCuptiActivityThereIsNone() {
        val results = gpuSession { bundle<TripCount>().measure("x") { } } ?: return
        assertNull(results.devices)
        val page = buildString { HtmlReport(TextTemplate(PageTemplate.PLACEHOLDER)).write(this, "test", listOf("run" to results)) }
        assertFalse("\"gpu\"" in page)
    }

    @Test
    fun onlyTheFirstAreKeptAndTheOthersCounted() {
        val results = gpuSession {
            FakeGpu.call("fake_per_buffer", 4000)
            tools.measure("x") { repeat(GpuTimeline.MAX_ACTIVITIES + 3) { FakeGpu.kernel("k", 1) } }
        } ?: return
        assertEquals(GpuTimeline.MAX_ACTIVITIES + 3L, results.of("cupti_activity", "x").exactSum)
        var kept = 0
        results.devices!!.tracks.forEach { track -> track.forEach { _, _, _ -> kept++ } }
        assertEquals(GpuTimeline.MAX_ACTIVITIES, kept)
        assertTrue(
            results.problems.single().endsWith("the first 50000 GPU activities, not the other 3"),
            results.problems.toString(),
        )
    }
}
