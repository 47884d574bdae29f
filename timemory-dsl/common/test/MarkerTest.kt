package timemory

import kotlin.coroutines.CoroutineContext
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import timemory.results.Results

/** The calls that the markers of a test received, in order. */
private val told = ArrayList<String>()

/** Is told of whole laps, and attaches to each slice. */
@DescribedBy(Tracer.TYPE::class)
internal class Tracer : MarkerComponent() {
    private var isOpen = false

    override fun start() = begin("start")

    override fun startSuspending(context: CoroutineContext) = begin("suspending")

    private fun begin(how: String) {
        isOpen = true
        told += "$how $label"
    }

    override fun stop() = end("stop")

    override fun abandon() = end("abandon")

    private fun end(how: String) {
        if (isOpen) told += "$how $label"
        isOpen = false
    }

    override fun attach(): AutoCloseable {
        told += "attach $label"
        return AutoCloseable { told += "detach $label" }
    }

    companion object TYPE : MarkerType<Tracer>("tracer", "Tells a test of laps", ::Tracer)
}

/** Is told of slices. */
@DescribedBy(Slices.TYPE::class)
internal class Slices : MarkerComponent() {
    private var isOpen = false

    override fun start() {
        isOpen = true
        told += "start $label"
    }

    override fun stop() {
        if (isOpen) told += "stop $label"
        isOpen = false
    }

    companion object TYPE : MarkerType<Slices>("slices", "Tells a test of slices", ::Slices) {
        override val binding: Binding get() = Binding.THREAD
    }
}

/** Cannot attach. */
@DescribedBy(Slippery.TYPE::class)
internal class Slippery : MarkerComponent() {
    override fun start() {}

    override fun stop() {
        told += "stop $label"
    }

    override fun attach(): AutoCloseable = error("nothing to hold on to")

    companion object TYPE : MarkerType<Slippery>("slippery", "Cannot attach", ::Slippery)
}

/** Reports at each start. */
@DescribedBy(Complainer.TYPE::class)
internal class Complainer : MarkerComponent() {
    override fun start() = report("complaint", "$label is not to its liking")

    override fun stop() {}

    companion object TYPE : MarkerType<Complainer>("complainer", "Reports", ::Complainer)
}

class MarkerTest {
    private fun assertTold(vararg expected: String, program: () -> Results): Results {
        told.clear()
        val results = program()
        assertEquals(expected.toList(), told)
        return results
    }

    @Test
    fun aMarkerKnowsTheLabelOfItsRegionInEveryScopeAndForm() {
        val tracer = bundle<Tracer>()
        assertTold(
            "start tree", "start tree", "stop tree", "stop tree",
            "start flat", "start flat", "stop flat", "stop flat",
            "start time", "stop time",
            "start handle", "stop handle",
            "start pushed", "stop pushed",
            "start chosen", "stop chosen",
        ) {
            session {
                tracer.measure("tree") { tracer.measure("tree") { } }
                val flat = bundle<Tracer>(scope = Scope.FLAT)
                flat.measure("flat") { flat.measure("flat") { } }
                bundle<Tracer>(scope = Scope.TIMELINE).measure("time") { }
                tracer.region("handle").apply {
                    start()
                    stop()
                }
                tracer.push("pushed")
                tracer.pop("pushed")
                bundleOf(listOf(Tracer)).measure("chosen") { }
            }
        }
    }

    @Test
    fun resultsHaveNoTableOfAMarker() {
        val results = session {
            measure<Tracer, TripCount>("both") { measure<Tracer>("marker alone") { measure<TripCount>("inside") { } } }
        }
        assertEquals(listOf("trip_count"), results.graphs.map { it.type.id })
        assertEquals("both 1\n  inside 1", results.laps())
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun aMarkerThatIsOpenWhenResultsAreMadeIsNotInThem() {
        val results = session { bundle<Tracer, TripCount>().open("open") }
        assertEquals(listOf("trip_count"), results.graphs.map { it.type.id })
    }

    @Test
    fun aSuspendingRegionIsToldOnceAndAttachedToEachSlice() {
        assertTold(
            "suspending a", "attach a",
            "suspending b", "attach b",
            "detach b", "detach a", "attach a", "attach b",
            "stop b", "detach b",
            "start plain", "stop plain",
            "detach a", "attach a",
            "stop a", "detach a",
        ) {
            coroutineSession {
                measureSuspending<Tracer>("a") {
                    measureSuspending<Tracer>("b") { delay(1) }
                    measure<Tracer>("plain") { }
                    delay(1)
                }
            }
        }
    }

    @Test
    fun aMarkerBoundToThreadsIsToldOfEachSlice() {
        val results = assertTold(
            "start a", "start b", "stop b", "stop a", "start a", "start b", "stop b", "stop a",
        ) {
            coroutineSession { measureSuspending<Slices>("a") { measureSuspending<Slices>("b") { delay(1) } } }
        }
        assertEquals(null, results["slices"])
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun anExceptionThroughARegionEndsItForTheMarkerToo() {
        assertTold("start a", "stop a", "suspending b", "attach b", "stop b", "detach b") {
            coroutineSession {
                assertFailsWith<IllegalStateException> { measure<Tracer>("a") { error("thrown") } }
                assertFailsWith<IllegalStateException> { measureSuspending<Tracer>("b") { error("thrown") } }
            }
        }
    }

    @Test
    fun aPlainRegionLeftByASuspensionEndsThere() {
        assertTold("start carried", "abandon carried") {
            coroutineSession { measure<Tracer>("carried") { delay(1) } }
        }
    }

    /** A coroutine program that ends the session itself, with the given function. */
    private fun sessionEndedWithin(program: suspend (end: () -> Unit) -> Unit): Results {
        var results: Results? = null
        Timemory.init {
            coutOutput = false
            fileOutput = false
        }
        runBlocking { measuredScope { program { results = Timemory.finalize() } } }
        return results!!
    }

    @Test
    fun regionsClosedAfterTheSessionEndForTheMarkerAndLeaveNothing() {
        assertTold("suspending a", "attach a", "start plain", "abandon plain", "detach a", "abandon a") {
            sessionEndedWithin { end ->
                measureSuspending<Tracer>("a") {
                    measure<Tracer>("plain") { end() }
                    delay(1)
                }
            }
        }
        assertTold("suspending a", "attach a", "abandon a", "detach a") {
            sessionEndedWithin { end -> measureSuspending<Tracer>("a") { end() } }
        }
    }

    @Test
    fun whatIsAttachedToAThreadIsDetachedByThatThreadAlsoWhenAnotherClosesTheRegionAfterTheSession() {
        told.clear()
        val tools = bundle<Tracer>()
        Timemory.init {
            coutOutput = false
            fileOutput = false
        }
        val strand = Strand.here()
        val slice = strand.resume()
        val region = tools.open("a", strand)
        Timemory.finalize()
        inThreads(1) { region.close() }
        assertEquals(listOf("suspending a", "attach a", "abandon a"), told)
        slice.close()
        assertEquals(listOf("suspending a", "attach a", "abandon a", "detach a"), told)
    }

    @Test
    fun oneThatCannotAttachIsReportedAndToldOfTheEnd() {
        val results = assertTold("stop a") { coroutineSession { measureSuspending<Slippery>("a") { delay(1) } } }
        assertEquals(1, results.problems.size)
    }

    @Test
    fun whatAMarkerReportsIsToldOnce() {
        val results = session { repeat(3) { i -> measure<Complainer>("$i") { } } }
        assertEquals(listOf("0 is not to its liking"), results.problems)
    }
}
