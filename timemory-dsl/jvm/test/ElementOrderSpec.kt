package timemory

import io.kotest.core.spec.style.StringSpec
import io.kotest.matchers.nulls.shouldNotBeNull
import io.kotest.matchers.shouldBe
import kotlin.random.Random

/** `measured()` under a stand-in for kotlinx.coroutines that keeps only some of its promises, or none; see [ElementOrder]. */
class ElementOrderSpec : StringSpec({
    for ((order, isInOrder) in listOf("in order, parts of them late" to true, "in any order, on any thread, or never" to false)) {
        "coroutines that are let go $order lose no lap, do not hang and do not throw" {
            ElementOrder().use { orders ->
                for (seed in 1..repeats(80, thorough = 100_000)) {
                    "seed $seed: ${orders.wrongWith(Random(seed), isInOrder)}" shouldBe "seed $seed: null"
                }
            }
        }
    }

    "the stand-in finds what is wrong with elements that do not tell coroutines apart" {
        ElementOrder(ElementsOfOneStrand).use { orders ->
            (1..500).firstNotNullOfOrNull { orders.wrongWith(Random(it), isInOrder = true) }.shouldNotBeNull()
        }
    }
})
