package timemory.internal.platform

import java.lang.ref.WeakReference
import java.util.Collections
import java.util.ServiceConfigurationError
import java.util.ServiceLoader
import java.util.WeakHashMap

private val calls: ForeignFunctions = provided() ?: NoForeignFunctions()

private fun provided(): ForeignFunctions? = try {
    if (!SystemEnvironment.canFindFiles()) {
        null
    } else {
        val providers = ServiceLoader.load(ForeignFunctions.Provider::class.java, ForeignFunctions::class.java.classLoader)
        providers.firstNotNullOfOrNull { it.calls() }
    }
} catch (failure: ServiceConfigurationError) {
    printError("timemory: functions of C libraries cannot be called: ${failure.message}")
    null
}

internal actual object Ffi {
    actual val unavailable: String? get() = calls.unavailable()

    actual fun find(file: String?, name: String): ForeignFunction? = calls.find(file, name)?.let(::ForeignFunction)

    actual fun systemCall(number: Long, a: Long, b: Long, c: Long, d: Long, e: Long, f: Long): Long =
        calls.systemCall(number, a, b, c, d, e, f)

    actual fun allocate(bytes: Long): Long = calls.allocate(bytes)

    actual fun free(address: Long) = calls.free(address)

    actual fun byteAt(address: Long): Byte = calls.byteAt(address)

    actual fun intAt(address: Long): Int = calls.intAt(address)

    actual fun longAt(address: Long): Long = calls.longAt(address)

    actual fun intInOrder(address: Long): Int = calls.intInOrder(address)

    actual fun putByte(address: Long, value: Byte) = calls.putByte(address, value)

    actual fun putInt(address: Long, value: Int) = calls.putInt(address, value)

    actual fun putLong(address: Long, value: Long) = calls.putLong(address, value)

    actual fun performanceCounter(index: Int): Long = calls.performanceCounter(index)

    actual fun callback(target: ForeignCallback): Long = calls.callback(target::called)
}

internal actual class ForeignFunction(private val function: ForeignFunctions.Function) {
    actual val address: Long get() = function.address()

    actual fun call(a: Long, b: Long, c: Long, d: Long, e: Long, f: Long): Long = function.call(a, b, c, d, e, f)
}

internal actual class PerThread<T : Any> actual constructor() {
    private val values = ThreadLocal<WeakReference<T>?>()

    /** Threads reference it weakly: a thread that outlives the program with this library does not keep it loaded. */
    private val held: MutableMap<Thread, T> = Collections.synchronizedMap(WeakHashMap())

    actual fun get(): T? = values.get()?.get()

    actual fun set(value: T?) {
        if (value == null) {
            held.remove(Thread.currentThread())
            values.remove()
        } else {
            held[Thread.currentThread()] = value
            values.set(WeakReference(value))
        }
    }
}
