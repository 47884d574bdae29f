package sampled

import io.kotest.core.spec.style.FunSpec
import io.kotest.matchers.longs.shouldBeGreaterThan
import io.kotest.matchers.nulls.shouldNotBeNull
import io.kotest.matchers.shouldBe
import io.kotest.matchers.string.shouldContain
import timemory.Components
import timemory.Timemory
import timemory.WallClock
import timemory.internal.callgraph.SessionHooks
import timemory.measure
import timemory.results.Results
import timemory.sampling.CpuSamples
import timemory.sampling.samplingFrames
import timemory.sampling.samplingFreq
import timemory.settings.SettingsBuilder

/** Several sessions in one process, one after the other. */
class CpuSamplesSpec : FunSpec({
    fun sessionOf(settings: SettingsBuilder.() -> Unit = {}, program: () -> Unit): Results {
        Timemory.init {
            fileOutput = false
            coutOutput = false
            settings()
        }
        program()
        return Timemory.finalize().shouldNotBeNull()
    }

    fun load() = repeat(100) { Leaves.alpha(1_000_000) }

    test("a region shows the functions that it called, with all samples of it") {
        val graph = sessionOf { measure<WallClock, CpuSamples>("a") { load() } }[CpuSamples].shouldNotBeNull()
        val region = graph.find("a").shouldNotBeNull()
        val function = graph.find("a", "~sampled.Leaves.alpha")
            ?: graph.nodes().first { it.label == "~sampled.Leaves.alpha" }
        function.inclusive.laps shouldBeGreaterThan 0L
        region.inclusive.laps shouldBe graph.roots.sumOf { it.inclusive.laps }
        region.inclusive.exactSum shouldBe region.inclusive.laps * 10_000_000L
    }

    test("a second session samples anew") {
        val results = sessionOf({ samplingFreq = 50 }) { measure<WallClock, CpuSamples>("again") { load() } }
        val region = results[CpuSamples].shouldNotBeNull().find("again").shouldNotBeNull()
        region.inclusive.exactSum shouldBe region.inclusive.laps * 20_000_000L
        results[CpuSamples]!!.find("a") shouldBe null
    }

    test("a session that begins while the one before is being read is sampled as well") {
        fun begin() = Timemory.init { fileOutput = false; coutOutput = false }
        var isFirst = true
        SessionHooks.onResults { _, isEnd ->
            if (isEnd && isFirst) {
                isFirst = false
                begin()
                measure<WallClock, CpuSamples>("second") { }
            }
        }
        begin()
        measure<WallClock, CpuSamples>("first") { load() }
        val first = Timemory.finalize().shouldNotBeNull()[CpuSamples].shouldNotBeNull()
        first.roots.filter { it.inclusive.laps > 0 }.map { it.label } shouldBe listOf("first")
        measure<WallClock, CpuSamples>("second") { load() }
        val second = Timemory.finalize().shouldNotBeNull()[CpuSamples].shouldNotBeNull()
        second.find("second").shouldNotBeNull().inclusive.laps shouldBeGreaterThan 0L
    }

    test("results so far have the samples so far, and the end has all") {
        Timemory.init {
            fileOutput = false
            coutOutput = false
        }
        measure<WallClock, CpuSamples>("a") { load() }
        val soFar = Timemory.results().shouldNotBeNull()[CpuSamples].shouldNotBeNull().find("a").shouldNotBeNull().inclusive.laps
        measure<WallClock, CpuSamples>("a") { load() }
        val all = Timemory.finalize().shouldNotBeNull()[CpuSamples].shouldNotBeNull().find("a").shouldNotBeNull().inclusive.laps
        soFar shouldBeGreaterThan 0L
        all shouldBeGreaterThan soFar
    }

    test("functions are left out on request") {
        val graph = sessionOf({ samplingFrames = false }) { measure<WallClock, CpuSamples>("a") { load() } }[CpuSamples].shouldNotBeNull()
        graph.nodes().map { it.label }.toList() shouldBe listOf("a")
    }

    test("a region without samples around one that has them shows what it calls there") {
        val graph = sessionOf {
            measure<WallClock, CpuSamples>("a") { measure<WallClock>("inner") { load() } }
        }[CpuSamples].shouldNotBeNull()
        graph.find("a", "inner") shouldBe null
        graph.nodes().any { it.label == "~sampled.Leaves.alpha" } shouldBe true
    }

    test("it is found by its name, and can measure here") {
        Components.find("cpu_samples") shouldBe CpuSamples
        CpuSamples.unavailableReason() shouldBe null
        CpuSamples.description shouldContain "Sampled CPU time"
    }
})
