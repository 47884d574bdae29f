package timemory.gpu

import timemory.bundle.Lap
import timemory.internal.callgraph.SessionHooks
import timemory.internal.callgraph.activeSession
import timemory.internal.platform.Ffi
import timemory.internal.platform.PerThread
import timemory.internal.platform.hold
import timemory.internal.platform.textAt
import timemory.internal.platform.withMemory
import timemory.internal.source.reasonWithout

/**
 * Makes CUPTI sample, at regular intervals of cycles, which instruction of which kernel each multiprocessor is at and why it is stalled, on
 * whole contexts, for laps that are open there.
 *
 * Like [ContextCounters], this samples a whole context rather than a thread: whenever a lap starts or ends, the GPU is synchronized,
 * sampling is stopped, the samples are added to all open laps, and sampling is restarted. If CUPTI fails in between, the open laps are
 * lost.
 *
 * Source: `cupti_pcsampling.h` of CUDA 13.0, in its continuous mode, in which kernels run concurrently as usual.
 */
internal object PcSampling : ProfiledContexts.Holder {
    /** A lap on [context], opened by the thread that [thread] identifies. */
    class Lap(val context: Long, val thread: Any) {
        /** The number of samples taken in it. */
        var samples = 0L

        /** Samples taken while no lap inside it was open, by kernel and reason. */
        val parts = LinkedHashMap<String, Long>()

        /** Why it is lost; `null` if it is not. */
        var failure: String? = null
    }

    private class Sampled(val context: Long) : AutoCloseable {
        val open = ArrayList<Lap>()
        private val reasons: List<String>
        private val buffer: ForeignBlock

        /**
         * The buffer that CUPTI writes to when sampling ends. It must not be the one passed for reading, because CUPTI would find no
         * samples left there.
         */
        private val own: ForeignBlock

        init {
            ofContext("cuptiPCSamplingEnable", "sample the context")
            val memory = ArrayList<ForeignBlock>()
            try {
                reasons = reasons()
                repeat(2) { memory.add(newBuffer()) }
                configure(
                    mapOf(
                        COLLECTION_MODE to CONTINUOUS, ENABLE_START_STOP to 1L, OUTPUT_FORMAT to PARSED,
                        DATA_BUFFER to memory[0].address,
                    ),
                )
            } catch (failure: Throwable) {
                reasonWithout { ofContext("cuptiPCSamplingDisable", "stop sampling the context"); 0L }
                memory.forEach { it.close() }
                throw failure
            }
            own = memory[0]
            buffer = memory[1]
        }

        /** Returns the stall reasons by the numbers that samples have. */
        private fun reasons(): List<String> {
            val count = Ffi.withMemory(8L) { into ->
                cupti("cuptiPCSamplingGetNumStallReasons", 32L, "query the number of stall reasons") {
                    Ffi.putLong(it + 16L, context)
                    Ffi.putLong(it + 24L, into)
                }
                Ffi.longAt(into).toInt()
            }
            return ForeignBlock(count * (4L + 8L + NAME_BYTES) + 8L).use { memory ->
                val numbers = memory.address
                val pointers = numbers + (4L * count + 7L) / 8L * 8L
                for (i in 0 until count) Ffi.putLong(pointers + 8L * i, pointers + 8L * count + NAME_BYTES * i)
                cupti("cuptiPCSamplingGetStallReasons", 48L, "query the stall reasons") {
                    Ffi.putLong(it + 16L, context)
                    Ffi.putLong(it + 24L, count.toLong())
                    Ffi.putLong(it + 32L, numbers)
                    Ffi.putLong(it + 40L, pointers)
                }
                val names = (0 until count).associate {
                    Ffi.intAt(numbers + 4L * it) to Ffi.textAt(Ffi.longAt(pointers + 8L * it), NAME_BYTES.toInt())
                }
                List((names.keys.maxOrNull() ?: -1) + 1) { names[it] ?: "reason $it" }
            }
        }

        /** Creates a buffer for [PLACES] instructions, each with all reasons. */
        private fun newBuffer(): ForeignBlock {
            val ofReasons = STALL_BYTES * maxOf(1, reasons.size)
            val memory = ForeignBlock(DATA_BYTES + PLACES * (PLACE_BYTES + ofReasons))
            Ffi.putLong(memory.address, DATA_BYTES)
            Ffi.putLong(memory.address + 8L, PLACES)
            Ffi.putLong(memory.address + 56L, memory.address + DATA_BYTES)
            for (i in 0L until PLACES) {
                val place = memory.address + DATA_BYTES + PLACE_BYTES * i
                Ffi.putLong(place, PLACE_BYTES)
                Ffi.putLong(place + 48L, memory.address + DATA_BYTES + PLACE_BYTES * PLACES + ofReasons * i)
            }
            return memory
        }

