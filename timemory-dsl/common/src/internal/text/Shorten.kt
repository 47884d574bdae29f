package timemory.internal.text

import timemory.internal.lean.*

/** [label] in a form for messages: at most 80 characters, with control characters escaped. */
internal fun shorten(label: String): String {
    val cut = if (label.length <= 80) label else label.take(50) + "..." + label.takeLast(27)
    if (cut.none { it.isISOControl() }) return cut
    return buildString {
        for (c in cut) if (c.isISOControl()) append("\\u").append(c.code.toString(16).padStart(4, '0')) else append(c)
    }
}
