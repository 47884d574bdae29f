package timemory.plot

import timemory.export.internal.labelHash

/**
 * A colour by purpose.
 *
 * @property name its name in style sheets
 * @property light as 0xRRGGBB on paper and light screens
 * @property dark the same on dark ones
 */
internal class Ink private constructor(val name: String, val light: Int, val dark: Int) {
    companion object {
        private const val HUES = 8
        private const val SHADES = 3

        val PAPER = Ink("paper", 0xffffff, 0x16191d)
        val TEXT = Ink("text", 0x1f2328, 0xe6e9ed)
        val SOFT = Ink("soft", 0x626a73, 0x9aa3ad)
        val GRID = Ink("grid", 0xe3e6e9, 0x2c3238)
        val AXIS = Ink("axis", 0x9aa1a9, 0x5d666f)
        val BAR = Ink("bar", 0x4477aa, 0x6699cc)

        /** For joined items: other regions, and frames too narrow to show individually. */
        val OTHERS = Ink("others", 0xb6bcc3, 0x596168)
        val MARK = Ink("mark", 0xb8501e, 0xf0955f)

        /** For text on a frame, whose colour is light on either background. */
        val ON_FRAME = Ink("label", 0x231a12, 0x16100a)
        val GROUND = Ink("ground", 0xdfe2e6, 0xa9b1b9)

        /** Colours of memory levels, nearest first; distinguishable with red-green colour blindness. */
        val LEVELS: List<Ink> = listOf(
            Ink("l1", 0xc4622d, 0xf0955f), Ink("l2", 0x2f8f6b, 0x5cc39b), Ink("l3", 0x8455b0, 0xb891dd), Ink("dram", 0x3a6ea5, 0x75a8dc),
            Ink("level", 0x7a7f2a, 0xb9be5e),
        )

        /** Warm colours, from red to yellow. */
        val FRAMES: List<Ink> = List(HUES * SHADES) { i ->
            val hue = 8.0 + 42.0 * (i % HUES) / (HUES - 1)
            val shade = i / HUES
            Ink("f$i", colour(hue, 0.82 - 0.06 * shade, 0.66 + 0.05 * shade), colour(hue, 0.56 - 0.04 * shade, 0.54 + 0.05 * shade))
        }

        val ALL: List<Ink> = listOf(PAPER, TEXT, SOFT, GRID, AXIS, BAR, OTHERS, MARK, ON_FRAME, GROUND) + LEVELS + FRAMES

        /** Returns the frame colour of region [label]: the same in every plot of every run, so that plots can be compared. */
        fun ofFrame(label: String): Ink {
            val hash = labelHash(label)
            // The low bits of FNV-1a depend only on the last letters.
            return FRAMES[((hash xor (hash shr 32)) % FRAMES.size.toULong()).toInt()]
        }

        /** Returns the colour of [hue] in degrees below 60, with [saturation] and [lightness] between 0 and 1. */
        private fun colour(hue: Double, saturation: Double, lightness: Double): Int {
            val chroma = saturation * (1.0 - kotlin.math.abs(2.0 * lightness - 1.0))
            val least = lightness - chroma / 2.0
            fun channel(part: Double) = ((least + chroma * part) * 255.0 + 0.5).toInt()
            return channel(1.0) shl 16 or (channel(hue / 60.0) shl 8) or channel(0.0)
        }
    }
}
