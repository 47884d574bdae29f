package timemory

import io.kotest.core.spec.style.FunSpec
import io.kotest.matchers.shouldBe
import io.kotest.matchers.string.shouldContain
import kotlin.io.path.exists

/** Programs that start with measuring off, whose session starts when it is requested: each test runs a separate one. */
class DisabledProgramSpec : FunSpec({
    fun run(what: String, vararg settings: Pair<String, String>, property: String? = null): List<String> {
        val run = runProgram(
            DisabledProgram::class.java,
            what,
            options = listOfNotNull(property?.let { "-Dtimemory.enabled=$it" }),
            environment = mapOf("HOME" to "/nowhere", "TIMEMORY_ENABLED" to "false", "TIMEMORY_COUT_OUTPUT" to "false", *settings),
        )
        try {
            run.status shouldBe 0
            val files = run.results.exists()
            return run.output.lines().filter {
                it.isNotEmpty() && !it.startsWith("timemory: wrote")
            } + "files: $files" + run.errors.lines().filter { it.isNotEmpty() }
        } finally {
            run.delete()
        }
    }

    test("regions begin no session and are not recorded") {
        run("regions") shouldBe listOf("enabled: false", "initialized: false", "files: false")
    }

    for (way in listOf("switch", "change", "init")) {
        test("regions are recorded once measuring is switched on by $way") {
            run(way) shouldBe listOf("enabled: true", "laps: 1", "files: true")
        }
    }

    test("a bundle that was made before measuring was switched on measures from then on") {
        run("bundle") shouldBe listOf("trip_count: 1", "wall_clock: 1", "files: true")
    }

    test("results and finalizing are those of a session in which nothing was recorded") {
        run("results") shouldBe listOf("graphs: 0", "graphs: 0", "files: false")
    }

    test("a listener is told of the end") {
        run("listener") shouldBe listOf("finalized: 0 graphs", "files: false")
    }

    test("a misspelt setting is reported all the same") {
        val lines = run("regions", "TIMEMORY_OUTPTU_PATH" to "there")
        lines.last() shouldContain "environment: TIMEMORY_OUTPTU_PATH is not a setting; the nearest is TIMEMORY_OUTPUT_PATH"
    }

    test("a property goes before the environment") {
        run("regions", property = "true") shouldBe listOf("enabled: true", "initialized: true", "files: true")
    }
})

/** Does what its argument says. */
object DisabledProgram {
    private val tools = bundle<TripCount, WallClock>()

    @JvmStatic
    fun main(args: Array<String>) {
        measure("before") {}
        when (args[0]) {
            "regions" -> println("enabled: ${Timemory.isEnabled}\ninitialized: ${Timemory.isInitialized}")
            "switch" -> laps { Timemory.isEnabled = true }
            "change" -> laps { Timemory.change { enabled = true } }
            "init" -> laps { Timemory.init { enabled = true } }
            "bundle" -> {
                tools.measure("before") {}
                Timemory.isEnabled = true
                tools.measure("after") {}
                val graphs = Timemory.results()!!.graphs.sortedBy { it.type.id }
                for (graph in graphs) println("${graph.type.id}: ${graph.nodes().sumOf { it.inclusive.laps }}")
            }
            "results" -> {
                println("graphs: ${Timemory.results()!!.graphs.size}")
                println("graphs: ${Timemory.finalize()!!.graphs.size}")
            }
            "listener" -> Timemory.whenFinalized { println("finalized: ${it.graphs.size} graphs") }
        }
    }

    private fun laps(switchOn: () -> Unit) {
        switchOn()
        measure("after") {}
        println("enabled: ${Timemory.isEnabled}")
        println("laps: ${Timemory.results()!!.graphs.single().nodes().sumOf { it.inclusive.laps }}")
    }
}
