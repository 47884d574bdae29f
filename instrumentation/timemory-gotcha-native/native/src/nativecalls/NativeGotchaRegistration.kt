@file:OptIn(ExperimentalStdlibApi::class, ExperimentalForeignApi::class)

package timemory.nativecalls

import kotlinx.cinterop.ExperimentalForeignApi
import timemory.cinterop.gotcha.tm_memory_table
import timemory.internal.platform.registerExtension
import timemory.memory.AllocationFunctions

/** Programs that link this module can count their allocations, even before `main`. */
@Suppress("unused", "DEPRECATION") // deprecated until there is another way to register before main
@EagerInitialization
private val registered: Unit = registerExtension(AllocationFunctions::class, LinkedAllocationFunctions)

private object LinkedAllocationFunctions : AllocationFunctions {
    override val unavailable: String? get() = null

    override val table: Long get() = tm_memory_table()
}
