package timemory.plot

import java.awt.BasicStroke
import java.awt.Color
import java.awt.Font
import java.awt.Graphics2D
import java.awt.geom.Ellipse2D
import java.awt.geom.Line2D
import java.awt.geom.Rectangle2D

/** Draws on an image. */
internal class GraphicsCanvas(private val graphics: Graphics2D, private val isDark: Boolean) : Canvas {
    private val fonts = HashMap<Pair<Double, Boolean>, Font>()
    private val rectangle = Rectangle2D.Double()

    override fun box(x: Double, y: Double, width: Double, height: Double, ink: Ink, tooltip: String) {
        graphics.color = colour(ink)
        rectangle.setRect(x, y, width, height)
        graphics.fill(rectangle)
    }

    override fun disc(x: Double, y: Double, radius: Double, ink: Ink, tooltip: String) {
        graphics.color = colour(ink)
        graphics.fill(Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius))
    }

    override fun line(x1: Double, y1: Double, x2: Double, y2: Double, ink: Ink, thickness: Double) {
        graphics.color = colour(ink)
        graphics.stroke = BasicStroke(thickness.toFloat(), BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER)
        graphics.draw(Line2D.Double(x1, y1, x2, y2))
    }

    override fun text(x: Double, y: Double, text: String, size: Double, ink: Ink, anchor: Anchor, isBold: Boolean, rise: Double) {
        if (text.isEmpty()) return
        val font =
            fonts.getOrPut(size to isBold) { Font(Font.SANS_SERIF, if (isBold) Font.BOLD else Font.PLAIN, 1).deriveFont(size.toFloat()) }
        val begin = when (anchor) {
            Anchor.START -> x
            Anchor.MIDDLE -> x - widthOf(text, font) / 2.0
            Anchor.END -> x - widthOf(text, font)
        }
        graphics.font = font
        graphics.color = colour(ink)
        val upright = graphics.transform
        if (rise != 0.0) graphics.rotate(Math.toRadians(-rise), x, y)
        graphics.drawString(text, begin.toFloat(), y.toFloat())
        graphics.transform = upright
    }

    private fun widthOf(text: String, font: Font): Double = font.getStringBounds(text, graphics.fontRenderContext).width

    private fun colour(ink: Ink) = Color(if (isDark) ink.dark else ink.light)
}
