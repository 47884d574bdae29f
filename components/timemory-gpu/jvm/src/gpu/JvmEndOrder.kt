package timemory.gpu

/** Nothing to do: the JVM runs its shutdown hooks before the exit handlers of libraries. */
internal actual fun endBeforeOthers() {}
