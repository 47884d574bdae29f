package readme

import timemory.*
import timemory.live.Capture
import timemory.live.Live
import timemory.live.since
import timemory.output.ResultFormat

// What the docs show.

internal fun parts(serve: () -> Unit) {
    val before = Timemory.results()
    serve()
    val part = Timemory.results()!!.since(before!!)
    ResultFormat.TEXT.write(part, Timemory.settings, "parts")
}

internal fun apart(work: () -> Unit) {
    val capture = Capture.begin() ?: return work()
    capture.within { work() }
    val results = capture.end()
    ResultFormat.TEXT.write(results, Timemory.settings, "work")
}

internal fun asked(serve: () -> Unit) {
    println("asked at ${Live.open()}")
    serve()
    Live.close()
}
