package timemory.internal.text

import timemory.internal.lean.*

/**
 * [label] in a form suitable for a terminal: characters that would move the cursor, change colours, reverse the text's direction or be
 * invisible are written as escapes, and the empty label as `""`.
 */
internal fun visible(label: String): String {
    if (label.isEmpty()) return "\"\""
    if (!hasHostile(label)) return label
    return buildString {
        for (i in label.indices) {
            val c = label[i]
            when {
                c == '\n' -> append("\\n")
                c == '\r' -> append("\\r")
                c == '\t' -> append("\\t")
                isHostile(label, i) -> append(unicodeEscape(c))
                else -> append(c)
            }
        }
    }
}

private fun hasHostile(text: String): Boolean {
    for (i in text.indices) if (isHostile(text, i)) return true
    return false
}

private fun isHostile(text: String, i: Int): Boolean {
    val c = text[i]
    if (c in FIRST_PRINTABLE..LAST_OF_ASCII) return false
    return c.isISOControl() || c == '\uFFFE' || c == '\uFFFF' || isLoneSurrogate(text, i) || when (c.category) {
        CharCategory.FORMAT, CharCategory.LINE_SEPARATOR, CharCategory.PARAGRAPH_SEPARATOR, CharCategory.PRIVATE_USE -> true
        else -> false
    }
}

private const val FIRST_PRINTABLE = ' '
private const val LAST_OF_ASCII = '~'

/** The number of terminal columns of [text]: two for wide East Asian characters and emoji, none for combining marks. */
internal fun displayWidth(text: String): Int {
    var width = 0
    for (c in text) {
        width += when {
            c.code < 0x300 -> 1
            c.category == CharCategory.NON_SPACING_MARK || c.category == CharCategory.ENCLOSING_MARK -> 0
            // A surrogate pair takes two columns: true of emoji and of rare ideographs, the usual cases.
            c.isSurrogate() -> 1
            isWide(c) -> 2
            else -> 1
        }
    }
    return width
}

/** The blocks that terminals agree to show two columns wide; the complete Unicode table is a hundred times as long. */
private fun isWide(c: Char): Boolean =
    c in '\u1100'..'\u115f' || c in '\u2e80'..'\u303e' || c in '\u3041'..'\ua4cf' || c in '\uac00'..'\ud7a3' ||
        c in '\uf900'..'\ufaff' || c in '\ufe30'..'\ufe6f' || c in '\uff00'..'\uff60' || c in '\uffe0'..'\uffe6'

/** [text] in at most [columns] columns, shortened in the middle if it is longer. */
internal fun shortenTo(text: String, columns: Int): String {
    if (displayWidth(text) <= columns) return text
    val left = (columns - 1) / 2
    var head = text.take(left)
    while (displayWidth(head) > left) head = head.dropLast(1)
    if (head.lastOrNull()?.isHighSurrogate() == true) head = head.dropLast(1)
    val right = columns - 1 - left
    var tail = text.takeLast(right)
    while (displayWidth(tail) > right) tail = tail.drop(1)
    if (tail.firstOrNull()?.isLowSurrogate() == true) tail = tail.drop(1)
    return "$head…$tail"
}
