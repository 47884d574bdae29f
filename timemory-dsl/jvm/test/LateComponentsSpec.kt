package timemory

import io.kotest.core.spec.style.StringSpec
import io.kotest.matchers.shouldBe
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit
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
})

/** What a device does that waits for a signal of the host before it is done. */
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

    companion object : ComponentType<Kernel>("kernel", "Time of a kernel", Quantity.COUNT, ::Kernel) {
        val isAwaited = CountDownLatch(1)
        val hostSignals = CountDownLatch(1)
    }
}
