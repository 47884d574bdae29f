package timemory

/**
 * A bundle of a project or tool, whose components the user chooses when the program runs: made by [userBundle].
 *
 * The setting `TIMEMORY_<LABEL>_COMPONENTS` names them. Where it is not set, those of the bundle's backups are looked at, in turn, and at last
 * `TIMEMORY_GLOBAL_COMPONENTS`. A setting that says `none` ends the search; one with `fallthrough` among its components adds those of the
 * settings after it. Without any, the bundle is empty, and its regions are not recorded.
 *
 * The program may change the components itself; it then goes before the settings.
 *
 * ### Thread-safety
 * May be used and changed by any number of threads at once. A region that is open keeps the components that it was opened with.
 *
 * @property label names the bundle in settings, in capitals: `TRACE`
 */
public class UserBundle internal constructor(
    public val label: String,
    private val backups: List<String>,
    private val otherwise: List<ComponentType<*>> = emptyList(),
) : Bundle(NO_COMPONENTS) {
    private val changing = Lock()
    private var isChanged = false

    /** Replaces the components by those with [types]; none for an empty bundle. */
    public fun configure(vararg types: ComponentType<*>): Unit = change { types.asList() }

    /** Replaces the components by those that [components] names, separated by commas, semicolons or spaces. */
    public fun configure(components: String) {
        val types = Components.listOf(components)
        change { types }
    }

    /** Adds the components with [types] that are not there yet. */
    public fun insert(vararg types: ComponentType<*>): Unit = change { (it + types).distinct() }

    /** Takes the components with [types] away, where they are there. */
    public fun remove(vararg types: ComponentType<*>): Unit = change { it - types.toSet() }

    /** Forgets what the program changed: the components are those of the settings again. */
    public fun reset(): Unit = changing.hold {
        isChanged = false
        configureBy(knownSettings()) { }
    }

    private inline fun change(change: (List<ComponentType<*>>) -> List<ComponentType<*>>) = changing.hold {
        set = componentSetOf(change(set.types), null)
        isChanged = true
    }

    /** Chooses the components as [settings] say, unless the program has chosen them; tells [report] what is wrong with them. */
    internal fun configureBy(settings: Settings, report: (String) -> Unit): Unit = changing.hold {
        if (!isChanged) set = componentSetOf(typesBy(settings, report), null)
    }

    private fun typesBy(settings: Settings, report: (String) -> Unit): Set<ComponentType<*>> {
        val types = LinkedHashSet<ComponentType<*>>()
        var isSet = false
        for (name in (listOf(label) + backups + GLOBAL).distinct()) {
            val words = wordsOf(settings.componentsOf(name))
            if (words.isEmpty()) continue
            isSet = true
            if (words.any { it.equals("none", ignoreCase = true) }) break
            for (word in words) {
                if (!word.equals(FALLTHROUGH, ignoreCase = true)) add(word, name, types, report)
            }
            if (words.none { it.equals(FALLTHROUGH, ignoreCase = true) }) break
        }
        return if (isSet) fewEnough(types, report) else otherwise.toSet()
    }

    private fun fewEnough(types: Set<ComponentType<*>>, report: (String) -> Unit): Set<ComponentType<*>> {
        if (types.size <= ComponentSet.MOST) return types
        val leftOut = types.drop(ComponentSet.MOST).joinToString { it.id }
        report(
            "${Setting.PREFIX}${componentsSetting(label)} and what stands in for it name ${types.size} components; a bundle has " +
                "${ComponentSet.MOST} at the most, and these are left out: $leftOut",
        )
        return types.take(ComponentSet.MOST).toSet()
    }

    private fun add(word: String, name: String, types: MutableSet<ComponentType<*>>, report: (String) -> Unit) {
        val type = try {
            Components.get(word)
        } catch (unknown: IllegalArgumentException) {
            return report("${Setting.PREFIX}${componentsSetting(name)}: ${unknown.message}")
        }
        types.add(type)
    }

    override fun toString(): String = "user bundle $label of $set"

    internal companion object {
        const val GLOBAL = "GLOBAL"
        private const val FALLTHROUGH = "fallthrough"
        private val known = HashMap<String, UserBundle>()
        private val lock = Lock()

        fun of(label: String, backups: List<String>, otherwise: List<ComponentType<*>>): UserBundle {
            lock.hold { known[label] }?.let { return it }
            val made = UserBundle(label, backups, otherwise)
            val problems = if (isInitialized) activeProblems() else null // without a session, the next one reports
            made.configureBy(knownSettings()) { problem -> problems?.report(problem) { problem } }
            return lock.hold { known.getOrPut(label) { made } }
        }

        fun configureAllBy(settings: Settings, report: (String) -> Unit) {
            lock.hold { known.values.toList() }.forEach { it.configureBy(settings, report) }
        }

        /** Settings that no bundle of the program asks for are most likely misspelt. */
        fun reportUnknown(settings: Settings, report: (String) -> Unit) {
            val labels = lock.hold { known.values.flatMap { listOf(it.label) + it.backups } } + GLOBAL + ""
            val names = labels.map { componentsSetting(it) }.distinct()
            for (name in settings.componentLists()) {
                if (name !in names) {
                    report("${Setting.PREFIX}$name: the program has no user bundle of this name; the nearest is ${names.minBy { distance(name, it) }}")
                }
            }
        }
    }
}

/**
 * The bundle of the project or tool [label], the same one each time: its components are those that the setting
 * `TIMEMORY_<LABEL>_COMPONENTS` names, otherwise those of [backups], in turn, otherwise of `TIMEMORY_GLOBAL_COMPONENTS`.
 * ```
 * val solver = userBundle("SOLVER", "TRACE")
 *
 * solver.measure("step") { step() }
 * ```
 * run with `TIMEMORY_SOLVER_COMPONENTS="wall_clock,peak_rss"`.
 *
 * @param label of letters, digits and underscores
 * @param backups labels of bundles whose settings are looked at where its own is not set; of the first call only
 * @throws IllegalArgumentException if a label has other characters
 */
public fun userBundle(label: String, vararg backups: String): UserBundle {
    val labels = (listOf(label) + backups).map { it.uppercase() }
    for (name in labels) {
        require(name.isNotEmpty() && name.all { it in 'A'..'Z' || it in '0'..'9' || it == '_' }) {
            "label '${shorten(name)}' of a user bundle must be letters, digits and underscores, like TRACE"
        }
    }
    return UserBundle.of(labels.first(), labels.drop(1), emptyList())
}
