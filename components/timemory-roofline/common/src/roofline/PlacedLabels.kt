package timemory.roofline

/**
 * Finds room for names beside points: none covers another, a point, or the edge of the picture between [left], [top], [right] and [bottom].
 */
internal class PlacedLabels(private val left: Double, private val top: Double, private val right: Double, private val bottom: Double) {
    private class Box(val x: Double, val y: Double, val width: Double, val height: Double) {
        fun covers(other: Box) = x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }

    private val taken = ArrayList<Box>()

    fun clear() = taken.clear()

    /** The rectangle with its upper left corner at [x] and [y] is in use. */
    fun take(x: Double, y: Double, width: Double, height: Double) {
        taken.add(Box(x, y, width, height))
    }

    /**
     * Where the base line of a text begins that is [width] wide and names the point at [x] and [y]: on the right, on the left, above or
     * below, where there is room; `null` where there is none.
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
