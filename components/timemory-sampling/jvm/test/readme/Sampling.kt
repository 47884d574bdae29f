package readme

import timemory.*
import timemory.sampling.CpuSamples

// What the docs show.

internal fun sampled(load: () -> Unit) {
    measure<WallClock, CpuSamples>("load") { load() }
}
