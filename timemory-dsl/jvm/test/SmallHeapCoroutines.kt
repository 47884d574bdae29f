package timemory

import kotlin.system.exitProcess
import kotlinx.coroutines.runBlocking

private val wall = bundle<WallClock>()

/** Like [SmallHeapProgram], with regions around code that suspends. */
fun main(arguments: Array<String>) = runBlocking {
    measuredScope {
        repeat(arguments[0].toInt()) { i ->
            val label = "request $i"
            try {
                wall.measureSuspending(label) { wall.measureSuspending("parse") { } }
            } catch (failure: Throwable) {
                println("thrown into the program at $label: $failure")
                exitProcess(2)
            }
        }
    }
    println("done")
}
