package timemory

import io.kotest.core.spec.style.FunSpec
import io.kotest.matchers.collections.shouldContainExactly
import io.kotest.matchers.shouldBe
import io.kotest.matchers.string.shouldContain
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.TimeUnit
import kotlin.io.path.createDirectory
import kotlin.io.path.exists
import kotlin.io.path.listDirectoryEntries
import kotlin.io.path.name
import kotlin.io.path.readText
import kotlin.io.path.writeText

/** Settings from all sources: each test runs a separate program. */
class SettingsOriginsSpec : FunSpec({
    val directories = ArrayList<Path>()
    afterSpec { directories.forEach { it.toFile().deleteRecursively() } }

    fun newDirectory() = Files.createTempDirectory("timemory").also(directories::add)

    val misspelt = "wal_clock,trip_count"
    val report = "timemory: TIMEMORY_COMPONENTS: there is no component 'wal_clock'; the nearest is 'wall_clock' (`timemory avail` lists " +
        "them all); measured: trip_count"

    for (origin in listOf("environment", "property", "file", "code", "command line")) {
        test("a misspelt component named by $origin is reported once, and the others are measured") {
            val work = newDirectory()
            val file = work.resolve("settings").also { it.writeText("components = $misspelt\n") }
            val run = work.run(
                flags = if (origin == "property") listOf("-Dtimemory.components=$misspelt") else emptyList(),
                environment = when (origin) {
                    "environment" -> mapOf("TIMEMORY_COMPONENTS" to misspelt)
                    "file" -> mapOf("TIMEMORY_CONFIG_FILE" to file.toString())
                    else -> emptyMap()
                },
                arguments = when (origin) {
                    "code" -> listOf("components=$misspelt")
                    "command line" -> listOf("--timemory-components", misspelt)
                    else -> emptyList()
                },
            )
            run.errors.lines().filter { it.isNotEmpty() } shouldContainExactly listOf(report)
            run.files shouldBe listOf("trip_count.txt")
        }
    }

    test("where every component is misspelt a wall clock is measured, and said to be") {
        val work = newDirectory()
        val run = work.run(environment = mapOf("TIMEMORY_GLOBAL_COMPONENTS" to "peek_rss"))
        run.errors shouldContain "TIMEMORY_GLOBAL_COMPONENTS: there is no component 'peek_rss'; the nearest is 'peak_rss'"
        run.errors shouldContain "measured: wall_clock"
        run.files shouldBe listOf("wall.txt")
    }

    test("a settings file that is a pipe does not keep the program waiting") {
        val work = newDirectory()
        val pipe = work.resolve("pipe").toString()
        ProcessBuilder("mkfifo", pipe).start().waitFor() shouldBe 0
        val run = work.run(environment = mapOf("TIMEMORY_CONFIG_FILE" to pipe))
        run.errors shouldContain "settings file '$pipe' (TIMEMORY_CONFIG_FILE) cannot be read: not a regular file"
        run.files shouldBe listOf("wall.txt")
    }

    test("settings in the home directory that cannot be read are reported") {
        val work = newDirectory()
        val home = work.resolve("home").createDirectory()
        // Even for root, whom permissions do not keep out.
        home.resolve(".timemory.cfg").createDirectory()
        val run = work.run(environment = mapOf("HOME" to home.toString()))
        run.errors shouldContain "settings file '$home/.timemory.cfg' (TIMEMORY_SUPPRESS_CONFIG=true leaves it alone) cannot be read: " +
            "not a regular file"
        run.files shouldBe listOf("wall.txt")
    }
})

private class Origins(val errors: String, val files: List<String>)

private fun Path.run(
    flags: List<String> = emptyList(),
    environment: Map<String, String> = emptyMap(),
    arguments: List<String> = emptyList(),
): Origins {
    val java = Path.of(System.getProperty("java.home"), "bin", "java").toString()
    val classPath = System.getProperty("surefire.test.class.path") ?: System.getProperty("java.class.path")
    val command = listOf(java, "-XX:TieredStopAtLevel=1") + flags + listOf("-cp", classPath, "timemory.OriginsProgram") + arguments
    val builder = ProcessBuilder(command).directory(toFile())
    builder.environment().keys.removeIf { it.startsWith("TIMEMORY_") }
    for (output in listOf("COUT", "COMPACT")) builder.environment()["TIMEMORY_${output}_OUTPUT"] = "false"
    builder.environment().putAll(environment)
    val errors = resolve("errors")
    val process = builder.redirectOutput(resolve("output").toFile()).redirectError(errors.toFile()).start()
    check(process.waitFor(5, TimeUnit.MINUTES)) { "the program did not end" }
    val results = resolve("timemory-output")
    return Origins(errors.readText(), if (results.exists()) results.listDirectoryEntries("[!.]*").map { it.name }.sorted() else emptyList())
}

internal object OriginsProgram {
    /** `components=...` is assigned by the program, anything else is its command line. */
    @JvmStatic
    fun main(arguments: Array<String>) {
        val inCode = arguments.firstOrNull { it.startsWith("components=") }
        if (inCode != null) Timemory.init { components = inCode.substringAfter('=') } else Timemory.init(arguments)
        Timemory.measure("region") { }
    }
}
