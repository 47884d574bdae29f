package timemory.internal.platform

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.channels.OverlappingFileLockException
import java.nio.charset.StandardCharsets
import java.nio.file.AccessDeniedException
import java.nio.file.FileAlreadyExistsException
import java.nio.file.FileSystemException
import java.nio.file.Files
import java.nio.file.InvalidPathException
import java.nio.file.LinkOption.NOFOLLOW_LINKS
import java.nio.file.NoSuchFileException
import java.nio.file.Path
import java.nio.file.StandardCopyOption.ATOMIC_MOVE
import java.nio.file.StandardCopyOption.REPLACE_EXISTING
import java.nio.file.StandardOpenOption.CREATE
import java.nio.file.StandardOpenOption.READ
import java.nio.file.StandardOpenOption.WRITE
import java.nio.file.attribute.BasicFileAttributes
import java.nio.file.attribute.FileAttribute
import java.nio.file.attribute.PosixFilePermissions
import java.util.Arrays
import java.util.UUID
import java.util.zip.GZIPOutputStream
import timemory.internal.lean.*

/** The Java launcher does not start with such rights, because it does not find its libraries. */
internal actual fun isPrivileged(): Boolean = false

internal actual fun environmentVariables(): Map<String, String> = SystemEnvironment.variables()

internal actual fun environmentVariables(vararg prefixes: String): Map<String, String> = SystemEnvironment.variables()

internal actual fun systemProperties(): Map<String, String> = SystemEnvironment.properties()

internal actual fun systemProperty(name: String): String? = SystemEnvironment.property(name)

internal actual fun readText(path: String, most: Int): String =
    explained { Files.newInputStream(Path.of(path)).use { it.readNBytes(most) } }.decodeToString()

internal actual fun readRegularFile(path: String, most: Int): String? {
    val file = try {
        Path.of(path)
    } catch (failure: InvalidPathException) {
        throw IOException(failure.reason, failure)
    }
    if (!Files.exists(file)) return null
    if (!Files.isRegularFile(file)) throw IOException("not a regular file")
    val bytes = explained { Files.newInputStream(file).use { it.readNBytes(most + 1) } }
    if (bytes.size > most) throw IOException("it has more than $most bytes")
    return bytes.decodeToString()
}

internal actual fun makeDirectories(path: String, base: String?) {
    explained {
        if (base != null) Files.createDirectories(Path.of(base))
        Files.createDirectories(Path.of(path), *privateIf(base != null && isShared(Path.of(base)), "rwx------"))
    }
}

