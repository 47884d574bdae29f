package timemory.forwarding

import timemory.internal.platform.environmentVariables
import timemory.mpi.launched.Launched

/** TAU's timers, in a process that `tau_exec` started. `libTAU` is never loaded here, because loading it starts a profiler. */
internal object TauLibrary : ToolLibrary(
    "TAU", listOf("Tau_start", "Tau_stop", "Tau_register_thread", "Tau_set_node"), listOf("libTAU.so"), isLoadedByName = false,
    "TAU is not in this process: start the program with `tau_exec -T serial program` (install TAU from tau.uoregon.edu)",
) {
    private val start by lazy { function("Tau_start") }
    private val stop by lazy { function("Tau_stop") }
    private val registerThread by lazy { function("Tau_register_thread") }

    /**
     * Sets TAU's node number, without which it writes no profiles: the rank, if a launcher set one. Must precede the registration of
     * threads.
     */
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
