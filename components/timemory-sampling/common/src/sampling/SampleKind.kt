package timemory.sampling

import timemory.ComponentType
import timemory.internal.text.wordsOf

/**
 * What samples are about: each kind has a component.
 *
 * @property id what the setting `SAMPLING` calls it
 */
internal enum class SampleKind(val id: String) {
    /** A thread was found on a processor. */
    CPU("cpu"),

    /** A thread was found, running or waiting. */
    WALL("wall"),

    /** Memory was allocated. */
    ALLOC("alloc"),

    /** A thread has waited for a lock. */
    LOCK("lock"),
    ;

    /** The component that has these samples. Not known from the start: each of the two has the other. */
    val type: ComponentType<*>
        get() = when (this) {
            CPU -> CpuSamples
            WALL -> WallSamples
            ALLOC -> AllocSamples
            LOCK -> LockSamples
        }

    /** Its place in a set of kinds that is kept as a number. */
    val bit: Int get() = 1 shl ordinal

    companion object {
        /** The kinds that [text] names, separated by commas; none for "none" or nothing; `null` where it names another. */
        fun named(text: String): List<SampleKind>? {
            val words = wordsOf(text.lowercase())
            if (words.singleOrNull() == NONE) return emptyList()
            val kinds = words.map { word -> entries.firstOrNull { it.id == word } ?: return null }
            return kinds.distinct().sorted()
        }

        /** The kinds of [bits]. */
        fun of(bits: Int): List<SampleKind> = entries.filter { it.bit and bits != 0 }

        const val NONE: String = "none"
    }
}
