package timemory

import io.kotest.core.spec.style.StringSpec
import io.kotest.matchers.ints.shouldBeInRange
import io.kotest.matchers.longs.shouldBeInRange
import io.kotest.matchers.shouldBe
import java.io.File
import java.lang.ref.WeakReference
import java.nio.file.Files
import java.util.concurrent.Callable
import java.util.concurrent.CyclicBarrier
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicBoolean
import java.util.concurrent.atomic.AtomicLong
import kotlin.concurrent.thread
import timemory.internal.callgraph.EmptyLaps
import timemory.internal.callgraph.Session
import timemory.internal.callgraph.activeSession
import timemory.internal.callgraph.begin
import timemory.internal.callgraph.componentSet
import timemory.internal.callgraph.currentGraph
import timemory.internal.platform.pause
import timemory.settings.SettingsBuilder

/** What sessions leave behind, and who may request their results. */
class SessionsSpec : StringSpec({
    "components of two threads that ask for results while they stop do not wait for each other" {
        val results = session {
            val threads = List(2) { thread { repeat(20) { measure<ResultsAtStop>("lap") { } } } }
            // Each pair of laps took two seconds in that case.
            threads.forEach { it.join(30_000) }
            threads.none { it.isAlive } shouldBe true
        }
        results["results_at_stop"]!!.find("lap")!!.inclusive.laps shouldBe 40L
        results.problems shouldBe emptyList()
    }

    "a session that is over is let go of, also by threads of a pool that measure no more" {
        val pool = Executors.newFixedThreadPool(2)
        fun begun(): WeakReference<Session> {
            Timemory.init { fileOutput = false; coutOutput = false }
            val sessions =
                List(2) { pool.submit(Callable { measure<WallClock>("work") { }; WeakReference(currentGraph!!.session) }) }.map { it.get() }
            measure<WallClock>("here") { }
            Timemory.finalize()!!["wall_clock"]!!.find("work")!!.inclusive.laps shouldBe 2L
            return sessions.first()
        }
        val session = begun()
        for (attempt in 1..100) {
            if (session.get() == null) break
            System.gc()
            Thread.sleep(10)
        }
        session.get() shouldBe null
        pool.shutdown()
    }

    "a thread whose first region finds the session finalized meanwhile begins no other one" {
        session { measure<TripCount>("first") { } }
        begin(SettingsBuilder(), explicit = false) shouldBe null // as of a thread that was loading settings when it was finalized
        Timemory.isInitialized shouldBe false
    }

    "empty laps that find what measuring costs are in no session's results, though theirs has ended meanwhile" {
        var laps: EmptyLaps? = null
        val set = componentSet(null, WallClock::class.java)
        session { laps = EmptyLaps(activeSession()!!, set, enough = 100) }
        val results = session {
            measure<WallClock>("own") { }
            laps!!.cost()
        }
        results["wall_clock"]!!.nodes().map { it.label }.toList() shouldBe listOf("own")
    }

    "what a component keeps open for a thread is closed when that has ended" {
        val io = bundle<ThreadReadChar>()
        session {
            repeat(200) { Thread { io.measure("reads") { } }.also { it.start() }.join() }
            descriptorsOf("/io") shouldBeInRange 0..40
        }
    }

    "an interrupted thread gets the same results as any other, and stays interrupted" {
        val begun = AtomicLong()
        val done = AtomicLong()
        val stop = AtomicBoolean()
        Timemory.init { fileOutput = false; coutOutput = false }
        val slow = bundle<WallClock, SlowToStop>()
        val thread = Thread {
            while (!stop.get()) {
                begun.incrementAndGet()
                slow.measure("x") { }
                done.incrementAndGet()
            }
        }
        thread.start()
        while (done.get() < 3) Thread.onSpinWait()
        repeat(100) {
            Thread.currentThread().interrupt()
            val atLeast = done.get()
            val laps = Timemory.results()!!["wall_clock"]!!.find("x")!!.inclusive.laps
            laps shouldBeInRange atLeast..begun.get()
            Thread.interrupted() shouldBe true
        }
        stop.set(true)
        thread.join()
        val results = Timemory.finalize()!!
        results["wall_clock"]!!.find("x")!!.inclusive.laps shouldBe done.get()
        results.problems shouldBe emptyList()
    }
})

/** How many files whose names end with [end] this process has open. */
private fun descriptorsOf(end: String): Int = File("/proc/self/fd").listFiles()!!.count { descriptor ->
    runCatching { Files.readSymbolicLink(descriptor.toPath()).toString().endsWith(end) }.getOrDefault(false)
}

/** Takes a while to stop, in which the region is neither open nor closed. */
internal class SlowToStop : LongDeltaComponent() {
    override fun read(): Long = 1L

    override fun stop() {
        pause(microseconds = 500)
        super.stop()
    }

    companion object TYPE : ComponentType<SlowToStop>("slow_to_stop", "Stops slowly", Quantity.COUNT, ::SlowToStop)
}

@DescribedBy(ResultsAtStop.TYPE::class)
internal class ResultsAtStop : LongComponent() {
    override fun start() {}

    override fun stop() {
        both.await(20, TimeUnit.SECONDS)
        Timemory.results()
        record(1L)
    }

    companion object TYPE : ComponentType<ResultsAtStop>("results_at_stop", "Laps that ask for results", Quantity.COUNT, ::ResultsAtStop) {
        private val both = CyclicBarrier(2)
    }
}
