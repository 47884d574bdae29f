package readme.overtime

import kotlin.time.Duration.Companion.milliseconds
import timemory.*
import timemory.counters.*
import timemory.sampling.interval.sample

// What the docs show.

class Instructions : LongDeltaComponent() {
    override fun read(): Long = synchronized(counters) { counters.read()[0] }

    companion object TYPE : ComponentType<Instructions>("instructions", "Instructions of the process", Quantity.COUNT, ::Instructions) {
        private val counters = EventCounters.attach(ProcessHandle.current().pid().toInt(), listOf("instructions:u"))
        override val binding: Binding get() = Binding.PROCESS
    }
}

internal fun instructionsOverTime() {
    Timemory.init { sample<Instructions>(10.milliseconds) }
}
