package readme

import timemory.*
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

internal fun asked(serve: () -> Unit) {
    println("asked at ${Live.open()}")
    serve()
    Live.close()
}
