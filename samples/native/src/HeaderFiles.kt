@file:OptIn(ExperimentalForeignApi::class, ObsoleteWorkersApi::class, ExperimentalAtomicApi::class)

package samples

import kotlin.concurrent.atomics.AtomicInt
import kotlin.concurrent.atomics.ExperimentalAtomicApi
import kotlin.concurrent.atomics.fetchAndIncrement
import kotlin.native.concurrent.ObsoleteWorkersApi
import kotlin.native.concurrent.TransferMode
import kotlin.native.concurrent.Worker
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.addressOf
import kotlinx.cinterop.alloc
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.pointed
import kotlinx.cinterop.ptr
import kotlinx.cinterop.toKString
import kotlinx.cinterop.usePinned
import platform.posix.S_IFDIR
import platform.posix.S_IFMT
import platform.posix.S_IFREG
import platform.posix.closedir
import platform.posix.fclose
import platform.posix.fopen
import platform.posix.fread
import platform.posix.lstat
import platform.posix.opendir
import platform.posix.readdir
import platform.posix.stat
import timemory.CpuClock
import timemory.PeakRss
import timemory.ThreadCpuClock
import timemory.WallClock
import timemory.bundle
import timemory.measure
import timemory.measureValue

private const val WORKERS = 2
private val perFile = bundle<WallClock, ThreadCpuClock, BytesRead>()

/** The results of a run over text files. */
class Summary(val files: Int, val bytes: Long, val lines: Long)

/** Reads every file under a directory, by default `/usr/include`, on several threads, and counts its lines. */
fun headerFiles(arguments: Array<String>) {
    val top = arguments.firstOrNull() ?: "/usr/include"
    val summary = measureValue<WallClock, CpuClock, PeakRss, _>("header files") {
        val files = measureValue<WallClock, CpuClock, _>("list files") { filesBelow(top) }
        measureValue<WallClock, CpuClock, _>("count all") { countAll(files) }
    }
    println("${summary.files} files below $top with ${summary.bytes} bytes and ${summary.lines} lines, read on $WORKERS threads")
}

private fun countAll(files: List<String>): Summary {
    val next = AtomicInt(0)
    val workers = List(WORKERS) { Worker.start(name = "counter $it") }
    val parts = workers.map { worker ->
        worker.execute(TransferMode.SAFE, { files to next }) { (files, next) -> work(files, next) }
    }
    val summaries = parts.map { it.result }
    workers.forEach { it.requestTermination().result }
    return Summary(summaries.sumOf { it.files }, summaries.sumOf { it.bytes }, summaries.sumOf { it.lines })
}

/** Takes files from the common list until it is empty. */
private fun work(files: List<String>, next: AtomicInt): Summary {
    var count = 0
    var bytes = 0L
    var lines = 0L
    measure<WallClock, ThreadCpuClock>("worker") {
        while (true) {
            val file = files.getOrNull(next.fetchAndIncrement()) ?: break
            perFile.measure(kindOf(file)) {
                val content = perFile.measure("read") { read(file).also { BytesRead.count(it.size) } }
                count++
                bytes += content.size
                perFile.measure("count") { lines += content.count { it == '\n'.code.toByte() } }
            }
        }
    }
    return Summary(count, bytes, lines)
}

/** The label of a file's region, derived from the data: the file's extension. */
private fun kindOf(file: String): String =
    file.substringAfterLast('/').substringAfterLast('.', "").let { if (it.isEmpty()) "no suffix" else ".$it" }

private fun filesBelow(top: String): List<String> {
    require(kindOfEntry(top) == S_IFDIR) { "$top: no such directory" }
    val found = ArrayList<String>()
    val pending = ArrayList<String>().apply { add(top) }
    while (pending.isNotEmpty()) {
        val path = pending.removeAt(pending.lastIndex)
        when (kindOfEntry(path)) {
            S_IFDIR -> entriesOf(path).forEach { pending.add("$path/$it") }
            S_IFREG -> found.add(path)
        }
    }
    return found
}

private fun kindOfEntry(path: String): Int = memScoped {
    val status = alloc<stat>()
    if (lstat(path, status.ptr) == 0) status.st_mode.toInt() and S_IFMT else 0
}

private fun entriesOf(directory: String): List<String> {
    val open = opendir(directory) ?: return emptyList()
    val names = ArrayList<String>()
    while (true) {
        val entry = readdir(open) ?: break
        val name = entry.pointed.d_name.toKString()
        if (name != "." && name != "..") names.add(name)
    }
    closedir(open)
    return names
}

private fun read(path: String): ByteArray {
    val file = fopen(path, "r") ?: error("cannot open $path")
    try {
        var content = ByteArray(1 shl 16)
        var size = 0
        while (true) {
            if (size == content.size) content = content.copyOf(2 * size)
            val count = content.usePinned { fread(it.addressOf(size), 1u, (content.size - size).toULong(), file) }.toInt()
            if (count == 0) return content.copyOf(size)
            size += count
        }
    } finally {
        fclose(file)
    }
}
