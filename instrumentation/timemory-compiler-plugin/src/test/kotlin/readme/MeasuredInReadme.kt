@file:Suppress("unused")

package readme

import kotlinx.coroutines.delay
import timemory.Measured
import timemory.WallClock
import timemory.instrument.sourceLabel
import timemory.measure

/** Shown in docs/compiler-plugin.md. */
internal class MeasuredInReadme {
    private class Order(val id: Long)

    private class Carrier

    @Measured
    private fun load(id: Long): Order = Order(id)

    @Measured("checkout", components = "wall_clock, thread_cpu_clock")
    private suspend fun checkOut(order: Order) {
        delay(order.id)
    }

    @Measured(bundle = "SHIPPING")
    private fun ship(order: Order, carrier: Carrier): String = "$order by $carrier"

    fun step() = measure<WallClock>(sourceLabel()) { advance() }

    private fun advance() {}
}
