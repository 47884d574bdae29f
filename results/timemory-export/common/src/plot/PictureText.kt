package timemory.plot

import timemory.internal.text.displayWidth
import timemory.internal.text.shortenTo
import timemory.internal.text.shorterForms
import timemory.internal.text.visible

/*
 * The width of a text depends on the viewer's font, which is unknown here. It is estimated by the widths of DejaVu Sans, the widest of the
 * usual fonts, so that texts fit in the others too.
 */

/** Widths of the ASCII characters from the space to the tilde, in hundredths of the font size. */
private val WIDTHS = (
    "32 40 46 84 64 95 78 27 39 39 50 84 32 36 32 34 64 64 64 64 64 64 64 64 64 64 34 34 84 84 84 53 100 68 69 70 77 63 58 77 75 29 29 " +
        "66 56 86 75 " +
        "79 60 79 69 63 61 73 68 99 69 61 69 39 34 39 84 50 50 61 63 55 63 62 35 63 63 28 28 58 28 97 63 61 63 63 41 52 39 63 59 82 59 " +
        "59 52 64 34 64 84"
    ).split(' ').map { it.toInt() }.toIntArray()

private const val OTHER_LETTER = 75
private const val WIDE_LETTER = 100
private const val MAX_LABEL_LENGTH = 240

/** A shorter text would be meaningless. */
private const val MIN_LETTERS = 6

/**
 * Returns [text] in a form that is safe in a plot: without characters that XML forbids, invisible ones, or ones that change the writing
 * direction.
 */
internal fun pictureText(text: String): String = shortenTo(visible(text), MAX_LABEL_LENGTH)

/** Returns the maximum width of [text] in pixels, in a font of [size] pixels. */
internal fun textWidth(text: String, size: Double): Double = text.sumOf(::letterWidth) * size / 100.0

private fun letterWidth(c: Char): Int = if (c in ' '..'~') {
    WIDTHS[c - ' ']
} else {
    // Each half of a surrogate pair gets the width of the pair.
    when (displayWidth(c.toString())) {
        0 -> 0
        1 -> if (c.isSurrogate()) WIDE_LETTER / 2 else OTHER_LETTER
        else -> WIDE_LETTER
    }
}

/**
 * Returns [text] in at most [width] pixels. The name of a function that is longer loses its parameters and its package, other texts their
 * middle. Returns `null` if next to nothing would be left.
 */
internal fun fitted(text: String, width: Double, size: Double): String? {
    if (textWidth(text, size) <= width) return text
    val forms = shorterForms(text)
    for (form in forms) if (textWidth(form, size) <= width) return form
    return withoutMiddle(forms.lastOrNull() ?: text, width, size)
}

private fun withoutMiddle(text: String, width: Double, size: Double): String? {
    val half = (width * 100.0 / size - letterWidth('…')) / 2.0
    val head = lettersWithin(text, half)
    val tail = lettersWithin(text.reversed(), half)
    if (head + tail < MIN_LETTERS) return null
    val tailBegin = text.length - tail
    // Keeps surrogate pairs whole, and combining marks with their letter.
    val headEnd = if (head > 0 && text[head - 1].isHighSurrogate()) head - 1 else head
    val rest = text.substring(tailBegin).dropWhile { it.isLowSurrogate() || letterWidth(it) == 0 }
    return text.substring(0, headEnd) + "…" + rest
}

private fun lettersWithin(text: String, width: Double): Int {
    var sum = 0
    for (i in text.indices) {
        sum += letterWidth(text[i])
        if (sum > width) return i
    }
    return text.length
}
