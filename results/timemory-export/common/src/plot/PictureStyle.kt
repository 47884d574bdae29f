package timemory.plot

/**
 * How pictures of results are drawn.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property width in pixels, 400 to 20000; of pixels for a screen of usual density, where an image may have more
 * @property top how many regions have a bar of their own, the largest ones
 * @property theme on which background
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

/** The background of a picture. */
public enum class PictureTheme {
    /** As the reader's screen is: SVG asks it (`prefers-color-scheme`); an image is light. */
    AUTOMATIC,

    /** White, as paper. */
    LIGHT,

    /** Dark. */
    DARK,
}

/**
 * What a picture shows of a component.
 *
 * @property id what commands call it
 */
public enum class PictureKind(public val id: String) {
    /** How much each region took itself, and how laps differ: the largest as bars. */
    BARS("bars"),

    /** What was called from where, each region as wide as what it and those inside took. Only of numbers that add up. */
    FLAME("flame"),
}
