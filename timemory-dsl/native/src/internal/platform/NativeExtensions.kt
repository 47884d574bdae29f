package timemory.internal.platform

import kotlin.reflect.KClass

private val lock = Lock()
private val extensions = HashMap<KClass<*>, List<Any>>()

/** Registers [extension] as one of the kind [service]. Modules call it from a property with `@EagerInitialization`, before `main`. */
internal fun <T : Any> registerExtension(service: KClass<T>, extension: T): Unit =
    lock.hold { extensions[service] = extensions[service].orEmpty() + extension }

internal actual inline fun <reified T : Any> extensionsOf(): List<T> = registered(T::class)

internal actual inline fun <reified T : Any> modules(): List<T> = registered(T::class)

@Suppress("UNCHECKED_CAST") // added above under the class of their kind
internal fun <T : Any> registered(service: KClass<T>): List<T> = lock.hold { extensions[service].orEmpty() } as List<T>

internal actual fun reportTwoCores() {}
