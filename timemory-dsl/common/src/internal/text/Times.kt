package timemory.internal.text

/** Returns the nanoseconds that [text] specifies: a number and a unit, seconds by default; `null` if it is not a time. */
internal fun nanosecondsOf(text: String): Long? {
    val unit = text.takeLastWhile { it.isLetter() }
    val scale = when (unit.lowercase()) {
        "ms" -> 1e6
        "", "s" -> 1e9
        "min" -> 60e9
        "h" -> 3600e9
        else -> return null
    }
    val digits = text.dropLast(unit.length).trim()
    if (digits.isEmpty() || digits.any { it !in '0'..'9' && it != '.' }) return null
    return ((digits.toDoubleOrNull() ?: return null) * scale).toLong()
}
