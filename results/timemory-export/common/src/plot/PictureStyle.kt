package timemory.plot

/**
 * The style of plots.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property width in pixels of a standard-density screen, 400 to 20000; an image may have more pixels
 * @property top the maximum number of regions with a bar of their own, the largest ones
 * @property theme the background
 * @property isUpward whether flame graphs grow from the bottom, as flames; otherwise from the top, as icicles
 * @throws IllegalArgumentException for a width or a number of regions that is out of range
 */
public class PictureStyle(
    public val width: Int = 1200,
    public val top: Int = 40,
    public val theme: PictureTheme = PictureTheme.AUTOMATIC,
    public val isUpward: Boolean = false,
) {
    init {
        require(width in 400..20_000) { "width: $width, must be 400 to 20000 pixels" }
        require(top in 1..10_000) { "top: $top, must be 1 to 10000 regions" }
    }

    internal companion object {
        val DEFAULT = PictureStyle()
    }
}

/** The background of a plot. */
public enum class PictureTheme {
    /** Follows the reader's preference in SVG (`prefers-color-scheme`); images are light. */
    AUTOMATIC,

    /** White, like paper. */
    LIGHT,

    /** Dark. */
    DARK,
}

/**
 * What a plot shows of a component.
 *
 * @property id its name on the command line
 */
public enum class PictureKind(public val id: String) {
    /** Exclusive values as bars, the largest first, with the spread of laps. */
    BARS("bars"),

    /** A flame graph: call paths, each region as wide as its inclusive value. Only for additive numbers. */
    FLAME("flame"),
}
