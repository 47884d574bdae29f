package timemory

internal actual fun platformComponents(): List<ComponentType<*>> = emptyList()
