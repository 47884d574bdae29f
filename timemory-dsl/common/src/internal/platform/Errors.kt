package timemory.internal.platform

/** Whether [failure] means that memory ran out; each target has a class of its own for that. */
internal expect fun isOutOfMemory(failure: Throwable): Boolean

/**
 * Runs [action] and, if there is no memory for it, repeats it after a moment, three times at most. Garbage is collected meanwhile; and a
 * JVM that has only been collecting garbage for a while refuses to search for memory at all (its GC overhead limit) until it has rested.
 */
internal inline fun <R> retryOnOutOfMemory(action: () -> R): R {
    var rest = MIN_REST_MICROSECONDS
    while (true) {
        try {
            return action()
        } catch (failure: Throwable) {
            if (!isOutOfMemory(failure) || rest > MAX_REST_MICROSECONDS) throw failure
        }
        pause(rest)
        rest *= 3
    }
}

internal const val MIN_REST_MICROSECONDS = 100_000
internal const val MAX_REST_MICROSECONDS = 900_000
