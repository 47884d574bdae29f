package benchmarks

import timemory.Timemory

/**
 * A program of 111,111 nodes that leaves writing to the end of the process, as most do. Its last words are when its work ended, in
 * milliseconds since 1970: `build/bench-end` takes the rest.
 */
object End {
    @JvmStatic
    fun main(arguments: Array<String>) {
        Timemory.init(arguments)
        makeDeepNodes()
        System.err.println("work ended at ${System.currentTimeMillis()}")
    }
}
