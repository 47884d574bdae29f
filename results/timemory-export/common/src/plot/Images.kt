package timemory.plot

import timemory.output.ResultFormat

/**
 * The formats of pictures made of pixels that can be written here; [report] receives the reason if one that is usually available is
 * missing.
 */
internal expect fun imageFormats(report: (String) -> Unit): List<ResultFormat>
