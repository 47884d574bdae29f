package timemory

import timemory.internal.platform.fileFacts
import timemory.results.Results

/** The time of [FakeClock]; set by tests. */
internal var fakeNow: Long = 0L

/** A clock that only advances when a test says so. */
@DescribedBy(FakeClock.TYPE::class)
internal class FakeClock : LongDeltaComponent() {
    override fun read(): Long = fakeNow

    companion object TYPE : ComponentType<FakeClock>("fake_clock", "A clock moved by tests", Quantity.TIME, ::FakeClock)
}

/** A second component with a separate source. */
@DescribedBy(FakeGauge.TYPE::class)
internal class FakeGauge : LongDeltaComponent() {
    override fun read(): Long = fakeNow * 2

    companion object TYPE : ComponentType<FakeGauge>("fake_gauge", "Twice the fake clock", Quantity.COUNT, ::FakeGauge)
}

/** Throws when a test tells it to. */
@DescribedBy(Fragile.TYPE::class)
internal class Fragile : LongDeltaComponent() {
    override fun start() {
        check(!failsInStart) { "start is broken" }
        super.start()
    }

    override fun stop() {
        check(!failsInStop) { "stop is broken" }
        super.stop()
    }

    override fun read(): Long = fakeNow

    companion object TYPE : ComponentType<Fragile>("fragile", "Throws where told to", Quantity.TIME, ::Fragile) {
        var failsInStart = false
        var failsInStop = false
    }
}

/** Cannot measure anywhere. */
@DescribedBy(Unavailable.TYPE::class)
internal class Unavailable : LongDeltaComponent() {
    override fun read(): Long = error("must not be asked")

    companion object TYPE : ComponentType<Unavailable>("unavailable", "Not there", Quantity.TIME, ::Unavailable) {
        override fun unavailableReason(): String = "this machine has no such thing"
    }
}

/** The folder of the repository, relative to that of the module whose tests run. */
internal val repository: String = generateSequence("..") { "$it/.." }.take(5).first { fileFacts("$it/.mvn") != null }

/** Measures in a separate session, without output, and returns the measured results. */
internal inline fun session(configure: SessionBuilder.() -> Unit = {}, program: () -> Unit): Results {
    fakeNow = 0L
    Timemory.init {
        coutOutput = false
        fileOutput = false
        configure()
    }
    var results: Results? = null
    try {
        program()
    } finally {
        results = Timemory.finalize()
        Timemory.isEnabled = true
    }
    return results!!
}

/** Lets [ticks] pass on the fake clock. */
internal fun pass(ticks: Long) {
    fakeNow += ticks
}

/** The graph of [FakeClock] as text: a line for each node with its laps, inclusive and exclusive sum. */
internal fun Results.fakeGraph(): String = graph("fake_clock")

internal fun Results.graph(id: String): String = this[id]?.nodes()?.joinToString("\n") { node ->
    "  ".repeat(node.depth) + "${node.label} ${node.inclusive.laps} ${node.inclusive.exactSum ?: 0} ${node.exclusiveExact() ?: 0}"
} ?: "nothing"
