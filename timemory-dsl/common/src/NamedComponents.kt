package timemory

import timemory.bundle.componentsOfUserBundle
import timemory.internal.callgraph.LISTED_USER_BUNDLES
import timemory.internal.callgraph.userBundleId
import timemory.internal.text.distanceIgnoringCase
import timemory.internal.text.shorten
import timemory.internal.text.wordsOf

/**
 * The components selected by a list of names from any source: settings, calls from Kotlin, Java, C and Python, the agent.
 *
 * An unknown name never affects the others and is never ignored silently. A caller that may throw throws [mistake]; one that must continue
 * reports it and measures [types], or a default set if nothing is left. The word `none` in a list means that nothing is to be measured.
 *
 * @property types in the order of the list, including duplicates; at the end those of user bundles that are not named otherwise
 */
internal class NamedComponents private constructor(
    val types: List<ComponentType<*>>,
    private val unknown: List<String>,
    val isNone: Boolean,
) {
    /** The names that are not components, with the nearest ones; `null` if all are components. */
    val mistake: String? get() = if (unknown.isEmpty()) null else sentence()

    /** Whether the list names something, but none of the names is known. */
    val isAllMistaken: Boolean get() = unknown.isNotEmpty() && types.isEmpty()

    private fun sentence(): String {
        val names = Components.all.flatMap { it.aliases + it.id } + LISTED_USER_BUNDLES.keys.map(::userBundleId)
        val shown = unknown.take(SHOWN)
        val nearest = shown.map { word -> "'${names.minBy { distanceIgnoringCase(word, it) }}'" }.distinct().joinToString()
        val more = if (shown.size < unknown.size) " and ${unknown.size - shown.size} more" else ""
        val wrong = shown.map { "'${shorten(it)}'" }.joinToString() + more
        return if (unknown.size == 1) {
            "there is no component $wrong; the nearest is $nearest (`timemory avail` lists them all)"
        } else {
            "there are no components $wrong; the nearest are $nearest (`timemory avail` lists them all)"
        }
    }

    internal companion object {
        /** Only the first unknown names of a long list are reported. */
        private const val SHOWN = 5

        /**
         * Returns the components that [words] name.
         *
         * @param others the meaning of a name besides components; `null` if it has none. Components that are also named otherwise are not
         * added
         */
        fun of(words: List<String>, others: (String) -> List<ComponentType<*>>? = ::componentsOfUserBundle): NamedComponents {
            if (words.any { it.equals(NONE, ignoreCase = true) }) return NamedComponents(emptyList(), emptyList(), isNone = true)
            val types = ArrayList<ComponentType<*>>()
            val further = LinkedHashSet<ComponentType<*>>()
            val unknown = LinkedHashSet<String>()
            for (word in words) {
                val found = others(word)
                val type = if (found == null) Components.find(word) else null
                if (found != null) further.addAll(found) else if (type != null) types.add(type) else unknown.add(word)
            }
            return NamedComponents(types + (further - types.toSet()), unknown.toList(), isNone = false)
        }
    }
}

/** The end of an error report: what is measured despite the wrong names. */
internal fun measuredInstead(types: Collection<ComponentType<*>>): String =
    "measured: " + types.map { it.id }.joinToString().ifEmpty { "nothing" }

/**
 * Returns a component like [Components.find], or fails, naming the nearest component. The name of a user bundle stands for its first
 * component.
 */
internal fun Components.ofName(name: String): ComponentType<*> {
    val named = NamedComponents.of(arrayListOf(name))
    return requireNotNull(named.types.firstOrNull()) { named.mistake ?: "user bundle '${shorten(name)}' has no components" }
}

/**
 * Returns the components that [text] names, separated by commas, semicolons or spaces; none for `none`.
 *
 * @throws IllegalArgumentException if a name is unknown
 */
internal fun Components.ofNames(text: String): List<ComponentType<*>> {
    val named = NamedComponents.of(wordsOf(text))
    named.mistake?.let { throw IllegalArgumentException(it) }
    return named.types
}
