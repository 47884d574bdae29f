package timemory.output

import kotlin.concurrent.Volatile
import kotlin.jvm.JvmField
import timemory.internal.lean.*
import timemory.internal.platform.Lock
import timemory.internal.platform.hold

/**
 * What a tool that has this process measured knows of its results, as the agent does: which functions are measured, and from when on.
 */
internal object MetadataExtensions {
    private val lock = Lock()

    @Volatile
    private var sources: List<() -> Map<String, String>> = emptyList()

    /** Has [source] asked for facts for the metadata, by their names, when results are written. */
    fun add(source: () -> Map<String, String>): Unit = lock.hold { sources = sources + source }

    /** Returns the facts of all sources. */
    fun all(): List<Pair<String, String>> {
        val all = ArrayList<Pair<String, String>>()
        for (source in sources) for (fact in source()) all.add(Pair(fact.key, fact.value))
        return all
    }

    /** A line below each table, `null` for none; asked for when the table is written. */
    @Volatile
    @JvmField // the agent sets it
    var note: (() -> String?)? = null
}
