package timemory.internal.platform

import kotlin.concurrent.Volatile

/** What messages call the functions of the library: as Kotlin and Java programs do, unless another language's library says otherwise. */
internal object ApiWords {
    @Volatile
    var initialize: String = "Timemory.init()"

    @Volatile
    var popRegion: String = "popRegion"

    /** How settings are passed that a session looks at only when it begins. */
    @Volatile
    var passSettings: String = "pass it to Timemory.init"
}
