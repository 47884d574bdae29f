package timemory.plot

import timemory.output.ResultFormat

/** Returns the bitmap formats that can be written here. [report] receives the reason if one is unavailable that usually is. */
internal expect fun imageFormats(report: (String) -> Unit): List<ResultFormat>
