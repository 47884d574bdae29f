package timemory.plot

import timemory.internal.text.fixed

/**
 * Draws SVG 1.1 straight to [out], without buffering, so that large plots take no memory.
 *
 * Colours are classes of one style sheet, which includes the dark ones. There are no scripts, external files or required fonts.
 *
 * @param isInPage whether it becomes part of a page rather than a file of its own
 */
internal class SvgCanvas(private val out: Appendable, private val theme: PictureTheme, private val isInPage: Boolean = false) : Canvas {
    fun begin(width: Double, height: Double, title: String) {
        val w = number(width)
        val h = number(height)
        if (!isInPage) out.append("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n")
        out.append(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"$w\" height=\"$h\" viewBox=\"0 0 $w $h\" role=\"img\" " +
                "font-size=\"${number(USUAL_SIZE)}\">\n",
        )
        out.append("<title>")
        escaped(title)
        out.append("</title>\n<style>\n")
        out.append(
            "text{font-family:\"Helvetica Neue\",Helvetica,Arial,\"Liberation Sans\",\"DejaVu " +
                "Sans\",sans-serif;white-space:pre;pointer-events:none}\n",
        )
        out.append("rect:hover,circle:hover{opacity:.8}\n")
        colours(if (theme == PictureTheme.DARK) Ink::dark else Ink::light)
        if (theme == PictureTheme.AUTOMATIC) {
            out.append("@media (prefers-color-scheme:dark){\n")
            colours(Ink::dark)
            out.append("}\n")
        }
        out.append("</style>\n")
        box(0.0, 0.0, width, height, Ink.PAPER)
    }

    /** Writes the colour classes, which apply to strokes as well as fills. */
    private fun colours(of: (Ink) -> Int) {
        for (ink in Ink.ALL) out.append('.').append(ink.name).append("{fill:").append(hex(of(ink))).append('}')
        out.append('\n')
        for (ink in LINES) out.append("line.").append(ink.name).append("{stroke:").append(hex(of(ink))).append('}')
        out.append('\n')
    }

    fun end() {
        out.append("</svg>\n")
    }

    override fun box(x: Double, y: Double, width: Double, height: Double, ink: Ink, tooltip: String) {
        out.append("<rect class=\"").append(ink.name)
        attribute("x", x)
        attribute("y", y)
        attribute("width", width)
        attribute("height", height)
        if (tooltip.isEmpty()) {
            out.append("\"/>\n")
        } else {
            out.append("\"><title>")
            escaped(tooltip)
            out.append("</title></rect>\n")
        }
    }

    override fun line(x1: Double, y1: Double, x2: Double, y2: Double, ink: Ink, thickness: Double) {
        out.append("<line class=\"").append(ink.name)
        attribute("x1", x1)
        attribute("y1", y1)
        attribute("x2", x2)
        attribute("y2", y2)
        if (thickness != 1.0) attribute("stroke-width", thickness)
        out.append("\"/>\n")
    }

    override fun disc(x: Double, y: Double, radius: Double, ink: Ink, tooltip: String) {
        out.append("<circle class=\"").append(ink.name)
        attribute("cx", x)
        attribute("cy", y)
        attribute("r", radius)
        if (tooltip.isEmpty()) {
            out.append("\"/>\n")
        } else {
            out.append("\"><title>")
            escaped(tooltip)
            out.append("</title></circle>\n")
        }
    }

    override fun text(x: Double, y: Double, text: String, size: Double, ink: Ink, anchor: Anchor, isBold: Boolean, rise: Double) {
        out.append("<text class=\"").append(ink.name)
        attribute("x", x)
        attribute("y", y)
        if (size != USUAL_SIZE) attribute("font-size", size)
        if (isBold) out.append("\" font-weight=\"bold")
        if (rise != 0.0) out.append("\" transform=\"rotate(").append(number(-rise)).append(' ').append(number(x)).append(' ')
            .append(number(y)).append(')')
        if (anchor != Anchor.START) out.append("\" text-anchor=\"").append(anchor.name.lowercase())
        out.append("\">")
        escaped(text)
        out.append("</text>\n")
    }

    private fun attribute(name: String, value: Double) {
        out.append("\" ").append(name).append("=\"").append(number(value))
    }

    private fun escaped(text: String) {
        for (c in text) {
            when (c) {
                '<' -> out.append("&lt;")
                '>' -> out.append("&gt;")
                '&' -> out.append("&amp;")
                else -> out.append(c)
            }
        }
    }

    private companion object {
        /** The font size of most texts of large plots, which can be omitted on each of them. */
        const val USUAL_SIZE = 11.0
        val LINES = listOf(Ink.GRID, Ink.AXIS, Ink.MARK, Ink.TEXT) + Ink.LEVELS

        fun hex(colour: Int): String = "#" + colour.toString(16).padStart(6, '0')

        /** Formats a number to a hundredth of a pixel. */
        fun number(value: Double): String = fixed(value, 2).trimEnd('0').trimEnd('.')
    }
}
