package timemory

import timemory.bundle.componentsOfUserBundle
import timemory.internal.callgraph.LISTED_USER_BUNDLES
import timemory.internal.callgraph.userBundleId
import timemory.internal.text.distanceIgnoringCase
import timemory.internal.text.shorten
import timemory.internal.text.wordsOf

/**
 * What a list of component names asks for, from wherever it comes: settings of any source, calls from Kotlin, Java, C and Python, the
 * agent.
 *
 * An unknown name never affects the others and is never ignored silently. A caller that may throw throws [mistake]; one that must continue
 * reports it, and measures [types], or a default set if nothing is left. The word `none` in a list says that nothing is to be measured.
 *
 * @property types in the order of the list, including duplicates; at last those of user bundles that are not named otherwise
 */
internal class NamedComponents private constructor(
    val types: List<ComponentType<*>>,
    private val unknown: List<String>,
    val isNone: Boolean,
) {
    /** Which names of the list are none, with the nearest; `null` where all are components. */
    val mistake: String? get() = if (unknown.isEmpty()) null else sentence()

    /** Whether the list asks for something, and nothing of it is there. */
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
        /** Of a long list of unknown names, only the first ones are reported. */
        private const val SHOWN = 5

        /**
         * Those of [words].
         *
         * @param others what else a name may stand for, beside components; `null` where it does not. What is named otherwise, too, is not
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

/** What a report of a mistake ends with: what is measured though names were wrong. */
internal fun measuredInstead(types: Collection<ComponentType<*>>): String =
    "measured: " + types.map { it.id }.joinToString().ifEmpty { "nothing" }

/** Finds a component like [Components.find], or fails with the nearest name. The name of a user bundle means its first component. */
internal fun Components.ofName(name: String): ComponentType<*> {
    val named = NamedComponents.of(arrayListOf(name))
    return requireNotNull(named.types.firstOrNull()) { named.mistake ?: "user bundle '${shorten(name)}' has no components" }
}

/**
 * The components that [text] names, separated by commas, semicolons or spaces; of `none`, none.
 *
 * @throws IllegalArgumentException if there is no component of a name
 */
internal fun Components.ofNames(text: String): List<ComponentType<*>> {
    val named = NamedComponents.of(wordsOf(text))
    named.mistake?.let { throw IllegalArgumentException(it) }
    return named.types
}
