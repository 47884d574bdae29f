package sampled

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.yield
import timemory.Timemory
import timemory.WallClock
import timemory.coroutineSession
import timemory.inThreads
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.pause
import timemory.internal.platform.processCpuNanoseconds
import timemory.internal.platform.threadCpuNanoseconds
import timemory.measure
import timemory.measureSuspending
import timemory.results.Results
import timemory.sampling.CpuSamples
import timemory.sampling.WallSamples
import timemory.sampling.sampling
import timemory.sampling.samplingFrames
import timemory.sampling.samplingFreq
import timemory.session
import timemory.settings.SettingsBuilder

/** A kernel may tick only 100 times per second, and a test works for a second or more. */
private const val MIN_SAMPLES = 40L

/** Programs whose true results are known: [Leaves]. The number of samples depends on their CPU time. */
class NativeSamplesTest {
    private fun work(nanoseconds: Long, step: () -> Unit) {
        val end = threadCpuNanoseconds() + nanoseconds
        while (threadCpuNanoseconds() < end) step()
    }

    private fun nested() = measure<WallClock, CpuSamples>("a") {
        Leaves.alpha(3000)
        measure<WallClock, CpuSamples>("b") {
            Leaves.beta(1500)
            measure<WallClock, CpuSamples>("c") { Leaves.gamma(1000) }
            Leaves.beta(1500)
        }
        Leaves.alpha(1000)
    }

    private fun timed() = measure<WallClock>("a") {
        Leaves.alpha(3000)
        measure<WallClock>("b") {
            Leaves.beta(1500)
            measure<WallClock>("c") { Leaves.gamma(1000) }
        }
    }

    private fun often(further: SettingsBuilder.() -> Unit = {}): SettingsBuilder.() -> Unit = {
        samplingFreq = 1000
        further()
    }

    @Test
    fun everySampleIsInTheRegionThatItsThreadStoodIn() {
        var taken = 0L
        val results = session(often()) {
            val before = processCpuNanoseconds()
            inThreads(4) { work(300_000_000) { nested() } }
            taken = processCpuNanoseconds() - before
        }
        val counts = Counts(results)
        assertEquals(0L, counts.wrong, counts.toString())
        assertTrue(counts.right >= MIN_SAMPLES, counts.toString())
        assertEquals(counts.all, counts.self, counts.toString())
        assertTrue(counts.nanoseconds in taken / 2..taken * 3 / 2, "$counts, ${counts.nanoseconds} ns of $taken that the process took")
    }

    @Test
    fun theWholeProgramIsSampledWhereASettingSaysSo() {
        val results = session(often { sampling = "cpu" }) { inThreads(2) { work(300_000_000) { timed() } } }
        val counts = Counts(results)
        assertEquals(0L, counts.wrong, counts.toString())
        assertTrue(counts.right >= MIN_SAMPLES, counts.toString())
    }

    @Test
    fun coroutinesAreSampledInTheirRegionsOnWhicheverThread() {
        val results = coroutineSession(often()) {
            repeat(8) { launch(Dispatchers.Default) { repeat(2000) { page() } } }
        }
        val counts = Counts(results)
        assertEquals(0L, counts.wrong, counts.toString())
        assertTrue(counts.right >= MIN_SAMPLES, counts.toString())
    }

    private suspend fun page() = measureSuspending<WallClock, CpuSamples>("a") {
        Leaves.alpha(2000)
        yield()
        Leaves.alpha(2000)
        measure<WallClock, CpuSamples>("c") { Leaves.gamma(2000) }
        store()
        Leaves.alpha(1000)
    }

    private suspend fun store() = measureSuspending<WallClock, CpuSamples>("b") {
        Leaves.beta(2000)
        yield()
        Leaves.beta(2000)
    }

    @Test
    fun aWaitingThreadHasSamplesOfElapsedTimeAndNoneOfCpuTime() {
        val results = session(often()) {
            measure<WallSamples, CpuSamples>("waits") {
                val end = monotonicNanoseconds() + 400_000_000
                while (monotonicNanoseconds() < end) pause(microseconds = 10_000) // signals end it early
            }
        }
        val wall = assertNotNull(results["wall_samples"]).find("waits")
        assertTrue(assertNotNull(wall).inclusive.laps >= MIN_SAMPLES, "${wall.inclusive.laps}")
        val cpu = results["cpu_samples"]?.find("waits")?.inclusive?.laps ?: 0L
        assertTrue(cpu < wall.inclusive.laps / 2, "$cpu of CPU time")
    }

    @Test
    fun noSamplesComeAfterTheEnd() {
        val first = session(often()) { measure<WallClock, CpuSamples>("a") { work(200_000_000) { Leaves.alpha(3000) } } }
        val second = session { measure<WallClock>("a") { work(200_000_000) { Leaves.alpha(3000) } } }
        assertTrue(Counts(first).all > 0L)
        assertNull(second["cpu_samples"])
        val third = session(often()) { measure<WallClock, CpuSamples>("c") { work(200_000_000) { Leaves.gamma(3000) } } }
        val counts = Counts(third)
        assertEquals(0L, counts.wrong, counts.toString())
        assertTrue(counts.right > 0L, counts.toString())
        assertTrue(counts.nanoseconds < 2_000_000_000L, counts.toString())
    }

    @Test
    fun resultsSoFarHaveTheSamplesSoFar() {
        var soFar = 0L
        val results = session(often()) {
            measure<WallClock, CpuSamples>("a") { work(200_000_000) { Leaves.alpha(3000) } }
            soFar = Counts(assertNotNull(Timemory.results())).all
            measure<WallClock, CpuSamples>("a") { work(200_000_000) { Leaves.alpha(3000) } }
        }
        assertTrue(soFar > 0L)
        assertTrue(Counts(results).all > soFar)
    }

    @Test
    fun functionsAreLeftOutOnRequest() {
        val results = session(often { samplingFrames = false }) { work(200_000_000) { nested() } }
        assertEquals(setOf("a", "b", "c"), assertNotNull(results["cpu_samples"]).nodes().map { it.label }.toSet())
    }

    @Test
    fun whatIsSampledOnTheJvmOnlySaysSo() {
        val problems = problemsOf { sampling = "alloc" }
        assertContains(problems, "no alloc_samples: allocations and locks are sampled on the JVM only")
    }

    private fun problemsOf(settings: SettingsBuilder.() -> Unit): String {
        val results: Results = session(settings) { timed() }
        return results.problems.joinToString("\n")
    }
}
