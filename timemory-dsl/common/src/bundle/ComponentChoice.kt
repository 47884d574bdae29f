package timemory.bundle

import timemory.ComponentType
import timemory.FALLTHROUGH
import timemory.NamedComponents
import timemory.WallClock
import timemory.internal.callgraph.ConfiguredBundles
import timemory.internal.callgraph.userBundleLabel
import timemory.internal.lean.*
import timemory.internal.text.wordsOf
import timemory.settings.Settings
import timemory.settings.VARIABLE_PREFIX
import timemory.settings.componentsSetting

/** The components found by [chooseComponents], and the errors in the settings it read. */
internal class ChosenComponents(val types: Collection<ComponentType<*>>, val mistakes: List<String>)

/**
 * Chooses components: the one rule for user bundles and for every tool, on all targets. docs/choosing-components.md lists which tool uses
 * which settings; the test cases for all of them are in `verification/component-choice/cases.txt`.
 *
 * The lists are read in turn, and the first one that names a component counts. The word `fallthrough` in it also adds the components of the
 * next such list, and `none` ends the search. If no list names any, the components are [usual].
 *
 * @param given the first list, from the program or a command line rather than a setting
 * @param labels labels of the settings, in turn; the empty one is `TIMEMORY_COMPONENTS`
 * @throws IllegalArgumentException if [given] has an unknown name; those in settings are in [ChosenComponents.mistakes]
 */
internal fun chooseComponents(
    settings: Settings,
    given: String,
    labels: List<String>,
    usual: List<ComponentType<*>>,
): ChosenComponents {
    val search = ComponentSearch(settings)
    val isSet = search.lookAt(given) || search.lookAt(labels + ConfiguredBundles.GLOBAL, emptySet())
    val types = when {
        isSet || search.types.isNotEmpty() -> search.types
        search.mistakes.isEmpty() -> usual
        else -> usual.ifEmpty { listOf(WallClock) }
    }
    return ChosenComponents(types, search.mistakes)
}

private class ComponentSearch(private val settings: Settings) {
    val types = LinkedHashSet<ComponentType<*>>()
    val mistakes = ArrayList<String>()

    /** Adds the components of a list that does not come from a setting; returns whether the search ends with it. */
    fun lookAt(given: String): Boolean = add(wordsOf(given), emptySet(), types) { throw IllegalArgumentException(it) }

    /** Reads the settings of the bundles with [labels], except those [around], whose settings named them. */
    fun lookAt(labels: List<String>, around: Set<String>, into: MutableSet<ComponentType<*>> = types): Boolean =
        labels.distinct().any { label ->
            label !in around &&
                add(wordsOf(settings.componentsOf(label)), around + label, into) {
                    mistakes.add("${VARIABLE_PREFIX}${componentsSetting(label)}: $it")
                }
        }

    private inline fun add(
        words: List<String>,
        around: Set<String>,
        into: MutableSet<ComponentType<*>>,
        report: (String) -> Unit,
    ): Boolean {
        if (words.isEmpty()) return false
        val names = words.filterNot { it.equals(FALLTHROUGH, ignoreCase = true) }
        val named = NamedComponents.of(names) { word -> userBundleLabel(word)?.let { componentsIn(it, around) } }
        named.mistake?.let(report)
        into.addAll(named.types)
        // A list of unknown names counts as empty.
        return named.isNone || names.isNotEmpty() && names.size == words.size && !named.isAllMistaken
    }

    private fun componentsIn(label: String, around: Set<String>): List<ComponentType<*>> =
        LinkedHashSet<ComponentType<*>>().also { lookAt(listOf(label, ConfiguredBundles.GLOBAL), around, it) }.toList()
}
