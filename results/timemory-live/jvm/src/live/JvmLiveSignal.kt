package timemory.live

import timemory.internal.platform.printError

internal actual fun openOnSignal(name: String) = printError(
    "timemory: TIMEMORY_LIVE_SIGNAL: HotSpot uses signals itself; 'timemory attach PID' opens the socket of a Java program without it",
)
