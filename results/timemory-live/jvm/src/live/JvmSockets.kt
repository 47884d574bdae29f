package timemory.live

import java.nio.file.FileAlreadyExistsException
import java.nio.file.Files
import java.nio.file.LinkOption.NOFOLLOW_LINKS
import java.nio.file.NoSuchFileException
import java.nio.file.Path
import java.nio.file.attribute.PosixFilePermissions

internal actual fun listenAt(path: String, unfinished: String): ListeningSocket = UnixListener.at(Path.of(path), Path.of(unfinished))

internal actual fun statusOf(path: String): FileStatus? = try {
    val known = Files.readAttributes(Path.of(path), "unix:mode,uid", NOFOLLOW_LINKS)
    val mode = known["mode"] as Int
    FileStatus(mode and TYPE == FOLDER, (known["uid"] as Int).toLong() and 0xFFFF_FFFFL, mode and PERMISSIONS)
} catch (_: NoSuchFileException) {
    null
}

internal actual fun makePrivateFolder(path: String) {
    try {
        Files.createDirectory(Path.of(path), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")))
    } catch (_: FileAlreadyExistsException) {
        // The caller checks its owner.
    }
}

/** The file type bits of `stat(2)`. */
private const val TYPE = 0xF000
private const val FOLDER = 0x4000
private const val PERMISSIONS = 0xFFF
