package timemory.internal.platform

import kotlin.time.Clock

internal actual fun epochMillis(): Long = Clock.System.now().toEpochMilliseconds()
