package samples

import java.util.Locale
import timemory.Timemory
import timemory.WallClock
import timemory.measure

/**
 * Figure 1 of timemory's paper in Kotlin: 50 products of 100 x 100 matrices, with a region around each row, each element, or every ten
 * products of two numbers; first disabled, then enabled. Prints the median time of each in milliseconds: see samples/paper.
 * `DormantPointsInJava` is the same in Java.
 */
object DormantPoints {
    private const val SIZE = 100
    private const val PASSES = 50
    private const val PART = 10

    private val a = DoubleArray(SIZE * SIZE) { it * 0.5 }
    private val b = DoubleArray(SIZE * SIZE) { 1.0 / (it + 1) }
    private val c = DoubleArray(SIZE * SIZE)

    private class Way(val points: Int, val run: () -> Unit) {
        val times = ArrayList<Double>()
    }

    @JvmStatic
    fun main(arguments: Array<String>) {
        val samples = arguments.firstOrNull()?.toInt() ?: 11
        val ways = listOf(
            Way(0) { repeat(PASSES) { plain() } },
            Way(PASSES * SIZE) { repeat(PASSES) { rows() } },
            Way(PASSES * SIZE * SIZE) { repeat(PASSES) { elements() } },
            Way(PASSES * SIZE * SIZE * SIZE / PART) { repeat(PASSES) { parts() } },
        )
        for ((state, isEnabled) in listOf("disabled" to false, "enabled" to true)) {
            Timemory.isEnabled = isEnabled
            // Compiled code is measured, so the first iterations are ignored.
            repeat(3) { ways.forEach { it.run() } }
            // Alternates between the variants, so that disturbances affect all of them.
            repeat(samples) { ways.forEach(::time) }
            for (way in ways) {
                println("%s %d %.3f".format(Locale.ROOT, state, way.points, way.times.sorted()[samples / 2]))
                way.times.clear()
            }
        }
    }

    private fun time(way: Way) {
        val begin = System.nanoTime()
        way.run()
        way.times += (System.nanoTime() - begin) / 1e6
    }

    private fun plain() {
        for (i in 0 until SIZE) for (j in 0 until SIZE) {
            var sum = 0.0
            for (first in 0 until SIZE step PART) sum += part(i, j, first)
            c[i * SIZE + j] = sum
        }
    }

    private fun rows() {
        for (i in 0 until SIZE) measure<WallClock>("point") {
            for (j in 0 until SIZE) {
                var sum = 0.0
                for (first in 0 until SIZE step PART) sum += part(i, j, first)
                c[i * SIZE + j] = sum
            }
        }
    }

    private fun elements() {
        for (i in 0 until SIZE) for (j in 0 until SIZE) measure<WallClock>("point") {
            var sum = 0.0
            for (first in 0 until SIZE step PART) sum += part(i, j, first)
            c[i * SIZE + j] = sum
        }
    }

    private fun parts() {
        for (i in 0 until SIZE) for (j in 0 until SIZE) {
            var sum = 0.0
            for (first in 0 until SIZE step PART) measure<WallClock>("point") { sum += part(i, j, first) }
            c[i * SIZE + j] = sum
        }
    }

    private fun part(i: Int, j: Int, first: Int): Double {
        var sum = 0.0
        for (k in first until first + PART) sum += a[i * SIZE + k] * b[k * SIZE + j]
        return sum
    }
}
