package timemory.internal.platform

import kotlin.concurrent.Volatile

/** The names of the library's functions in messages: those of Kotlin and Java, unless the library for another language sets others. */
internal object ApiWords {
    @Volatile
    var initialize: String = "Timemory.init()"

    @Volatile
    var popRegion: String = "popRegion"

    /** How to pass settings that a session reads only at its start. */
    @Volatile
    var passSettings: String = "pass it to Timemory.init"
}
