package timemory.internal.platform

/**
 * What modules on top of this one add to it, of the kind [T], those of others included: components. On the JVM they are found as services
 * (`META-INF/services`); natively each module registers its own when the program begins, by being linked (`registerExtension` there).
 */
internal expect inline fun <reified T : Any> extensionsOf(): List<T>

/** Extensions that only timemory's own modules have: settings, formats. On the JVM these are found by name. */
internal expect inline fun <reified T : Any> modules(): List<T>

/**
 * Reports where a program has both `timemory-dsl` and `timemory-off`, of which the one that is found first decides whether anything is
 * measured. Only the JVM allows that: the native linker refuses two klibs with the same declarations.
 */
internal expect fun reportTwoCores()
