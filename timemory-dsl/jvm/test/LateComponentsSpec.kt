package timemory

import io.kotest.core.spec.style.StringSpec
import io.kotest.matchers.shouldBe
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicBoolean
import kotlin.concurrent.thread
import timemory.results.Results

/** Components whose values another processor still has to give. */
class LateComponentsSpec : StringSpec({
    "a thread measures on while results wait for a value that comes only when the thread goes on" {
        var soFar: Results? = null
        val results = session {
            measure<Kernel>("kernel") { }
            val reader = thread { soFar = Timemory.results() }
            Kernel.isAwaited.await(20, TimeUnit.SECONDS) shouldBe true
            repeat(200) { measure<Kernel>("kernel") { } }
            Kernel.hostSignals.countDown()
            reader.join(20_000)
            reader.isAlive shouldBe false
        }
        (soFar == null) shouldBe false
        results["kernel"]!!.find("kernel")!!.inclusive.exactSum shouldBe 201L * 7L
        results.problems shouldBe emptyList()
    }

    "results wait for the laps that have ended, and not for those that end while they wait" {
        val results = session {
            measure<Successor>("first") { }
            val soFar = Timemory.results()!!["successor"]!!.find("first")!!
            (soFar.inclusive.laps < MANY_LAPS) shouldBe true
        }
        (results["successor"]!!.find("first")!!.inclusive.laps < MANY_LAPS) shouldBe true
    }

    "the parts of a lap are in results that are made meanwhile exactly if the lap is" {
        val isOver = AtomicBoolean()
        val differing = ArrayList<String>()
        val results = session {
            // Few enough for any heap, should the machine leave the other thread no time.
            val hasBegun = CountDownLatch(1)
            val measuring = thread {
                repeat(1_000_000) {
                    if (!isOver.get()) measure<Transfer>("transfer") { }
                    hasBegun.countDown()
                }
            }
            try {
                hasBegun.await(60, TimeUnit.SECONDS) shouldBe true
                repeat(300) {
                    val soFar = Timemory.results()?.get("transfer")?.find("transfer") ?: return@repeat
                    val parts = soFar.children.sumOf { it.inclusive.exactSum!! }
                    if (parts != soFar.inclusive.exactSum) differing.add("${soFar.inclusive.exactSum} with parts of $parts")
                }
            } finally {
                isOver.set(true)
                measuring.join(60_000)
            }
        }
        differing shouldBe emptyList()
        val all = results["transfer"]!!.find("transfer")!!
        all.inclusive.exactSum shouldBe all.children.sumOf { it.inclusive.exactSum!! }
    }
})

/** A value that is available immediately, in two parts. */
private class Transfer : LateComponent(Transfer) {
    override fun start() {}

    override fun stop() = ended(Copy, often = 1)

    private object Copy : LateComponent.LateLap {
        override fun isKnown(wait: Boolean) = true

        override fun value() = 5L

        override fun parts() = mapOf("to the device" to 3L, "back" to 2L)
    }

    companion object TYPE : ComponentType<Transfer>("transfer", "Time of a transfer", Quantity.COUNT, ::Transfer)
}

private const val MANY_LAPS = 10_000

/** Ends its next lap whenever one is recorded. */
private class Successor : LateComponent(Successor) {
    override fun start() {}

    override fun stop() = ended(Next(1))

    private inner class Next(private val index: Int) : LateComponent.LateLap {
        override fun isKnown(wait: Boolean) = true

        override fun value(): Long {
            if (index < MANY_LAPS) ended(Next(index + 1))
            return 1L
        }

        override fun parts(): Map<String, Long> = emptyMap()
    }

    companion object TYPE : ComponentType<Successor>("successor", "Laps after laps", Quantity.COUNT, ::Successor)
}

/** A device operation that waits for a signal from the host before it completes. */
private class Kernel : LateComponent(Kernel) {
    override fun start() {}

    override fun stop() = ended(
        object : LateComponent.LateLap {
            override fun isKnown(wait: Boolean): Boolean {
                if (!wait) return hostSignals.count == 0L
                isAwaited.countDown()
                return hostSignals.await(20, TimeUnit.SECONDS)
            }

            override fun value(): Long = 7L

            override fun parts(): Map<String, Long> = emptyMap()
        },
    )

    companion object TYPE : ComponentType<Kernel>("kernel", "Time of a kernel", Quantity.COUNT, ::Kernel) {
        val isAwaited = CountDownLatch(1)
        val hostSignals = CountDownLatch(1)
    }
}
