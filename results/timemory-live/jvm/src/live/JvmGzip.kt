package timemory.live

import java.io.ByteArrayOutputStream
import java.util.zip.GZIPOutputStream

/** [plain] compressed, as `Content-Encoding: gzip` has it. */
internal fun gzip(plain: ByteArray): ByteArray {
    val bytes = ByteArrayOutputStream(plain.size / 4 + 64)
    GZIPOutputStream(bytes).use { it.write(plain) }
    return bytes.toByteArray()
}
