package timemory.export.wire.internal

import timemory.export.data.internal.UnusableData

/** A table of unique labels in UTF-8, sorted by their bytes. */
internal class LabelTable(private val labels: List<ByteArray>) {
    val size: Int get() = labels.size

    operator fun get(index: Int): String = labels[index].decodeToString()

    fun write(out: WireOutput) {
        out.unsigned(labels.size)
        labels.forEach(out::block)
    }

    /** Returns a table of the labels for which [isUsed] is true, plus [more]. Sets [places] to the new indexes, -1 for labels left out. */
    fun only(isUsed: BooleanArray, more: String?, places: IntArray): LabelTable {
        val kept = ArrayList<ByteArray>()
        var added = more?.encodeToByteArray()
        for (i in labels.indices) {
            val order = added?.let { compareBytes(it, labels[i]) } ?: 1
            if (order < 0) kept.add(added!!)
            if (order <= 0) added = null
            places[i] = if (isUsed[i] || order == 0) kept.size else -1
            if (places[i] >= 0) kept.add(labels[i])
        }
        added?.let(kept::add)
        return LabelTable(kept)
    }

    /** Returns the index of [label]; -1 if it is not in the table. */
    fun indexOf(label: String): Int {
        val wanted = label.encodeToByteArray()
        return labels.binarySearch { compareBytes(it, wanted) }.coerceAtLeast(-1)
    }

    companion object {
        private const val MAX_LABEL_LENGTH = 16 shl 20
        private const val MAX_BYTES = 512L shl 20

        fun of(labels: Collection<String>): LabelTable {
            val sorted = labels.map { it.encodeToByteArray() }.sortedWith(::compareBytes)
            val once = ArrayList<ByteArray>(sorted.size)
            for (label in sorted) if (once.isEmpty() || compareBytes(once.last(), label) != 0) once.add(label)
            return LabelTable(once)
        }

        fun read(input: WireInput): LabelTable {
            val labels = ArrayList<ByteArray>()
            var sum = 0L
            for (i in 0 until input.count(Int.MAX_VALUE, "the number of labels")) {
                val start = input.offset
                val label = input.block(MAX_LABEL_LENGTH, "a label")
                sum += label.size + OVERHEAD
                if (sum > MAX_BYTES) throw UnusableData("has labels of more than ${MAX_BYTES shr 20} MB")
                requireUtf8(label) { input.damaged("a label that is not UTF-8", start) }
                if (i > 0 && compareBytes(labels[i - 1], label) >= 0) input.damaged("a label that is not after the one before", start)
                labels.add(label)
            }
            return LabelTable(labels)
        }

        private inline fun requireUtf8(label: ByteArray, otherwise: () -> Nothing) {
            if (label.all { it >= 0 }) return
            try {
                label.decodeToString(throwOnInvalidSequence = true)
            } catch (_: CharacterCodingException) {
                otherwise()
            }
        }

        /** The memory overhead of an array in bytes. */
        private const val OVERHEAD = 24L

        /** Returns the union of [tables], and sets [places] to the new indexes of each table's labels. */
        fun merged(tables: List<LabelTable>, places: List<IntArray>): LabelTable {
            if (tables.size == 1) {
                for (i in places[0].indices) places[0][i] = i
                return tables[0]
            }
            val merged = ArrayList<ByteArray>()
            val next = IntArray(tables.size)
            while (true) {
                var least: ByteArray? = null
                for (i in tables.indices) {
                    if (next[i] == tables[i].size) continue
                    val label = tables[i].labels[next[i]]
                    if (least == null || compareBytes(label, least) < 0) least = label
                }
                if (least == null) return LabelTable(merged)
                for (i in tables.indices) {
                    if (next[i] < tables[i].size && tables[i].labels[next[i]].contentEquals(least)) places[i][next[i]++] = merged.size
                }
                merged.add(least)
            }
        }
    }
}

/** Compares byte by byte, unsigned, like C and the order of UTF-8. */
internal fun compareBytes(a: ByteArray, b: ByteArray): Int {
    for (i in 0 until minOf(a.size, b.size)) {
        if (a[i] != b[i]) return (a[i].toInt() and 0xFF) - (b[i].toInt() and 0xFF)
    }
    return a.size - b.size
}

internal fun compareTexts(a: String, b: String): Int = compareBytes(a.encodeToByteArray(), b.encodeToByteArray())
