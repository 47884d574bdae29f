package timemory.internal.callgraph

import timemory.internal.lean.*
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.problems.Problems
import timemory.internal.text.distance
import timemory.internal.text.wordsOf
import timemory.settings.Settings
import timemory.settings.VARIABLE_PREFIX
import timemory.settings.componentsSetting
import timemory.settings.whyNotOffered

/** A bundle whose components are named by a setting, `TIMEMORY_<LABEL>_COMPONENTS`. */
internal class ConfiguredBundle(
    val label: String,
    /** The labels of bundles whose settings are used if its own is not set. */
    val backups: List<String>,
    val bundle: Any,
    /** Chooses the components according to the settings, and reports errors in them. */
    val configure: (Settings, Problems) -> Unit,
)

/** The program's bundles that are configured by settings. */
internal object ConfiguredBundles {
    const val GLOBAL: String = "GLOBAL"
    private val known = LinkedHashMap<String, ConfiguredBundle>()
    private val lock = Lock()

    val labels: Set<String> get() = lock.hold { known.keys.toSet() }

    fun find(label: String): ConfiguredBundle? = lock.hold { known[label] }

    /** Returns the known bundle with the label of [bundle], or else registers [bundle]. */
    fun addIfNew(bundle: ConfiguredBundle): ConfiguredBundle = lock.hold { known.getOrPut(bundle.label) { bundle } }

    fun configure(settings: Settings, problems: Problems) {
        for (bundle in lock.hold { known.values.toList() }) bundle.configure(settings, problems)
    }

    /** Settings for components that neither the program nor timemory reads are probably misspelt. */
    fun reportUnknown(settings: Settings, problems: Problems) {
        if (settings.componentLists().isEmpty()) return
        val lists = listOf("") + settings.componentLists().map { it.removeSuffix("_COMPONENTS") }
        val named = lists.flatMap { wordsOf(settings.componentsOf(it)) }
        val ofProgram = lock.hold { known.values.flatMap { it.backups + it.label } } + named.mapNotNull(::userBundleLabel)
        val names = (ofProgram + LISTED_USER_BUNDLES.keys + "").map { componentsSetting(it) }.distinct()
        for (name in settings.additional().map { it.name }) {
            if (name in names) continue
            val why = whyNotOffered(name)
            val sentence = if (why != null) {
                "${VARIABLE_PREFIX}$name is a setting of timemory for C++ that is not supported here: $why"
            } else {
                "${VARIABLE_PREFIX}$name: the program has no user bundle of this name; the nearest is " +
                    names.minBy { distance(name, it) }
            }
            problems.report(sentence, sentence)
        }
    }
}
