package timemory.roofline

import kotlin.jvm.JvmOverloads
import timemory.ExperimentalTimemoryApi
import timemory.internal.text.shorten
import timemory.plot.AnyPicture
import timemory.plot.PictureStyle

/**
 * A roofline chart, as SVG and as an HTML page; on the JVM also as PNG by `PngImage`.
 *
 * Roofs are labelled with their values; the size of a point shows its time, and its tooltip the details.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @param name its file name without the extension
 * @throws IllegalArgumentException if there is nothing to draw: no roof and no point
 */
@ExperimentalTimemoryApi
public class RooflinePicture @JvmOverloads constructor(public val roofline: Roofline, name: String, style: PictureStyle = PictureStyle()) :
    AnyPicture(name, style, { RooflineChart(roofline, style) }) {
    init {
        require(!roofline.isEmpty) { "nothing to draw: '${shorten(roofline.title)}' has neither roofs nor points" }
    }

    /** Writes a self-contained HTML page, which needs no network. Exceptions of [out] are propagated. */
    public fun writeHtml(out: Appendable): Unit = RooflinePage(this).writeTo(out)
}
