package readme

import kotlin.time.Duration.Companion.milliseconds
import timemory.*
import timemory.sampling.interval.sample

// What the docs show.

internal fun programOverTime() {
    Timemory.init { sample<PageRss, CpuClock>(50.milliseconds) } // the whole program
}

internal fun partOverTime(load: () -> Unit) {
    sample<PageRss, CpuClock>(50.milliseconds).use { load() } // or a part of it
}
