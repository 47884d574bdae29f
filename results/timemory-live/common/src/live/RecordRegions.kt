package timemory.live

/** Enables or disables the recording of regions, whichever language opens them. */
internal expect fun recordRegions(on: Boolean)
