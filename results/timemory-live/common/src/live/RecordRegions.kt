package timemory.live

/** Has regions be recorded, or not, by whichever language they are opened in. */
internal expect fun recordRegions(on: Boolean)
