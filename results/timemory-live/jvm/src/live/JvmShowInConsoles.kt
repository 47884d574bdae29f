package timemory.live

internal actual fun showInConsoles() = LiveConsole.begins()
