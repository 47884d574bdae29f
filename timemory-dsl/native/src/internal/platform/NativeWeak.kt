@file:OptIn(ExperimentalNativeApi::class)

package timemory.internal.platform

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.ref.WeakReference

internal actual open class Weak<T : Any> actual constructor(target: T) {
    private val reference = WeakReference(target)

    actual fun target(): T? = reference.get()
}
