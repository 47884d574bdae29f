package timemory.bundle

import kotlin.concurrent.Volatile
import timemory.ComponentType
import timemory.Components
import timemory.internal.callgraph.ConfiguredBundle
import timemory.internal.callgraph.ConfiguredBundles
import timemory.internal.callgraph.MAX_COMPONENTS
import timemory.internal.callgraph.NO_COMPONENTS
import timemory.internal.callgraph.isInitialized
import timemory.internal.callgraph.knownSettings
import timemory.internal.callgraph.sessionSettings
import timemory.internal.callgraph.userBundleLabel
import timemory.internal.lean.*
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.problems.Problems
import timemory.internal.problems.activeProblems
import timemory.internal.text.shorten
import timemory.measuredInstead
import timemory.ofNames
import timemory.settings.Settings
import timemory.settings.VARIABLE_PREFIX
import timemory.settings.componentsSetting

/**
 * A bundle of a project or tool, whose components the user chooses at run time: created by [userBundle][timemory.userBundle].
 *
 * The setting `TIMEMORY_<LABEL>_COMPONENTS` names them. If it is not set, the settings of the bundle's backups are read in order, and
 * finally `TIMEMORY_GLOBAL_COMPONENTS`. A setting of `none` ends the search; one with `fallthrough` among its components adds those of the
 * settings after it. If none is set, the bundle is empty, and its regions are not recorded.
 *
 * The program may change the components itself, which takes precedence over the settings.
 *
 * ### Thread-safety
 * May be used and changed by any number of threads at once. An open region keeps the components that it was opened with.
 *
 * @property label names the bundle in settings, in capitals: `TRACE`
 */
