package timemory

/** The components that come with the library and can be named by their ids. */
internal object BuiltIn {
    val types: List<ComponentType<*>> = listOf(WallClock, CpuClock, ThreadCpuClock, PeakRss, PageRss, TripCount)

    /** The component with id or alias [name], in any case of letters; `null` where there is none. */
    fun find(name: String): ComponentType<*>? {
        val wanted = name.lowercase()
        return types.firstOrNull { it.id == wanted || wanted in it.aliases }
    }
}
