package readme.components

import java.io.File
import timemory.*
import timemory.counters.*

private var error = 1.0

private fun residual(): Double {
    error /= 10
    return error
}

// ---- what the docs show

@DescribedBy(OpenFiles.TYPE::class) // needed on Kotlin/Native only
class OpenFiles : LongDeltaComponent() {
    override fun read(): Long = File("/proc/self/fd").list()!!.size.toLong()

    companion object TYPE : ComponentType<OpenFiles>("open_files", "Change of the number of open files", Quantity.COUNT, ::OpenFiles)
}

class Waiting : RatioComponent(ThreadVoluntaryContextSwitch(), WallClock(), 1e9) {     // switches per nanosecond, times 1e9
    companion object TYPE : RatioType<Waiting>("waiting", "How often a thread waits in a second", Quantity("rate", "1/s"), ::Waiting)
}

class Iterations : LongTracker() {
    companion object TYPE : ComponentType<Iterations>("iterations", "Iterations of the solver", Quantity.COUNT, ::Iterations)
}

fun solve() = measure<WallClock, Iterations>("solve") {
    while (residual() > 1e-6) store<Iterations>(1) { all, one -> all + one }
}

class Branches : PapiTuple("PAPI_BR_INS", "PAPI_BR_MSP") {        // named by the program; PapiRateTuple tells them per second of any clock
    companion object TYPE : PapiTupleType<Branches>("branches", "Branches, and those predicted wrongly", ::Branches)
}
