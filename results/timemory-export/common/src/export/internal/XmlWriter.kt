package timemory.export.internal

import timemory.internal.text.StructureWriter
import timemory.internal.text.isLoneSurrogate
import timemory.internal.text.powerOfTen
import timemory.internal.text.unicodeEscape

/**
 * Writes XML like the cereal library, which timemory uses: a name becomes an element, array entries are named `value0`, `value1` and so on,
 * and the array says that its size is `dynamic`.
 *
 * XML cannot represent control characters, so they are written as backslash escapes.
 */
internal class XmlWriter(private val out: Appendable) : StructureWriter {
    private class Level(val element: String, val isArray: Boolean) {
        var count = 0
    }

    private val levels = ArrayList<Level>()
    private var pending = ROOT

    init {
        out.append("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n")
    }

    override fun beginObject() = open(isArray = false)

    override fun endObject() = close()

    override fun beginArray() = open(isArray = true)

    override fun endArray() = close()

    override fun name(name: String) {
        pending = if (name[0].isLetter()) name else "n$name"
    }

    override fun value(text: String) = element { escaped(text) }

    override fun value(number: Long) = element { out.append(number.toString()) }

    override fun value(number: ULong) = element { out.append(number.toString()) }

    override fun value(number: Double) = element { if (number.isFinite()) out.append(number.toString()) }

    override fun value(number: Double, exponent: Int) = value(number / powerOfTen(exponent))

    override fun value(flag: Boolean) = element { out.append(flag.toString()) }

    private fun open(isArray: Boolean) {
        val element = nextName()
        out.append('<').append(element)
        if (isArray) out.append(" size=\"dynamic\"")
        out.append('>')
        levels.add(Level(element, isArray))
    }

    private fun close() {
        out.append("</").append(levels.removeAt(levels.lastIndex).element).append('>')
    }

    private inline fun element(content: () -> Unit) {
        val element = nextName()
        out.append('<').append(element).append('>')
        content()
        out.append("</").append(element).append('>')
    }

    private fun nextName(): String {
        val level = levels.lastOrNull()
        return if (level != null && level.isArray) "value${level.count++}" else pending
    }

    private fun escaped(text: String) {
        for (i in text.indices) {
            val c = text[i]
            when {
                c == '<' -> out.append("&lt;")
                c == '>' -> out.append("&gt;")
                c == '&' -> out.append("&amp;")
                c == '\n' || c == '\t' -> out.append(c)
                c.isISOControl() || c == '\uFFFE' || c == '\uFFFF' || isLoneSurrogate(text, i) -> out.append(unicodeEscape(c))
                else -> out.append(c)
            }
        }
    }

    private companion object {
        const val ROOT = "cereal"
    }
}
