package timemory

import io.kotest.core.spec.style.FunSpec
import io.kotest.matchers.collections.shouldBeEmpty
import io.kotest.matchers.collections.shouldContainExactlyInAnyOrder
import io.kotest.matchers.longs.shouldBeGreaterThan
import io.kotest.matchers.shouldBe
import io.kotest.matchers.string.shouldContain
import io.kotest.matchers.string.shouldNotContain
import java.nio.file.FileVisitOption
import java.nio.file.Files
import java.nio.file.LinkOption
import java.nio.file.Path
import java.nio.file.attribute.PosixFilePermissions
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicBoolean
import kotlin.concurrent.thread
import kotlin.io.path.getPosixFilePermissions
import kotlin.io.path.listDirectoryEntries
import kotlin.io.path.name
import kotlin.io.path.readText
import kotlin.io.path.writeText
import timemory.internal.platform.changeLocked

/** Programs that share a directory for their results. */
class RunFolderSpec : FunSpec({
    val made = ArrayList<Path>()
    afterSpec { made.forEach { it.toFile().deleteRecursively() } }
    fun newDirectory() = Files.createTempDirectory("timemory-runs").also { made.add(it) }

    test("a program that runs again has the newest results in the same place, and keeps the earlier ones") {
        val directory = newDirectory()
        for (label in listOf("first", "second", "third")) start(directory, label).errors().lines().filter { "keeps" in it }.shouldBeEmpty()
        labelsIn(directory).entries.sortedBy { it.key }.map { it.value } shouldBe listOf("third", "first", "second")
        regionsIn(directory.resolve("latest/results.timemory.json")).first().label shouldBe "third"
        // Fails if links lead around in a circle.
        Files.walk(directory, FileVisitOption.FOLLOW_LINKS).use { it.count() } shouldBeGreaterThan 0L
    }

    test("sessions of one process, and a child that runs meanwhile, each have their own") {
        val directory = newDirectory()
        val errors = start(directory, "sessions").errors()
        labelsIn(directory).values shouldContainExactlyInAnyOrder listOf("first", "alone", "second")
        errors.lines().count { "keeps" in it } shouldBe 2
        // And when all of that is done once more, in the same places.
        start(directory, "sessions").errors()
        labelsIn(directory).values.sorted() shouldBe listOf("alone", "alone", "first", "first", "second", "second")
    }

    test("a file that is changed may become a pipe at any moment") {
        val directory = newDirectory()
        val record = directory.resolve("record")
        val pipe = directory.resolve("pipe")
        ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() shouldBe 0
        val isOver = AtomicBoolean()
        val hostile = thread {
            while (!isOver.get()) {
                Files.deleteIfExists(record)
                runCatching { Files.createLink(record, pipe) } // the other one may have created it again
                Files.deleteIfExists(record)
            }
        }
        val changes = CompletableFuture.runAsync { repeat(5_000) { runCatching { changeLocked(record.toString()) { "text" } } } }
        try {
            changes.get(60, TimeUnit.SECONDS)
        } finally {
            isOver.set(true)
            hostile.join()
        }
    }

    test("processes that run side by side never replace each other's results") {
        val directory = newDirectory()
        for (batch in 1..2) {
            val running = (1..6).map { begin(directory, "worker$batch$it") }
            running.forEach { it.errors() }
            labelsIn(directory).values shouldContainExactlyInAnyOrder (1..batch).flatMap { b -> (1..6).map { "worker$b$it" } }
        }
    }

    test("the newest of several programs is at the path itself") {
        val directory = newDirectory()
        start(directory, "alone")
        start(directory, "other", program = "timemory.OtherProgram").errors().lines().filter { "keeps" in it }.shouldBeEmpty()
        labelsIn(directory).entries.sortedBy { it.key }.map { it.value } shouldBe listOf("other", "alone")
    }

    test("in a directory that others may write to, only the user reads the results") {
        val directory = newDirectory()
        start(directory, "alone")
        fun permissions() = directory.listDirectoryEntries().filter { Files.isRegularFile(it) }.map {
            PosixFilePermissions.toString(it.getPosixFilePermissions())
        }.distinct()
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"))
        start(newDirectory().also { Files.setPosixFilePermissions(it, PosixFilePermissions.fromString("rwxrwxrwx")) }, "alone").let { run ->
            run.directory.listDirectoryEntries().filter { Files.isRegularFile(it, LinkOption.NOFOLLOW_LINKS) }.map {
                PosixFilePermissions.toString(it.getPosixFilePermissions())
            }.distinct() shouldBe listOf("rw-------")
        }
        start(directory, "alone")
        directory.listDirectoryEntries().filter {
            it.name != ".timemory.run" && Files.isRegularFile(it, LinkOption.NOFOLLOW_LINKS)
        }.map { PosixFilePermissions.toString(it.getPosixFilePermissions()) }.distinct() shouldBe listOf("rw-------")
        permissions().isEmpty() shouldBe false
    }

    test("a run that makes a folder of its own in such a directory makes it for its user alone") {
        val directory = newDirectory().also { Files.setPosixFilePermissions(it, PosixFilePermissions.fromString("rwxrwxrwx")) }
        directory.resolve("wall.txt").writeText("of somebody else")
        start(directory, "alone").errors() shouldContain "keeps"
        val folder = directory.listDirectoryEntries().single { Files.isDirectory(it, LinkOption.NOFOLLOW_LINKS) }
        PosixFilePermissions.toString(folder.getPosixFilePermissions()) shouldBe "rwx------"
        folder.listDirectoryEntries().isEmpty() shouldBe false
    }

    test("links and pipes planted in the place of the record are not followed and not waited for") {
        val directory = newDirectory()
        val victim = directory.resolve("victim").also { it.writeText("untouched") }
        Files.createSymbolicLink(directory.resolve(".timemory.run"), victim)
        start(directory, "alone").errors() shouldContain "keeps"
        victim.readText() shouldBe "untouched"
        val piped = newDirectory()
        ProcessBuilder("mkfifo", piped.resolve(".timemory.run").toString()).start().waitFor() shouldBe 0
        start(piped, "alone").errors().let {
            it shouldContain "keeps"
            it shouldNotContain "abandoned"
        }
        labelsIn(piped).entries.single().let { (folder, label) -> folder.startsWith("run-") to label } shouldBe (true to "alone")
    }

    // Only root can create files that belong to others.
    val isRoot = System.getProperty("user.name") == "root"

    test("the record of another user has none of this user's files moved").config(enabled = isRoot) {
        val directory = newDirectory()
        start(directory, "first")
        directory.resolve("precious.txt").writeText("mine")
        val record = directory.resolve(".timemory.run")
        record.writeText(record.readText() + "file=precious.txt\n")
        record.ofNobody()
        start(directory, "alone").errors() shouldContain "keeps the results of another user"
        directory.resolve("precious.txt").readText() shouldBe "mine"
    }

    test("runs of other users are neither removed nor counted").config(enabled = isRoot) {
        val directory = newDirectory()

        // The newest run is at the path itself, and has a folder of links.
        fun runs() = directory.listDirectoryEntries().filter {
            Files.isRegularFile(it.resolve("results.timemory.json"), LinkOption.NOFOLLOW_LINKS)
        }
        for (label in listOf("first", "second", "third")) start(directory, label)
        val theirs = runs().onEach { it.ofNobody() }
        theirs.size shouldBe 2
        repeat(3) { start(directory, "own", keep = 2) }
        runs().containsAll(theirs) shouldBe true
        // Two of this user's as well: `third` is gone.
        runs().size shouldBe 4
    }
})

