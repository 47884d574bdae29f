package timemory.plot

/**
 * What a picture is drawn on: SVG on every target, and on the JVM the pixels of a PNG besides, from the same calls, so that both agree.
 *
 * Lengths are in pixels of an ordinary screen, from the upper left corner; what is drawn later covers what was drawn before. Texts are as
 * [pictureText] made them.
 */
internal interface Canvas {
    /** A filled rectangle, which tells of itself by [tooltip] where the canvas can. */
    fun box(x: Double, y: Double, width: Double, height: Double, ink: Ink, tooltip: String = "")

    fun line(x1: Double, y1: Double, x2: Double, y2: Double, ink: Ink, thickness: Double = 1.0)

    /** A filled circle around a point, which tells of itself by [tooltip] where the canvas can. */
    fun disc(x: Double, y: Double, radius: Double, ink: Ink, tooltip: String = "")

    /**
     * One line of text, whose base line is at [y] and which begins, ends or has its middle at [x]; turned around that point by [rise]
     * degrees, so that it rises to its end.
     */
    fun text(
        x: Double,
        y: Double,
        text: String,
        size: Double,
        ink: Ink = Ink.TEXT,
        anchor: Anchor = Anchor.START,
        isBold: Boolean = false,
        rise: Double = 0.0,
    )
}

/** Which point of a text its place is that of. */
internal enum class Anchor { START, MIDDLE, END }
