package timemory

import java.io.IOException
import java.nio.file.AccessDeniedException
import java.nio.file.FileAlreadyExistsException
import java.nio.file.FileSystemException
import java.nio.file.Files
import java.nio.file.InvalidPathException
import java.nio.file.NoSuchFileException
import java.nio.file.Path
import java.nio.file.StandardCopyOption.ATOMIC_MOVE
import java.nio.file.StandardCopyOption.REPLACE_EXISTING
import java.nio.file.StandardOpenOption.CREATE_NEW
import java.nio.file.StandardOpenOption.WRITE
import java.time.LocalDateTime
import java.util.zip.GZIPOutputStream

internal actual fun environmentVariables(): Map<String, String> = System.getenv()

internal actual fun systemProperties(): Map<String, String> =
    System.getProperties().stringPropertyNames().associateWith { System.getProperty(it) ?: "" }

internal actual fun readText(path: String): String = explained { Files.readString(Path.of(path)) }

internal actual fun readRegularFile(path: String, most: Int): String? {
    val file = try {
        Path.of(path)
    } catch (wrong: InvalidPathException) {
        throw IOException(wrong.reason, wrong)
    }
    if (!Files.exists(file)) return null
    if (!Files.isRegularFile(file)) throw IOException("it is no regular file")
    val bytes = explained { Files.newInputStream(file).use { it.readNBytes(most + 1) } }
    if (bytes.size > most) throw IOException("it has more than $most bytes")
    return bytes.decodeToString()
}

internal actual fun localTime(): CalendarTime = LocalDateTime.now().let {
    CalendarTime(it.year, it.monthValue, it.dayOfMonth, it.hour, it.minute, it.second)
}

internal actual fun makeDirectories(path: String) {
    explained { Files.createDirectories(Path.of(path)) }
}

internal actual fun writeAtomically(path: String, gzip: Boolean, write: (FileOutput) -> Unit) = explained {
    val target = Path.of(path)
    val temporary = target.resolveSibling(".${target.fileName}.${processId()}.tmp")
    try {
        Files.deleteIfExists(temporary)
        Files.newOutputStream(temporary, CREATE_NEW, WRITE).use { file ->
            val content = if (gzip) GZIPOutputStream(file, 65_536) else file
            FileOutput { bytes, count -> content.write(bytes, 0, count) }.also(write).flush()
            content.close()
        }
        Files.move(temporary, target, ATOMIC_MOVE, REPLACE_EXISTING)
    } catch (failure: Throwable) {
        Files.deleteIfExists(temporary)
        throw failure
    }
    Unit
}

/** Turns exceptions whose message is only the file's name into ones that say what is wrong with it. */
private inline fun <R> explained(action: () -> R): R = try {
    action()
} catch (failure: NoSuchFileException) {
    throw IOException("${failure.file}: no such file or directory", failure)
} catch (failure: AccessDeniedException) {
    throw IOException("${failure.file}: permission denied", failure)
} catch (failure: FileAlreadyExistsException) {
    throw IOException("${failure.file}: a file of that name is in the way", failure)
} catch (failure: FileSystemException) {
    throw IOException("${failure.file}: ${failure.reason ?: failure.javaClass.simpleName}", failure)
}

private const val TEMPLATE = "/timemory/report-template.html"

internal actual fun hasReportTemplate(): Boolean = Results::class.java.getResource(TEMPLATE) != null

internal actual fun reportTemplate(): String {
    val stream = Results::class.java.getResourceAsStream(TEMPLATE)
        ?: throw UnsupportedOperationException("there is no page to put results into: add dev.timemory:timemory-report to the class path")
    return stream.use { it.readBytes().decodeToString() }
}

internal actual fun listFiles(path: String): List<String> = java.io.File(path).list()?.sorted().orEmpty()
