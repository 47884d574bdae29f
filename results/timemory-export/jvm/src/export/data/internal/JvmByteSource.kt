package timemory.export.data.internal

import java.io.BufferedInputStream
import java.io.EOFException
import java.io.IOException
import java.io.InputStream
import java.nio.file.AccessDeniedException
import java.nio.file.FileSystemException
import java.nio.file.Files
import java.nio.file.InvalidPathException
import java.nio.file.NoSuchFileException
import java.nio.file.Path
import java.util.zip.GZIPInputStream
import java.util.zip.ZipException

internal actual fun <T> withContentOf(path: String, read: (ByteSource) -> T): T = try {
    val file = Path.of(path)
    if (Files.exists(file) && !Files.isRegularFile(file)) throw UnusableData("is a pipe or device, not a results file")
    BufferedInputStream(Files.newInputStream(file), CHUNK).use { raw -> read(sourceOf(unpacked(raw))) }
} catch (failure: InvalidPathException) {
    throw UnusableData("is not a file name: ${failure.reason}", failure)
} catch (failure: NoSuchFileException) {
    throw UnusableData("no such file or directory", failure)
} catch (failure: AccessDeniedException) {
    throw UnusableData("permission denied", failure)
} catch (failure: FileSystemException) {
    throw UnusableData(failure.reason ?: "cannot be read", failure)
} catch (failure: EOFException) {
    throw UnusableData("is gzip-compressed and truncated", failure)
} catch (failure: ZipException) {
    throw UnusableData("is gzip-compressed and damaged", failure)
} catch (failure: IOException) {
    throw UnusableData(failure.message ?: "cannot be read", failure)
} catch (failure: OutOfMemoryError) {
    // The data read so far can be collected now.
    throw UnusableData("needs more memory: raise the heap size (-Xmx)", failure)
}

private fun unpacked(raw: InputStream): InputStream {
    raw.mark(2)
    val isCompressed = raw.read() == 0x1F && raw.read() == 0x8B
    raw.reset()
    return if (isCompressed) GZIPInputStream(raw, CHUNK) else raw
}

private fun sourceOf(stream: InputStream) = ByteSource { into, offset -> stream.read(into, offset, into.size - offset) }

private const val CHUNK = 65_536

internal actual fun isDirectory(path: String): Boolean = try {
    Files.isDirectory(Path.of(path))
} catch (_: InvalidPathException) {
    false
}

internal actual fun lastModified(path: String): Long = try {
    Files.getLastModifiedTime(Path.of(path)).toMillis()
} catch (_: IOException) {
    0L
}

internal actual fun maxRegions(): Int = minOf(Int.MAX_VALUE.toLong(), Runtime.getRuntime().maxMemory() / BYTES_OF_A_REGION).toInt()
