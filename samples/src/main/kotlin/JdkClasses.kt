package samples

import java.net.URI
import java.nio.file.FileSystems
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.Callable
import java.util.concurrent.Executors
import java.util.concurrent.atomic.AtomicInteger
import timemory.CpuClock
import timemory.PeakRss
import timemory.ThreadCpuClock
import timemory.WallClock
import timemory.bundle
import timemory.measure
import timemory.measureValue

/** The results of a run over class files. */
data class Summary(val classes: Int, val bytes: Long, val methods: Long)

private val perFile = bundle<WallClock, ThreadCpuClock, BytesRead>()

/**
 * Reads and parses every class file of the running JDK, about ten thousand, on several threads, in [passes] passes.
 *
 * The threads' regions are under `parse all`, which is open in the main thread meanwhile; `worker` contains one region for each outermost
 * package (`java`, `jdk`, `sun` ...), whose label comes from the data.
 */
fun parseJdk(threads: Int, passes: Int): Summary = measureValue<WallClock, CpuClock, PeakRss, _>("jdk classes") {
    val modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules")
    val files = measureValue<WallClock, CpuClock, _>("list files") { classFilesBelow(modules) }
    val summaries = List(passes) { measureValue<WallClock, CpuClock, _>("parse all") { parseAll(files, threads) } }
    check(summaries.distinct().size == 1) { "the passes differ: $summaries" }
    summaries.first()
}

private fun classFilesBelow(top: Path): List<Path> =
    Files.walk(top).use { paths -> paths.filter { it.toString().endsWith(".class") }.toList() }

private fun parseAll(files: List<Path>, threads: Int): Summary {
    val next = AtomicInteger()
    val pool = Executors.newFixedThreadPool(threads)
    try {
        val parts = List(threads) { pool.submit(Callable { work(files, next) }) }
        return parts.map { it.get() }.reduce { a, b ->
            Summary(a.classes + b.classes, a.bytes + b.bytes, a.methods + b.methods)
        }
    } finally {
        pool.shutdown()
    }
}

/** Takes files from the common list until it is empty. */
private fun work(files: List<Path>, next: AtomicInteger): Summary {
    var classes = 0
    var bytes = 0L
    var methods = 0L
    measure<WallClock, ThreadCpuClock>("worker") {
        while (true) {
            val file = files.getOrNull(next.getAndIncrement()) ?: break
            perFile.measure(outermostPackage(file)) {
                val content = perFile.measure("read") {
                    Files.readAllBytes(file).also { BytesRead.count(it.size) }
                }
                classes++
                bytes += content.size
                methods += ClassFile.parse(content).methods
            }
        }
    }
    return Summary(classes, bytes, methods)
}

/** In `/modules/java.base/java/util/List.class`, the third name; for a module descriptor, its file name. */
internal fun outermostPackage(file: Path): String = file.getName(2).toString().removeSuffix(".class")

/** Argument: the number of passes; by default enough to make start-up a small part of the time. */
fun main(arguments: Array<String>) {
    val passes = arguments.firstOrNull()?.toInt() ?: 60
    val threads = Runtime.getRuntime().availableProcessors()
    val summary = parseJdk(threads, passes)
    println(
        "${summary.classes} class files of JDK ${System.getProperty("java.version")} " +
            "with ${summary.bytes} bytes and ${summary.methods} methods, read and parsed $passes times on $threads threads",
    )
}
