package timemory.internal.platform

/**
 * Returns the extensions of kind [T], such as components, from modules that depend on this one, including third-party modules. On the JVM
 * they are found as services (`META-INF/services`); natively each module registers its own when the program starts, by being linked
 * (`registerExtension` there).
 */
internal expect inline fun <reified T : Any> extensionsOf(): List<T>

/** Extensions that only timemory's own modules have: settings, formats. On the JVM these are found by name. */
internal expect inline fun <reified T : Any> modules(): List<T>

/**
 * Reports a program that has both `timemory-dsl` and `timemory-off`, of which the one found first decides whether anything is measured.
 * Only the JVM allows that: the native linker rejects two klibs with the same declarations.
 */
internal expect fun reportTwoCores()
