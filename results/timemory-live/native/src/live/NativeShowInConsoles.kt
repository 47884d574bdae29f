package timemory.live

import timemory.internal.platform.printError

internal actual fun showInConsoles() = printError(
    "timemory: TIMEMORY_LIVE_MBEAN: programs without a JVM have no beans; TIMEMORY_LIVE=true has them answer 'timemory top' and 'snapshot'",
)
