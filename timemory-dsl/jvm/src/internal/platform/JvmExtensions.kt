package timemory.internal.platform

import java.util.ServiceConfigurationError
import java.util.ServiceLoader
import kotlin.reflect.KClass

internal actual fun <T : Any> extensionsOf(service: KClass<T>): List<T> = try {
    ServiceLoader.load(service.java, service.java.classLoader).toList()
} catch (failure: ServiceConfigurationError) {
    printError("timemory: what other libraries add is missing: ${failure.message}")
    emptyList()
}
