package timemory.live

private const val LEAST = 100_000_000L
private const val MOST = 86_400_000_000_000L

/** The nanoseconds that [text] stands for, a number and a unit, seconds where there is none; `null` for anything else and out of bounds. */
internal fun intervalOf(text: String): Long? {
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
    val nanoseconds = (digits.toDoubleOrNull() ?: return null) * scale
    return if (nanoseconds in LEAST.toDouble()..MOST.toDouble()) nanoseconds.toLong() else null
}
