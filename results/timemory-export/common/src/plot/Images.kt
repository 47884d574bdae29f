package timemory.plot

import timemory.output.ResultFormat

/** The formats of pictures made of pixels that can be written here; [report] is told why one cannot that is usually there. */
internal expect fun imageFormats(report: (String) -> Unit): List<ResultFormat>
