package timemory.roofline

/**
 * Places labels next to points, so that none covers another label, a point, or the edge of the chart between [left], [top], [right] and
 * [bottom].
 */
internal class PlacedLabels(private val left: Double, private val top: Double, private val right: Double, private val bottom: Double) {
    private class Box(val x: Double, val y: Double, val width: Double, val height: Double) {
        fun covers(other: Box) = x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }

    private val taken = ArrayList<Box>()

    fun clear() = taken.clear()

    /** Marks the rectangle with its upper left corner at [x] and [y] as used. */
    fun take(x: Double, y: Double, width: Double, height: Double) {
        taken.add(Box(x, y, width, height))
    }

    /**
     * Returns the start of the baseline of a label of [width] for the point at [x] and [y]: to the right, to the left, above or below,
     * whichever is free first; `null` if none is.
     */
    fun placeBeside(x: Double, y: Double, radius: Double, width: Double, size: Double): Pair<Double, Double>? {
        val gap = radius + GAP
        val corners = listOf(
            x + gap to y - size / 2, x - gap - width to y - size / 2, x - width / 2 to y - gap - size, x - width / 2 to y + gap,
            x + gap to y - gap - size / 2, x + gap to y + gap - size / 2, x - gap - width to y - gap - size / 2,
            x - gap - width to y + gap - size / 2,
        )
        val box = corners.map { (boxX, boxY) -> Box(boxX, boxY, width, size) }.firstOrNull { box ->
            box.x >= left && box.x + width <= right && box.y >= top && box.y + size <= bottom && taken.none { it.covers(box) }
        } ?: return null
        taken.add(box)
        return box.x to box.y + size * BASE_LINE
    }

    private companion object {
        const val GAP = 4.0
        const val BASE_LINE = 0.85
    }
}
