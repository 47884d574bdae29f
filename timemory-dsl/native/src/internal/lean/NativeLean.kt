@file:OptIn(ExperimentalForeignApi::class)

package timemory.internal.lean

import kotlin.collections.asList as kotlinAsList
import kotlin.collections.copyInto as kotlinCopyInto
import kotlin.collections.emptyList as kotlinEmptyList
import kotlin.collections.emptyMap as kotlinEmptyMap
import kotlin.collections.emptySet as kotlinEmptySet
import kotlin.collections.sortWith as kotlinSortWith
import kotlin.text.decodeToString as kotlinDecodeToString
import kotlin.text.encodeToByteArray as kotlinEncodeToByteArray
import kotlin.text.endsWith as kotlinEndsWith
import kotlin.text.indexOf as kotlinIndexOf
import kotlin.text.isWhitespace as kotlinIsWhitespace
import kotlin.text.lastIndexOf as kotlinLastIndexOf
import kotlin.text.replace as kotlinReplace
import kotlin.text.startsWith as kotlinStartsWith
import kotlin.text.toDoubleOrNull as kotlinToDoubleOrNull
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.addressOf
import kotlinx.cinterop.reinterpret
import kotlinx.cinterop.usePinned
import timemory.cinterop.linux.timemory_ascii

/* Natively a program contains only the parts of Kotlin's library that it uses, so Kotlin's own functions are used. */

internal actual fun String.startsWith(prefix: String): Boolean = kotlinStartsWith(prefix)

internal actual fun String.endsWith(suffix: String): Boolean = kotlinEndsWith(suffix)

internal actual fun String.indexOf(char: Char, startIndex: Int): Int = kotlinIndexOf(char, startIndex)

internal actual fun String.indexOf(string: String, startIndex: Int): Int = kotlinIndexOf(string, startIndex)

internal actual fun String.lastIndexOf(char: Char): Int = kotlinLastIndexOf(char)

internal actual fun String.toDoubleOrNull(): Double? = kotlinToDoubleOrNull()

internal actual fun String.replace(oldValue: String, newValue: String): String = kotlinReplace(oldValue, newValue)

internal actual fun String.replace(oldChar: Char, newChar: Char): String = kotlinReplace(oldChar, newChar)

internal actual fun Char.isWhitespace(): Boolean = kotlinIsWhitespace()

internal actual fun ByteArray.decodeToString(): String = kotlinDecodeToString()

internal actual fun String.encodeToByteArray(): ByteArray = kotlinEncodeToByteArray()

/** The number of characters copied at once. */
private const val SOME = 2048

/** Shorter texts are not worth copying. */
private const val MIN_COPIED = 32

/** Character by character, each would be a call of Kotlin's runtime: millions of instructions for a page of 150 KB. */
internal actual fun String.asciiInto(target: ByteArray, at: Int, from: Int, until: Int): Int =
    if (until - from < MIN_COPIED) fewInto(target, at, from, until) else manyInto(target, at, from, until)

private fun String.fewInto(target: ByteArray, at: Int, from: Int, until: Int): Int {
    for (i in from until until) {
        val code = this[i].code
        if (code >= 0x80) return i - from
        target[at + i - from] = code.toByte()
    }
    return until - from
}

private fun String.manyInto(target: ByteArray, at: Int, from: Int, until: Int): Int {
    val some = CharArray(minOf(SOME, until - from))
    var taken = 0
    while (from + taken < until) {
        val count = minOf(some.size, until - from - taken)
        toCharArray(some, 0, from + taken, from + taken + count)
        val ascii = some.usePinned { chars ->
            target.usePinned { bytes -> timemory_ascii(chars.addressOf(0).reinterpret(), count, bytes.addressOf(at + taken).reinterpret()) }
        }
        taken += ascii
        if (ascii < count) break
    }
    return taken
}

internal actual fun <T> emptyList(): List<T> = kotlinEmptyList()

internal actual fun <T> emptySet(): Set<T> = kotlinEmptySet()

internal actual fun <K, V> emptyMap(): Map<K, V> = kotlinEmptyMap()

internal actual fun <T> listOf(element: T): List<T> = SingleElement(element)

/** Kotlin's native version is an `ArrayList`: four objects, and every node of results has such a list. */
private class SingleElement<T>(private val element: T) : AbstractList<T>() {
    override val size: Int get() = 1

    override fun get(index: Int): T =
        if (index == 0) element else throw IndexOutOfBoundsException("index $index of a list of one element")
}

internal actual fun <T> Array<out T>.asList(): List<T> = kotlinAsList()

internal actual fun ByteArray.copyInto(target: ByteArray, at: Int, from: Int, until: Int) {
    kotlinCopyInto(target, at, from, until)
}

internal actual fun MutableList<String>.sortNames(): Unit = sort()

internal actual fun <T> MutableList<T>.sortWith(comparator: Comparator<in T>): Unit = kotlinSortWith(comparator)
