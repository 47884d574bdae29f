package timemory

import io.kotest.core.spec.style.FunSpec
import io.kotest.matchers.shouldBe
import io.kotest.matchers.string.shouldContain
import io.kotest.matchers.string.shouldNotContain
import java.nio.file.Files
import java.nio.file.Path
import java.util.zip.GZIPInputStream
import kotlin.io.path.exists
import kotlin.io.path.inputStream
import kotlin.io.path.listDirectoryEntries
import kotlin.io.path.name
import kotlin.io.path.readText
import kotlin.io.path.writeText
import timemory.internal.platform.temporaryName
import timemory.internal.platform.writeAtomically
import timemory.tests.Signals

/** How a program ends, and what is then written: each test runs a separate program. */
class ExitSpec : FunSpec({
    afterSpec { directories.forEach { it.toFile().deleteRecursively() } }

    fun regionsOf(run: ProgramRun) = regionsIn(run.results.resolve("results.timemory.json"))

    for ((how, status) in listOf("return" to 0, "exit" to 3, "throw" to 1, "halfway" to 4)) {
        test("results are written when the program ends by $how") {
            val run = run(how)
            run.status shouldBe status
            regionsOf(run).map { it.depth to it.label } shouldBe listOf(0 to "main", 1 to "work")
            run.output shouldContain HEADS
            run.results.listDirectoryEntries(".*").map { it.name } shouldBe listOf(".timemory.run")
        }
    }

    for ((signal, status) in listOf("TERM" to 143, "INT" to 130)) {
        test("results are written on SIG$signal, with the region that is open and with the signal's own status") {
            val run = run("wait", signal = signal)
            run.status shouldBe status
            val main = regionsOf(run).first()
            main.label shouldBe "main"
            main.rest!!["open"].asLong() shouldBe 1
        }
    }

    test("by default there is one file of everything beside the tree") {
        run("return").results.listDirectoryEntries().map { it.name }.sorted() shouldBe
            listOf(".timemory.run", "results.timemory.json", "wall.txt")
    }

    test("asked for timemory's JSON without the module that writes it, the program says so and writes the rest") {
        val run = run("return", environment = mapOf("TIMEMORY_JSON_OUTPUT" to "true", "TIMEMORY_OUTPUT_FORMATS" to "tree"))
        run.errors.lines().filter { it.isNotEmpty() } shouldBe listOf(
            "timemory: environment: TIMEMORY_OUTPUT_FORMATS is 'tree' but must be ids of formats, separated by commas: text, compact; " +
                "the module timemory-export, which is missing, has more; it is ignored",
            "timemory: TIMEMORY_JSON_OUTPUT needs the module timemory-export, which is missing: add it to the program",
        )
        regionsOf(run).first().label shouldBe "main"
    }

    test("a directory that cannot be made is one clear error, and the results still reach the console") {
        val file = Files.createTempFile("timemory", ".file")
        val run = run("return", environment = mapOf("TIMEMORY_OUTPUT_PATH" to "$file/below"))
        run.status shouldBe 0
        run.output shouldContain HEADS
        run.errors.lines().filter { "cannot write results" in it }.size shouldBe 1
        run.errors shouldContain "TIMEMORY_OUTPUT_PATH"
        run.errors shouldContain file.toString()
        Files.delete(file)
    }

    test("TIMEMORY_ENABLED=false leaves the program's behaviour as it is and writes nothing") {
        val run = run("exit", environment = mapOf("TIMEMORY_ENABLED" to "false"))
        run.status shouldBe 3
        run.output shouldBe "working\n"
        run.errors shouldBe ""
        run.results.exists() shouldBe false
    }

    test("AUTO_OUTPUT=false writes nothing at the end") {
        run("return", environment = mapOf("TIMEMORY_AUTO_OUTPUT" to "false")).results.exists() shouldBe false
    }

    test("output switches, prefix and time folder are followed") {
        val run = run(
            "return",
            environment = mapOf(
                "TIMEMORY_COUT_OUTPUT" to "no",
                "TIMEMORY_TEXT_OUTPUT" to "no",
                "TIMEMORY_OUTPUT_FORMATS" to "compact,text",
                "TIMEMORY_COMPACT_OUTPUT" to "no",
                "TIMEMORY_OUTPUT_PREFIX" to "run1-",
                "TIMEMORY_TIME_OUTPUT" to "yes",
                "TIMEMORY_TIME_FORMAT" to "at-%Y",
            ),
        )
        run.output shouldNotContain HEADS
        val folder = run.results.listDirectoryEntries().single()
        folder.name.startsWith("at-20") shouldBe true
        folder.listDirectoryEntries().map { it.name }.sorted() shouldBe listOf(
            ".run1-timemory.run", "run1-results.timemory.json", "run1-wall.txt",
        )
    }

    test("files are compressed and told apart by process where that is asked for, and hold no secret of the environment") {
        val run = run(
            "return",
            environment = mapOf(
                "TIMEMORY_GZIP_OUTPUT" to "yes",
                "TIMEMORY_USE_OUTPUT_SUFFIX" to "yes",
                "DATABASE_PASSWORD" to "hunter2-of-the-test",
                "OMP_NUM_THREADS" to "12",
            ),
        )
        val files = run.results.listDirectoryEntries()
        files.map { it.name.replace(Regex("-[0-9]+"), "-N") }.sorted() shouldBe
            listOf(".timemory-N.run", "results-N.timemory.json.gz", "wall-N.txt.gz")
        val texts = files.filter { it.name.endsWith(".gz") }.associate { file ->
            file.name.substringBefore('-') to GZIPInputStream(file.inputStream()).readBytes().decodeToString()
        }
        texts.getValue("results") shouldContain "OMP_NUM_THREADS\":\"12"
        texts.getValue("results") shouldContain "DATABASE_PASSWORD\":\"(hidden)"
        texts.values.none { "hunter2" in it } shouldBe true
    }

    test("finalizing explicitly writes once, and the end of the process does not write again") {
        val run = run("finalize")
        run.status shouldBe 0
        run.output.lines().count { HEADS in it } shouldBe 1
        run.errors shouldContain "not recorded"
    }

    test("a link planted where the temporary file goes is not followed") {
        val directory = newDirectory()
        val victim = directory.resolve("victim").also { it.writeText("untouched") }
        Files.createSymbolicLink(directory.resolve(temporaryName("x.json")), victim)
        writeAtomically(directory.resolve("x.json").toString()) { it.append("new") }
        victim.readText() shouldBe "untouched"
        directory.resolve("x.json").readText() shouldBe "new"
    }

    test("a failing write leaves the earlier file whole") {
        val directory = newDirectory()
        val target = directory.resolve("x.json").also { it.writeText("old") }
        runCatching { writeAtomically(target.toString()) { it.append("half"); error("no room") } }.isFailure shouldBe true
        target.readText() shouldBe "old"
        directory.listDirectoryEntries().map { it.name } shouldBe listOf("x.json")
    }
})

/** Heading of the columns of a wall clock. */
private const val HEADS = "wall_clock"

private val directories = ArrayList<Path>()

private fun newDirectory(): Path = Files.createTempDirectory("timemory").also { directories.add(it) }

private fun run(how: String, signal: String? = null, environment: Map<String, String> = emptyMap()): ProgramRun =
    runProgram(ExitProgram::class.java, how, environment = environment) { process, output ->
        if (signal != null) {
            while (process.isAlive && "working" !in output()) Thread.sleep(10)
            Signals.send(signal, process.pid())
        }
    }.also { directories.add(it.work) }

internal object ExitProgram {
    @JvmStatic
    fun main(arguments: Array<String>) {
        measure<WallClock>("main") {
            measure<WallClock>("work") { println("working") }
            when (arguments[0]) {
                "halfway" -> kotlin.system.exitProcess(4)
                "wait" -> Thread.sleep(Long.MAX_VALUE)
                "throw" -> error("thrown on purpose")
            }
        }
        if (arguments[0] == "finalize") {
            Timemory.finalize()
            measure<WallClock>("late") { }
        }
        if (arguments[0] == "exit") kotlin.system.exitProcess(3)
    }
}
