package timemory.gpu

/** The JVM runs its shutdown hooks before the process calls what libraries have registered. */
internal actual fun endBeforeOthers() {}
