@file:OptIn(ExperimentalStdlibApi::class, ExperimentalForeignApi::class)

package timemory.nativecalls

import kotlinx.cinterop.ExperimentalForeignApi
import timemory.cinterop.gotcha.tm_memory_table
import timemory.internal.platform.registerExtension
import timemory.memory.AllocationFunctions

/** Programs that link this module can count what they allocate, from before `main` on. */
@Suppress("unused", "DEPRECATION") // deprecated until there is another way to be registered before main
@EagerInitialization
private val registered: Unit = registerExtension(AllocationFunctions::class, LinkedAllocationFunctions)

private object LinkedAllocationFunctions : AllocationFunctions {
    override val unavailable: String? get() = null

    override val table: Long get() = tm_memory_table()
}
