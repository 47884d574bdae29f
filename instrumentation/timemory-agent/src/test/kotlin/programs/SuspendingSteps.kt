package programs

import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking

/** Lines of a function that suspends. */
object SuspendingSteps {
    @JvmStatic
    fun main(arguments: Array<String>) = runBlocking {
        println(steps(3))
    }

    private suspend fun steps(count: Int): Int {
        var sum = 0
        for (i in 0 until count) {
            delay(50)
            sum += i
        }
        return sum
    }
}
