package timemory.plot

import timemory.output.ResultFormat

/** None: drawing letters would need a library that reads fonts, and programs that show images show SVG. */
internal actual fun imageFormats(report: (String) -> Unit): List<ResultFormat> = emptyList()
