package timemory.export.internal

import java.io.ByteArrayOutputStream
import java.util.zip.DeflaterOutputStream

internal actual fun deflated(plain: ByteArray): ByteArray? {
    val bytes = ByteArrayOutputStream(plain.size / 2)
    DeflaterOutputStream(bytes).use { it.write(plain) }
    return bytes.toByteArray()
}
