package timemory.output

import kotlin.concurrent.Volatile
import kotlin.jvm.JvmField

/**
 * What a tool that has this process measured knows of its results, as the agent does: which functions are measured, and from when on.
 */
internal object FurtherFacts {
    /** Facts for the metadata, by their names; asked for when results are written. */
    @Volatile
    @JvmField // the agent sets it
    var facts: (() -> Map<String, String>)? = null

    /** A line to stand below each table, `null` for none; asked for when the table is written. */
    @Volatile
    @JvmField
    var note: (() -> String?)? = null
}
