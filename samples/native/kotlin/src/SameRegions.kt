@file:OptIn(ObsoleteWorkersApi::class)

package samples

import kotlin.native.concurrent.ObsoleteWorkersApi
import kotlin.native.concurrent.TransferMode
import kotlin.native.concurrent.Worker
import timemory.Timemory
import timemory.measure

/*
 * The shared sample, in Kotlin/Native: the same regions as in the other languages' programs in this folder, and SameRegions.java on the
 * JVM. A number as argument repeats everything that many times, so that the program can be interrupted while it measures.
 */

private fun fill(values: DoubleArray) = measure("fill") {
    for (i in values.indices) values[i] = 0.5 * i
}

private fun step(values: DoubleArray): Double = Timemory.measure("step") {
    Timemory.open("inner").use { values.sum() } // a region as an object: a record
}

private fun solve(values: DoubleArray): Double = Timemory.measure("solve") { List(5) { step(values) }.sum() }

private fun work() {
    for (n in 0 until 10) measure("work") { (0 until 100 * n).sum() }
}

fun main(args: Array<String>) {
    val rounds = Timemory.init(args).firstOrNull()?.toInt() ?: 1
    Timemory.setDefaultComponents("wall_clock,trip_count")
    repeat(rounds) { round() }
    Timemory.finalize()
}

private fun round() {
    val values = DoubleArray(1000)
    measure("main") {
        repeat(3) { fill(values) }
        // The regions of other threads are placed under the region that this thread is in at that moment: main, as long as it waits here.
        val workers = List(2) { Worker.start() }
        workers.map { it.execute(TransferMode.SAFE, {}) { work() } }.forEach { it.result }
        workers.forEach { it.requestTermination().result }
        println("solved: ${List(2) { solve(values) }.sum()}")
    }
}
