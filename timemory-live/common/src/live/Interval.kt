package timemory.live

import timemory.internal.text.nanosecondsOf

private const val LEAST = 100_000_000L
private const val MOST = 86_400_000_000_000L

/** The nanoseconds that [text] stands for, as [nanosecondsOf]; `null` for anything else and out of bounds. */
internal fun intervalOf(text: String): Long? = nanosecondsOf(text)?.takeIf { it in LEAST..MOST }