        private fun configure(attributes: Map<Int, Long>) = Ffi.withMemory(ATTRIBUTE_BYTES * attributes.size) { information ->
            for ((i, attribute) in attributes.entries.withIndex()) {
                Ffi.putInt(information + ATTRIBUTE_BYTES * i, attribute.key)
                Ffi.putLong(information + ATTRIBUTE_BYTES * i + 8L, attribute.value)
            }
            cupti("cuptiPCSamplingSetConfigurationAttribute", 40L, "configure sampling") {
                Ffi.putLong(it + 16L, context)
                Ffi.putLong(it + 24L, attributes.size.toLong())
                Ffi.putLong(it + 32L, information)
            }
        }

        private fun ofContext(function: String, what: String) = cupti(function, 24L, what) { Ffi.putLong(it + 16L, context) }

        fun start() = CudaDriver.within(context) { ofContext("cuptiPCSamplingStart", "start sampling") }

        /** Waits for the GPU, and returns the number of samples since [start], by kernel and reason. */
        fun stop(): Map<String, Long> = CudaDriver.within(context) {
            CudaDriver.check(CudaDriver.synchronizeContext.call(), "wait for a context")
            ofContext("cuptiPCSamplingStop", "stop sampling")
            val samples = LinkedHashMap<String, Long>()
            do {
                cupti("cuptiPCSamplingGetData", 32L, "return the samples") {
                    Ffi.putLong(it + 16L, context)
                    Ffi.putLong(it + 24L, buffer.address)
                }
                check(Ffi.byteAt(buffer.address + 72L) == 0.toByte()) {
                    "the GPU's memory for samples was full: start and end regions more often"
                }
                droppedSamples += Ffi.longAt(buffer.address + 24L)
                val places = Ffi.longAt(buffer.address + 32L)
                for (i in 0L until places) add(buffer.address + DATA_BYTES + PLACE_BYTES * i, samples)
            } while (places > 0L && Ffi.longAt(buffer.address + 40L) > 0L)
            samples
        }

        private fun add(place: Long, samples: MutableMap<String, Long>) {
            // The name is not freed, because CUPTI may have passed it to others.
            val kernel = names.kernel(Ffi.textAt(Ffi.longAt(place + 32L)))
            val stalls = Ffi.longAt(place + 48L)
            for (i in 0L until Ffi.longAt(place + 40L)) {
                val count = Ffi.intAt(stalls + STALL_BYTES * i + 4L).toLong() and 0xFFFF_FFFFL
                if (count == 0L) continue
                val number = Ffi.intAt(stalls + STALL_BYTES * i)
                if (reasons.getOrNull(number)?.endsWith(NOT_ISSUED) == true) continue
                val name = "$kernel: ${reasons.getOrNull(number) ?: "reason $number"}"
                val key = if (name in samples || samples.size < MAX_PARTS) name else OVER_LIMIT
                samples[key] = (samples[key] ?: 0L) + count
            }
        }

        override fun close() {
            try {
                CudaDriver.within(context) { ofContext("cuptiPCSamplingDisable", "stop sampling the context") }
            } finally {
                buffer.close()
                own.close()
            }
        }
    }

    override val component: String get() = "cupti_pcsampling"

    private val contexts = HashMap<Long, Sampled>()
    private val marks = PerThread<Any>()
    private val names = ActivityNames()
    private var isRegistered = false
    private var droppedSamples = 0L

    /** Returns why nothing can be sampled here; `null` if it can. */
    fun unavailable(): String? = CuptiLibrary.unavailable() ?: CuptiLibrary.missing(FUNCTIONS, "CUDA 11.3")

    /** Starts a lap on the calling thread's current context. */
    fun open(): Lap = ProfiledContexts.lock.hold {
        val context = CudaDriver.requireContext()
        val sampled = contexts[context] ?: begin(context)
        val lap = Lap(context, marks.get() ?: Any().also(marks::set))
        next(sampled) { sampled.open.add(lap) }
        lap.failure?.let { throw IllegalStateException(it) }
        lap
    }

