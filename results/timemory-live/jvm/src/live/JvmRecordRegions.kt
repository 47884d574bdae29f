package timemory.live

import timemory.Timemory

internal actual fun recordRegions(on: Boolean) {
    Timemory.isEnabled = on
}
