package timemory

import io.kotest.core.spec.style.StringSpec
import io.kotest.matchers.shouldBe
import io.kotest.matchers.string.shouldContain
import timemory.internal.callgraph.Node
import timemory.internal.callgraph.PositionWatch
import timemory.internal.callgraph.ThreadGraph
import timemory.internal.callgraph.currentGraph

/** What happens where there is no memory for what a region does besides. */
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
        results.problems.single() shouldContain "there was no memory to note where threads stood"
    }
})

private object WatchWithoutMemory : PositionWatch() {
    override fun changes(graph: ThreadGraph): Unit = throw OutOfMemoryError("of a test")

    override fun opens(graph: ThreadGraph, node: Node) = changes(graph)
}
