package timemory.live

import timemory.internal.platform.printError

internal actual fun showInConsoles() = printError(
    "timemory: TIMEMORY_LIVE_MBEAN: programs without a JVM have no beans; TIMEMORY_LIVE_SOCKET=true lets 'timemory top' and " +
        "'snapshot' reach them",
)