internal actual fun writeAtomically(path: String, gzip: Boolean, write: (FileOutput) -> Unit) = explained {
    val target = Path.of(path)
    val temporary = target.resolveSibling(temporaryName(target.fileName.toString()))
    try {
        Files.deleteIfExists(temporary)
        Files.createFile(temporary, *fileAttributes(temporary))
        Files.newOutputStream(temporary, WRITE, NOFOLLOW_LINKS).use { file ->
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

/** Whether others may write to [directory], or it belongs to another user. Systems without such permissions use other mechanisms. */
private fun isShared(directory: Path): Boolean = try {
    // As numbers, because Java's sets of permissions load a dozen classes.
    val facts = Files.readAttributes(directory, "unix:mode,uid")
    facts["mode"] as Int and WRITE_OF_OTHERS != 0 || isOfAnotherUser(facts["uid"] as Int)
} catch (_: UnsupportedOperationException) {
    false
}

/** Makes [file] readable by its owner only, if its directory is shared. */
private fun fileAttributes(file: Path) = privateIf(isShared(file.toAbsolutePath().parent), "rw-------")

private fun privateIf(isShared: Boolean, permissions: String): Array<FileAttribute<*>> =
    if (isShared) arrayOf(PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))) else emptyArray()

/** The bits that let the group or others write. */
private const val WRITE_OF_OTHERS = 0x12

private const val ROOT = 0

/** Whether a directory of [user] belongs neither to us nor to root. Root itself writes on behalf of the directory's owner. */
private fun isOfAnotherUser(user: Int): Boolean {
    val own = if (user == ROOT) NO_USER else ownUser()
    return own != NO_USER && own != ROOT && own != user
}

internal actual fun removeFile(path: String) {
    try {
        Files.deleteIfExists(Path.of(path))
    } catch (_: IOException) {
        // The file stays.
    }
}

internal actual fun moveFile(path: String, to: String) {
    explained { Files.move(Path.of(path), Path.of(to), ATOMIC_MOVE) }
}

internal actual fun linkTo(target: String, path: String): Boolean {
    val link = Path.of(path)
    val temporary = link.resolveSibling(temporaryName(link.fileName.toString()))
    return try {
        if (Files.exists(link, NOFOLLOW_LINKS) && !Files.isSymbolicLink(link)) return false
        Files.deleteIfExists(temporary)
        Files.createSymbolicLink(temporary, Path.of(target))
        Files.move(temporary, link, ATOMIC_MOVE, REPLACE_EXISTING)
        true
    } catch (_: IOException) {
        removeFile(temporary.toString())
        false
    } catch (_: UnsupportedOperationException) {
        false
    }
}

internal actual fun fileFacts(path: String): FileFacts? = try {
    val facts = Files.readAttributes(Path.of(path), BasicFileAttributes::class.java, NOFOLLOW_LINKS)
    FileFacts(facts.isDirectory, facts.isSymbolicLink, facts.size(), facts.lastModifiedTime().toMillis())
} catch (_: IOException) {
    null
}

internal actual fun userOf(path: String): Int? = try {
    Files.getAttribute(Path.of(path), "unix:uid", NOFOLLOW_LINKS) as Int
} catch (_: IOException) {
    null
} catch (_: UnsupportedOperationException) {
    NO_USER
} catch (_: IllegalArgumentException) {
    NO_USER
}

internal actual fun ownUser(): Int = try {
    Files.getAttribute(Path.of("/proc/self"), "unix:uid") as Int
} catch (_: IOException) {
    NO_USER // without /proc
} catch (_: UnsupportedOperationException) {
    NO_USER
} catch (_: IllegalArgumentException) {
    NO_USER
}

/**
 * Java can only identify a file by its name, which may refer to another file by then; so this is not used on file systems that show the
 * real owners.
 */
internal actual fun userOfNewFileIn(folder: String): Int? = try {
    if (Files.getFileStore(Path.of(folder)).type() in TRUE_FILE_SYSTEMS) {
        null
    } else {
        // An unpredictable name, cleaned up like other temporary files.
        val file = Files.createFile(Path.of(folder, temporaryName("owner.${UUID.randomUUID()}")))
        userOf(file.toString()).also { Files.deleteIfExists(file) }
    }
} catch (_: IOException) {
    null
}

private val TRUE_FILE_SYSTEMS = setOf("ext2", "ext3", "ext4", "xfs", "btrfs", "zfs", "f2fs", "tmpfs", "overlay")

internal actual class HeldFile(private val path: String, private val file: FileChannel) {
    actual fun release() {
        removeFile(path)
        try {
            file.close()
        } catch (_: IOException) {
            // The lock ends with the process.
        }
    }
}

internal actual fun holdFile(path: String): HeldFile? = try {
    val file = FileChannel.open(Path.of(path), setOf(CREATE, READ, WRITE, NOFOLLOW_LINKS), *fileAttributes(Path.of(path)))
    if (tryLock(file) == true) {
        HeldFile(path, file)
    } else {
        file.close()
        null
    }
} catch (_: IOException) {
    null
}

internal actual fun isHeld(path: String): Boolean? = try {
    if (!Files.isRegularFile(Path.of(path), NOFOLLOW_LINKS)) {
        null
    } else {
        FileChannel.open(Path.of(path), setOf(READ, WRITE, NOFOLLOW_LINKS)).use { file -> tryLock(file)?.let { !it } }
    }
} catch (_: IOException) {
    null
}

/** Whether [file] could be locked; `null` on file systems without locks. */
private fun tryLock(file: FileChannel): Boolean? = try {
    file.tryLock() != null
} catch (_: OverlappingFileLockException) {
    false
} catch (_: IOException) {
    null
}

private const val MAX_WAIT_MILLIS = 5_000L

/**
 * File locks belong to the process: the JVM refuses a second one, and closing the file anywhere releases the first. Therefore threads take
 * turns, including those of copies of this class in other class loaders: string constants are the same object for all of them.
 */
internal actual fun changeLocked(path: String, change: (String) -> String?) = synchronized("timemory: changing a locked file") {
    // On an interrupted thread, which may well request results, file channels close themselves.
    val wasInterrupted = Thread.interrupted()
    try {
        explained { changeAlone(Path.of(path), change) }
    } finally {
        if (wasInterrupted) Thread.currentThread().interrupt()
    }
}

private fun changeAlone(path: Path, change: (String) -> String?) {
    if (Files.exists(path, NOFOLLOW_LINKS) && !Files.isRegularFile(path, NOFOLLOW_LINKS)) throw IOException("$path: not a regular file")
    FileChannel.open(path, setOf(CREATE, READ, WRITE, NOFOLLOW_LINKS), *fileAttributes(path)).use { file ->
        lock(file, path)
        val text = textOf(file)
        val changed = change(text) ?: return
        val bytes = ByteBuffer.wrap(changed.encodeToByteArray())
        while (bytes.hasRemaining()) file.write(bytes, bytes.position().toLong())
        // Truncating it first would make ext4 write it to the disk at once, and wait there for earlier writes.
        if (file.size() > bytes.limit()) file.truncate(bytes.limit().toLong())
    }
}

/** Reads by position: if another user has replaced the file with a pipe since it was checked, this fails instead of waiting. */
private fun textOf(file: FileChannel): String {
    var bytes = ByteBuffer.allocate(8192)
    while (bytes.position() < MAX_BYTES) {
        if (!bytes.hasRemaining()) bytes = ByteBuffer.allocate(2 * bytes.capacity()).put(bytes.flip())
        if (file.read(bytes, bytes.position().toLong()) < 0) break
    }
    return String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8)
}

