package timemory.plot

import timemory.output.ResultFormat

/** None: letters could only be drawn with a library that reads fonts, and whoever shows images shows SVG. */
internal actual fun imageFormats(report: (String) -> Unit): List<ResultFormat> = emptyList()
