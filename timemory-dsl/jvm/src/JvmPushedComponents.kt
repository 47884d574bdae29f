package timemory

private val pushed = ThreadLocal<PushedComponents?>()

internal actual var pushedComponents: PushedComponents?
    get() = pushed.get()
    set(value) = if (value == null) pushed.remove() else pushed.set(value)
