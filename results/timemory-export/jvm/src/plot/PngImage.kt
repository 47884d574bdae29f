package timemory.plot

import java.awt.Font
import java.awt.RenderingHints
import java.awt.font.FontRenderContext
import java.awt.image.BufferedImage
import java.io.IOException
import java.io.OutputStream
import javax.imageio.ImageIO
import javax.imageio.stream.MemoryCacheImageOutputStream
import timemory.internal.platform.SystemEnvironment

/**
 * Writes plots as PNG with Java's own graphics (`java.desktop`), which needs a font but neither a screen nor a browser.
 *
 * ### Thread-safety
 * Thread-safe.
 */
public object PngImage {
    private const val MAX_PIXELS = 100_000_000L

    /** Returns why no image can be drawn here, as a sentence that says what to install; `null` if images can be drawn. */
    @JvmStatic
    public fun unavailableReason(): String? = reason

    private val reason: String? by lazy {
        // A program with its own windows has set this property already.
        if (SystemEnvironment.property("java.awt.headless") == null) System.setProperty("java.awt.headless", "true")
        try {
            val box = Font(Font.SANS_SERIF, Font.PLAIN, 12).getStringBounds("timemory", FontRenderContext(null, true, true))
            if (box.width > 0.0) null else NO_FONT
        } catch (failure: VirtualMachineError) {
            if (failure is InternalError) reasonOf(failure) else throw failure
        } catch (failure: Throwable) {
            // Without fonts, depending on the Java version, this is an exception, an internal error or a plain error.
            reasonOf(failure)
        }
    }

    private fun reasonOf(failure: Throwable): String = when {
        ModuleLayer.boot().findModule("java.desktop").isEmpty -> NO_MODULE
        // Thrown by a headless runtime whose libraries are not installed.
        failure is LinkageError -> "$NO_LIBRARY ($failure)"
        else -> "$NO_FONT ($failure)"
    }

    /**
     * Draws [picture] and writes it to [out], which stays open.
     *
     * @param scale pixels of the image for each pixel of the plot: 2.0 for high-density screens and print
     * @throws IOException if [out] fails, or no image can be drawn here
     * @throws IllegalArgumentException for an image that would be empty or have more than 100 million pixels
     */
    @JvmStatic
    @Throws(IOException::class)
    public fun write(picture: AnyPicture, scale: Double, out: OutputStream) {
        unavailableReason()?.let { throw IOException(it) }
        val width = (picture.width * scale).toInt()
        val height = (picture.height * scale).toInt()
        require(width > 0 && height > 0 && width.toLong() * height <= MAX_PIXELS) {
            "'${picture.name}' as an image of $width x $height pixels: must be above 0 and at most $MAX_PIXELS in all; choose another " +
                "width or scale"
        }
        val image = BufferedImage(width, height, BufferedImage.TYPE_INT_RGB)
        val graphics = image.createGraphics()
        try {
            graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON)
            graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON)
            graphics.setRenderingHint(RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON)
            graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE)
            graphics.scale(scale, scale)
            val canvas = GraphicsCanvas(graphics, picture.theme == PictureTheme.DARK)
            canvas.box(0.0, 0.0, picture.width.toDouble(), picture.height.toDouble(), Ink.PAPER)
            picture.drawOn(canvas)
        } finally {
            graphics.dispose()
        }
        val writer = ImageIO.getImageWritersByFormatName("png").next()
        try {
            // In memory, because the default stream creates a temporary file.
            MemoryCacheImageOutputStream(out).use { stream ->
                writer.output = stream
                writer.write(image)
            }
        } finally {
            writer.dispose()
        }
    }

    private const val NO_MODULE =
        "PNG cannot be drawn: this Java runtime lacks the module java.desktop. Use a complete one, or write SVG"
    private const val NO_LIBRARY = "PNG cannot be drawn: libraries of this Java runtime are missing. Install them (on Debian: apt-get " +
        "install libfreetype6 libfontconfig1), or write SVG"
    private const val NO_FONT =
        "PNG cannot be drawn: there is no font. Install one (on Debian: apt-get install fontconfig fonts-dejavu-core), or write SVG"
}