public class UserBundle internal constructor(
    public val label: String,
    backups: List<String>,
    usual: List<ComponentType<*>> = emptyList(),
) : Bundle(NO_COMPONENTS) {
    /** The labels whose settings are read, in turn, and the components if none names any. */
    private class Chain(val labels: List<String>, val usual: List<ComponentType<*>>)

    @Volatile
    private var chain = Chain(listOf(label) + backups, usual)
    private val changing = Lock()

    /** How often the components were replaced; guarded by [changing], like [isChanged]. */
    private var changes = 0
    private var isChanged = false

    @Volatile
    private var followers: Followers? = null

    /** Makes [bundle], created by [builder], follow each change of the components, as long as the program has a reference to it. */
    internal fun addFollower(bundle: Bundle, builder: BundleBuilder) {
        val followers = changing.hold { followers ?: Followers().also { followers = it } }
        followers.add(bundle, builder)
        builder.follow(bundle, null) // they may have changed since its set was created
    }

    /** Replaces the components with those with [types]; without arguments the bundle becomes empty. */
    public fun configure(vararg types: ComponentType<*>): Unit = change { types.asList() }

    /** Replaces the components with those that [components] names, separated by commas, semicolons or spaces. */
    public fun configure(components: String) {
        val types = Components.ofNames(components)
        change { types }
    }

    /** Adds the components with [types] that are not present yet. */
    public fun insert(vararg types: ComponentType<*>): Unit = change { (it + types).distinct() }

    /** Removes the components with [types] if they are present. */
    public fun remove(vararg types: ComponentType<*>): Unit = change { it - types.toSet() }

    /** Discards the program's changes: the components are those of the settings again. */
    public fun reset() {
        changing.hold { isChanged = false }
        configure(knownSettings())
    }

    /** Adds [backups] to the settings that are read, and measures [usual] components if no setting names any. */
    private fun serveTool(backups: List<String>, usual: List<ComponentType<*>>) {
        chain = Chain((chain.labels + backups).distinct(), usual)
        configure(knownSettings())
    }

    private inline fun change(change: (List<ComponentType<*>>) -> Collection<ComponentType<*>>) = replace(byProgram = true, null) {
        change(set.types)
    }

    /**
     * Chooses the components according to [settings], unless the program has chosen them. Errors in them are added to [problems], or else
     * to those of the session; before the session starts nothing is reported, because the session reports it then.
     */
    internal fun configure(settings: Settings, problems: Problems? = null): Unit =
        replace(byProgram = false, problems) { typesBy(settings, problems) }

    /**
     * Creates the set without holding the lock, because that runs code of components, and again if another thread replaced it meanwhile.
     */
    private inline fun replace(byProgram: Boolean, problems: Problems?, choose: () -> Collection<ComponentType<*>>) {
        while (true) {
            val before = changing.hold { if (isChanged && !byProgram) null else changes } ?: break
            val made = componentSetOf(choose(), null)
            val isReplaced = changing.hold {
                if (changes != before) return@hold false
                changes++
                if (byProgram) isChanged = true
                set = made
                true
            }
            if (isReplaced) break
        }
        followers?.inform(problems)
    }

    private fun typesBy(settings: Settings, problems: Problems?): Collection<ComponentType<*>> {
        val chain = chain
        if (!areAnyNamed(settings, chain.labels)) return chain.usual
        val chosen = chooseComponents(settings, "", chain.labels, chain.usual)
        val types = fewEnough(chosen.types, problems)
        for (mistake in chosen.mistakes) reportChoice("$mistake; ${measuredInstead(types)}", problems)
        return types
    }

    /** Most programs start with none, and need not load the selection code. */
    private fun areAnyNamed(settings: Settings, labels: List<String>): Boolean =
        settings.componentsOf(ConfiguredBundles.GLOBAL).isNotEmpty() || labels.any { settings.componentsOf(it).isNotEmpty() }

    private fun fewEnough(types: Collection<ComponentType<*>>, problems: Problems?): Collection<ComponentType<*>> {
        if (types.size <= MAX_COMPONENTS) return types
        val leftOut = types.drop(MAX_COMPONENTS).map { it.id }.joinToString()
        reportChoice(
            "${VARIABLE_PREFIX}${componentsSetting(label)} and its fallbacks name ${types.size} components; a bundle has at most " +
                "${MAX_COMPONENTS}, and these are skipped: $leftOut",
            problems,
        )
        return types.take(MAX_COMPONENTS)
    }

    override fun toString(): String = "user bundle $label of $set"

    internal companion object {
        /** Returns the bundle like [timemory.userBundle]. */
        fun labelled(label: String, backups: List<String>): UserBundle {
            val labels = (listOf(label) + backups).map { it.uppercase() }
            for (name in labels) {
                require(name.isNotEmpty() && name.all { it in 'A'..'Z' || it in '0'..'9' || it == '_' }) {
                    "label '${shorten(name)}' of a user bundle must be letters, digits and underscores, like TRACE"
                }
            }
            return of(labels.first(), labels.drop(1), emptyList())
        }

        /** Returns the bundle of a tool, which measures [usual] components if no setting specifies others. */
        fun ofTool(label: String, backups: List<String>, usual: List<ComponentType<*>>): UserBundle =
            of(label, backups, usual).also { it.serveTool(backups, usual) }

        fun of(label: String, backups: List<String>, usual: List<ComponentType<*>>): UserBundle {
            ConfiguredBundles.find(label)?.let { return it.bundle as UserBundle }
            val made = UserBundle(label, backups, usual)
            made.configure(knownSettings())
            val configured = ConfiguredBundle(label, backups, made) { settings, problems -> made.configure(settings, problems) }
            val bundle = ConfiguredBundles.addIfNew(configured).bundle as UserBundle
            // A session that started meanwhile did not know it.
            sessionSettings()?.let { bundle.configure(it) }
            return bundle
        }
    }
}

/**
 * Reports [sentence], which describes an error in the choice of components, to [problems] or to those of the session. Before the session
 * starts nothing is reported, because the choice is repeated then.
 */
internal fun reportChoice(sentence: String, problems: Problems?) {
    val receiver = problems ?: if (isInitialized) activeProblems() else return
    receiver.report(sentence, sentence)
}

/** Returns the components of the user bundle that [name] refers to; `null` if there is none. */
internal fun componentsOfUserBundle(name: String): List<ComponentType<*>>? =
    userBundleLabel(name)?.let { UserBundle.labelled(it, emptyList()).types }
