package timemory.plot

/**
 * A drawing surface: SVG on every target, and on the JVM also the pixels of a PNG. Both get the same calls, so they agree.
 *
 * Lengths are in pixels of a standard-density screen, from the upper left corner; later drawing covers earlier. Texts must come from
 * [pictureText].
 */
internal interface Canvas {
    /** Draws a filled rectangle, with a [tooltip] if the canvas supports it. */
    fun box(x: Double, y: Double, width: Double, height: Double, ink: Ink, tooltip: String = "")

    fun line(x1: Double, y1: Double, x2: Double, y2: Double, ink: Ink, thickness: Double = 1.0)

    /** Draws a filled circle around a point, with a [tooltip] if the canvas supports it. */
    fun disc(x: Double, y: Double, radius: Double, ink: Ink, tooltip: String = "")

    /**
     * Draws one line of text with its base line at [y] and its [anchor] at [x], rotated counterclockwise around that point by [rise]
     * degrees.
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

/** The point of a text that its position refers to. */
internal enum class Anchor { START, MIDDLE, END }
