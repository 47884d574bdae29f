package timemory.forwarding

import timemory.internal.platform.environmentVariables
import timemory.mpi.launched.Launched

/**
 * TAU's timers, in a process that `tau_exec` started. `libTAU` is not loaded where it is not there: that would begin a profiler nobody
 * asked for.
 */
internal object TauLibrary : ToolLibrary(
    "TAU", listOf("Tau_start", "Tau_stop", "Tau_register_thread", "Tau_set_node"), listOf("libTAU.so"), isLoadedByName = false,
    "TAU is not in this process: start the program with `tau_exec -T serial program` (install TAU from tau.uoregon.edu)",
) {
    private val start by lazy { function("Tau_start") }
    private val stop by lazy { function("Tau_stop") }
    private val registerThread by lazy { function("Tau_register_thread") }

    /** Without a number of the node, TAU writes no profiles; the rank where a launcher gave one. Before any thread is registered. */
    private val hasNode by lazy {
        val environment = environmentVariables()
        function("Tau_set_node").call((Launched.of(environment::get)?.rank ?: 0).toLong())
    }

    /** TAU's timers are nested on each thread. */
    val ranges = ThreadRanges(isOrdered = true, isOnce = false) {
        hasNode
        registerThread.call()
        null
    }

    fun start(name: Long) {
        start.call(name)
    }

    fun stop(name: Long) {
        stop.call(name)
    }
}
