package timemory

import io.kotest.core.spec.style.StringSpec
import io.kotest.matchers.ints.shouldBeGreaterThan
import io.kotest.matchers.ints.shouldBeInRange
import io.kotest.matchers.shouldBe
import io.kotest.matchers.string.shouldContain
import io.kotest.matchers.string.shouldEndWith
import java.util.concurrent.atomic.AtomicInteger
import java.util.function.BiPredicate
import kotlin.concurrent.thread
import timemory.internal.callgraph.DetachedRegion
import timemory.internal.callgraph.Node
import timemory.internal.callgraph.PositionWatch
import timemory.internal.callgraph.ThreadGraph
import timemory.internal.callgraph.currentGraph
import timemory.internal.platform.messageLog

/** What happens if there is no memory for a region's additional work. */
class NoMemorySpec : StringSpec({
    "a region whose sampling finds no memory is recorded, and closes what it opened" {
        val results = session {
            measure<TripCount>("outer") {
                currentGraph!!.watch = WatchWithoutMemory
                repeat(3) { measure<TripCount>("inner") { CallContext.current().within { measure<TripCount>("propagated") { } } } }
                currentGraph!!.watch = null
            }
            measure<TripCount>("after") { }
        }
        results.laps() shouldBe "outer 1\n  inner 3\n    propagated 3\nafter 1"
        results.problems.single() shouldContain "out of memory: some call paths were not recorded"
    }

    "a region is closed on another thread though there is no memory to say so" {
        val results = session {
            val region = tools.open("carried")
            withoutMemoryToReport { onOtherThread { region.close() } }
            tools.measure("after") { }
        }
        results.laps() shouldEndWith "\nafter 1"
    }

    "what closing a region on another thread needs is loaded before there is no memory for it" {
        val run = runProgram(CarriedRegionProgram::class.java, options = listOf("-Xlog:class+load:stdout"))
        val lines = run.output.lines()
        val opened = lines.indexOf("opened")
        val loaded = lines.indexOfFirst { "${DetachedRegion::class.java.name} " in it }
        run.status shouldBe 0
        loaded shouldBeInRange 0..opened
        run.delete()
    }

    "nothing is thrown into the program where there is no memory to report what it did wrong" {
        session {
            val slice = Strand.here().resume()
            withoutMemoryToReport {
                tools.pop()
                onOtherThread { slice.close() }
            }
            slice.close()
        }
    }
})

internal object CarriedRegionProgram {
    @JvmStatic
    fun main(arguments: Array<String>) {
        val region = tools.open("carried")
        println("opened")
        thread { region.close() }.join()
    }
}

private val tools = bundle<TripCount>()

/** Exceptions from [action] are thrown here, too. */
private fun onOtherThread(action: () -> Unit) {
    var failure: Throwable? = null
    thread { failure = runCatching(action).exceptionOrNull() }.join()
    failure?.let { throw it }
}

/** Runs [action] while each report fails, as if no memory were left for its text. There has to be one. */
private fun withoutMemoryToReport(action: () -> Unit) {
    val usual = messageLog
    val reports = AtomicInteger()
    messageLog = BiPredicate { _, _ ->
        reports.incrementAndGet()
        throw OutOfMemoryError("of a test")
    }
    try {
        action()
    } finally {
        messageLog = usual
    }
    reports.get() shouldBeGreaterThan 0
}

private object WatchWithoutMemory : PositionWatch() {
    override fun changes(graph: ThreadGraph): Unit = throw OutOfMemoryError("of a test")

    override fun opens(graph: ThreadGraph, node: Node) = changes(graph)
}
