package timemory.live

import timemory.internal.platform.printError

internal actual fun openOnSignal(name: String) = printError(
    "timemory: TIMEMORY_LIVE_SIGNAL: HotSpot uses signals itself; 'timemory open PID' has a Java program open its socket without it",
)