/** Until the file is closed. File systems without locks are used without locking. */
private fun lock(file: FileChannel, path: Path) {
    val start = System.nanoTime()
    while (true) {
        try {
            if (file.tryLock() != null) return
        } catch (_: OverlappingFileLockException) {
            // Something else in this process has locked it.
        } catch (_: IOException) {
            return
        }
        if (System.nanoTime() - start > MAX_WAIT_MILLIS * 1_000_000L) {
            throw IOException("$path: another process has kept it locked for ${MAX_WAIT_MILLIS / 1000} seconds")
        }
        pause(2_000)
    }
}

private const val MAX_BYTES = 16 shl 20

/** Adds the cause to exceptions whose message is only the file's name. */
private inline fun <R> explained(action: () -> R): R = try {
    action()
} catch (failure: NoSuchFileException) {
    throw IOException("${failure.file}: no such file or directory", failure)
} catch (failure: AccessDeniedException) {
    throw IOException("${failure.file}: permission denied", failure)
} catch (failure: FileAlreadyExistsException) {
    throw IOException("${failure.file}: a file with that name is in the way", failure)
} catch (failure: FileSystemException) {
    throw IOException("${failure.file}: ${failure.reason ?: failure.javaClass.simpleName}", failure)
}

internal actual fun listFiles(path: String): List<String> = java.io.File(path).list()?.also { Arrays.sort(it) }?.asList().orEmpty()
