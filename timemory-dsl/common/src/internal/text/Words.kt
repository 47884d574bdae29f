package timemory.internal.text

import timemory.internal.lean.*

/** [text] in a form for messages: at most 80 characters, with control characters escaped. */
internal fun printable(text: String): String = shorten(text)

/** Returns the parts of [text] between commas, semicolons or spaces. */
internal fun wordsOf(text: String): List<String> {
    // Hand-written: nearly every program calls this when it starts, and `split` makes the JVM create classes for its lambdas.
    val words = ArrayList<String>()
    var begin = 0
    for (i in 0..text.length) {
        if (i < text.length && text[i] != ',' && text[i] != ';' && text[i] != ' ' && text[i] != '\t' && text[i] != '\n') continue
        if (i > begin) words.add(text.substring(begin, i))
        begin = i + 1
    }
    return words
}

/** Returns the events that [text] names, separated by commas, semicolons or spaces; text between slashes is one word. */
internal fun eventsOf(text: String): List<String> {
    val events = ArrayList<String>()
    val event = StringBuilder()
    var isInUnit = false
    for (c in "$text,") {
        if (c == '/') isInUnit = !isInUnit
        if (c !in ",; \t\n" || isInUnit) {
            event.append(c)
        } else if (event.isNotEmpty()) {
            events.add(event.toString())
            event.clear()
        }
    }
    if (event.isNotEmpty()) events.add(event.toString().trimEnd(','))
    return events
}
