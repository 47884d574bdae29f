package timemory

import io.kotest.core.spec.style.StringSpec
import io.kotest.matchers.shouldBe
import kotlin.random.Random

/** `measured()` under a stand-in for kotlinx.coroutines that keeps none of its promises; see [ElementOrder]. */
class ElementOrderSpec : StringSpec({
    "elements restored in any order, on any thread, or never lose no lap, do not hang and do not throw" {
        ElementOrder().use { orders ->
            for (seed in 1..repeats(500, thorough = 100_000)) "seed $seed: ${orders.wrongWith(Random(seed))}" shouldBe "seed $seed: null"
        }
    }
})
