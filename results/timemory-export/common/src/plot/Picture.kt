package timemory.plot

import timemory.InternalTimemoryApi
import timemory.export.internal.Series
import timemory.export.internal.seriesOf
import timemory.output.fileName
import timemory.results.Results
import timemory.settings.Settings

/**
 * A plot that can be drawn. It is laid out lazily.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property name its file name without the extension: `wall` for bars, `wall.flame` for a flame graph
 */
public abstract class AnyPicture internal constructor(
    public val name: String,
    private val style: PictureStyle,
    makeDrawing: () -> Drawing,
) {
    private val drawing: Drawing by lazy(makeDrawing)

    /** The width in pixels. */
    public val width: Int get() = style.width

    /** The height in pixels. */
    public val height: Int get() = drawing.height.toInt()

    @InternalTimemoryApi
    public val theme: PictureTheme get() = style.theme

    /** Writes the plot as SVG, piece by piece. Exceptions of [out] are propagated. */
    public fun writeSvg(out: Appendable): Unit = writeSvg(out, isInPage = false)

    @InternalTimemoryApi
    public fun writeSvg(out: Appendable, isInPage: Boolean) {
        val canvas = SvgCanvas(out, style.theme, isInPage)
        canvas.begin(width.toDouble(), height.toDouble(), drawing.title)
        drawing.drawOn(canvas)
        canvas.end()
    }

    internal fun drawOn(canvas: Canvas) = drawing.drawOn(canvas)
}

/**
 * A plot of one number of one component. It is laid out lazily.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property kind the kind of plot
 */
public class Picture internal constructor(
    series: Series,
    public val kind: PictureKind,
    name: String,
    style: PictureStyle,
    settings: Settings,
    about: String,
) : AnyPicture(
    name,
    style,
    {
        when (kind) {
            PictureKind.BARS -> BarChart(series, style, settings, about)
            PictureKind.FLAME -> FlameGraph(series, style, settings, about)
        }
    },
) {
    public companion object {
        /**
         * Returns the plots of [results]: for each number of each component, those of [kinds] that are available for it. Their names are
         * unique.
         *
         * @param settings the units of numbers
         */
        @kotlin.jvm.JvmStatic
        public fun of(results: Results, kinds: Collection<PictureKind>, style: PictureStyle, settings: Settings): List<Picture> {
            val names = HashSet<String>()
            return plans(results).filter { it.kind in kinds }.map { plan ->
                val name = generateSequence(1) { it + 1 }.map { if (it == 1) plan.name else "${plan.name}-$it" }.first(names::add)
                plan.picture(fileName(name), style, settings)
            }
        }

        internal fun plans(results: Results): List<Plan> {
            val about = runOf(results)
            return seriesOf(results).flatMap { series ->
                PictureKind.entries.filter { it == PictureKind.BARS || series.isAdditive }.map { Plan(series, it, about) }
            }
        }
    }

    /** A plot that is available. */
    internal class Plan(private val series: Series, val kind: PictureKind, private val about: String) {
        val name: String = if (kind == PictureKind.BARS) series.label else "${series.label}.${kind.id}"

        fun picture(name: String, style: PictureStyle, settings: Settings) = Picture(series, kind, name, style, settings, about)
    }
}

/** The content of a plot. */
internal interface Drawing {
    val title: String
    val height: Double

    fun drawOn(canvas: Canvas)
}
