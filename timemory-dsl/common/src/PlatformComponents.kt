package timemory

/** The components that only this target has. */
internal expect fun platformComponents(): List<ComponentType<*>>
