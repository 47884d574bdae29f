package timemory

import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertContentEquals
import kotlin.test.assertEquals
import timemory.internal.platform.FileOutput

class FileOutputTest {
    private fun written(write: (FileOutput) -> Unit): ByteArray {
        var all = ByteArray(0)
        FileOutput { bytes, count -> all += bytes.copyOf(count) }.also(write).flush()
        return all
    }

    @Test
    fun textBecomesUtf8WhateverItIsMadeOf() {
        val random = Random(7)
        val wide = listOf("\u007f", "\u0080", "ö", "\u07ff", "\u0800", "\uffff", "\ud83d\ude00")
        repeat(300) {
            val text = buildString {
                repeat(random.nextInt(1, 6)) {
                    val length = listOf(0, 1, 31, 32, 255, 256, 257, 513, random.nextInt(40_000)).random(random)
                    repeat(length) { append('a' + random.nextInt(26)) }
                    repeat(random.nextInt(3)) { append(wide.random(random)) }
                }
            }
            assertContentEquals(text.encodeToByteArray(), written { it.append(text) })
            val middle = text.length / 2
            assertContentEquals(
                text.encodeToByteArray(),
                written { it.append(text, 0, middle).append(StringBuilder(text), middle, text.length) },
            )
        }
    }

    @Test
    fun halfOfAPairBecomesAQuestionMark() {
        val long = "a".repeat(100)
        val bytes = written { it.append("\ud83d").append(long).append("\ude00$long\ud83d") }
        assertEquals("?$long?$long?", bytes.decodeToString())
    }
}
