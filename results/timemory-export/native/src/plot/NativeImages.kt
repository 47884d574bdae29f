package timemory.plot

import timemory.output.ResultFormat

/** No formats: drawing letters would need a font library, and SVG is available for images. */
internal actual fun imageFormats(report: (String) -> Unit): List<ResultFormat> = emptyList()
