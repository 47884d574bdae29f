package timemory

import java.util.ServiceConfigurationError
import java.util.ServiceLoader
import timemory.internal.platform.printError

internal actual fun platformComponents(): List<ComponentType<*>> = try {
    ServiceLoader.load(ComponentProvider::class.java, ComponentProvider::class.java.classLoader).flatMap { it.components() }
} catch (failure: ServiceConfigurationError) {
    printError("timemory: components of other libraries are missing: ${failure.message}")
    emptyList()
}
