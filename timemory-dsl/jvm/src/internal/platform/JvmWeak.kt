package timemory.internal.platform

import java.lang.ref.WeakReference

internal actual open class Weak<T : Any> actual constructor(target: T) : WeakReference<T>(target) {
    actual fun target(): T? = get()
}
