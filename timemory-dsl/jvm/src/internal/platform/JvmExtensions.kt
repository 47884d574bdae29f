package timemory.internal.platform

import java.util.ServiceConfigurationError
import java.util.ServiceLoader

/** By the class that the JVM has of [T]: for Kotlin's, forty more would be loaded. */
internal actual inline fun <reified T : Any> extensionsOf(): List<T> = servicesOf(T::class.java)

internal fun <T : Any> servicesOf(service: Class<T>): List<T> = try {
    TwoCores.report()
    ServiceLoader.load(service, service.classLoader).toList()
} catch (failure: ServiceConfigurationError) {
    printError("timemory: what other libraries add is missing: ${failure.message}")
    emptyList()
}

internal actual fun reportTwoCores() = TwoCores.report()

/**
 * Looked at once, and not when a program begins: every JAR of the class path has to be opened to see that it lacks a file. `timemory-dsl`
 * looks when it looks for services, which has opened them; `timemory-off` at the first region that was compiled against `timemory-dsl`.
 */
private object TwoCores {
    init {
        twoCores(TwoCores::class.java.classLoader)?.let { printError("timemory: $it") }
    }

    /** Nothing more: by the first call the class has been initialized. */
    fun report() {}
}

/** What is wrong with a class path that has both, `null` where it has not. */
internal fun twoCores(loader: ClassLoader?): String? {
    val core = loader?.getResource("META-INF/timemory/version") ?: return null
    val off = loader.getResource("META-INF/timemory/off") ?: return null
    return "both timemory-dsl and timemory-off are on the class path, and only the first of them is used; remove one. " +
        "timemory-dsl: $core, timemory-off: $off"
}
