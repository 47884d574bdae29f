package timemory.live

import java.io.ByteArrayOutputStream
import java.util.zip.GZIPOutputStream

/** Returns [plain] compressed for `Content-Encoding: gzip`. */
internal fun gzip(plain: ByteArray): ByteArray {
    val bytes = ByteArrayOutputStream(plain.size / 4 + 64)
    GZIPOutputStream(bytes).use { it.write(plain) }
    return bytes.toByteArray()
}
