package benchmarks

import timemory.Timemory

/**
 * A program of 111,111 nodes that are written when the process ends, as in most programs. It prints when its work ended, in milliseconds
 * since 1970: `build/bench-end` computes the rest.
 */
object End {
    @JvmStatic
    fun main(arguments: Array<String>) {
        Timemory.init(arguments)
        makeDeepNodes()
        System.err.println("work ended at ${System.currentTimeMillis()}")
    }
}
