@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.concurrent.Volatile
import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.LongVar
import kotlinx.cinterop.interpretCPointer
import kotlinx.cinterop.toLong
import timemory.Scope
import timemory.Timemory
import timemory.internal.platform.Ffi
import timemory.internal.platform.ForeignFunction
import timemory.internal.platform.processId
import timemory.internal.platform.textAt
import timemory.measure
import timemory.memory.Allocations
import timemory.memory.CountedAllocations
import timemory.memory.MemoryAllocations
import timemory.memory.enableMallocp
import timemory.memory.functionsByName
import timemory.results.Results
import timemory.results.ResultsListener
import timemory.settings.Catalogue

/*
 * The counts of ../interposition/memory. The components call its functions directly; allocations without a region become a region when a
 * session ends.
 */

/**
 * Receives the addresses of functions, each after its name, terminated by 0: those that components call, and those for process tracking.
 */
internal fun useMemory(functions: NativePtr, held: NativePtr) {
    CountedAllocations.use(interpretCPointer<LongVar>(functions)!!.toLong())
    val byName = Ffi.functionsByName(interpretCPointer<LongVar>(held)!!.toLong())
    program = Ffi.textAt(byName.getValue("tm_memory_label").call())
    Timemory.whenFinalized(HeldMemory(byName.getValue("tm_memory_take"), byName.getValue("tm_memory_begin_again")))
}

/** The label of the region for the whole program. */
@Volatile
private var program = "program"

/** Allocations tracked since the process started, or since tracking was requested. */
private class HeldMemory(private val take: ForeignFunction, private val beginAgain: ForeignFunction) : ResultsListener {
    @Volatile
    private var isRecorded = false

    override fun ending() {
        hasEnded = true
        // A C bool is the lowest byte of its register.
        if (!Timemory.isEnabled || !Timemory.settings.enableMallocp || take.call() and 0xff == 0L) return
        measure<MemoryAllocations>(program, Scope.FLAT) {}
        beginAgain.call()
        isRecorded = true
    }

    override fun finalized(results: Results) {
        if (isRecorded && isOnlyOfMemory) tellWhat(results)
        isRecorded = false
    }

    private fun tellWhat(results: Results) {
        val node = results[MemoryAllocations.id]?.find(program) ?: return
        val all = Allocations(LongArray(Allocations.COUNT) { node.inclusive.sum(it).toLong() })
        Mistakes.tell("$program (${processId()}): $all")
    }
}

/** Whether a session has ended, and tracking with it. */
@Volatile
private var hasEnded = false

/** Whether the session exists only for process tracking, and the program is not aware of it. */
@Volatile
private var isOnlyOfMemory = false

/**
 * Makes and writes the results if the program has no session, and has had none. A program that is not aware of them must not find them in
 * its output, nor may processes that it starts overwrite its files.
 */
internal fun finishMemory(isUnasked: Int): Int = orTell(0) {
    if (Timemory.isInitialized || hasEnded) return 0
    if (isUnasked != 0) keepOutOfTheWay()
    beginImplicitly()
    Timemory.finalize()
    1
}

private fun keepOutOfTheWay() {
    isOnlyOfMemory = true
    for (name in listOf("COUT_OUTPUT", "TREE_OUTPUT", "FLAMEGRAPH_OUTPUT", "HTML_OUTPUT")) Catalogue.get(name).defaultsTo("false")
    Catalogue.outputPrefix.defaultsTo("$program-${processId()}-")
}
