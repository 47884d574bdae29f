@file:OptIn(ExperimentalTimemoryApi::class)

package samples

import kotlin.math.PI
import kotlin.math.cos
import kotlin.math.exp
import kotlin.math.sin
import timemory.CpuClock
import timemory.ExperimentalTimemoryApi
import timemory.WallClock
import timemory.bundle
import timemory.jvm.gotcha.GotchaType

/** Measures sines and cosines. */
private val trig = GotchaType.of("trig_gotcha", "Measures sines and cosines")
    .wrap(bundle<WallClock, CpuClock>(), "java.lang.Math.sin", "java.lang.Math.cos")

/** Single-precision exponentials. */
object SinglePrecision {
    @JvmStatic
    fun exp(value: Double): Double = kotlin.math.exp(value.toFloat()).toDouble()
}

/** Replaces 'double exp(double)' by a single-precision version. */
private val single = GotchaType.of("exp_gotcha", "Exponentials of single precision")
    .replace("java.lang.Math.exp", SinglePrecision::class.java, "exp")

// In a constant, so that the gotchas are ready before main begins.
private val tools = bundle<WallClock, CpuClock> { add(trig, single) }

/** timemory's own example of gotchas: sines and cosines are measured and exponentials replaced between start and stop. */
fun main() {
    val angle = 45.0 * (PI / 180.0)
    val main = tools.region("main")

    // The gotchas are not active yet.
    println("cos($angle) = ${cos(angle)}")
    println("sin($angle) = ${sin(angle)}")
    println("exp($angle) = ${exp(angle)}")

    // They count starts and stops.
    main.start()

    println("cos($angle) = ${cos(angle)}")
    println("sin($angle) = ${sin(angle)}")
    println("exp($angle) = ${exp(angle)}")

    main.stop()

    // They are no longer active.
    println("cos($angle) = ${cos(angle)}")
    println("sin($angle) = ${sin(angle)}")
    println("exp($angle) = ${exp(angle)}")
}
