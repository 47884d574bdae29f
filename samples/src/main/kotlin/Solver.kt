package samples

import kotlin.math.abs
import timemory.ComponentType
import timemory.CpuUtil
import timemory.DescribedBy
import timemory.DoubleTracker
import timemory.LongTracker
import timemory.Quantity
import timemory.WallClock
import timemory.measure
import timemory.store
import timemory.track
import timemory.userBundle

/** How often the solver went over the grid. */
@DescribedBy(Iterations.TYPE::class)
class Iterations : LongTracker() {
    companion object TYPE : ComponentType<Iterations>("iterations", "Iterations of the solver", Quantity.COUNT, ::Iterations)
}

/** How far the solution was from the exact one. */
@DescribedBy(Residual.TYPE::class)
class Residual : DoubleTracker() {
    companion object TYPE : ComponentType<Residual>("residual", "Largest change in an iteration", Quantity("change", "K"), ::Residual)
}

/**
 * Solves the heat equation on a rod, and measures not only how long that takes but also values that only the program knows: iterations and
 * residuals. `SolverInJava` is the same in Java.
 *
 * `TIMEMORY_SOLVER_COMPONENTS=cpu_util,page_rss` sets the components that measure the steps; by default there are none.
 */
object Solver {
    private val steps = userBundle("SOLVER")

    @JvmStatic
    fun main(arguments: Array<String>) {
        for (points in listOf(50, 100, 200)) {
            measure<WallClock, CpuUtil, Iterations>("solve $points points") {
                val rod = DoubleArray(points).also { it[0] = 100.0 }
                do {
                    val change = steps.measure("step") { step(rod) }
                    store<Iterations>(1) { all, one -> all + one }
                    track<Residual>("change", change)
                } while (change > 1e-4)
            }
        }
    }

    /** One Gauss-Seidel iteration; returns the largest change. */
    private fun step(rod: DoubleArray): Double {
        var largest = 0.0
        for (i in 1 until rod.size - 1) {
            val new = (rod[i - 1] + rod[i + 1]) / 2
            largest = maxOf(largest, abs(new - rod[i]))
            rod[i] = new
        }
        return largest
    }
}
