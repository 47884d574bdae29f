package timemory

import io.kotest.assertions.withClue
import io.kotest.core.spec.style.StringSpec
import io.kotest.matchers.collections.shouldContain
import io.kotest.matchers.shouldBe
import io.kotest.matchers.string.shouldContain
import kotlin.io.path.listDirectoryEntries
import kotlin.io.path.name
import kotlin.io.path.readText
import timemory.internal.callgraph.record
import timemory.internal.platform.FileOutput

/** Failures in a program must not hang it, and must not lose the results so far. Each runs in a separate JVM. */
class FaultsSpec : StringSpec({
    fun lapsOf(run: ProgramRun, label: String): Long = wallGraph(run)[label] ?: 0L

    "regions stay where they belong after overflows of the stack, and the program ends" {
        val run = runProgram(OverflowProgram::class.java, "16", "1")
        withClue(run.errors) { run.status shouldBe 0 }
        run.output.trim().lines().last() shouldBe "right"
        run.delete()
    }

    "a component that waits for what a measuring thread holds keeps neither results nor the end waiting" {
        val run = runProgram(LockedComponentProgram::class.java, "results")
        run.output shouldContain "100 results"
        run.status shouldBe 0
        run.delete()
    }

    "a component that never answers at the end of the process is left out, which is said" {
        val run = runProgram(LockedComponentProgram::class.java, "exit")
        run.status shouldBe 3
        run.errors shouldContain "pool_size has not responded"
        lapsOf(run, "serve") shouldBe 1L
        run.results.listDirectoryEntries().map { it.name } shouldContain "wall.txt"
        run.delete()
    }

    "a bundle of a component that is being initialised does not stop others" {
        val run = runProgram(InitialisingProgram::class.java)
        run.status shouldBe 0
        run.output shouldContain "all ended"
        run.delete()
    }

    "results are written although the heap is full" {
        val run = runProgram(
            FullHeapProgram::class.java,
            // Above that share of its time in collecting garbage, G1 refuses memory where less than 2 % of the heap is free.
            options = listOf("-Xmx64m", "-XX:GCTimeLimit=30"),
            // All rows: without that, the text leaves out which of the labels took least.
            environment = mapOf("TIMEMORY_COUT_OUTPUT" to "no", "TIMEMORY_TEXT_MAX_ROWS" to "0"),
            // Each archive that is searched for a class takes memory for its table of contents.
            isOnClassPath = { "timemory-dsl" in it || "kotlin-stdlib" in it || "coroutines-core" in it || !it.endsWith(".jar") },
        )
        run.status shouldBe 1
        run.errors shouldContain "OutOfMemoryError"
        withClue(run.errors) { run.results.listDirectoryEntries("wall.txt").single().readText() shouldContain "label999" }
        run.delete()
    }

    "results are written although the JVM refuses memory for a moment" {
        val run = runProgram(RefusedMemoryProgram::class.java)
        run.errors shouldBe ""
        run.results.resolve("tag.txt").readText() shouldContain "the tag"
        run.output shouldContain "the tag"
        run.delete()
    }
})

private fun wallGraph(run: ProgramRun): Map<String, Long> =
    regionsIn(run.results.resolve("results.timemory.json")).associate { it.label to it.laps }

/** A component reads an object that is locked while regions are open. */
internal object LockedComponentProgram {
    private val monitor = Any()
    private val serving = java.util.concurrent.CountDownLatch(1)

    class PoolSize : LongDeltaComponent() {
        override fun read(): Long = synchronized(monitor) { 1L }

        companion object TYPE : ComponentType<PoolSize>("pool_size", "Size of a pool", Quantity.COUNT, ::PoolSize)
    }

    private val tools = bundle<WallClock, PoolSize>()

    @JvmStatic
    fun main(arguments: Array<String>) {
        if (arguments[0] == "exit") {
            writeAllTheWhile()
            tools.measure("serve") {
                synchronized(monitor) { kotlin.system.exitProcess(3) } // never lets go of the monitor
            }
        }
        val worker = Thread {
            while (true) tools.measure("serve") { synchronized(monitor) { serving.countDown(); measure<WallClock>("inside") { } } }
        }
        worker.isDaemon = true
        worker.start()
        serving.await()
        repeat(100) { Timemory.results() }
        println("100 results")
    }

    /** Output of other threads is not progress of the process's end. */
    private fun writeAllTheWhile() {
        val writer = Thread { while (true) FileOutput { _, _ -> }.flush() }
        writer.isDaemon = true
        writer.start()
    }
}

/** A component creates a bundle of itself while its class is initialised, and other threads request one too. */
internal object InitialisingProgram {
    val isInitialising = java.util.concurrent.CountDownLatch(1)
    val othersWait = java.util.concurrent.CountDownLatch(1)

    class Own : LongDeltaComponent() {
        override fun read(): Long = 1L

        companion object TYPE : ComponentType<Own>("own", "Initialises slowly", Quantity.COUNT, ::Own) {
            init {
                isInitialising.countDown()
                othersWait.await()
                bundle<WallClock>().measure("initialising") { }
            }
        }
    }

    @JvmStatic
    fun main(arguments: Array<String>) {
        val first = Thread { bundle<Own, WallClock>().measure("a") { } }
        val second = Thread { bundle<Own>().measure("b") { } }
        first.start()
        isInitialising.await()
        second.start()
        while (second.state == Thread.State.NEW || second.state == Thread.State.RUNNABLE && second.stackTrace.isEmpty()) Thread.yield()
        val innocent = Thread { bundle<WallClock>().measure("innocent") { } }
        innocent.start()
        innocent.join()
        othersWait.countDown()
        first.join()
        second.join()
        println("all ended")
    }
}

/** Ends by an error for want of memory, with all of it in use. */
internal object FullHeapProgram {
    private val kept = ArrayList<ByteArray>()

    @JvmStatic
    fun main(arguments: Array<String>) {
        measure<WallClock>("main") { repeat(1000) { i -> measure<WallClock>("label$i") { } } }
        measure<WallClock>("fill") {
            var size = 1 shl 20
            while (true) {
                try {
                    kept.add(ByteArray(size))
                } catch (failure: OutOfMemoryError) {
                    if (size <= 64) throw failure
                    size /= 2
                }
            }
        }
    }
}

/**
 * Making and writing results finds no memory at first, as if the JVM had done little but collect garbage for a while (its GC overhead
 * limit).
 */
internal object RefusedMemoryProgram {
    private var refusals = 0

    private fun refuseAtFirst() {
        if (refusals++ in listOf(0, 2)) throw OutOfMemoryError("GC overhead limit exceeded")
    }

    class Tag : ValueComponent<String>(Tag) {
        override fun start() {}

        override fun stop() = record("the tag")

        companion object TYPE : ValueComponentType<Tag, String>("tag", "A tag", Quantity.COUNT, ::Tag) {
            override fun plus(a: String, b: String): String = a.also { refuseAtFirst() }

            override fun display(value: String): String = value.also { refuseAtFirst() }
        }
    }

    @JvmStatic
    fun main(arguments: Array<String>) {
        val other = Thread { bundle<Tag>().measure("region") { } }
        bundle<Tag>().measure("region") { other.start(); other.join() }
    }
}
