package timemory

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.ObjectMapper
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.TimeUnit
import kotlin.io.path.readText

/** How a test program ended, and its output. */
internal class ProgramRun(val status: Int, val output: String, val errors: String, val work: Path) {
    val results: Path get() = work.resolve("timemory-output")

    fun delete() {
        work.toFile().deleteRecursively()
    }
}

/** A region as in `results.timemory.json`: [rest] is what few regions have. */
internal class WrittenRegion(val depth: Int, val label: String, val laps: Long, val rest: JsonNode?)

/** The regions of component [id] in the file [file]. */
internal fun regionsIn(file: Path, id: String = "wall_clock"): List<WrittenRegion> {
    val labels = ArrayList<String>()
    val regions = ArrayList<WrittenRegion>()
    for (component in ObjectMapper().readTree(file.toFile())["components"]) {
        for (node in component["nodes"]) {
            val label = if (node[1].isNumber) labels[node[1].asInt()] else node[1].asText().also(labels::add)
            if (component["id"].asText() != id) continue
            regions.add(WrittenRegion(node[0].asInt(), label, node[2].asLong(), node.last().takeIf { it.isObject }))
        }
    }
    return regions
}

/**
 * Runs the `main` of [program] in a separate JVM; one that does not end within five minutes fails the test with the stacks of its threads.
 */
internal fun runProgram(
    program: Class<*>,
    vararg arguments: String,
    options: List<String> = emptyList(),
    environment: Map<String, String> = emptyMap(),
    isOnClassPath: (String) -> Boolean = { true },
    whileRunning: (Process, output: () -> String) -> Unit = { _, _ -> },
): ProgramRun {
    val work = Files.createTempDirectory("timemory")
    val everything = System.getProperty("surefire.test.class.path") ?: System.getProperty("java.class.path")
    val classPath = everything.split(':').filter(isOnClassPath).joinToString(":")
    val java = Path.of(System.getProperty("java.home"), "bin", "java").toString()
    // A shell that runs the tests in the background lets them ignore SIGINT, and they would hand that on. Programs end before code compiled
    // by C2 would pay off.
    val start = listOf("env", "--default-signal=INT,TERM", java, "-XX:TieredStopAtLevel=1")
    val command = start + options + listOf("-cp", classPath, program.name) + arguments
    val builder = ProcessBuilder(command).directory(work.toFile())
    builder.environment().keys.removeIf { it.startsWith("TIMEMORY_") }
    builder.environment().putAll(environment)
    val output = work.resolve("output")
    val errors = work.resolve("errors")
    val process = builder.redirectOutput(output.toFile()).redirectError(errors.toFile()).start()
    whileRunning(process) { output.readText() }
    if (!process.waitFor(5, TimeUnit.MINUTES)) {
        val stacks =
            ProcessBuilder(Path.of(java).resolveSibling("jstack").toString(), process.pid().toString()).start().inputReader().readText()
        process.destroyForcibly()
        error("${program.name} ${arguments.joinToString(" ")} did not end:\n$stacks")
    }
    return ProgramRun(process.exitValue(), output.readText(), errors.readText(), work)
}
