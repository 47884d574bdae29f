package benchmarks

import java.util.Random
import kotlin.math.exp
import timemory.ComponentType
import timemory.LongDeltaComponent
import timemory.Quantity
import timemory.Timemory
import timemory.measure

/** A clock that is set for each lap, so that histograms fill up immediately. */
class SetClock : LongDeltaComponent() {
    override fun read(): Long = now

    companion object TYPE : ComponentType<SetClock>("set_clock", "Time", Quantity.TIME, ::SetClock) {
        var now = 0L
    }
}

/**
 * The milliseconds that `Timemory.results()` takes for 300 regions with 3,000 laps each, the best of twenty, without and with percentiles.
 */
object Percentiles {
    @JvmStatic
    fun main(arguments: Array<String>) {
        println("results-plain\t${millisecondsOf("")}")
        println("results-percentiles\t${millisecondsOf("50,99")}")
    }

    private fun millisecondsOf(asked: String): Double {
        Timemory.init {
            coutOutput = false
            fileOutput = false
            percentiles = asked
        }
        val random = Random(1)
        repeat(300) { region ->
            val label = "GET /$region"
            repeat(3_000) { measure<SetClock>(label) { SetClock.now += exp(3.0 + random.nextDouble() * 8.0).toLong() } }
        }
        var best = Long.MAX_VALUE
        repeat(20) {
            val begin = System.nanoTime()
            Timemory.results()
            best = minOf(best, System.nanoTime() - begin)
        }
        Timemory.finalize()
        return best / 1e6
    }
}
