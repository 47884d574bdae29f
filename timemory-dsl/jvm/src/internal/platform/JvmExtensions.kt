package timemory.internal.platform

import java.io.File
import java.util.ServiceConfigurationError
import java.util.ServiceLoader
import timemory.internal.lean.*

/** By the Java class of [T]: for Kotlin's, forty more would be loaded. */
internal actual inline fun <reified T : Any> extensionsOf(): List<T> = servicesOf(T::class.java)

internal actual inline fun <reified T : Any> modules(): List<T> = modulesOf(T::class.java)

internal fun <T : Any> servicesOf(service: Class<T>): List<T> = orNone {
    if (SystemEnvironment.canFindFiles()) ServiceLoader.load(service, service.classLoader).toList() else noServices()
}

private fun <T> noServices(): List<T> {
    NoServices.report()
    return emptyList()
}

/** Reports once that services are missing. */
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

/** Returns the bytes of the file [name], which starts with a slash, next to [owner]; `null` if there is none. */
internal fun fileBeside(owner: Class<*>, name: String): ByteArray? = OwnFiles.read(owner, name)

internal actual fun reportTwoCores() = TwoCores.report()

/**
 * Checked once, but not at startup: every JAR of the class path has to be opened to find that it lacks a file. `timemory-dsl` checks when
 * it looks for services, which has opened them; `timemory-off` at the first region that was compiled against `timemory-dsl`.
 */
private object TwoCores {
    init {
        if (mayBeTwo() && SystemEnvironment.canFindFiles()) twoCores(TwoCores::class.java.classLoader)?.let { printError("timemory: $it") }
    }

    /** Nothing more to do: the class has been initialized by the first call. */
    fun report() {}
}

/**
 * Whether a check is needed: it is not if the class path contains the JAR or folder of this class, and none named like the other one.
 */
private fun mayBeTwo(): Boolean {
    val paths = SystemEnvironment.property("java.class.path") ?: return true
    val own = OwnFiles.locationOf(TwoCores::class.java) ?: return true
    return own !in paths.split(File.pathSeparatorChar) || "timemory-off" in paths
}

/** Describes the problem with a class path that has both; `null` if it does not. */
internal fun twoCores(loader: ClassLoader?): String? {
    val core = loader?.getResource("META-INF/timemory/version") ?: return null
    val off = loader.getResource("META-INF/timemory/off") ?: return null
    return "both timemory-dsl and timemory-off are on the class path, and only the first of them is used; remove one. " +
        "timemory-dsl: $core, timemory-off: $off"
}
