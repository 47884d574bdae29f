@file:OptIn(ExperimentalAtomicApi::class)

package timemory.roofline

import kotlin.concurrent.atomics.AtomicInt
import kotlin.concurrent.atomics.ExperimentalAtomicApi
import kotlin.concurrent.atomics.incrementAndFetch

/** Counts its calls, and does nothing else. */
internal class FakeKernel(isPeak: Boolean = false, private val fails: Boolean = false, private val failsOnce: Boolean = false) :
    ErtKernel("fake", "f64", 8, 0, operationsPerElement = 2, bytesPerElement = 16, blockElements = 16, isPeak = isPeak) {
    val sizes = ArrayList<Long>()
    val alignments = HashSet<Int>()
    private val made = AtomicInt(0)

    override fun newWork(elements: Long, alignment: Int): ErtWork {
        sizes.add(elements)
        alignments.add(alignment)
        if (fails || failsOnce && made.incrementAndFetch() == 1) throw IllegalStateException("there is no memory")
        return object : ErtWork {
            private var spent = 0L

            override fun run(passes: Long) {
                // Takes at least some time.
                repeat((passes % 1_000L).toInt()) { spent += it }
            }

            override fun close() {
                check(spent >= 0L)
            }
        }
    }
}
