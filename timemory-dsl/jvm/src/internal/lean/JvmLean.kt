@file:Suppress("PLATFORM_CLASS_MAPPED_TO_KOTLIN") // for operations that Java's String provides itself

package timemory.internal.lean

import java.nio.charset.StandardCharsets
import java.util.Arrays
import java.util.Collections

internal actual fun String.startsWith(prefix: String): Boolean = (this as java.lang.String).startsWith(prefix)

internal actual fun String.endsWith(suffix: String): Boolean = (this as java.lang.String).endsWith(suffix)

internal actual fun String.indexOf(char: Char, startIndex: Int): Int = (this as java.lang.String).indexOf(char.code, startIndex)

internal actual fun String.indexOf(string: String, startIndex: Int): Int = (this as java.lang.String).indexOf(string, startIndex)

internal actual fun String.lastIndexOf(char: Char): Int = (this as java.lang.String).lastIndexOf(char.code)

internal actual fun String.toDoubleOrNull(): Double? = try {
    java.lang.Double.parseDouble(this)
} catch (_: NumberFormatException) {
    null
}

internal actual fun String.replace(oldValue: String, newValue: String): String =
    (this as java.lang.String).replace(oldValue as CharSequence, newValue as CharSequence)

internal actual fun String.replace(oldChar: Char, newChar: Char): String = (this as java.lang.String).replace(oldChar, newChar)

internal actual fun Char.isWhitespace(): Boolean = Character.isWhitespace(this) || Character.isSpaceChar(this)

internal actual fun ByteArray.decodeToString(): String = String(this, StandardCharsets.UTF_8)

internal actual fun String.encodeToByteArray(): ByteArray = (this as java.lang.String).getBytes(StandardCharsets.UTF_8)

internal actual fun String.asciiInto(target: ByteArray, at: Int, from: Int, until: Int): Int {
    for (i in from until until) {
        val code = this[i].code
        if (code >= 0x80) return i - from
        target[at + i - from] = code.toByte()
    }
    return until - from
}

internal actual fun <T> emptyList(): List<T> = Collections.emptyList()

internal actual fun <T> emptySet(): Set<T> = Collections.emptySet()

internal actual fun <K, V> emptyMap(): Map<K, V> = Collections.emptyMap()

internal actual fun <T> listOf(element: T): List<T> = Collections.singletonList(element)

internal actual fun <T> Array<out T>.asList(): List<T> = Arrays.asList(*this)

internal actual fun ByteArray.copyInto(target: ByteArray, at: Int, from: Int, until: Int): Unit =
    System.arraycopy(this, from, target, at, until - from)

internal actual fun MutableList<String>.sortNames() {
    if (size > 1) Collections.sort(this)
}

internal actual fun <T> MutableList<T>.sortWith(comparator: Comparator<in T>): Unit = Collections.sort(this, comparator)
