package timemory.settings

/** Where a module describes its settings, each once, as a property of its own. */
internal abstract class SettingList {
    private val described = ArrayList<Setting<*>>()

    /** Those of this module, in the order in which listings show them. */
    val own: List<Setting<*>> get() = described

    protected fun <T : Any> add(setting: Setting<T>): Setting<T> = setting.also { described.add(it) }
}
