package timemory

import io.kotest.core.spec.style.FunSpec
import io.kotest.matchers.shouldBe
import java.util.concurrent.CountDownLatch
import kotlin.concurrent.thread

/** Where unpropagated work is placed in programs that do not say which thread is the primary one. */
class PrimaryThreadSpec : FunSpec({
    test("where the main thread measures nothing, what other threads do is not put below one of them") {
        regionsOf("workers") shouldBe setOf(0 to "outer", 0 to "other")
    }

    test("where the main thread measures, what other threads do hangs below the region it is in, even if one of them measured first") {
        regionsOf("main") shouldBe setOf(0 to "first", 0 to "outer", 1 to "other")
    }
})

private fun regionsOf(how: String): Set<Pair<Int, String>> {
    val run = runProgram(UninitializedProgram::class.java, how)
    run.status shouldBe 0
    return regionsIn(run.results.resolve("results.timemory.json")).map { it.depth to it.label }.toSet().also { run.delete() }
}

internal object UninitializedProgram {
    @JvmStatic
    fun main(arguments: Array<String>) {
        if (arguments[0] == "main") {
            thread { measure<WallClock>("first") {} }.join()
            measure<WallClock>("outer") { thread { measure<WallClock>("other") {} }.join() }
            return
        }
        val stands = CountDownLatch(1)
        val done = CountDownLatch(1)
        thread {
            measure<WallClock>("outer") {
                stands.countDown()
                done.await()
            }
        }
        thread {
            stands.await()
            measure<WallClock>("other") {}
            done.countDown()
        }.join()
    }
}
