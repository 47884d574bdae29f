package timemory.sampling

import timemory.ComponentType
import timemory.internal.text.wordsOf

/**
 * The kinds of samples, each with its own component.
 *
 * @property id its name in the setting `SAMPLING`
 */
internal enum class SampleKind(val id: String) {
    /** A thread was running on a processor. */
    CPU("cpu"),

    /** A thread existed, running or waiting. */
    WALL("wall"),

    /** Memory was allocated. */
    ALLOC("alloc"),

    /** A thread has waited for a lock. */
    LOCK("lock"),
    ;

    /** The component for these samples. Looked up lazily, because both refer to each other. */
    val type: ComponentType<*>
        get() = when (this) {
            CPU -> CpuSamples
            WALL -> WallSamples
            ALLOC -> AllocSamples
            LOCK -> LockSamples
        }

    /** Its bit in a set of kinds. */
    val bit: Int get() = 1 shl ordinal

    companion object {
        /** Parses a comma-separated list of kinds; empty for "none" or an empty text, `null` if a name is unknown. */
        fun named(text: String): List<SampleKind>? {
            val words = wordsOf(text.lowercase())
            if (words.singleOrNull() == NONE) return emptyList()
            val kinds = words.map { word -> entries.firstOrNull { it.id == word } ?: return null }
            return kinds.distinct().sorted()
        }

        /** Returns the kinds in [bits]. */
        fun of(bits: Int): List<SampleKind> = entries.filter { it.bit and bits != 0 }

        const val NONE: String = "none"
    }
}
