package timemory.internal.text

/** Longer names are compared only up to here, because those from programs and files may be of any length. */
private const val MAX_COMPARED = 64

/** How many letters must be changed, added or removed to turn [a] into [b] (the Levenshtein distance). */
internal fun distance(a: String, b: String): Int {
    val left = a.take(MAX_COMPARED)
    val right = b.take(MAX_COMPARED)
    var row = IntArray(right.length + 1) { it }
    for (i in left.indices) {
        val next = IntArray(right.length + 1)
        next[0] = i + 1
        for (j in right.indices) {
            val replaced = row[j] + if (left[i] == right[j]) 0 else 1
            next[j + 1] = minOf(replaced, row[j + 1] + 1, next[j] + 1)
        }
        row = next
    }
    return row[right.length]
}

/** [distance] ignoring case. */
internal fun distanceIgnoringCase(a: String, b: String): Int =
    distance(a.take(MAX_COMPARED).lowercase(), b.take(MAX_COMPARED).lowercase())
