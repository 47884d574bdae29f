@file:OptIn(ExperimentalForeignApi::class)

package timemory

import kotlin.concurrent.Volatile
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import kotlinx.cinterop.CFunction
import kotlinx.cinterop.COpaquePointer
import kotlinx.cinterop.CPointer
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.invoke
import kotlinx.cinterop.reinterpret
import platform.posix.RTLD_NOW
import platform.posix.dlopen
import platform.posix.dlsym
import platform.posix.free
import platform.posix.malloc
import platform.posix.realloc
import timemory.memory.Allocations
import timemory.memory.MallocGotcha
import timemory.memory.MemoryAllocations
import timemory.memory.MemoryLeaks
import timemory.results.CallGraphNode

private val usableSize: CPointer<CFunction<(COpaquePointer?) -> ULong>> =
    dlsym(dlopen("libc.so.6", RTLD_NOW), "malloc_usable_size")!!.reinterpret()

private fun sizeOf(block: COpaquePointer?): Long = usableSize(block).toLong()

/** Compilers remove blocks that are never read. */
@Volatile
private var kept: COpaquePointer? = null

class NativeAllocationsTest {
    @Test
    fun whatAProgramAllocatesIsCounted() {
        assertEquals(null, MallocGotcha.unavailableReason())
        var size = sizeOf(null) // looks the function up
        var grown = 0L
        val results = session {
            measure<MallocGotcha, MemoryAllocations>("x") {
                val block = malloc(1_000uL)
                size = sizeOf(block)
                val larger = realloc(block, 100_000uL)
                grown = sizeOf(larger)
                free(larger)
                kept = malloc(5uL)
                free(kept)
            }
        }
        val small = 24L
        val expected = listOf(
            Allocations.ALLOCATED to size + grown + small, Allocations.FREED to size + grown + small, Allocations.NET to 0L,
            Allocations.REQUESTED to 101_005L, Allocations.ALLOCATIONS to 3L, Allocations.DEALLOCATIONS to 2L,
        )
        val node = results["malloc_gotcha"]!!.find("x")!!
        for ((element, value) in expected) assertEquals(value, node.sum(element), Allocations.NAMES[element])
        assertTrue(node.sum(Allocations.PEAK) >= grown, "the peak is ${node.sum(Allocations.PEAK)}")
        // Other threads, of Kotlin's runtime and of other tests, may allocate too.
        val all = results["memory_allocations"]!!.find("x")!!
        assertTrue(all.sum(Allocations.REQUESTED) >= 101_005L)
    }

    @Test
    fun whatIsNotFreedIsTheRegionsThatAllocatedIt() {
        var lost = 0L
        val results = session {
            measure<MemoryLeaks>("outer") {
                kept = malloc(10uL)
                free(kept)
                measure<MemoryLeaks>("inner") { lost = sizeOf(malloc(3_000uL)) }
            }
        }
        assertEquals(lost, results["memory_leaks"]!!.find("outer")!!.inclusive.exactSum)
        assertEquals(lost, results["memory_leaks"]!!.find("outer", "inner")!!.inclusive.exactSum)
    }

    private fun CallGraphNode.sum(element: Int): Long = inclusive.sum(element).toLong()
}
