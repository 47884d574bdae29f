package timemory.internal.lean

import kotlin.text.toLongOrNull as kotlinLongOrNull

/*
 * Functions of Kotlin's library, with the same names and results, in small classes.
 *
 * On the JVM, Kotlin's own functions are in a few classes with hundreds of functions each: the first call of one, even `emptyList()`, loads
 * and verifies them all. A program with one region paid 40 ms and 10 MB for `StringsKt`, `ArraysKt`, `CollectionsKt` and similar classes.
 * So code that runs when a program starts, measures a little and ends imports these: `import timemory.internal.lean.*` takes precedence
 * over Kotlin's default imports, which still provide everything else. `LeanSpec` compares the two, and `StartClassesSpec` detects calls of
 * Kotlin's functions.
 */

/** Equivalent to [kotlin.text.startsWith]. */
internal expect fun String.startsWith(prefix: String): Boolean

/** Equivalent to [kotlin.text.endsWith]. */
internal expect fun String.endsWith(suffix: String): Boolean

/** Equivalent to [kotlin.text.indexOf]. */
internal expect fun String.indexOf(char: Char, startIndex: Int = 0): Int

/** Equivalent to [kotlin.text.indexOf]. */
internal expect fun String.indexOf(string: String, startIndex: Int = 0): Int

/** Equivalent to [kotlin.text.lastIndexOf]. */
internal expect fun String.lastIndexOf(char: Char): Int

/** Equivalent to [kotlin.text.toDoubleOrNull]. */
internal expect fun String.toDoubleOrNull(): Double?

/** Equivalent to [kotlin.text.replace]. */
internal expect fun String.replace(oldValue: String, newValue: String): String

/** Equivalent to [kotlin.text.replace]. */
internal expect fun String.replace(oldChar: Char, newChar: Char): String

/** Equivalent to [kotlin.text.isWhitespace]. */
internal expect fun Char.isWhitespace(): Boolean

/** Equivalent to [kotlin.text.decodeToString]. */
internal expect fun ByteArray.decodeToString(): String

/** Equivalent to [kotlin.text.encodeToByteArray]. */
internal expect fun String.encodeToByteArray(): ByteArray

/**
 * Copies characters from [from] until [until] into [target], starting at [at], as ASCII bytes. Stops at the first non-ASCII character, and
 * returns the number copied.
 */
internal expect fun String.asciiInto(target: ByteArray, at: Int, from: Int, until: Int): Int

internal fun String.startsWith(char: Char): Boolean = isNotEmpty() && this[0] == char

internal fun String.endsWith(char: Char): Boolean = isNotEmpty() && this[length - 1] == char

internal operator fun String.contains(char: Char): Boolean = indexOf(char) >= 0

internal operator fun String.contains(other: String): Boolean = indexOf(other) >= 0

internal fun String.first(): Char = if (isEmpty()) throw NoSuchElementException("Char sequence is empty.") else this[0]

internal fun String.last(): Char = if (isEmpty()) throw NoSuchElementException("Char sequence is empty.") else this[length - 1]

internal fun String.firstOrNull(): Char? = if (isEmpty()) null else this[0]

internal fun String.lastOrNull(): Char? = if (isEmpty()) null else this[length - 1]

internal fun String.take(n: Int): String {
    require(n >= 0) { "Requested character count $n is less than zero." }
    return substring(0, minOf(n, length))
}

internal fun String.drop(n: Int): String {
    require(n >= 0) { "Requested character count $n is less than zero." }
    return substring(minOf(n, length))
}

internal fun String.takeLast(n: Int): String {
    require(n >= 0) { "Requested character count $n is less than zero." }
    return substring(length - minOf(n, length))
}

internal fun String.dropLast(n: Int): String {
    require(n >= 0) { "Requested character count $n is less than zero." }
    return substring(0, maxOf(length - n, 0))
}

internal fun String.removePrefix(prefix: String): String = if (startsWith(prefix)) substring(prefix.length) else this

internal fun String.removeSuffix(suffix: String): String = if (endsWith(suffix)) substring(0, length - suffix.length) else this

internal fun String.substringBefore(delimiter: Char, missing: String = this): String {
    val at = indexOf(delimiter)
    return if (at < 0) missing else substring(0, at)
}