    /** Ends [lap], on any thread. Throws an exception with the reason if it is lost. */
    fun close(lap: Lap): Lap = ProfiledContexts.lock.hold {
        val sampled = contexts[lap.context]
        if (sampled != null && lap in sampled.open) next(sampled) { sampled.open.remove(lap) }
        lap.failure?.let { throw IllegalStateException(it) }
        lap
    }

    private fun begin(context: Long): Sampled {
        if (!isRegistered) SessionHooks.onResults { _, isEnd -> if (isEnd) end() }
        isRegistered = true
        MetricDevice.support(CudaDriver.deviceOfContext(), MetricDevice.PC_SAMPLING)
        ProfiledContexts.claim(context, this)
        try {
            return Sampled(context).also { contexts[context] = it }
        } catch (failure: Throwable) {
            ProfiledContexts.release(context)
            throw failure
        }
    }

    /** Takes the samples, and starts sampling again for the laps that are open after [change]. */
    private fun next(sampled: Sampled, change: () -> Unit) {
        val lost = if (sampled.open.isEmpty()) null else reasonWithout { add(sampled); 0L }
        if (lost != null) sampled.open.forEach { it.failure = lost }
        change()
        val failure = lost ?: if (sampled.open.isEmpty()) null else reasonWithout { sampled.start(); 0L }
        if (failure == null) return
        sampled.open.forEach { it.failure = it.failure ?: failure }
        forget(sampled)
    }

    private fun add(sampled: Sampled) {
        val taken = sampled.stop()
        for ((i, lap) in sampled.open.withIndex()) {
            lap.samples += taken.values.sum()
            val isInnermost = (i + 1 until sampled.open.size).none { sampled.open[it].thread === lap.thread }
            if (isInnermost) for ((name, samples) in taken) lap.parts[name] = (lap.parts[name] ?: 0L) + samples
        }
    }

    /** Stops sampling; returns why that failed, `null` if it did not. */
    private fun forget(sampled: Sampled): String? {
        contexts.remove(sampled.context)
        ProfiledContexts.release(sampled.context)
        sampled.open.clear()
        return reasonWithout { sampled.close(); 0L }
    }

    override fun release(context: Long): Boolean {
        val sampled = contexts[context] ?: return true
        if (sampled.open.isNotEmpty()) return false
        forget(sampled)
        return true
    }

    /** Called when the session ends: open laps are shown as open. */
    private fun end() {
        val findings = Findings()
        endAlone(findings)
        findings.report()
    }

    private fun endAlone(findings: Findings): Unit = ProfiledContexts.lock.hold {
        // A session that has started meanwhile may have laps open here, and will do this itself.
        if (activeSession() != null) return
        for (sampled in contexts.values.toList()) {
            if (sampled.open.isNotEmpty()) reasonWithout { sampled.stop(); 0L }
            val reason = forget(sampled) ?: continue
            findings.add("cupti_pcsampling end", "cupti_pcsampling: a context is still being sampled: $reason")
        }
        val dropped = droppedSamples
        droppedSamples = 0L
        if (dropped > 0L) {
            findings.add("cupti_pcsampling dropped", "cupti_pcsampling: the GPU dropped $dropped samples, which are missing")
        }
    }

    private val FUNCTIONS =
        listOf("cuptiPCSamplingEnable", "cuptiPCSamplingStart", "cuptiPCSamplingGetData", "cuptiProfilerDeviceSupported")

    /** Numbers of `CUpti_PCSamplingConfigurationAttributeType`, and their values. */
    private const val COLLECTION_MODE = 5
    private const val ENABLE_START_STOP = 6
    private const val OUTPUT_FORMAT = 7
    private const val DATA_BUFFER = 8
    private const val CONTINUOUS = 1L
    private const val PARSED = 1L
    private const val ATTRIBUTE_BYTES = 32L

    /**
     * `CUPTI_STALL_REASON_STRING_SIZE`, and the sizes of `CUpti_PCSamplingData`, `CUpti_PCSamplingPCData` and
     * `CUpti_PCSamplingStallReason`.
     */
    private const val NAME_BYTES = 128L
    private const val DATA_BYTES = 80L
    private const val PLACE_BYTES = 64L
    private const val STALL_BYTES = 8L

    /** The suffix of reasons that count some samples a second time: those taken while the scheduler had nothing else to issue either. */
    private const val NOT_ISSUED = "_not_issued"

    /** How many instructions CUPTI reports at once. */
    private const val PLACES = 1000L
    private const val MAX_PARTS = 1000
    private const val OVER_LIMIT = "(names over the limit)"
}
