package timemory.plot

import timemory.InternalTimemoryApi
import timemory.export.internal.Series
import timemory.export.internal.seriesOf
import timemory.output.fileName
import timemory.results.Results
import timemory.settings.Settings

/**
 * Something that can be drawn. Nothing is laid out before it is asked for.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property name what its file is called, without the ending: `wall` for bars, `wall.flame` for a flame graph
 */
public abstract class AnyPicture internal constructor(
    public val name: String,
    private val style: PictureStyle,
    makeDrawing: () -> Drawing,
) {
    private val drawing: Drawing by lazy(makeDrawing)

    /** In pixels. */
    public val width: Int get() = style.width

    /** In pixels. */
    public val height: Int get() = drawing.height.toInt()

    @InternalTimemoryApi
    public val theme: PictureTheme get() = style.theme

    /** Draws it as SVG, piece by piece. Throws what [out] throws. */
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
 * A picture of one number of one component. Nothing is laid out before it is asked for.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property kind what it shows
 */
public class Picture internal constructor(
    series: Series,
    public val kind: PictureKind,
    name: String,
    style: PictureStyle,
    settings: Settings,
) : AnyPicture(
    name,
    style,
    {
        when (kind) {
            PictureKind.BARS -> BarChart(series, style, settings)
            PictureKind.FLAME -> FlameGraph(series, style, settings)
        }
    },
) {
    public companion object {
        /**
         * The pictures of [results]: of each number of each component those [kinds] that are available of it, with different names.
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

        internal fun plans(results: Results): List<Plan> = seriesOf(results).flatMap { series ->
            PictureKind.entries.filter { it == PictureKind.BARS || series.isAdditive }.map { Plan(series, it) }
        }
    }

    /** A picture that is available. */
    internal class Plan(private val series: Series, val kind: PictureKind) {
        val name: String = if (kind == PictureKind.BARS) series.label else "${series.label}.${kind.id}"

        fun picture(name: String, style: PictureStyle, settings: Settings) = Picture(series, kind, name, style, settings)
    }
}

/** What a picture holds. */
internal interface Drawing {
    val title: String
    val height: Double

    fun drawOn(canvas: Canvas)
}
