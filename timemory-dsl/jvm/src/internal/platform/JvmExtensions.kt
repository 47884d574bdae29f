package timemory.internal.platform

import java.io.File
import java.util.ServiceConfigurationError
import java.util.ServiceLoader
import timemory.internal.lean.*

/** By the class that the JVM has of [T]: for Kotlin's, forty more would be loaded. */
internal actual inline fun <reified T : Any> extensionsOf(): List<T> = servicesOf(T::class.java)

internal actual inline fun <reified T : Any> modules(): List<T> = modulesOf(T::class.java)

internal fun <T : Any> servicesOf(service: Class<T>): List<T> = orNone {
    if (SystemEnvironment.canFindFiles()) ServiceLoader.load(service, service.classLoader).toList() else noServices()
}

private fun <T> noServices(): List<T> {
    NoServices.report()
    return emptyList()
}

/** Says once that services are missing. */
private object NoServices {
    init {
        printError(
            "timemory: components and formats of other libraries are missing: the system property java.home, which Java needs to find " +
                "them, is not set",
        )
    }

    fun report() {}
}

internal fun <T : Any> modulesOf(kind: Class<T>): List<T> = orNone { Modules.providing(kind) }

private inline fun <T> orNone(find: () -> List<T>): List<T> = try {
    TwoCores.report()
    find()
} catch (failure: ServiceConfigurationError) {
    printError("timemory: extensions of other libraries could not be loaded: ${failure.message}")
    emptyList()
}

/** The bytes of the file [name], which begins with a slash, beside [owner]; `null` where there is none. */
internal fun fileBeside(owner: Class<*>, name: String): ByteArray? = OwnFiles.read(owner, name)

internal actual fun reportTwoCores() = TwoCores.report()

/**
 * Looked at once, and not when a program begins: every JAR of the class path has to be opened to see that it lacks a file. `timemory-dsl`
 * looks when it looks for services, which has opened them; `timemory-off` at the first region that was compiled against `timemory-dsl`.
 */
private object TwoCores {
    init {
        if (mayBeTwo() && SystemEnvironment.canFindFiles()) twoCores(TwoCores::class.java.classLoader)?.let { printError("timemory: $it") }
    }

    /** Nothing more: by the first call the class has been initialized. */
    fun report() {}
}

/**
 * Whether there is a reason to look: where the class path names the JAR or folder that this is from, and none that is called after the other, there
 * is not.
 */
private fun mayBeTwo(): Boolean {
    val paths = SystemEnvironment.property("java.class.path") ?: return true
    val own = OwnFiles.locationOf(TwoCores::class.java) ?: return true
    return own !in paths.split(File.pathSeparatorChar) || "timemory-off" in paths
}

/** What is wrong with a class path that has both, `null` where it has not. */
internal fun twoCores(loader: ClassLoader?): String? {
    val core = loader?.getResource("META-INF/timemory/version") ?: return null
    val off = loader.getResource("META-INF/timemory/off") ?: return null
    return "both timemory-dsl and timemory-off are on the class path, and only the first of them is used; remove one. " +
        "timemory-dsl: $core, timemory-off: $off"
}