internal fun String.substringBefore(delimiter: String, missing: String = this): String {
    val at = indexOf(delimiter)
    return if (at < 0) missing else substring(0, at)
}

internal fun String.substringAfter(delimiter: Char, missing: String = this): String {
    val at = indexOf(delimiter)
    return if (at < 0) missing else substring(at + 1)
}

internal fun String.substringAfter(delimiter: String, missing: String = this): String {
    val at = indexOf(delimiter)
    return if (at < 0) missing else substring(at + delimiter.length)
}

internal fun String.substringBeforeLast(delimiter: Char): String {
    val at = lastIndexOf(delimiter)
    return if (at < 0) this else substring(0, at)
}

internal fun String.substringAfterLast(delimiter: Char, missing: String = this): String {
    val at = lastIndexOf(delimiter)
    return if (at < 0) missing else substring(at + 1)
}

internal fun String.substringAfterLast(delimiter: String, missing: String): String {
    var at = -1
    while (true) at = indexOf(delimiter, at + 1).also { if (it < 0) return if (at < 0) missing else substring(at + delimiter.length) }
}

internal fun String.isBlank(): Boolean {
    for (char in this) if (!char.isWhitespace()) return false
    return true
}

internal fun String.isNotBlank(): Boolean = !isBlank()

internal fun String.trim(): String = trimStart().trimEnd()

internal fun String.trimStart(): String {
    var begin = 0
    while (begin < length && this[begin].isWhitespace()) begin++
    return substring(begin)
}

internal fun String.trimEnd(): String {
    var end = length
    while (end > 0 && this[end - 1].isWhitespace()) end--
    return substring(0, end)
}

internal fun String.trimEnd(char: Char): String {
    var end = length
    while (end > 0 && this[end - 1] == char) end--
    return substring(0, end)
}

internal fun String.split(delimiter: Char): List<String> {
    val parts = ArrayList<String>()
    var begin = 0
    while (true) {
        val end = indexOf(delimiter, begin)
        if (end < 0) break
        parts.add(substring(begin, end))
        begin = end + 1
    }
    parts.add(substring(begin))
    return parts
}

/** Returns the lines of this text, separated by '\n', "\r\n" or '\r'. Like [kotlin.text.lines]. */
internal fun String.lines(): List<String> {
    val lines = ArrayList<String>()
    var begin = 0
    var i = 0
    while (i < length) {
        val char = this[i++]
        if (char != '\n' && char != '\r') continue
        lines.add(substring(begin, i - 1))
        if (char == '\r' && i < length && this[i] == '\n') i++
        begin = i
    }
    lines.add(substring(begin))
    return lines
}

internal fun String.repeat(n: Int): String {
    require(n >= 0) { "Count 'n' must be non-negative, but was $n." }
    val text = StringBuilder(n * length)
    for (i in 0 until n) text.append(this)
    return text.toString()
}

internal fun String.padStart(length: Int, padChar: Char = ' '): String {
    require(length >= 0) { "Desired length $length is less than zero." }
    if (this.length >= length) return this
    val text = StringBuilder(length)
    for (i in this.length until length) text.append(padChar)
    return text.append(this).toString()
}

internal fun String.toIntOrNull(): Int? {
    val number = toLongOrNull() ?: return null
    return if (number in Int.MIN_VALUE..Int.MAX_VALUE) number.toInt() else null
}

/** Equivalent to [kotlin.text.toLongOrNull] for ASCII digits; it is called for other digits. */
internal fun String.toLongOrNull(): Long? {
    val first = if (startsWith('-') || startsWith('+')) 1 else 0
    if (length == first || length > first + MAX_LONG_DIGITS) return rareLongOrNull(this)
    var number = 0L
    for (i in first until length) {
        val digit = this[i] - '0'
        if (digit !in 0..9) return rareLongOrNull(this)
        number = 10 * number + digit
    }
    return if (this[0] == '-') -number else number
}

/** This many digits always fit in a `Long`. */
private const val MAX_LONG_DIGITS = 18

private fun rareLongOrNull(text: String): Long? {
    // Text that is not a number at all, such as a name, does not need Kotlin's parser.
    for ((i, char) in text.withIndex()) if (!char.isDigit() && (i > 0 || char != '-' && char != '+')) return null
    return text.kotlinLongOrNull()
}
