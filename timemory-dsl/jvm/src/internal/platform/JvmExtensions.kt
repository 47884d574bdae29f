package timemory.internal.platform

import java.util.ServiceConfigurationError
import java.util.ServiceLoader
import kotlin.reflect.KClass

internal actual fun <T : Any> extensionsOf(service: KClass<T>): List<T> = try {
    TwoCores.report()
    ServiceLoader.load(service.java, service.java.classLoader).toList()
} catch (failure: ServiceConfigurationError) {
    printError("timemory: what other libraries add is missing: ${failure.message}")
    emptyList()
}

internal actual fun reportTwoCores() = TwoCores.report()

/**
 * Looked at once, and not when a program begins: every JAR of the class path has to be opened to see that it lacks a file. `timemory-dsl` looks
 * when it looks for services, which has opened them; `timemory-off` at the first region that was compiled against `timemory-dsl`.
 */
private object TwoCores {
    init {
        look(TwoCores::class.java.classLoader)
    }

    /** Nothing more: by the first call the class has been initialized. */
    fun report() {}

    private fun look(loader: ClassLoader?) {
        val core = loader?.getResource("META-INF/timemory/version") ?: return
        val off = loader.getResource("META-INF/timemory/off") ?: return
        printError(
            "timemory: both timemory-dsl and timemory-off are on the class path, and only the first of them is used; remove one. " +
                "timemory-dsl: $core, timemory-off: $off",
        )
    }
}
