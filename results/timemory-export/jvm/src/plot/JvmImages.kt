package timemory.plot

import java.io.ByteArrayOutputStream
import timemory.output.ResultFormat

private const val FINE = 2.0

internal actual fun imageFormats(report: (String) -> Unit): List<ResultFormat> {
    val reason = PngImage.unavailableReason() ?: return listOf(PNG)
    report(reason)
    return emptyList()
}

/** Not among [ResultFormat.all], which is the same on every target. */
private val PNG = ofPictures("png", "Plots of each component as images", "png") { out, picture ->
    val image = ByteArrayOutputStream()
    PngImage.write(picture, FINE, image)
    val bytes = image.toByteArray()
    out.bytes(bytes, bytes.size)
}
