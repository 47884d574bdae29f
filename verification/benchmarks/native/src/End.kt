package benchmarks

import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.alloc
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.ptr
import platform.posix.gettimeofday
import platform.posix.timeval
import timemory.Timemory

/** Like `benchmarks.End` on the JVM. */
internal fun leaveTheEnd(arguments: Array<String>) {
    Timemory.init(arguments)
    makeDeepNodes()
    println("work ended at ${nowMilliseconds()}")
}

@OptIn(ExperimentalForeignApi::class)
private fun nowMilliseconds(): Long = memScoped {
    val now = alloc<timeval>()
    gettimeofday(now.ptr, null)
    now.tv_sec * 1000L + now.tv_usec / 1000L
}
