package timemory.roofline

import kotlin.jvm.JvmOverloads
import timemory.ExperimentalTimemoryApi
import timemory.internal.text.shorten
import timemory.plot.AnyPicture
import timemory.plot.PictureStyle

/**
 * The picture of a roofline, as SVG and as a page; on the JVM as PNG by `PngImage`.
 *
 * Roofs carry their values, points are as large as the time they took, and tell of themselves where the mouse rests on them.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @param name what its file is called, without the ending
 * @throws IllegalArgumentException if there is nothing to draw: no roof and no point
 */
@ExperimentalTimemoryApi
public class RooflinePicture @JvmOverloads constructor(public val roofline: Roofline, name: String, style: PictureStyle = PictureStyle()) :
    AnyPicture(name, style, { RooflineChart(roofline, style) }) {
    init {
        require(!roofline.isEmpty) { "nothing to draw: '${shorten(roofline.title)}' has neither roofs nor points" }
    }

    /** Draws it as a page of HTML that needs no other file and no network. Throws what [out] throws. */
    public fun writeHtml(out: Appendable): Unit = RooflinePage(this).writeTo(out)
}