private fun Path.ofNobody() = Files.setAttribute(this, "unix:uid", 65_534)

/** The outermost region of each set of results, by folder. */
private fun labelsIn(directory: Path): Map<String, String> = Files.walk(directory).use { all ->
    all.filter { it.name == "results.timemory.json" && !Files.isSymbolicLink(it) }.toList().associate { file ->
        directory.relativize(file.parent).toString().ifEmpty { "." } to regionsIn(file).first().label
    }
}

private class SharedRun(private val process: Process, val directory: Path, private val log: Path) {
    fun errors(): String {
        check(process.waitFor(60, TimeUnit.SECONDS)) { "the program did not end" }
        val text = log.readText()
        check(process.exitValue() == 0) { text }
        return text
    }
}

private fun start(directory: Path, label: String, program: String = "timemory.RunProgram", keep: Int = 0): SharedRun =
    begin(directory, label, program, keep).also { it.errors() }

private fun begin(directory: Path, label: String, program: String = "timemory.RunProgram", keep: Int = 0): SharedRun {
    val log = Files.createTempFile("timemory", ".log").also { it.toFile().deleteOnExit() }
    val builder = ProcessBuilder(commandOf(program, label)).redirectError(log.toFile()).redirectOutput(ProcessBuilder.Redirect.DISCARD)
    builder.environment().keys.removeIf { it.startsWith("TIMEMORY_") }
    builder.environment()["TIMEMORY_OUTPUT_PATH"] = directory.toString()
    if (keep > 0) builder.environment()["TIMEMORY_KEEP_RUNS"] = keep.toString()
    return SharedRun(builder.start(), directory, log)
}

private fun commandOf(program: String, label: String) = listOf(
    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
    "-Xshare:auto",
    "-XX:TieredStopAtLevel=1",
    "-cp",
    System.getProperty("surefire.test.class.path") ?: System.getProperty("java.class.path"),
    program,
    label,
)

internal object RunProgram {
    @JvmStatic
    fun main(arguments: Array<String>) {
        val label = arguments[0]
        if (label != "sessions") {
            measure<WallClock>(label) { Thread.sleep(5) }
            return
        }
        measure<WallClock>("first") { Thread.sleep(5) }
        Timemory.finalize()
        Timemory.init()
        measure<WallClock>("second") {
            val child = ProcessBuilder(commandOf("timemory.RunProgram", "alone")).redirectErrorStream(false)
                .redirectError(ProcessBuilder.Redirect.INHERIT).redirectOutput(ProcessBuilder.Redirect.DISCARD).start()
            check(child.waitFor() == 0)
        }
    }
}

internal object OtherProgram {
    @JvmStatic
    fun main(arguments: Array<String>) = RunProgram.main(arguments)
}
